import LootCore

/// The calls of ``/LootCore/ItemStore`` that a fake store can intercept.
package enum StoreCall: String, Hashable, Sendable, CaseIterable {
    /// A call of ``/LootCore/ItemReader/outline(of:)``.
    case outline
    /// A call of ``/LootCore/ItemReader/page(of:rows:)``.
    case page
    /// A call of ``/LootCore/ItemReader/item(_:)``.
    case item
    /// A call of ``/LootCore/ItemReader/position(of:in:)``.
    case position
    /// A call of ``/LootCore/ItemStore/snapshot()``. The calls of the snapshot are intercepted like those of
    /// the store.
    case snapshot
    /// A call of ``/LootCore/ItemStore/apply(_:)``.
    case apply
    /// A call of ``/LootCore/ItemStore/history(limit:)``.
    case history
    /// A call of ``/LootCore/ItemStore/close()``.
    case close
}

/// A reader that calls `intercept` before each call.
protocol InterceptingReader: ReaderWrapper {
    func intercept(_ call: StoreCall) async throws(LootError)
}

extension InterceptingReader {
    /// Intercepts the call and returns the sections of a query's result.
    package func outline(of query: Query) async throws(LootError) -> Outline {
        try await intercept(.outline)
        return try await reader.outline(of: query)
    }

    /// Intercepts the call and returns rows of a query's result.
    package func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await intercept(.page)
        return try await reader.page(of: query, rows: rows)
    }

    /// Intercepts the call, as an outline and as a page, and returns both.
    package func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await intercept(.outline)
        try await intercept(.page)
        return try await reader.answer(to: query, rows: rows)
    }

    /// Intercepts the call and returns an item, or `nil` if there is none with the ID.
    package func item(_ id: ItemID) async throws(LootError) -> Item? {
        try await intercept(.item)
        return try await reader.item(id)
    }

    /// Intercepts the call and returns the row of an item in the query's result, or `nil` if the item isn't in it.
    package func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await intercept(.position)
        return try await reader.position(of: id, in: query)
    }
}

/// A store that calls `intercept` before each call of the wrapped store.
protocol InterceptingStore: StoreWrapper, InterceptingReader, HistoryStore, SnapshotStore, LiveStore {}

extension InterceptingStore {
    /// Intercepts the call and returns a snapshot of the wrapped store.
    package func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        try await intercept(.snapshot)
        return InterceptedSnapshot(try await wrapped.snapshot(), in: self)
    }

    /// Intercepts the call and applies a transaction to the wrapped store.
    package func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await intercept(.apply)
        return try await wrapped.apply(transaction)
    }

    /// Intercepts the call and returns the history of the wrapped store.
    package func readHistory(limit: Int) async throws(LootError) -> History {
        try await intercept(.history)
        return try await wrapped.history(limit: limit)
    }

    /// Intercepts the call and returns the history of an item in the wrapped store.
    package func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await intercept(.history)
        return try await wrapped.history(of: item, limit: limit)
    }

    /// Intercepts the call as an outline, and returns the wrapped store's live result.
    package func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        try await intercept(.outline)
        return try await wrapped.live(query)
    }

    /// Intercepts the call and closes the wrapped store.
    package func close() async throws(LootError) {
        try await intercept(.close)
        try await wrapped.close()
    }
}

/// A snapshot that calls `intercept` before each call of another snapshot.
private struct InterceptedSnapshot: ItemSnapshot, InterceptingReader {
    private let snapshot: any ItemSnapshot
    private let store: any InterceptingStore

    init(_ snapshot: any ItemSnapshot, in store: any InterceptingStore) {
        self.snapshot = snapshot
        self.store = store
    }

    var reader: any ItemReader { snapshot }

    var revision: Revision { snapshot.revision }

    func intercept(_ call: StoreCall) async throws(LootError) { try await store.intercept(call) }

    func close() async { await snapshot.close() }
}
