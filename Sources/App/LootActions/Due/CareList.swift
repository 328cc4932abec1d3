package import LootCore

/// What was done to items, the latest first.
package struct CareList: Hashable, Sendable {
    /// An entry of an item's log.
    package struct Line: Hashable, Sendable {
        /// The item.
        package let item: ItemID
        /// What the item is called.
        package let name: String
        /// The entry, whose cost is in the item's currency where it has none of its own.
        package let entry: CareEntry
    }

    /// The entries.
    package private(set) var lines: [Line] = []
    /// What they cost together; entries without a cost add nothing.
    package private(set) var total = MoneyTotal()

    /// Adds what an item's log says from a day on; of all days without one.
    fileprivate mutating func add(_ item: Item, since day: Day?) {
        guard item.hasDetails else { return }
        for var entry in item.careLog where day.map({ entry.day >= $0 }) ?? true {
            if let cost = entry.cost {
                entry.currency = entry.currency ?? item.currency
                total.add(MoneyTotal.Sum(cost), entry.currency)
            }
            lines.append(Line(item: item.id, name: item.shownName, entry: entry))
        }
    }

    fileprivate mutating func sort() { lines.sort { $0.entry.day > $1.entry.day } }
}

extension Inventory {
    /// What was done to the items that a query selects, from a day on.
    package func care(of query: Query = .all, since day: Day? = nil) async throws(LootError) -> CareList {
        var query = query
        query.filter = .all([query.filter, .isSet("careLog")].compactMap(\.self))
        var list = CareList()
        try await forEachItem(of: query) { list.add($0, since: day) }
        list.sort()
        return list
    }

    /// What was done to these items, from a day on.
    package static func care(of items: [Item], since day: Day? = nil) -> CareList {
        var list = CareList()
        for item in items { list.add(item, since: day) }
        list.sort()
        return list
    }
}

extension ItemPresentation {
    /// What an item's log of care says, a line for each entry, the latest first, and what it cost:
    /// `2026-11-20, €40: New belt`.
    package func careLines(of item: Item) -> [String] {
        guard item.hasDetails, !item.careLog.isEmpty else { return [] }
        let lines = item.careLog.reversed().map { entry in
            let cost = entry.cost.map { ", \(money.text($0, entry.currency ?? item.currency))" } ?? ""
            return "\(entry.day)\(cost): \(entry.note)"
        }
        guard item.careLog.contains(where: { $0.cost != nil }) else { return lines }
        return lines + ["\(money.text(item.careTotal)) in all"]
    }
}

extension Money {
    /// The cost that a person typed, and its currency where they named one; no cost for empty text.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value`.
    package func cost(_ text: String) throws(LootError) -> (amount: Amount, currency: Currency?)? {
        if text.isEmpty { return nil }
        let read = try AmountText(text)
        let currency = try currency(in: [text], given: nil)
        if let sign = read.sign, currency == nil, sign != symbol {
            throw LootError(
                .invalidValue, "can't read “\(TextRules.visible(text))”",
                because: "it has “\(TextRules.visible(sign))”, which is no currency that is known",
                next: "Give its three letters, as in \(read.amount) EUR", field: "careLog")
        }
        return (read.amount, currency)
    }
}
