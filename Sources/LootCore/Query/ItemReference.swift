import Platform

/// What a value of an item is read from besides the item itself.
///
/// Items lie side by side; what they refer to lies anywhere, and each look at it waits for memory. A test of many items
/// names all of those places first, so that they are fetched at the same time. Only time depends on it: an address that
/// is wrong, because a text were laid out otherwise, is fetched for nothing.
enum ItemReference: Sendable {
    case name, serialNumber, details

    /// Where the value of a field is read; nil if it stands in the item.
    init?(of field: Field) {
        switch field.key {
        case "name": self = .name
        case "serialNumber": self = .serialNumber
        default:
            if Field.core.contains(where: { $0.key == field.key }) { return nil }
            self = .details
        }
    }

    /// Begins to fetch what the items in a row refer to of which the bits say so; the first item has the lowest bit.
    func fetch(_ items: UnsafePointer<LentItem>, _ asked: UInt64) {
        let start = UnsafeRawPointer(items)
        let stride = MemoryLayout<LentItem>.stride
        switch self {
        case .name:
            Prefetch.texts(start + ItemReference.nameOffset, stride: stride, where: asked)
        case .serialNumber:
            Prefetch.texts(start + ItemReference.serialOffset, stride: stride, where: asked)
        case .details:
            Prefetch.objects(start + ItemReference.detailsOffset, stride: stride, where: asked)
        }
    }

    private static let nameOffset = MemoryLayout<Item>.offset(of: \.name) ?? 0
    private static let serialOffset = MemoryLayout<Item>.offset(of: \.serialNumber) ?? 0
    private static let detailsOffset = MemoryLayout<Item>.offset(of: \.rare) ?? 0
}
