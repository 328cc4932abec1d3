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

    /// Begins to fetch what the items refer to of which the bits say so; the first item has the lowest bit.
    func fetch(_ items: UnsafeRawPointer, _ asked: UInt64) {
        var left = asked
        while left != 0 {
            let item = items + left.trailingZeroBitCount * MemoryLayout<Item>.stride
            left &= left - 1
            switch self {
            case .name: ItemReference.fetch(text: item + ItemReference.nameOffset)
            case .serialNumber: ItemReference.fetch(text: item + ItemReference.serialOffset)
            case .details:
                let address = item.load(fromByteOffset: ItemReference.detailsOffset, as: UInt.self)
                guard address != 0 else { continue }
                for line in 0..<ItemReference.detailsLines { willRead(address &+ line &* 64) }
            }
        }
    }

    /// A text of up to 15 bytes stands where it is; the second word of any other has the address of its storage, which
    /// begins with a count of references.
    private static func fetch(text: UnsafeRawPointer) {
        let word = text.load(fromByteOffset: 8, as: UInt64.self)
        guard word & 0x2000_0000_0000_0000 == 0 else { return }
        willRead(UInt(truncatingIfNeeded: word & 0x00FF_FFFF_FFFF_FFFF))
    }

    private static let nameOffset = MemoryLayout<Item>.offset(of: \.name) ?? 0
    private static let serialOffset = MemoryLayout<Item>.offset(of: \.serialNumber) ?? 0
    private static let detailsOffset = MemoryLayout<Item>.offset(of: \.rare) ?? 0
    /// With the head of an object.
    private static let detailsLines = UInt(MemoryLayout<ItemDetails>.size + 16 + 63) / 64
}
