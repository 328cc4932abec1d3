import LootCollection
public import LootCore

/// A store in memory, for tests, demos and programs with their own persistence. The items are lost when the store is
/// deallocated.
///
/// Changes, reading an item by ID, and reading a page of a repeated query take time logarithmic in the number of
/// items.
///
/// ```swift
/// let store = try MemoryStore([Item(name: "Lamp", valueInDollars: 40)])
/// try await store.add(Item(name: "Rusty Spork"))
/// ```
public final class MemoryStore: ItemStore, HistoryStore, SnapshotStore, LiveStore, FileKeepingStore,
    NoticeSource
{
    private let live: LiveItems
    private let kept = MemoryFiles()

    /// Creates an empty store.
    public init() { live = LiveItems() }

    /// Creates a store with the given items, in this order.
    ///
    /// - Throws: `LootError` if an item is invalid or if two items have the same ID.
    public init(_ items: some Sequence<Item>) throws(LootError) {
        let items = Array(items)
        for item in items { try item.validate() }
        live = try LiveItems(items)
    }

    /// The store's capabilities: it is writable and has a history, files, snapshots and settings.
    public var capabilities: StoreCapabilities { [.writable, .history, .files, .snapshots, .settings] }

    /// The files of the items, in memory.
    public var keeper: (any FileKeeper)? { kept }

    /// Returns the sections of the query's result.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        try await live.outline(of: query)
    }

    /// Returns rows of the query's result.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await live.page(of: query, rows: rows)
    }

    /// Returns the sections and rows of the query's result, at the same revision.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await live.answer(to: query, rows: rows)
    }

    /// Returns an item, or `nil` if there is none with the ID.
    public func item(_ id: ItemID) async throws(LootError) -> Item? { try live.item(id) }

    /// Returns the row of an item in the query's result, or `nil` if the item isn't in it.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await live.position(of: id, in: query)
    }

    /// Returns the settings of the list.
    public func settings() async throws(LootError) -> ListSettings { try await live.settings() }

    /// Returns a snapshot of the current items.
    public func makeSnapshot() async throws(LootError) -> any ItemSnapshot { try live.hold() }

    /// Applies a transaction.
    public func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try live.apply(transaction)
    }

    /// Returns the newest undoable and redoable commits.
    public func readHistory(limit: Int) async throws(LootError) -> History { try live.history(limit: limit) }

    /// Returns notices about dropped commits for the person, as sentences. Each is returned once.
    public func takeNotices() -> [Message] { live.takeNotices() }

    /// Returns a stream of all following events.
    public func events() -> AsyncStream<StoreEvent> { live.events() }

    /// Returns the query's result, followed by its changes.
    public func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        try await live.live(query)
    }

    /// Closes the store. Streams of events and live results end.
    public func close() async throws(LootError) {
        live.close()
        kept.close()
    }
}
