import LootCore

/// The calls of ``/LootCore/ItemStore`` that a fake store can make fail or wait.
package enum StoreCall: String, Hashable, Sendable, CaseIterable {
    /// ``/LootCore/ItemReader/outline(of:)``.
    case outline
    /// ``/LootCore/ItemReader/page(of:rows:)``.
    case page
    /// ``/LootCore/ItemReader/item(_:)``.
    case item
    /// ``/LootCore/ItemReader/position(of:in:)``.
    case position
    /// ``/LootCore/ItemStore/snapshot()``. The calls of the snapshot are like those of the store.
    case snapshot
    /// ``/LootCore/ItemStore/apply(_:)``.
    case apply
    /// ``/LootCore/ItemStore/history(limit:)``.
    case history
    /// ``/LootCore/ItemStore/close()``.
    case close
}

/// What is read through something that happens before each call.
protocol InterceptingReader: ReaderWrapper {
    func intercept(_ call: StoreCall) async throws(LootError)
}

extension InterceptingReader {
    /// The sections of a query's answer.
    package func outline(of query: Query) async throws(LootError) -> Outline {
        try await intercept(.outline)
        return try await reader.outline(of: query)
    }

    /// Rows of a query's answer.
    package func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await intercept(.page)
        return try await reader.page(of: query, rows: rows)
    }

    /// Rows of a query's answer with the outline, which both are read.
    package func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await intercept(.outline)
        try await intercept(.page)
        return try await reader.answer(to: query, rows: rows)
    }

    /// The item with this id, nil if there is none.
    package func item(_ id: ItemID) async throws(LootError) -> Item? {
        try await intercept(.item)
        return try await reader.item(id)
    }

    /// The row in which a query's answer has an item, nil if it is not in the answer.
    package func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await intercept(.position)
        return try await reader.position(of: id, in: query)
    }
}

/// A store in front of another, with something that happens before each call.
protocol InterceptingStore: StoreWrapper, InterceptingReader, HistoryStore, SnapshotStore, LiveStore {}

extension InterceptingStore {
    /// A snapshot of the wrapped store.
    package func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        try await intercept(.snapshot)
        return InterceptedSnapshot(try await wrapped.snapshot(), in: self)
    }

    /// The wrapped store's answer.
    package func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await intercept(.apply)
        return try await wrapped.apply(transaction)
    }

    /// The wrapped store's answer.
    package func readHistory(limit: Int) async throws(LootError) -> History {
        try await intercept(.history)
        return try await wrapped.history(limit: limit)
    }

    /// The wrapped store's history of an item.
    package func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await intercept(.history)
        return try await wrapped.history(of: item, limit: limit)
    }

    /// The wrapped store's answer, whose outline is read.
    package func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        try await intercept(.outline)
        return try await wrapped.live(query)
    }

    /// Closes the wrapped store.
    package func close() async throws(LootError) {
        try await intercept(.close)
        try await wrapped.close()
    }
}

/// A snapshot in front of another, with something that happens before each call.
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
