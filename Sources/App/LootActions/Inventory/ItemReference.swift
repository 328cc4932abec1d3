package import LootCore

/// A person's reference to an item: its ID, the beginning of its ID, its position in the user's order, its name, its
/// asset number, its barcode, or the address on its label.
package enum ItemReference: Hashable, Sendable {
    /// A complete ID.
    case id(ItemID)
    /// The beginning of an ID, or a name that looks like one: `Bed`.
    case prefix(String)
    /// A position in the user's order, beginning with 0.
    case position(Int)
    /// A few digits: an asset number. If no item has it, they are ambiguous: either a position or the beginning of an
    /// ID.
    case digits(String)
    /// A name, an asset number or a barcode.
    case name(String)
    /// An asset number.
    case number(String)

    /// The number of digits from which a number is the beginning of an ID.
    private static let enoughDigits = 8

    /// Parses `#3` (the third item), an ID, the beginning of an ID, an asset number, a barcode, a name, or an address
    /// such as `https://loot.example/a/17`. A name may also begin with `#`: `#5 hammer`.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `no-such-item` if the text is none of these.
    package init(parsing text: String) throws(LootError) {
        if text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isNumber) {
            guard let number = Int(text.dropFirst()), number > 0 else {
                throw ItemReference.refusal(text, "Use # and a number for a position, starting at #1.")
            }
            self = .position(number - 1)
        } else if let id = ItemID(text) {
            self = .id(id)
        } else if let address = ItemReference.address(text) {
            self = address
        } else if text.allSatisfy(\.isWhitespace) {
            throw ItemReference.refusal(text, "An item is identified by its ID, its name, or #POSITION.")
        } else if text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isHexDigit }) {
            let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            self = isNumber && text.utf8.count < ItemReference.enoughDigits ? .digits(text) : .prefix(text)
        } else {
            self = .name(text)
        }
    }

    /// Returns the item in the address of a label or of an item's page: `/i/ID`, `/a/NUMBER` or `/items/ID`. Returns
    /// `nil` for other text.
    private static func address(_ text: String) -> ItemReference? {
        let isAddress = ["http://", "https://", "/"].contains { text.lowercased().hasPrefix($0) }
        guard isAddress else { return nil }
        let path = text.prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/").suffix(2).map(String.init)
        guard parts.count == 2 else { return nil }
        let value = parts[1]
        switch parts[0] {
        case "a": return .number(value)
        case "i", "items": return ItemID(value).map { .id($0) } ?? .prefix(value)
        default: return nil
        }
    }

    private static func refusal(_ text: String, _ reason: Message) -> LootError {
        LootError(
            .noSuchItem, "Can't find the item “\(TextRules.visible(text))”.", reason: reason,
            advice: "See IDs and positions.", remedy: .list)
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
