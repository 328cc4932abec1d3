package import LootCore
import Synchronization

/// A store that breaks and is well again when a test wants it to, and tells those who watch, as a file store does whose
/// file was overwritten and put back.
///
/// ```swift
/// let store = TroubledStore(MemoryStore())
/// try await store.become(LootError(.damaged, "can't read all the items", because: "the file is no JSON"))
/// ```
package final class TroubledStore: ItemStore, HistoryStore, SnapshotStore, FileKeepingStore, MonitoredStore {
    private let store: any ItemStore
    private let hub = EventHub()
    private let trouble: Mutex<LootError?>
    private let asked: @Sendable () -> Void

    /// Wraps a store. `asked` is called, and may block, whenever something is asked for which a store may have to wait
    /// for a medium: what it can do, what is wrong with it, its history, and a change.
    package init(
        _ store: any ItemStore, _ problem: LootError? = nil, asked: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        trouble = Mutex(problem)
        self.asked = asked
    }

    /// Breaks, or is well again.
    package func become(_ problem: LootError?) async throws(LootError) {
        trouble.withLock { $0 = problem }
        let revision = try await store.summary().revision
        hub.send(problem.map { .failed($0) } ?? .reloaded(revision), at: revision)
    }

    /// What the wrapped store can do, but for changes while there is a problem.
    package var capabilities: StoreCapabilities {
        asked()
        return trouble.withLock { $0 == nil } ? store.capabilities : store.capabilities.subtracting(.writable)
    }

    /// What the test says is wrong.
    package var health: StoreHealth {
        asked()
        return StoreHealth(problem: trouble.withLock(\.self))
    }

    /// The wrapped store's files.
    package var keeper: (any FileKeeper)? { store.fileKeeper }

    /// The wrapped store's answer.
    package func outline(of query: Query) async throws(LootError) -> Outline {
        try await store.outline(of: query)
    }

    /// The wrapped store's answer.
    package func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.page(of: query, rows: rows)
    }

    /// The wrapped store's answer.
    package func item(_ id: ItemID) async throws(LootError) -> Item? { try await store.item(id) }

    /// The wrapped store's snapshot.
    package func makeSnapshot() async throws(LootError) -> any ItemSnapshot { try await store.snapshot() }

    /// The wrapped store's answer; what is wrong, while something is.
    package func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        asked()
        if let problem = trouble.withLock(\.self) { throw problem }
        let commit = try await store.apply(transaction)
        hub.send(.committed(commit), at: commit.revision)
        return commit
    }

    /// The wrapped store's answer.
    package func readHistory(limit: Int) async throws(LootError) -> History {
        asked()
        return try await store.history(limit: limit)
    }

    /// What is changed through here, and what becomes of it.
    package func events() -> AsyncStream<StoreEvent> { hub.events() }

    /// Closes the wrapped store.
    package func close() async throws(LootError) {
        hub.finish()
        try await store.close()
    }
}
