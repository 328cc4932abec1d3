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
public final class MemoryStore: ItemStore, HistoryStore, SnapshotStore, LiveStore, FileKeepingStore {
    private let live: LiveItems
    private let kept = MemoryFiles()

    /// An empty store.
    public init() { live = LiveItems() }

    /// A store that holds these items, in this order.
    ///
    /// - Throws: `LootError` for an item that no store may hold, and for an id that comes twice.
    public init(_ items: some Sequence<Item>) throws(LootError) {
        let items = Array(items)
        for item in items { try item.validate() }
        live = try LiveItems(items)
    }

    /// It takes changes, remembers them, keeps files, and holds states.
    public var capabilities: StoreCapabilities { [.writable, .history, .files, .snapshots] }

    /// The files that its items name, in memory too.
    public var keeper: (any FileKeeper)? { kept }

    /// See ``/LootCore/ItemReader/outline(of:)``.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        try await live.outline(of: query)
    }

    /// See ``/LootCore/ItemReader/page(of:rows:)``.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await live.page(of: query, rows: rows)
    }

    /// See ``/LootCore/ItemReader/answer(to:rows:)``.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await live.answer(to: query, rows: rows)
    }

    /// See ``/LootCore/ItemReader/item(_:)``.
    public func item(_ id: ItemID) async throws(LootError) -> Item? { try live.item(id) }

    /// See ``/LootCore/ItemReader/position(of:in:)``.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await live.position(of: id, in: query)
    }

    /// See ``/LootCore/ItemStore/snapshot()``.
    public func makeSnapshot() async throws(LootError) -> any ItemSnapshot { try live.hold() }

    /// See ``/LootCore/ItemStore/apply(_:)``.
    public func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try live.apply(transaction)
    }

    /// See ``/LootCore/ItemStore/history(limit:)``.
    public func readHistory(limit: Int) async throws(LootError) -> History { try live.history(limit: limit) }

    /// See ``/LootCore/ItemStore/events()``.
    public func events() -> AsyncStream<StoreEvent> { live.events() }

    /// See ``/LootCore/ItemStore/live(_:)``.
    public func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        try await live.live(query)
    }

    /// See ``/LootCore/ItemStore/close()``.
    public func close() async throws(LootError) {
        live.close()
        kept.close()
    }
}
