/// A store in front of another, such as a decorator: it forwards every call that the wrapper doesn't implement.
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
/// Optional capabilities of the wrapped store, such as its history, remain available, see ``ItemStore/provider(of:)``. A
/// wrapper that changes one conforms to its protocol. One that changes what is read conforms to ``LiveStore`` and returns
/// ``ItemStore/compared(_:)``.
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
    /// The sections of a query's answer.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        try await reader.outline(of: query)
    }

    /// Rows of a query's answer.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await reader.page(of: query, rows: rows)
    }

    /// Rows of a query's answer with the outline.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await reader.answer(to: query, rows: rows)
    }

    /// The item with this id, nil if there is none.
    public func item(_ id: ItemID) async throws(LootError) -> Item? { try await reader.item(id) }

    /// The row in which a query's answer has an item, nil if it is not in the answer.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await reader.position(of: id, in: query)
    }

    /// The settings of the list.
    public func settings() async throws(LootError) -> ListSettings { try await reader.settings() }
}

extension StoreWrapper {
    /// The wrapped store.
    public var reader: any ItemReader { wrapped }

    /// What the wrapped store can do.
    public var capabilities: StoreCapabilities { wrapped.capabilities }

    /// The wrapper itself if it provides the capability, or else what the wrapped store provides.
    public func provider<Capability>(of capability: Capability.Type) -> Capability? {
        self as? Capability ?? wrapped.provider(of: capability)
    }

    /// Makes a transaction in the wrapped store.
    @discardableResult
    public func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await wrapped.apply(transaction)
    }

    /// Everything that happens to the wrapped store from now on.
    public func events() -> AsyncStream<StoreEvent> { wrapped.events() }

    /// Closes the wrapped store.
    public func close() async throws(LootError) { try await wrapped.close() }
}
