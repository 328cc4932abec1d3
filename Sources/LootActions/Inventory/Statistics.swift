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
    /// How many are favorites.
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

extension Statistics {
    /// What rows come to.
    public init(of rows: ItemRows, on today: Day = Moment.now.day) async throws(LootError) {
        self.init()
        try await rows.forEach { count($0, on: today) }
    }
}

extension Inventory {
    /// What the items of a query's answer come to.
    public func statistics(of query: Query = .all, on today: Day = Moment.now.day) async throws(LootError)
        -> Statistics
    {
        try await store.withRows(of: query) { rows throws(LootError) in
            try await Statistics(of: rows, on: today)
        }
    }

    /// Hands over every item of a query's answer, all from one state of the store.
    ///
    /// - Throws: ``/LootCore/LootError``, and whatever `body` throws.
    public func forEachItem(
        of query: Query, _ body: (Item) throws(LootError) -> Void
    ) async throws(LootError) {
        try await store.withRows(of: query) { rows throws(LootError) in try await rows.forEach(body) }
    }
}
