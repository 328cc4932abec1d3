/// A store that stands before another, such as a decorator: everything goes to the wrapped store, except what the wrapper
/// says itself.
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
/// Nothing of the wrapped store is lost by a default: not its files, its history, its live answers or its maintenance.
public protocol StoreWrapper: ItemStore, ReaderWrapper {
    /// The store behind.
    var wrapped: any ItemStore { get }
}

/// What is read through something else: a wrapper of a store, or of a snapshot.
public protocol ReaderWrapper: ItemReader {
    /// What is read.
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
}

extension StoreWrapper {
    /// The wrapped store.
    public var reader: any ItemReader { wrapped }

    /// What the wrapped store can do.
    public var capabilities: StoreCapabilities { wrapped.capabilities }

    /// What is wrong with the wrapped store.
    public var problem: LootError? { wrapped.problem }

    /// Why the wrapped store may not answer with all there is.
    public var damage: LootError? { wrapped.damage }

    /// The number of the wrapped store's newest state.
    public var revisionAtHand: Revision? { wrapped.revisionAtHand }

    /// The wrapped store's files.
    public var fileKeeper: (any FileKeeper)? { wrapped.fileKeeper }

    /// The wrapped store, where that can be looked after.
    public var maintenance: (any MaintainableStore)? { wrapped.maintenance }

    /// A snapshot of the wrapped store.
    public func snapshot() async throws(LootError) -> any ItemSnapshot { try await wrapped.snapshot() }

    /// Makes a transaction in the wrapped store.
    public func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await wrapped.apply(transaction)
    }

    /// The wrapped store's commits.
    public func history(limit: Int) async throws(LootError) -> History {
        try await wrapped.history(limit: limit)
    }

    /// The wrapped store's history of an item.
    public func history(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await wrapped.history(of: item, limit: limit)
    }

    /// What the wrapped store has to say.
    public func takeNotices() -> [String] { wrapped.takeNotices() }

    /// Everything that happens to the wrapped store from now on.
    public func events() -> AsyncStream<StoreEvent> { wrapped.events() }

    /// The wrapped store's answer.
    public func live(_ query: Query) async throws(LootError) -> LiveAnswer { try await wrapped.live(query) }

    /// Closes the wrapped store.
    public func close() async throws(LootError) { try await wrapped.close() }
}
