import Platform

/// Where in memory the value of a field stands that an item refers to.
///
/// Items lie side by side; what they refer to lies anywhere, and each look at it waits for memory. A test of many items
/// names all of those places first, so that they are fetched at the same time.
enum FieldMemory: Sendable {
    /// A text in the item, and what it refers to.
    case text(offset: Int)
    /// A property of the details.
    case property(offset: Int, size: Int)
    /// A text or a list in the details, and what it refers to.
    case contents(offset: Int, isText: Bool)

    /// What the total of an item is read from: the beginning of its details.
    static let total = property(offset: 0, size: MemoryLayout<ItemDetails>.offset(of: \.vendor) ?? 0)

    /// Where the value of a field is read; nil if it stands in the item, or where can't be told.
    init?(of field: Field) {
        if let place = ItemDetails.places[field.key], let offset = MemoryLayout<ItemDetails>.offset(of: place)
        {
            switch field.type {
            case .text: self = .contents(offset: offset, isText: true)
            case .list: self = .contents(offset: offset, isText: false)
            default: self = .property(offset: offset, size: 8)
            }
        } else {
            let offset =
                switch field.key {
                case "name": MemoryLayout<Item>.offset(of: \.name)
                case "serialNumber": MemoryLayout<Item>.offset(of: \.serialNumber)
                default: Int?.none
                }
            guard let offset else { return nil }
            self = .text(offset: offset)
        }
    }

    /// Begins to fetch what the items in a row refer to of which the bits say so; the first item has the lowest bit.
    func fetch(_ items: UnsafePointer<LentItem>, _ asked: UInt64) {
        let start = UnsafeRawPointer(items)
        let stride = MemoryLayout<LentItem>.stride
        if case .text(let offset) = self {
            return Prefetch.texts(start + offset, stride: stride, where: asked)
        }
        guard let detailsOffset = FieldMemory.detailsOffset else { return }
        let details = start + detailsOffset
        switch self {
        case .text: break
        case .property(let offset, let size):
            Prefetch.property(at: offset, size: size, of: details, stride: stride, where: asked)
        case .contents(let offset, let isText):
            Prefetch.property(at: offset, size: 16, of: details, stride: stride, where: asked)
            Prefetch.contents(at: offset, isText: isText, of: details, stride: stride, where: asked)
        }
    }

    private static let detailsOffset = MemoryLayout<Item>.offset(of: \.rare)
}
