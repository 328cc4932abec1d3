package import LootCore

/// The maintenance log entries of several items, latest first.
package struct CareList: Hashable, Sendable {
    /// A log entry with its item.
    package struct Line: Hashable, Sendable {
        /// The ID of the item.
        package let item: ItemID
        /// The name of the item.
        package let name: String
        /// The entry. Its cost is in the item's currency unless the entry has one.
        package let entry: CareEntry
    }

    /// The entries, latest first.
    package private(set) var lines: [Line] = []
    /// The total cost. Entries without a cost are ignored.
    package private(set) var total = MoneyTotal()

    /// Adds the log entries of an item, beginning with a day if one is given.
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
    /// Returns the log entries of the items that match a query, beginning with a day if one is given.
    package func care(of query: Query = .kept, since day: Day? = nil)
        async throws(LootError) -> CareList
    {
        var query = query
        query.filter = .all([query.filter, .isSet("careLog")].compactMap(\.self))
        var list = CareList()
        try await forEachItem(of: query) { list.add($0, since: day) }
        list.sort()
        return list
    }

    /// Returns the log entries of items, beginning with a day if one is given.
    package static func care(of items: [Item], since day: Day? = nil) -> CareList {
        var list = CareList()
        for item in items { list.add(item, since: day) }
        list.sort()
        return list
    }
}

extension ItemPresentation {
    /// Returns a line per log entry, latest first, and one with the total cost. Example: `2026-11-20, €40: New belt`.
    package func careLines(of item: Item) -> [String] {
        guard item.hasDetails, !item.careLog.isEmpty else { return [] }
        let lines = item.careLog.reversed().map { careLine($0, item.currency) }
        guard item.careLog.contains(where: { $0.cost != nil }) else { return lines }
        return lines + [String(localized: "\(money.text(item.careTotal)) in total")]
    }

    /// Returns the text of an entry of an item with a currency: `2026-11-20, €40: New belt`.
    func careLine(_ entry: CareEntry, _ currency: Currency?) -> String {
        let cost = entry.cost.map { ", \(money.text($0, entry.currency ?? currency))" } ?? ""
        return "\(entry.day.text(in: .current))\(cost): \(entry.note)"
    }
}

extension Money {
    /// Returns the cost that a person typed, with its currency if there is one, or `nil` if the text is empty.
    package func cost(_ text: String) throws(LootError) -> (amount: Amount, currency: Currency?)? {
        if text.isEmpty { return nil }
        let read = try AmountText(typed: text)
        let currency = try currency(in: [text], given: nil)
        if let sign = read.sign, currency == nil, sign != symbol {
            throw LootError(
                .invalidValue, "Can't read “\(TextRules.visible(text))”.",
                reason: "“\(TextRules.visible(sign))” isn't a known currency.",
                advice: "Use a three-letter code, as in \(read.amount.description) EUR.", field: "careLog")
        }
        return (read.amount, currency)
    }
}
