// The optional capabilities of stores. Callers access them with `ItemStore.provider(of:)`, or through the methods at
// the end of this file, which have fallbacks for all stores.

/// A store with a history of its commits.
public protocol HistoryStore: Sendable {
    /// Returns the newest `limit` commits, undoable commits and redoable commits.
    func readHistory(limit: Int) async throws(LootError) -> History

    /// Returns the same as ``readHistory(limit:)`` without the changes of the commits.
    ///
    /// The default implementation reads the changes and drops them.
    func readTitles(limit: Int) async throws(LootError) -> History

    /// Returns the commit with a revision, or `nil` if the history doesn't contain it.
    ///
    /// The default implementation searches the whole history.
    func readCommit(_ revision: Revision) async throws(LootError) -> Commit?

    /// Returns the newest `limit` commits that changed an item, oldest first. Each contains only the changes to that
    /// item. Removed items have a history, too.
    ///
    /// The default implementation searches the whole history.
    func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit]
}

extension HistoryStore {
    /// Reads the history and discards the changes.
    public func readTitles(limit: Int) async throws(LootError) -> History {
        try await readHistory(limit: limit).titles
    }

    /// Searches the whole history.
    public func readCommit(_ revision: Revision) async throws(LootError) -> Commit? {
        try await readHistory(limit: .max).commit(revision)
    }

    /// Searches the whole history.
    public func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await readHistory(limit: .max).newest(limit, of: item)
    }
}

/// A store that supports snapshots.
public protocol SnapshotStore: Sendable {
    /// Returns a snapshot of the current state.
    func makeSnapshot() async throws(LootError) -> any ItemSnapshot
}

/// A store that provides live results of queries.
public protocol LiveStore: Sendable {
    /// Returns a live result of a query.
    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer
}

/// A store that keeps the files of its items.
public protocol FileKeepingStore: Sendable {
    /// The files, or `nil` if this store keeps none.
    var keeper: (any FileKeeper)? { get }
}

/// A store whose storage can fail or be damaged.
public protocol MonitoredStore: Sendable {
    /// The current health of the storage.
    var health: StoreHealth { get }
}

/// A store that reports additional work it has done.
public protocol NoticeSource: Sendable {
    /// Returns notices for the person, as sentences. Each is returned once.
    func takeNotices() -> [Message]
}

/// A store that can amend or reject a transaction before it is applied, like hooks.
package protocol AmendingStore: Sendable {
    /// Returns the transaction that the store would apply instead, without changing anything.
    func amended(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction
}

/// The health of a store.
public struct StoreHealth: Hashable, Sendable {
    /// The error that keeps the store from working, or `nil`. While it is set, the store rejects changes.
    public var problem: LootError?
    /// The reason why results may be incomplete, or `nil`.
    public var damage: LootError?

    /// Creates the health of a store with an optional problem. If the code is `read-only`, results are still
    /// complete.
    public init(problem: LootError? = nil) {
        self.init(problem: problem, damage: problem?.code == .readOnly ? nil : problem)
    }

    /// Creates the health of a store.
    public init(problem: LootError?, damage: LootError?) {
        self.problem = problem
        self.damage = damage
    }
}

extension ItemStore {
    /// Returns the store itself if it provides the capability.
    public func provider<Capability>(of capability: Capability.Type) -> Capability? { self as? Capability }

    /// Returns the newest `limit` commits, undoable commits and redoable commits. Returns an empty history if the store
    /// has none.
    public func history(limit: Int) async throws(LootError) -> History {
        guard let store = provider(of: (any HistoryStore).self) else { return History() }
        return try await store.readHistory(limit: max(0, limit))
    }

    /// Returns the same as ``history(limit:)`` without the changes of the commits.
    package func titles(limit: Int) async throws(LootError) -> History {
        guard let store = provider(of: (any HistoryStore).self) else { return History() }
        return try await store.readTitles(limit: max(0, limit))
    }

    /// Returns the commit with a revision, or `nil` if the history doesn't contain it.
    package func commit(_ revision: Revision) async throws(LootError) -> Commit? {
        try await provider(of: (any HistoryStore).self)?.readCommit(revision)
    }

    /// Returns the newest `limit` commits that changed an item. Returns an empty array if the store has no
    /// history.
    public func history(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        guard let store = provider(of: (any HistoryStore).self) else { return [] }
        return try await store.readHistory(of: item, limit: max(0, limit))
    }

    /// Returns a snapshot of the current state.
    ///
    /// If the store doesn't support snapshots, the snapshot reads the store itself and throws `conflict` after a
    /// commit.
    public func snapshot() async throws(LootError) -> any ItemSnapshot {
        guard let store = provider(of: (any SnapshotStore).self) else {
            return try await PagedSnapshot(of: self)
        }
        return try await store.makeSnapshot()
    }

    /// Returns a live result of a query: its current outline, followed by the changes of each commit.
    ///
    /// If the store doesn't support live results, whole results are compared after each commit (``compared(_:)``).
    public func live(_ query: Query) async throws(LootError) -> LiveAnswer {
        guard let store = provider(of: (any LiveStore).self) else { return try await compared(query) }
        return try await store.liveAnswer(to: query)
    }

    /// The files of the items, or `nil` if the store keeps none.
    public var fileKeeper: (any FileKeeper)? { provider(of: (any FileKeepingStore).self)?.keeper }

    /// The error that keeps the store from working, or `nil`.
    public var problem: LootError? { provider(of: (any MonitoredStore).self)?.health.problem }

    /// The reason why results may be incomplete, or `nil`.
    public var damage: LootError? { provider(of: (any MonitoredStore).self)?.health.damage }

    /// Returns notices for the person, as sentences. Each is returned once.
    public func takeNotices() -> [Message] { provider(of: (any NoticeSource).self)?.takeNotices() ?? [] }

    /// Returns the transaction that the store would apply instead, without changing anything.
    package func amended(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction {
        guard let store = provider(of: (any AmendingStore).self) else { return transaction }
        return try await store.amended(transaction)
    }

    /// The store that can be checked, recovered and compacted, or `nil`.
    public var maintenance: (any MaintainableStore)? { provider(of: (any MaintainableStore).self) }
}
