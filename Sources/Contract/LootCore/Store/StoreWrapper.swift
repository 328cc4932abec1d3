/// A store that wraps another one, such as a decorator, and forwards every call that it doesn't implement itself.
///
/// ```swift
/// struct Audited: StoreWrapper {
///     let wrapped: any ItemStore
///     let log: AuditLog
///
///     func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
///         let commit = try await wrapped.apply(transaction)
///         log.note(commit)
///         return commit
///     }
/// }
/// ```
///
/// Optional capabilities of the wrapped store, such as its history, remain available, see
/// ``ItemStore/provider(of:)``. A wrapper that changes one conforms to its protocol. A wrapper that changes the
/// results of queries conforms to ``LiveStore`` and returns ``ItemStore/compared(_:)``.
public protocol StoreWrapper: ItemStore, ReaderWrapper {
    /// The wrapped store.
    var wrapped: any ItemStore { get }
}

/// A wrapper of a store or of a snapshot, which forwards reads.
public protocol ReaderWrapper: ItemReader {
    /// The wrapped store or snapshot.
    var reader: any ItemReader { get }
}

extension ReaderWrapper {
    /// Returns the sections of a query's result.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        try await reader.outline(of: query)
    }

    /// Returns rows of a query's result.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await reader.page(of: query, rows: rows)
    }

    /// Returns rows of a query's result together with its outline.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await reader.answer(to: query, rows: rows)
    }

    /// Returns the item with an ID, or `nil` if it doesn't exist.
    public func item(_ id: ItemID) async throws(LootError) -> Item? { try await reader.item(id) }

    /// Returns the row of an item in a query's result, or `nil` if the result doesn't contain it.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await reader.position(of: id, in: query)
    }

    /// Returns the settings of the list.
    public func settings() async throws(LootError) -> ListSettings { try await reader.settings() }
}

extension StoreWrapper {
    /// The wrapped store.
    public var reader: any ItemReader { wrapped }

    /// The capabilities of the wrapped store.
    public var capabilities: StoreCapabilities { wrapped.capabilities }

    /// Returns the wrapper itself if it provides the capability, otherwise the provider of the wrapped store.
    public func provider<Capability>(of capability: Capability.Type) -> Capability? {
        self as? Capability ?? wrapped.provider(of: capability)
    }

    /// Applies a transaction to the wrapped store.
    @discardableResult
    public func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await wrapped.apply(transaction)
    }

    /// Returns a stream of the wrapped store's future events.
    public func events() -> AsyncStream<StoreEvent> { wrapped.events() }

    /// Closes the wrapped store.
    public func close() async throws(LootError) { try await wrapped.close() }
}
