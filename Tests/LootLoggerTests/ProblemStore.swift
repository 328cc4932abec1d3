import LootCore
import MemoryStorePlugin
import Synchronization

/// A store with a problem, from the start or after the first change.
final class ProblemStore: ItemStore, HistoryStore, MonitoredStore {
    private let store: MemoryStore
    private let isDamaged: Mutex<Bool>

    init(_ items: [Item], afterChanges: Bool = false) throws {
        store = try MemoryStore(items)
        isDamaged = Mutex(!afterChanges)
    }

    var capabilities: StoreCapabilities { store.capabilities }
    var health: StoreHealth { StoreHealth(problem: problem) }
    var problem: LootError? {
        isDamaged.withLock { isDamaged in
            isDamaged ? LootError(.damaged, "Can't read all items.", reason: "A line is damaged.") : nil
        }
    }
    func outline(of query: Query) async throws(LootError) -> Outline { try await store.outline(of: query) }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.page(of: query, rows: rows)
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { try await store.item(id) }
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let commit = try await store.apply(transaction)
        isDamaged.withLock { $0 = true }
        return commit
    }
    func readHistory(limit: Int) async throws(LootError) -> History { try await store.history(limit: limit) }
    func events() -> AsyncStream<StoreEvent> { store.events() }
    func close() async throws(LootError) { try await store.close() }
}
