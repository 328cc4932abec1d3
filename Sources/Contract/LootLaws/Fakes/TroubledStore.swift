package import LootCore
import Synchronization

/// A store that fails and recovers on request, and notifies its observers, like a file store whose file is
/// overwritten and restored.
///
/// ```swift
/// let store = TroubledStore(MemoryStore())
/// try await store.become(LootError(.damaged, "Can't read all items.", reason: "The file isn't JSON."))
/// ```
package final class TroubledStore: ItemStore, HistoryStore, SnapshotStore, FileKeepingStore, MonitoredStore {
    private let store: any ItemStore
    private let hub = EventHub()
    private let trouble: Mutex<LootError?>
    private let asked: @Sendable () -> Void

    /// Wraps a store. `asked` is called before each call for which a store may have to access the disk:
    /// reading its capabilities, health and history, and applying changes. The closure may block.
    package init(
        _ store: any ItemStore, _ problem: LootError? = nil, asked: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        trouble = Mutex(problem)
        self.asked = asked
    }

    /// Sets or clears the problem and notifies the observers.
    package func become(_ problem: LootError?) async throws(LootError) {
        trouble.withLock { $0 = problem }
        let revision = try await store.summary().revision
        hub.send(problem.map { .failed($0) } ?? .reloaded(revision), at: revision)
    }

    /// The capabilities of the wrapped store, except `writable` while there is a problem.
    package var capabilities: StoreCapabilities {
        asked()
        return trouble.withLock { $0 == nil } ? store.capabilities : store.capabilities.subtracting(.writable)
    }

    /// The current problem.
    package var health: StoreHealth {
        asked()
        return StoreHealth(problem: trouble.withLock(\.self))
    }

    /// The files of the wrapped store.
    package var keeper: (any FileKeeper)? { store.fileKeeper }

    package func outline(of query: Query) async throws(LootError) -> Outline {
        try await store.outline(of: query)
    }

    package func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.page(of: query, rows: rows)
    }

    package func item(_ id: ItemID) async throws(LootError) -> Item? { try await store.item(id) }

    /// The wrapped store's settings.
    package func settings() async throws(LootError) -> ListSettings { try await store.settings() }

    package func makeSnapshot() async throws(LootError) -> any ItemSnapshot { try await store.snapshot() }

    /// Applies a transaction to the wrapped store. Throws the problem if there is one.
    package func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        asked()
        if let problem = trouble.withLock(\.self) { throw problem }
        let commit = try await store.apply(transaction)
        hub.send(.committed(commit), at: commit.revision)
        return commit
    }

    package func readHistory(limit: Int) async throws(LootError) -> History {
        asked()
        return try await store.history(limit: limit)
    }

    /// Returns a stream of all commits made through this store, and of its problems.
    package func events() -> AsyncStream<StoreEvent> { hub.events() }

    package func close() async throws(LootError) {
        hub.finish()
        try await store.close()
    }
}
