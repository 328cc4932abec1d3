public import LootCore

/// How a person names an item: by its id, by the beginning of its id, or by its position in their own order.
public enum ItemReference: Hashable, Sendable {
    /// The whole id.
    case id(ItemID)
    /// The beginning of an id.
    case prefix(String)
    /// A position in the user's order; the first is 0.
    case position(Int)

    /// Reads `#3` (the third item), an id, or the beginning of one.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `no-such-item` when it is none of them.
    public init(parsing text: String) throws(LootError) {
        if text.hasPrefix("#") {
            guard let number = Int(text.dropFirst()), number > 0 else {
                throw ItemReference.refusal(text, because: "after # comes a position, and the first is #1")
            }
            self = .position(number - 1)
        } else if let id = ItemID(text) {
            self = .id(id)
        } else {
            guard !text.isEmpty, text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isHexDigit }) else {
                throw ItemReference.refusal(
                    text, because: "it is neither an id, the beginning of one, nor #POSITION")
            }
            self = .prefix(text)
        }
    }

    private static func refusal(_ text: String, because why: String) -> LootError {
        LootError(
            .noSuchItem, "can't find the item “\(TextRules.visible(text))”", because: why,
            next: "See ids and positions with: loot list")
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
