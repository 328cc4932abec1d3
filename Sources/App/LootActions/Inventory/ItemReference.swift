package import LootCore

/// A person's reference to an item by its ID, the beginning of its ID, its position in the user's order, or its name.
package enum ItemReference: Hashable, Sendable {
    /// A complete ID.
    case id(ItemID)
    /// The beginning of an ID, or a name that looks like one: `Bed`.
    case prefix(String)
    /// A position in the user's order, beginning with 0.
    case position(Int)
    /// A few digits. They are ambiguous: either a position or the beginning of an ID.
    case digits(String)
    /// A name.
    case name(String)

    /// The number of digits from which a number is the beginning of an ID.
    private static let enoughDigits = 8

    /// Parses `#3` (the third item), an ID, the beginning of an ID, or a name. A name may also begin with `#`: `#5
    /// hammer`.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `no-such-item` if the text is none of these.
    package init(parsing text: String) throws(LootError) {
        if text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isNumber) {
            guard let number = Int(text.dropFirst()), number > 0 else {
                throw ItemReference.refusal(text, "A position follows #, and the first one is #1.")
            }
            self = .position(number - 1)
        } else if let id = ItemID(text) {
            self = .id(id)
        } else if text.allSatisfy(\.isWhitespace) {
            throw ItemReference.refusal(text, "An item is identified by its ID, its name, or #POSITION.")
        } else if text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isHexDigit }) {
            let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            self = isNumber && text.utf8.count < ItemReference.enoughDigits ? .digits(text) : .prefix(text)
        } else {
            self = .name(text)
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
