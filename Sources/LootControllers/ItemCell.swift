public import ListKit
public import LootActions
public import LootCore

/// The cell of an item: name, serial number, value at the right edge, thumbnail at the left.
public final class ItemCell: Cell {
    /// The kind under which a list keeps such cells.
    public static let kind = CellKind("item") { ItemCell() }

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

    /// How much room it takes.
    package var layout = Layout()
    /// Fields to show besides the usual ones, where the serial number has a line.
    package var fields: [FieldKey] = []
    /// The item that is shown; nil while it is on its way.
    public private(set) var item: Item?
    /// The value as it stands at the right edge, which is never cut.
    public private(set) var value = ""
    /// How the value is meant to strike the eye.
    package private(set) var emphasis: ItemPresentation.Emphasis?
    /// How many lines a text needs at a width. The front end, which knows its text, sets it.
    package var lines: (_ text: String, _ width: Int) -> Int = { _, _ in 1 }

    /// An empty cell: the serial number stands below the name.
    public init() { super.init(style: .subtitle) }

    /// Shows an item.
    public func show(_ item: Item, _ presentation: ItemPresentation) {
        self.item = item
        var marks = [
            item.isFavorite ? ItemPresentation.favoriteMark : nil, ItemPresentation.problemMark(of: item),
        ].compactMap(\.self)
        let badges = ItemPresentation.badges(of: item, on: .today).map(\.text)
        if layout.showsSerialNumber {
            let details =
                [item.serialNumber].compactMap(\.self) + badges + presentation.facts(fields, of: item)
            detailText = details.isEmpty ? nil : details.joined(separator: " · ")
        } else {
            detailText = nil
            marks += badges.map { "(\($0))" }
        }
        text = ([item.shownName] + marks).joined(separator: " ")
        image = item.photo.map { ImageReference($0.description) }
        value = presentation.value(of: item)
        emphasis = presentation.emphasis(of: item)
    }

    /// Clears the content.
    public override func prepareForReuse() {
        super.prepareForReuse()
        item = nil
        value = ""
        emphasis = nil
    }

    /// The columns that the name has beside the photo's mark and the value.
    package func nameWidth(within width: Int) -> Int {
        max(1, width - (image == nil ? 0 : 2) - (value.isEmpty ? 0 : value.count + 1))
    }

    /// The lines of the wrapped name beside the value, one for the serial number and loans, and the padding.
    public override func height(forWidth width: Int) -> Int {
        if isPlaceholder { return layout.usualHeight }
        return max(1, lines(text, nameWidth(within: width))) + (detailText == nil ? 0 : 1) + layout.padding
    }
}
