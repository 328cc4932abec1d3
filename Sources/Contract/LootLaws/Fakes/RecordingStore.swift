package import LootCore
import Synchronization

/// A store that records its calls in order. The number of calls determines the cost of a front end on a remote store.
package final class RecordingStore: StoreWrapper, HistoryStore, SnapshotStore, LiveStore {
    /// The wrapped store.
    package let wrapped: any ItemStore
    private let noted = Mutex<[String]>([])

    /// Wraps a store and records its calls.
    package init(_ store: any ItemStore) { wrapped = store }

    /// The names of the calls since the store was created or `forget()` was called.
    package var calls: [String] { noted.withLock(\.self) }

    /// Clears the recorded calls.
    package func forget() { noted.withLock { $0 = [] } }

    private func note(_ call: String = #function) {
        noted.withLock { $0.append(String(call.prefix { $0 != "(" })) }
    }

    package func outline(of query: Query) async throws(LootError) -> Outline {
        note()
        return try await wrapped.outline(of: query)
    }

    package func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        note()
        return try await wrapped.page(of: query, rows: rows)
    }

    package func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        note()
        return try await wrapped.answer(to: query, rows: rows)
    }

    package func item(_ id: ItemID) async throws(LootError) -> Item? {
        note()
        return try await wrapped.item(id)
    }

    package func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        note()
        return try await wrapped.position(of: id, in: query)
    }

    package func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        note("snapshot")
        return try await wrapped.snapshot()
    }

    package func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        note()
        return try await wrapped.apply(transaction)
    }

    package func readHistory(limit: Int) async throws(LootError) -> History {
        note("history")
        return try await wrapped.history(limit: limit)
    }

    package func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await wrapped.history(of: item, limit: limit)
    }

    package func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        note("live")
        return try await wrapped.live(query)
    }
}
