package import LootCore

/// What a list of things comes to.
package struct Statistics: Hashable, Sendable {
    /// How many items there are.
    package var items = 0
    /// How many pieces: the sum of the quantities.
    package var pieces = 0
    /// What they are worth together.
    package var totalValue = MoneyTotal()
    /// What was paid for them, as far as it is known.
    package var totalPaid = MoneyTotal()
    /// Of how many it is known what was paid.
    package var priced = 0
    /// How many are favorites.
    package var favorites = 0
    /// How many are still under warranty on the day of counting.
    package var underWarranty = 0
    /// The most valuable piece, among those whose currency is the first one's.
    package var mostValuable: Item?

    /// Nothing yet.
    package init() {}

    /// Counts an item.
    package mutating func count(_ item: Item, on today: Day) {
        items += 1
        pieces += item.quantity
        totalValue += item.total
        if let price = item.purchasePrice {
            priced += 1
            totalPaid += MoneyTotal(price, times: item.quantity, item.currency)
        }
        if item.isFavorite { favorites += 1 }
        if let end = item.warrantyUntil, end >= today { underWarranty += 1 }
        guard let value = item.value, value >= .zero else { return }
        if mostValuable == nil || item.currency == mostValuable?.currency && value > mostValuable?.value ?? 0
        {
            mostValuable = item
        }
    }
}

extension Statistics {
    /// What rows come to.
    package init(of rows: ItemRows, on today: Day = Moment.now.day) async throws(LootError) {
        self.init()
        try await rows.forEach { count($0, on: today) }
    }
}

extension Inventory {
    /// What the items of a query's answer come to.
    package func statistics(of query: Query = .all, on today: Day = Moment.now.day) async throws(LootError)
        -> Statistics
    {
        try await store.withRows(of: query) { rows throws(LootError) in
            try await Statistics(of: rows, on: today)
        }
    }

    /// Hands over every item of a query's answer, all from one state of the store.
    ///
    /// - Throws: ``/LootCore/LootError``, and whatever `body` throws.
    package func forEachItem(
        of query: Query, _ body: (Item) throws(LootError) -> Void
    ) async throws(LootError) {
        try await store.withRows(of: query) { rows throws(LootError) in try await rows.forEach(body) }
    }
}

extension Inventory {
    /// The sections of a query's answer, for an overview: an item with several tags counts under each of them.
    package func overview(of query: Query) async throws(LootError) -> Outline {
        guard case .value(let key) = query.sectioning?.rule, let field = Field.with(key: key),
            case .list(let entries, _) = field.access
        else { return try await store.outline(of: query) }
        return try await store.withRows(of: query) { rows throws(LootError) in
            var table = SectionTable(of: query.sectioning)
            try await rows.forEach { item in
                let keys = Set(entries(item).map { SectionKey.text($0) })
                for key in keys.isEmpty ? [.missing] : keys { table.add(rows: 1, total: item.total, to: key) }
            }
            return Outline(revision: rows.outline.revision, sections: table.sections)
        }
    }
}
