public import LootCore

/// What a list of things comes to.
public struct Statistics: Hashable, Sendable {
    /// How many items there are.
    public var items = 0
    /// How many pieces: the sum of the quantities.
    public var pieces = 0
    /// What they are worth together.
    public var totalValue: Int128 = 0
    /// What was paid for them, as far as it is known.
    public var totalPaid: Int128 = 0
    /// How many are favourites.
    public var favorites = 0
    /// How many are still under warranty on the day of counting.
    public var underWarranty = 0
    /// The most valuable piece.
    public var mostValuable: Item?

    /// Nothing yet.
    public init() {}

    /// Counts an item.
    public mutating func count(_ item: Item, on today: Day) {
        items += 1
        pieces += item.quantity
        totalValue += item.totalValue
        totalPaid += Int128(item.purchasePrice ?? 0) * Int128(item.quantity)
        if item.isFavorite { favorites += 1 }
        if let end = item.warrantyUntil, end >= today { underWarranty += 1 }
        if item.valueInDollars > mostValuable?.valueInDollars ?? -1 { mostValuable = item }
    }
}

extension Inventory {
    /// What the items of a query's answer come to.
    public func statistics(of query: Query = .all, on today: Day = Moment.now.day) async throws(LootError)
        -> Statistics
    {
        var statistics = Statistics()
        try await forEachItem(of: query) { statistics.count($0, on: today) }
        return statistics
    }

    /// Hands over every item of a query's answer, a page at a time, all from one state of the store.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `conflict` when the store changes meanwhile, and whatever `body` throws.
    public func forEachItem(
        of query: Query, _ body: (Item) throws(LootError) -> Void
    ) async throws(LootError) {
        let size = 10_000
        var start = 0
        var revision: Revision?
        while true {
            let page = try await store.page(of: query, rows: start..<start + size)
            if let revision, revision != page.revision {
                throw LootError.stale(revision, current: page.revision)
            }
            revision = page.revision
            for item in page.items { try body(item) }
            if page.items.count < size { return }
            start += size
        }
    }
}
