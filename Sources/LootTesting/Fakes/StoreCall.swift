import LootCore

/// The calls of ``ItemStore`` that a fake store can make fail or wait.
public enum StoreCall: String, Hashable, Sendable, CaseIterable {
    /// ``ItemReader/outline(of:)``.
    case outline
    /// ``ItemReader/page(of:rows:)``.
    case page
    /// ``ItemReader/item(_:)``.
    case item
    /// ``ItemReader/position(of:in:)``.
    case position
    /// ``ItemStore/snapshot()``. The calls of the snapshot are like those of the store.
    case snapshot
    /// ``ItemStore/apply(_:)``.
    case apply
    /// ``ItemStore/history(limit:)``.
    case history
    /// ``ItemStore/close()``.
    case close
}

/// A store in front of another, with something that happens before each call.
protocol InterceptingStore: StoreWrapper {
    func intercept(_ call: StoreCall) async throws(LootError)
}

extension InterceptingStore {
    /// The wrapped store's answer.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        try await intercept(.outline)
        return try await wrapped.outline(of: query)
    }

    /// The wrapped store's answer.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await intercept(.page)
        return try await wrapped.page(of: query, rows: rows)
    }

    /// The wrapped store's answer, of which both parts are read.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await intercept(.outline)
        try await intercept(.page)
        return try await wrapped.answer(to: query, rows: rows)
    }

    /// The wrapped store's answer.
    public func item(_ id: ItemID) async throws(LootError) -> Item? {
        try await intercept(.item)
        return try await wrapped.item(id)
    }

    /// The wrapped store's answer.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await intercept(.position)
        return try await wrapped.position(of: id, in: query)
    }

    /// A snapshot of the wrapped store.
    public func snapshot() async throws(LootError) -> any ItemSnapshot {
        try await intercept(.snapshot)
        return InterceptedSnapshot(try await wrapped.snapshot(), in: self)
    }

    /// The wrapped store's answer.
    public func apply(_ transaction: Transaction) async throws(LootError) -> Commit {
        try await intercept(.apply)
        return try await wrapped.apply(transaction)
    }

    /// The wrapped store's answer.
    public func history(limit: Int) async throws(LootError) -> History {
        try await intercept(.history)
        return try await wrapped.history(limit: limit)
    }

    /// The wrapped store's history of an item.
    public func history(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await intercept(.history)
        return try await wrapped.history(of: item, limit: limit)
    }

    /// The wrapped store's answer, whose outline is read.
    public func live(_ query: Query) async throws(LootError) -> LiveAnswer {
        try await intercept(.outline)
        return try await wrapped.live(query)
    }

    /// Closes the wrapped store.
    public func close() async throws(LootError) {
        try await intercept(.close)
        try await wrapped.close()
    }
}

/// A snapshot in front of another, with something that happens before each call.
private struct InterceptedSnapshot<Store: InterceptingStore>: ItemSnapshot {
    private let snapshot: any ItemSnapshot
    private let store: Store

    init(_ snapshot: any ItemSnapshot, in store: Store) {
        self.snapshot = snapshot
        self.store = store
    }

    var revision: Revision { snapshot.revision }

    func outline(of query: Query) async throws(LootError) -> Outline {
        try await store.intercept(.outline)
        return try await snapshot.outline(of: query)
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.intercept(.page)
        return try await snapshot.page(of: query, rows: rows)
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? {
        try await store.intercept(.item)
        return try await snapshot.item(id)
    }

    func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await store.intercept(.position)
        return try await snapshot.position(of: id, in: query)
    }

    func close() async { await snapshot.close() }
}
