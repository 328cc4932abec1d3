package import LootCore

/// How a person names an item: by its id, by the beginning of its id, or by its position in their own order.
package enum ItemReference: Hashable, Sendable {
    /// The whole id.
    case id(ItemID)
    /// The beginning of an id.
    case prefix(String)
    /// A position in the user's order; the first is 0.
    case position(Int)
    /// A few digits alone, which name no item: they could be meant as a position, or as the beginning of an id.
    case digits(String)

    /// Fewer digits than this, with no letter among them, name no item.
    private static let enoughDigits = 8

    /// Reads `#3` (the third item), an id, or the beginning of one.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `no-such-item` when it is none of them.
    package init(parsing text: String) throws(LootError) {
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
            let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            self = isNumber && text.utf8.count < ItemReference.enoughDigits ? .digits(text) : .prefix(text)
        }
    }

    private static func refusal(_ text: String, because why: String) -> LootError {
        LootError(
            .noSuchItem, "can't find the item “\(TextRules.visible(text))”", because: why,
            next: "See ids and positions", remedy: .list)
    }
}

extension Inventory {
    /// Why a few digits name no item, with the items that they could be meant for.
    func refusal(ofDigits digits: String) async throws(LootError) -> LootError {
        let number = Int(digits) ?? 0
        let row = number > 0 ? try await store.page(of: .all, rows: number - 1..<number).items.first : nil
        let query = Query(filter: .compare(Field.idKey, .begins, .text(digits)))
        let named = try await store.page(of: query, rows: 0..<1).items.first
        let what = "can't tell which item “\(digits)” means"
        let rowText = row.map { "#\(number) is “\(TextRules.visible($0.name))”" } ?? "there is no #\(number)"
        let idText = named.map { "the id \($0.id.short) of “\(TextRules.visible($0.name))” begins with it" }
        if row == nil, named == nil {
            return LootError(
                .noSuchItem, what, because: "\(rowText), and no id begins with it",
                next: "See ids and positions", remedy: .list)
        }
        return LootError(
            .ambiguousItem, what,
            because: "\(rowText), and \(idText ?? "it could be the beginning of an id too")",
            next: (row == nil ? "Write" : "Write '#\(number)', in quotes, for the position, or")
                + " eight characters or more of the id")
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
