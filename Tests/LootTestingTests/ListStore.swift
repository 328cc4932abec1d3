import LootCore

/// A minimal store in memory that passes all laws: an ``ItemList``, a revision, and an event hub. Its methods are
/// `async` although they don't wait; see ``ItemStore/history(limit:)``.
actor ListStore: ItemStore, HistoryStore {
    nonisolated let capabilities: StoreCapabilities = [.writable, .history]

    private var list = ItemList()
    private var past = History()
    private var revision = Revision.initial
    private var isClosed = false
    private let hub = EventHub()

    func outline(of query: Query) async throws(LootError) -> Outline {
        try open().outline(of: query, at: revision)
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try open().page(of: query, rows: rows, at: revision)
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? {
        try open().items.first { $0.id == id }
    }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        var changed = try open()
        let commit = try changed.commit(transaction, at: revision)
        (list, revision) = (changed, commit.revision)
        past.record(commit)
        hub.send(.committed(commit), at: revision)
        return commit
    }

    func readHistory(limit: Int) async throws(LootError) -> History {
        _ = try open()
        return past.newest(limit)
    }

    nonisolated func events() -> AsyncStream<StoreEvent> { hub.events() }

    func close() async {
        isClosed = true
        hub.finish()
    }

    private func open() throws(LootError) -> ItemList {
        if isClosed { throw .storeClosed }
        return list
    }
}
