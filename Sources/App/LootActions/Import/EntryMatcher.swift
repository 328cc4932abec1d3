import LootCore
import LootFormats

/// Finds the existing items that the entries of a file match, and rejects a second entry for the same item.
struct EntryMatcher {
    /// The items of the store.
    var finder: ItemFinder
    private let updateBy: FieldKey?
    /// The lines of entries by the ID of the matching item, and by their value in the field `updateBy`.
    private var linesByID = EntryLines()
    private var linesByValue: [String: Int] = [:]

    /// Creates a matcher. `field` identifies items in addition to the ID.
    init(_ finder: ItemFinder, updateBy field: FieldKey?) {
        self.finder = finder
        updateBy = field
    }

    /// Reserves memory for a number of entries.
    mutating func reserve(_ count: Int) { linesByID.reserve(count) }

    /// Forgets all entries.
    mutating func forgetEntries() { (linesByID, linesByValue) = (EntryLines(), [:]) }

    /// Returns the existing item that an entry matches.
    func item(meantBy read: ReadItem) throws(LootError) -> Item? {
        let byID = read.hasID ? finder.item(read.item.id) : nil
        guard let field = updateBy, let value = finder.folded(read.item) else { return byID }
        let title = ItemPresentation.title(of: field)
        switch finder.match(value) {
        case .none: return byID
        case .one(let item):
            guard let byID, byID.id != item.id else { return item }
            let (one, other) = (TextRules.visible(byID.name), TextRules.visible(item.name))
            throw refusal(
                .ambiguousItem, "Its ID is that of “\(one)”, but its “\(title)” is that of “\(other)”.", field
            )
        case .several(let count):
            if let byID { return byID }
            throw refusal(
                .ambiguousItem, "\(count, one: "item has", other: "items have") this “\(title)”.", field,
                advice: "Update by ID, or by a field with unique values.")
        }
    }

    /// Records which item an entry matches. Throws if an earlier entry matches the same item.
    mutating func note(_ read: ReadItem, _ id: ItemID?, _ line: Int) throws(LootError) {
        try check(read, id)
        if updateBy != nil, let value = finder.folded(read.item) { linesByValue[value] = line }
        if let id { linesByID.insert(line, for: id) }
    }

    /// Throws if an earlier entry matches the same item.
    func check(_ read: ReadItem, _ id: ItemID?) throws(LootError) {
        if let id, let earlier = linesByID.line(of: id) {
            let isSameID = read.hasID && read.item.id == id
            throw refusal(
                .duplicateItem,
                isSameID
                    ? "The entry on line \(earlier + 1) has the same ID."
                    : "The entry on line \(earlier + 1) matches the same item.", Field.idKey)
        }
        if let field = updateBy, let value = finder.folded(read.item) {
            if let earlier = linesByValue[value] {
                let title = ItemPresentation.title(of: field)
                throw refusal(
                    .duplicateItem, "The entry on line \(earlier + 1) has the same “\(title)”.", field)
            }
        }
    }

    /// Returns the error for an entry without a name that matches no item.
    func nameless(_ read: ReadItem) -> LootError {
        guard let field = updateBy, finder.folded(read.item) != nil else {
            return refusal(.invalidValue, "It has no name.", "name")
        }
        return refusal(
            .invalidValue, "It has no name, and no item has its “\(ItemPresentation.title(of: field))”.",
            "name")
    }

    /// Returns the error for an entry with an invalid value. Its reason names the field.
    func refusal(_ problem: LootError) -> LootError {
        let reason: Message =
            problem.reason.isEmpty ? problem.failure : "\(problem.failure) \(problem.reason)"
        return refusal(.invalidValue, reason, problem.field ?? "name", advice: problem.advice)
    }

    private func refusal(
        _ code: LootError.Code, _ reason: Message, _ field: FieldKey, advice: Message = ""
    ) -> LootError {
        LootError(code, "Can't import the entry.", reason: reason, advice: advice, field: field)
    }
}
