import LootCore
import Synchronization

/// A store with a problem that a test sets and clears. With a problem, it rejects changes.
final class ProblemStore: ItemStore, HistoryStore, MonitoredStore {
    private let store: any ItemStore
    private let state = Mutex<LootError?>(nil)

    private let isReadOnly: Bool

    init(_ store: any ItemStore, isReadOnly: Bool = false) {
        self.store = store
        self.isReadOnly = isReadOnly
    }

    var health: StoreHealth { StoreHealth(problem: problem) }

    var problem: LootError? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    var capabilities: StoreCapabilities {
        problem == nil && !isReadOnly ? store.capabilities : store.capabilities.subtracting(.writable)
    }

    func outline(of query: Query) async throws(LootError) -> Outline { try await store.outline(of: query) }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.page(of: query, rows: rows)
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? { try await store.item(id) }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        if let problem { throw problem }
        return try await store.apply(transaction)
    }

    func readHistory(limit: Int) async throws(LootError) -> History { try await store.history(limit: limit) }
    func events() -> AsyncStream<StoreEvent> { store.events() }
    func close() async throws(LootError) { try await store.close() }
}
