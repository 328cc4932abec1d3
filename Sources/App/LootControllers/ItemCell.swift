public import ListKit
public import LootActions
public import LootCore
public import TerminalKit
import TerminalText

/// The cell of an item: photo, name, serial number, and the value at the right edge.
///
/// The value is never truncated; a long name wraps. Values below 50 are green, others red.
public final class ItemCell: ViewCell {
    /// The kind for ``/ListKit/ListView/dequeue(_:for:)``.
    public static let kind = CellKind("item") { ItemCell() }

    /// The density of cells.
    public struct Layout: Hashable, Sendable {
        /// Whether the serial number has its own line.
        public var showsSerialNumber: Bool
        /// The empty lines below each row.
        public var padding: Int

        /// Creates a layout.
        public init(showsSerialNumber: Bool = true, padding: Int = 0) {
            self.showsSerialNumber = showsSerialNumber
            self.padding = max(0, padding)
        }

        /// The height of a row with a name of one line.
        public var usualHeight: Int { (showsSerialNumber ? 2 : 1) + padding }
    }

    /// A column between the name and the value.
    public struct Column: Hashable, Sendable {
        /// The field that the column shows.
        public var field: FieldKey
        /// The width, in columns of the terminal.
        public var width: Int
        /// Whether the column contains numbers, which are right-aligned.
        public var isNumber: Bool

        /// Creates a column.
        public init(_ field: FieldKey, width: Int, isNumber: Bool = false) {
            self.field = field
            self.width = max(1, width)
            self.isNumber = isNumber
        }
    }

    /// The density of the cell.
    public var layout = Layout()
    /// The columns between the name and the value. With columns, a row has no second line.
    public var columns: [Column] = []
    /// More fields for the second line.
    public var fields: [FieldKey] = []
    /// The item, or `nil` while it is being loaded.
    public private(set) var item: Item?

    private let photo = Label("▣")
    // Three lines are enough for most names. Without a limit, a long name could push other rows off the screen.
    private let name = Label("", lines: 3)
    private let detail = Label("")
    private let value = Label("", alignment: .trailing)
    private let row = StackView(.horizontal, spacing: ItemCell.gap, alignment: .leading)
    private var columnLabels: [Label] = []

    /// The space between columns, and the width of the value if there are columns.
    package static let (gap, valueWidth) = (2, 13)

    /// Creates the views.
    public override func makeContent() {
        name.hugging.horizontal = 1
        name.compressionResistance.horizontal = 1
        photo.themeStyle = \.secondary
        detail.themeStyle = \.secondary
        row.hugging.horizontal = 1
        row.compressionResistance.horizontal = 1
        row.addSubview(name)
        value.compressionResistance.horizontal = 1000
        let first = StackView(.horizontal, alignment: .leading, [row, value])
        let lines = StackView(.vertical, [first, detail])
        lines.hugging.horizontal = 1
        contentView.addSubview(StackView(.horizontal, spacing: 1, alignment: .leading, [photo, lines]))
        clear()
    }

    /// Shows an item.
    public func show(_ item: Item, _ presentation: ItemPresentation) {
        self.item = item
        let favoriteMark = columns.isEmpty ? ItemPresentation.favoriteMark : "★"
        var marks = [
            item.isFavorite ? favoriteMark : nil, ItemPresentation.problemMark(of: item),
        ].compactMap(\.self)
        let badges = ItemPresentation.badges(of: item, on: .today).map(\.text)
        var details: [String] = []
        if layout.showsSerialNumber, columns.isEmpty {
            details = [item.serialNumber].compactMap(\.self) + badges + presentation.facts(fields, of: item)
        } else {
            marks += badges.map { "(\($0))" }
        }
        detailText = details.isEmpty ? nil : details.joined(separator: " · ")
        text = ([item.shownName] + marks).joined(separator: " ")
        image = item.photo == nil ? nil : CellImage()
        name.text = StyledText(text)
        name.themeStyle = \.text
        let mark = \Theme.mark
        name.emphasis = item.isFavorite ? (text: favoriteMark, style: mark) : nil
        photo.isHidden = image == nil
        detail.text = StyledText(detailText ?? "")
        detail.isHidden = detailText == nil
        showValue(of: item, presentation)
        showColumns(of: item, presentation)
    }

    private func showValue(of item: Item, _ presentation: ItemPresentation) {
        value.text = StyledText(presentation.quantityAndValue(of: item))
        value.isHidden = value.text.columnWidth == 0 && columns.isEmpty
        value.fixedWidth = max(value.text.columnWidth + 1, columns.isEmpty ? 0 : ItemCell.valueWidth)
        let emphasis = presentation.emphasis(of: item)
        value.themeStyle = emphasis == .high ? \.destructive : emphasis == .low ? \.positive : \.secondary
    }

    private func showColumns(of item: Item, _ presentation: ItemPresentation) {
        while columnLabels.count < columns.count {
            let label = Label("")
            label.themeStyle = \.secondary
            columnLabels.append(label)
            row.addSubview(label)
        }
        for (index, label) in columnLabels.enumerated() {
            label.isHidden = index >= columns.count
            guard index < columns.count else { continue }
            let text = presentation.text(of: columns[index].field, in: item).replacing("\n", with: " ")
            label.text = StyledText(text)
            label.fixedWidth = columns[index].width
            label.alignment = columns[index].isNumber ? .trailing : .leading
        }
    }

    private func clear() {
        name.text = "…"
        name.themeStyle = \.placeholder
        name.emphasis = nil
        for view in [photo, detail, value] + columnLabels { view.isHidden = true }
    }

    /// Clears the content.
    public override func prepareForReuse() {
        super.prepareForReuse()
        item = nil
        clear()
    }

    /// Returns the height of the wrapped name, the second line and the padding.
    public override func height(forWidth width: Int) -> Int {
        if isPlaceholder { return columns.isEmpty ? layout.usualHeight : 1 + layout.padding }
        return super.height(forWidth: width) + layout.padding
    }
}
