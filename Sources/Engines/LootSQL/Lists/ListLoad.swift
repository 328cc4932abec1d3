import LootCore

/// Puts in so many items at once that it is worth while to make the indexes afterward: sorting once is far quicker
/// than finding a place in each of them for each item.
struct ListLoad {
    private let session: any SQLSession
    private let columns = ItemColumns.current
    private let names: [String]
    /// All ids that are there, where the list was empty; otherwise the database knows them.
    private var ids: Set<ItemID>?

    /// How many items are written at a time.
    static var rowsAtATime: Int { 2_000 }
    /// From how many items on this is the quicker way.
    private static var least: Int { 10_000 }

    /// Begins, if a transaction puts in very many items, for what there is already: to make the indexes of that anew
    /// must not take longer than it saves.
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

    /// Writes items at their places.
    mutating func write(_ items: [(place: Int64, item: Item)]) throws(LootError) {
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

    /// Takes note that an item is gone.
    mutating func forget(_ id: ItemID) { ids?.remove(id) }

    /// Makes the indexes again.
    func finish() throws(LootError) {
        for index in ItemSchema(for: session.dialect).indexes { try session.run(index) }
        for statement in session.dialect.afterLoad { try session.run(statement) }
    }
}
