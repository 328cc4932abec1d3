package import ListKit
package import LootActions
package import LootCore

/// The cell of an item: name, serial number, value at the right edge, thumbnail at the left.
package final class ItemCell: Cell {
    /// The kind under which a list keeps such cells.
    static let kind = CellKind("item") { ItemCell() }

    /// How much room cells take, for small and large text.
    package struct Layout: Hashable, Sendable {
        /// Whether the serial number has a line of its own.
        package var showsSerialNumber: Bool
        /// Free lines below each row.
        package var padding: Int

        /// A layout; the usual one has a line for the serial number and no padding.
        package init(showsSerialNumber: Bool = true, padding: Int = 0) {
            self.showsSerialNumber = showsSerialNumber
            self.padding = max(0, padding)
        }

        /// The lines of a row whose name takes one.
        package var usualHeight: Int { (showsSerialNumber ? 2 : 1) + padding }
    }

    /// A column of a field, beside those of the name and the value.
    package struct Column: Hashable, Sendable {
        /// What it shows.
        package var field: FieldKey
        /// How wide it is.
        package var width: Int
        /// Whether what it shows stands at its right edge, as numbers do.
        package var isNumber: Bool

        /// A column of a field.
        package init(_ field: FieldKey, width: Int, isNumber: Bool = false) {
            self.field = field
            self.width = max(1, width)
            self.isNumber = isNumber
        }
    }

    /// How much room it takes.
    package var layout = Layout()
    /// The columns beside name and value; where there are some, nothing stands below the name.
    package var columns: [Column] = []
    /// What stands in the columns.
    package private(set) var columnTexts: [String] = []
    /// Fields to show besides the usual ones, where the serial number has a line.
    package var fields: [FieldKey] = []
    /// The item that is shown; nil while it is on its way.
    package private(set) var item: Item?
    /// The value as it stands at the right edge, which is never cut.
    package private(set) var value = ""
    /// How the value is meant to strike the eye.
    package private(set) var emphasis: ItemPresentation.Emphasis?
    /// How many lines a text needs at a width. The front end, which knows its text, sets it.
    package var lines: (_ text: String, _ width: Int) -> Int = { _, _ in 1 }

    /// An empty cell: the serial number stands below the name.
    package init() { super.init(style: .subtitle) }

    /// Shows an item.
    package func show(_ item: Item, _ presentation: ItemPresentation) {
        self.item = item
        var marks = [
            item.isFavorite ? favoriteMark : nil, ItemPresentation.problemMark(of: item),
        ].compactMap(\.self)
        let badges = ItemPresentation.badges(of: item, on: .today).map(\.text)
        columnTexts = columns.map { presentation.text(of: $0.field, in: item) }
        if layout.showsSerialNumber, columns.isEmpty {
            let details =
                [item.serialNumber].compactMap(\.self) + badges + presentation.facts(fields, of: item)
            detailText = details.isEmpty ? nil : details.joined(separator: " · ")
        } else {
            detailText = nil
            marks += badges.map { "(\($0))" }
        }
        text = ([item.shownName] + marks).joined(separator: " ")
        hasImage = item.photo != nil
        value = presentation.value(of: item)
        emphasis = presentation.emphasis(of: item)
    }

    /// Clears the content.
    package override func prepareForReuse() {
        super.prepareForReuse()
        item = nil
        value = ""
        columnTexts = []
        emphasis = nil
    }

    /// What stands behind the name of a favorite: a sign where there are columns, which leave little room for words.
    package var favoriteMark: String { columns.isEmpty ? ItemPresentation.favoriteMark : "★" }

    /// What lies between columns, and what the value has of the width where there are columns.
    package static let (gap, valueWidth) = (2, 13)

    /// The columns that the name has beside the photo's mark, other columns and the value.
    package func nameWidth(within width: Int) -> Int {
        let rest = columns.reduce(0) { $0 + $1.width + ItemCell.gap }
        let valueWidth = value.isEmpty ? 0 : value.count + 1
        let valueColumn = columns.isEmpty ? valueWidth : max(valueWidth, ItemCell.valueWidth)
        return max(1, width - (hasImage ? 2 : 0) - rest - valueColumn)
    }

    /// The lines of the wrapped name beside the value, one for the serial number and loans, and the padding.
    package override func height(forWidth width: Int) -> Int {
        if isPlaceholder { return columns.isEmpty ? layout.usualHeight : 1 + layout.padding }
        return max(1, lines(text, nameWidth(within: width))) + (detailText == nil ? 0 : 1) + layout.padding
    }
}
