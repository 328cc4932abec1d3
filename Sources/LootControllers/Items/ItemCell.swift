public import LootCore
public import ListKit

/// The cell of an item: name, serial number, value at the right edge, thumbnail at the left.
public final class ItemCell: Cell {
    /// The kind under which a list keeps such cells.
    public static let kind = CellKind("item") { ItemCell() }

    /// The item that is shown; nil while it is on its way.
    public private(set) var item: Item?
    /// The value as it stands at the right edge, which is never cut.
    public private(set) var value = ""
    /// How the value is meant to strike the eye.
    public private(set) var emphasis = ItemPresentation.Emphasis.low
    /// How many lines a text needs at a width. The front end, which knows its text, sets it.
    public var lines: (_ text: String, _ width: Int) -> Int = { _, _ in 1 }

    /// An empty cell: the serial number stands below the name.
    public init() { super.init(style: .subtitle) }

    /// Shows an item.
    public func show(_ item: Item, _ presentation: ItemPresentation) {
        self.item = item
        text = item.isFavorite ? "\(item.name) \(ItemPresentation.favoriteMark)" : item.name
        detailText = item.serialNumber
        image = item.photo.map { ImageReference($0) }
        value = presentation.value(of: item)
        emphasis = presentation.emphasis(of: item)
    }

    /// Clears the content.
    public override func prepareForReuse() {
        super.prepareForReuse()
        item = nil
        value = ""
        emphasis = .low
    }

    /// The lines of the wrapped name beside the value, and one for the serial number; two while the item is on its way.
    public override func height(forWidth width: Int) -> Int {
        if isPlaceholder { return 2 }
        return max(1, lines(text, max(1, width - value.count - 1))) + (detailText == nil ? 0 : 1)
    }
}
