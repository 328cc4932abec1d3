import LootCore
import TextSearch

/// Asset numbers. Each one belongs to a single item, and new items get the next one if the list has the setting
/// `numbering`.
extension Inventory {
    /// Returns the transaction with asset numbers for the new items that don't have one. An undone or redone commit
    /// gets none, but it can't restore a number that another item has by now.
    ///
    /// The transaction then depends on the revision of the list, because another writer may assign the same number.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if a number would belong to two items.
    func withNumbers(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction {
        let numbers = try GivenNumbers(transaction)
        if numbers.byText.isEmpty, numbers.unnumbered.isEmpty { return transaction }
        let isNew = transaction.purpose == .edit && !numbers.unnumbered.isEmpty
        let settings = isNew ? try await store.settings() : ListSettings()
        let first = settings.numbering
        if numbers.byText.isEmpty, first == nil {
            var numbered = transaction
            // Another program may turn the numbering on before this one notices.
            if isNew, transaction.conditions.isEmpty, store.capabilities.contains(.settings) {
                numbered.conditions = [.setting("numbering", settings["numbering"])]
            }
            return numbered
        }
        let revision = try await store.summary().revision
        try await refuse(numbers)
        var numbered = transaction
        if let first {
            var next = try await nextNumber(first, numbers)
            for index in numbers.unnumbered {
                guard case .insert(var item, let destination) = numbered.changes[index] else { continue }
                item.number = "\(next)"
                numbered.changes[index] = .insert(item, at: destination)
                next = next.with(next.count + 1)
            }
        }
        if !numbered.conditions.contains(.list(revision)) { numbered.conditions.append(.list(revision)) }
        return numbered
    }

    /// The maximum number of asset numbers in a filter. With more of them, all items with a number are read.
    private static let fewNumbers = 100

    /// Throws if one of the numbers belongs to another item.
    private func refuse(_ numbers: GivenNumbers) async throws(LootError) {
        if numbers.byText.isEmpty { return }
        let texts = numbers.byText.keys.sorted()
        let filter =
            texts.count > Inventory.fewNumbers
            ? Filter.isSet("number") : .any(texts.map { .compare("number", .equal, .text($0)) })
        try await forEachItem(of: Query(filter: filter)) { (item) throws(LootError) in
            guard !numbers.changed.contains(item.id) else { return }
            try item.checkNumber(among: numbers.byText)
        }
    }

    /// Returns the number after the highest one with the same prefix.
    private func nextNumber(
        _ first: AssetNumber, _ numbers: GivenNumbers
    ) async throws(LootError) -> AssetNumber {
        var highest = first.count - 1
        func see(_ text: String?) {
            guard let number = text.flatMap({ AssetNumber($0) }), number.isAlike(first), !number.isLast
            else { return }
            highest = max(highest, number.count)
        }
        for text in numbers.byText.keys { see(text) }
        let isAlike: Filter =
            first.prefix.isEmpty ? .isSet("number") : .compare("number", .begins, .text(first.prefix))
        let query = Query(filter: isAlike, sort: [SortKey("number", .descending)])
        let last = try await store.page(of: query, rows: 0..<1).items.first?.number
        if let number = last.flatMap({ AssetNumber($0) }), number.isAlike(first), number.width == first.width,
            "\(number.count + 1)".count <= first.width
        {
            see(last)
        } else if last != nil {
            // The order of strings isn't that of numbers: A-10000 is before A-9999.
            try await forEachItem(of: query) { see($0.number) }
        }
        return first.with(highest + 1)
    }

    /// Returns a filter for the items with an asset number. Digits also match the number that the list's numbering
    /// forms from them: 17 matches A-0017.
    func isNumbered(_ text: String) async throws(LootError) -> Filter {
        var texts = [text]
        if let count = Int(text), count > 0, let first = try await store.settings().numbering {
            texts.append("\(first.with(count))")
        }
        return .any(texts.map { .compare("number", .equal, .text($0)) })
    }
}

extension Item {
    /// Throws if the item has the asset number of another one. The numbers are folded.
    func checkNumber(among numbers: [String: ItemID]) throws(LootError) {
        guard let number, let other = numbers[Folding.fold(number)], other != id else { return }
        throw LootError(
            ofNumber: number, "It is the number of “\(TextRules.visible(shownName))”.", item: id)
    }
}

/// The asset numbers that a transaction sets.
private struct GivenNumbers {
    /// The items with a new number, by its text.
    private(set) var byText: [String: ItemID] = [:]
    /// The items whose number is set, or that are removed.
    private(set) var changed: Set<ItemID> = []
    /// The indexes of the insertions of new items without a number.
    private(set) var unnumbered: [Int] = []
    private let isEdit: Bool

    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if two items have the same number. Undoing and
    ///   redoing restore such items, which another program may have made.
    init(_ transaction: ItemTransaction) throws(LootError) {
        isEdit = transaction.purpose == .edit
        for (index, change) in transaction.changes.enumerated() {
            switch change {
            case .insert(let item, _):
                if let number = item.number {
                    try add(number, item.id)
                } else if !changed.contains(item.id) {
                    // An item that is removed and inserted again isn't new.
                    unnumbered.append(index)
                }
            case .update(let id, let patch):
                guard let value = patch["number"] else { continue }
                if case .text(let number)? = value { try add(number, id) }
                changed.insert(id)
            case .remove(let id): changed.insert(id)
            case .move, .set: continue
            }
        }
    }

    private mutating func add(_ number: String, _ id: ItemID) throws(LootError) {
        changed.insert(id)
        guard let other = byText.updateValue(id, forKey: Folding.fold(number)), other != id, isEdit
        else { return }
        throw LootError(ofNumber: number, "Two items would have the same number.", item: id)
    }
}

extension AssetNumber {
    /// Whether the next number would be too long to be an asset number.
    fileprivate var isLast: Bool { AssetNumber("\(with(count + 1))") == nil }
}

extension LootError {
    /// Creates an error for an asset number that another item has.
    fileprivate init(ofNumber number: String, _ reason: Message, item: ItemID) {
        self.init(
            .invalidValue, "Can't set the number to “\(TextRules.visible(number))”.", reason: reason,
            advice: "Enter another number.", item: item, field: "number")
    }
}
