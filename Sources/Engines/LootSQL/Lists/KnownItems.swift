import LootCore

/// An item and its place in the user's order.
struct PlacedItem {
    var place: Int64
    var item: Item
}

/// The items that a writer has looked up.
struct KnownItems {
    /// The items, or `nil` for IDs that don't exist.
    private var items: [ItemID: PlacedItem?] = [:]

    /// The number of changes whose items are looked up together.
    static var lookupSize: Int { 500 }
    /// The maximum number of items before a lookup.
    private static var limit: Int { 5_000 }

    /// Returns an item, or `nil` if it doesn't exist or wasn't looked up.
    subscript(id: ItemID) -> PlacedItem? { items[id] ?? nil }

    /// Whether an item was looked up.
    func contains(_ id: ItemID) -> Bool { items[id] != nil }

    /// Records an item, or that it doesn't exist.
    mutating func set(_ item: PlacedItem?, for id: ItemID) { items[id] = .some(item) }

    /// Makes the next use look up an item again.
    mutating func forget(_ id: ItemID) { items[id] = nil }

    /// Returns the queries for the items that weren't looked up yet. Pass all of their rows to ``add(_:)``.
    mutating func lookups(of ids: some Sequence<ItemID>) -> [SQL] {
        if items.count > Self.limit { items.removeAll() }
        var lookups: [SQL] = []
        for id in ids where items.updateValue(self[id], forKey: id) == nil {
            lookups.append(
                """
                SELECT place, \(ItemColumns.current.readNames) FROM items WHERE id = \(.text(id.description)) LIMIT 1
                """)
        }
        return lookups
    }

    /// Returns the queries for the items that the first changes and the conditions of transactions concern.
    mutating func lookups(for transactions: [ItemTransaction]) -> [SQL] {
        lookups(
            of: transactions.flatMap { transaction in
                transaction.changes.prefix(Self.lookupSize).compactMap(\.item)
                    + transaction.conditions.compactMap(\.item)
            })
    }

    /// Records the item in a row.
    mutating func add(_ row: SQLRow) throws(LootError) {
        guard let place = row.integer(0) else { return }
        let item = try ItemColumns.current.item(in: row, from: 1)
        items[item.id] = .some(PlacedItem(place: place, item: item))
    }
}
