public import LootCore

/// A store that is read and never written, whatever it wraps: `"with": ["read-only"]`.
public struct ReadOnlyStore: ItemStore {
    private let wrapped: any ItemStore

    /// The store that answers what `wrapped` answers, and refuses every transaction.
    public init(_ wrapped: any ItemStore) { self.wrapped = wrapped }

    /// What the wrapped store can do, except that it takes no changes.
    public var capabilities: StoreCapabilities { wrapped.capabilities.subtracting(.writable) }

    /// What is wrong with the wrapped store; that it may not be written either is nothing wrong.
    public var problem: LootError? { wrapped.damage }

    /// Why the wrapped store may not answer with all there is.
    public var damage: LootError? { wrapped.damage }

    /// What the wrapped store has to say.
    public func takeNotices() -> [String] { wrapped.takeNotices() }

    /// The wrapped store's photos, to be looked at.
    public var photos: (any PhotoStore)? { wrapped.photos.map { ReadOnlyPhotos($0) } }

    /// The sections of a query's answer, current with the last commit.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        try await wrapped.outline(of: query)
    }

    /// Rows of a query's answer.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await wrapped.page(of: query, rows: rows)
    }

    /// Rows of a query's answer with the outline.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await wrapped.answer(to: query, rows: rows)
    }

    /// The item with this id, nil if there is none.
    public func item(_ id: ItemID) async throws(LootError) -> Item? { try await wrapped.item(id) }

    /// The row in which a query's answer has an item.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await wrapped.position(of: id, in: query)
    }

    /// A snapshot of the wrapped store.
    public func snapshot() async throws(LootError) -> any ItemSnapshot { try await wrapped.snapshot() }

    /// Refuses, also a transaction that would change nothing.
    public func apply(_ transaction: Transaction) async throws(LootError) -> Commit {
        throw LootError.openedReadOnly
    }

    /// The wrapped store's commits. They can be read, not undone.
    public func history(limit: Int) async throws(LootError) -> History {
        try await wrapped.history(limit: limit)
    }

    /// The wrapped store's history of an item.
    public func history(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await wrapped.history(of: item, limit: limit)
    }

    /// Everything that happens to the wrapped store from now on.
    public func events() -> AsyncStream<StoreEvent> { wrapped.events() }

    /// Closes the wrapped store.
    public func close() async throws(LootError) { try await wrapped.close() }
}

/// Photos that are looked at and never put in or taken away.
private struct ReadOnlyPhotos: PhotoStore {
    private let wrapped: any PhotoStore

    init(_ wrapped: any PhotoStore) { self.wrapped = wrapped }

    func put(_ photo: Photo, thumbnail: Photo?) async throws(LootError) { throw LootError.openedReadOnly }

    func photo(_ id: PhotoID) async throws(LootError) -> Photo? { try await wrapped.photo(id) }

    func thumbnail(of id: PhotoID) async throws(LootError) -> Photo? { try await wrapped.thumbnail(of: id) }

    func ids() async throws(LootError) -> Set<PhotoID> { try await wrapped.ids() }

    func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) async throws(LootError) -> Int {
        throw LootError.openedReadOnly
    }
}

extension LootError {
    fileprivate static let openedReadOnly = LootError(
        .readOnly, "can't change the store", because: "the configuration opens it read-only",
        next: "Take “read-only” out of store.with to write")
}

extension DecoratorPlugin {
    /// The decorator `read-only`.
    public static let readOnly = DecoratorPlugin("read-only", summary: "Refuses all changes to the store") {
        (store: any ItemStore, _: Settings, _: OpenStore) throws(LootError) in
        ReadOnlyStore(store)
    }
}
