package import LootCore

/// A store in memory for laws about plugins.
package actor FixedStore: ItemStore, FileKeepingStore {
    package nonisolated let capabilities: StoreCapabilities = [.writable, .files]
    private nonisolated let hub = EventHub()
    private nonisolated let files = MemoryFiles()
    private var list: ItemList
    private var revision = Revision.initial
    private let error: LootError?

    /// Creates a store that throws `error`, if it isn't `nil`, instead of returning items.
    package init(_ items: [Item] = [], failing error: LootError? = nil) {
        list = ItemList(items)
        self.error = error
    }

    package nonisolated var keeper: (any FileKeeper)? { files }

    package func outline(of query: Query) throws(LootError) -> Outline {
        if let error { throw error }
        return list.outline(of: query, at: revision)
    }

    package func page(of query: Query, rows: Range<Int>) throws(LootError) -> Page {
        if let error { throw error }
        return list.page(of: query, rows: rows, at: revision)
    }

    package func item(_ id: ItemID) throws(LootError) -> Item? {
        if let error { throw error }
        return list.items.first { $0.id == id }
    }

    package func apply(_ transaction: ItemTransaction) throws(LootError) -> Commit {
        let commit = try list.commit(transaction, at: revision)
        revision = commit.revision
        hub.send(.committed(commit), at: revision)
        return commit
    }

    package nonisolated func events() -> AsyncStream<StoreEvent> { hub.events() }

    package func close() { hub.finish() }
}
