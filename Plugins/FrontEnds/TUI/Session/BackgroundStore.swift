import LootCore

/// A store whose answers are worked out beside the screens: a search through a million items doesn't keep a letter
/// from showing.
struct BackgroundStore: ItemStore {
    let store: any ItemStore

    var capabilities: StoreCapabilities { store.capabilities }
    var problem: LootError? { store.problem }
    var damage: LootError? { store.damage }
    var photos: (any PhotoStore)? { store.photos }

    @concurrent func outline(of query: Query) async throws(LootError) -> Outline {
        try await store.outline(of: query)
    }

    @concurrent func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.page(of: query, rows: rows)
    }

    @concurrent func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await store.answer(to: query, rows: rows)
    }

    @concurrent func item(_ id: ItemID) async throws(LootError) -> Item? { try await store.item(id) }

    @concurrent func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await store.position(of: id, in: query)
    }

    @concurrent func snapshot() async throws(LootError) -> any ItemSnapshot {
        BackgroundSnapshot(snapshot: try await store.snapshot())
    }

    @concurrent func apply(_ transaction: Transaction) async throws(LootError) -> Commit {
        try await store.apply(transaction)
    }

    @concurrent func history(limit: Int) async throws(LootError) -> History {
        try await store.history(limit: limit)
    }

    @concurrent func history(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await store.history(of: item, limit: limit)
    }

    func takeNotices() -> [String] { store.takeNotices() }

    func events() -> AsyncStream<StoreEvent> { store.events() }

    @concurrent func close() async throws(LootError) { try await store.close() }
}
