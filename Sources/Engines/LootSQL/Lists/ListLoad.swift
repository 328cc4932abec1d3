import LootCore

/// Inserts many items and creates the indexes afterwards. Sorting once is much faster than updating each index for
/// each item.
struct ListLoad {
    private let session: any SQLSession
    private let columns = ItemColumns.current
    private let names: [String]
    /// The IDs of all items if the list was empty at first, or `nil` if they must be looked up in the database.
    private var ids: Set<ItemID>?
    /// The items that weren't written yet.
    private var pending: [(place: Int64, item: Item)] = []
    private var pendingIDs: Set<ItemID> = []

    /// The number of items to write at a time.
    private static var rowsAtATime: Int { 2_000 }
    /// The minimum number of items for which this is faster.
    private static var least: Int { 10_000 }

    /// Drops the indexes and starts the insertion if the transaction inserts so many items that recreating the indexes
    /// is faster than updating them. Otherwise, returns `nil`.
    init?(_ session: any SQLSession, of transaction: ItemTransaction, into count: Int) throws(LootError) {
        guard transaction.changes.count >= Self.least, session.dialect.changesIndexesInTransactions else {
            return nil
        }
        let new = transaction.changes.count { change in
            if case .insert(_, .last) = change { true } else { false }
        }
        guard new >= max(Self.least, count / 4) else { return nil }
        self.session = session
        names = ["place"] + columns.all.map(\.name)
        ids = count == 0 ? [] : nil
        ids?.reserveCapacity(new)
        for removal in ItemSchema(for: session.dialect).indexRemovals { try session.run(removal) }
    }

    /// Inserts an item. The error about an item that exists may be thrown later.
    mutating func insert(_ item: Item, at place: Int64) throws(LootError) {
        if pendingIDs.contains(item.id) { try flush() }
        pending.append((place, item))
        pendingIDs.insert(item.id)
        if pending.count >= Self.rowsAtATime { try flush() }
    }

    /// Writes the items that weren't written yet.
    mutating func flush() throws(LootError) {
        let items = pending
        pending.removeAll()
        pendingIDs.removeAll(keepingCapacity: true)
        if items.isEmpty { return }
        try refuseExisting(items)
        var values: [SQLValue] = []
        values.reserveCapacity(items.count * names.count)
        for (place, item) in items {
            values.append(.integer(place))
            columns.append(valuesOf: item, to: &values)
        }
        try session.insert(into: "items", columns: names, values)
    }

    private mutating func refuseExisting(_ items: [(place: Int64, item: Item)]) throws(LootError) {
        if ids != nil {
            for (_, item) in items where ids?.insert(item.id).inserted == false {
                throw LootError.duplicate(item.id)
            }
            return
        }
        var rest = items[...]
        while !rest.isEmpty {
            let some = rest.prefix(500)
            rest = rest.dropFirst(500)
            let list = some.map { "\(.text($0.item.id.description))" as SQL }.joined(separator: ", ")
            let known = try session.first("SELECT id FROM items WHERE id IN (\(list)) LIMIT 1") { row in
                row.text(0)
            }
            if let id = known.flatMap({ ItemID($0) }) { throw LootError.duplicate(id) }
        }
    }

    /// Allows the ID of a removed item to be inserted again.
    mutating func forget(_ id: ItemID) { ids?.remove(id) }

    /// Creates the indexes again.
    func finish() throws(LootError) {
        for index in ItemSchema(for: session.dialect).indexes { try session.run(index) }
        for statement in session.dialect.afterLoad { try session.run(statement) }
    }
}
