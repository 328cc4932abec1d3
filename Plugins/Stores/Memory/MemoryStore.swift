import LootCollection
public import LootCore

/// Keeps items in memory, for tests, demos and programs that have their own way to persist. What it holds is gone
/// when nothing holds it.
///
/// Changes, items by id and pages of a query that was asked before cost a time that grows with the logarithm of the
/// number of items.
///
/// ```swift
/// let store = try MemoryStore([Item(name: "Lamp", valueInDollars: 40)])
/// try await store.add(Item(name: "Rusty Spork"))
/// ```
public struct MemoryStore: StoreWrapper {
    /// What keeps the items.
    public let wrapped: any ItemStore

    /// An empty store.
    public init() { wrapped = ItemsInMemory(LiveItems()) }

    /// A store that holds these items, in this order.
    ///
    /// - Throws: `LootError` for an item that no store may hold, and for an id that comes twice.
    public init(_ items: some Sequence<Item>) throws(LootError) {
        let items = Array(items)
        for item in items { try item.validate() }
        wrapped = ItemsInMemory(try LiveItems(items))
    }
}

/// The items of a ``MemoryStore``, with their files.
private final class ItemsInMemory: ItemStore {
    private let live: LiveItems
    private let kept = MemoryFiles()

    init(_ live: LiveItems) { self.live = live }

    /// It takes changes, remembers them, keeps files, and holds states.
    var capabilities: StoreCapabilities { [.writable, .history, .files, .snapshots] }

    /// The number of the newest state.
    var revisionAtHand: Revision? { live.revisionAtHand }

    /// The files that its items name, in memory too.
    var fileKeeper: (any FileKeeper)? { kept }

    func outline(of query: Query) async throws(LootError) -> Outline {
        try await live.outline(of: query)
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await live.page(of: query, rows: rows)
    }

    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await live.answer(to: query, rows: rows)
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? { try live.item(id) }

    func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await live.position(of: id, in: query)
    }

    func snapshot() async throws(LootError) -> any ItemSnapshot { try live.hold() }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try live.apply(transaction)
    }

    func history(limit: Int) async throws(LootError) -> History { try live.history(limit: limit) }

    func events() -> AsyncStream<StoreEvent> { live.events() }

    func live(_ query: Query) async throws(LootError) -> LiveAnswer { try await live.live(query) }

    func close() async throws(LootError) {
        live.close()
        kept.close()
    }
}
