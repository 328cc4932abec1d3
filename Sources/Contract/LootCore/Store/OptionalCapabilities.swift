// What a store may offer beyond `ItemStore`. A caller asks with `ItemStore.provider(of:)`, or through the methods at the
// end of this file, which fall back to what every store can do.

/// A store that remembers its commits, so that they can be undone.
public protocol HistoryStore: Sendable {
    /// Returns the newest `limit` commits that can be undone, and redone.
    func readHistory(limit: Int) async throws(LootError) -> History

    /// Returns the newest `limit` undoable commits that changed an item, oldest first. Each contains only the changes to
    /// that item. Removed items have a history, too.
    ///
    /// The default implementation searches the whole history.
    func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit]
}

extension HistoryStore {
    /// Searches the whole history.
    public func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await readHistory(limit: .max).newest(limit, of: item)
    }
}

/// A store that can hold one of its states while others write.
public protocol SnapshotStore: Sendable {
    /// Returns the current state, held until the snapshot is closed.
    func makeSnapshot() async throws(LootError) -> any ItemSnapshot
}

/// A store that reports by position how commits change the answer to a query.
public protocol LiveStore: Sendable {
    /// Returns the answer to a query, followed from one state to the next.
    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer
}

/// A store that keeps the files that its items name.
public protocol FileKeepingStore: Sendable {
    /// The files, or `nil` if this store keeps none.
    var keeper: (any FileKeeper)? { get }
}

/// A store whose medium can fail or be damaged.
public protocol MonitoredStore: Sendable {
    /// The current state of the medium.
    var health: StoreHealth { get }
}

/// A store that does more than it was asked for, and reports it.
public protocol NoticeSource: Sendable {
    /// Returns notices for the person, as sentences. Each is returned once.
    func takeNotices() -> [String]
}

/// A store that may amend or refuse a transaction before it applies it, as hooks do.
package protocol AmendingStore: Sendable {
    /// Returns the transaction that the store would apply instead. Changes nothing.
    func amended(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction
}

/// Whether a store works.
public struct StoreHealth: Hashable, Sendable {
    /// The error that keeps the store from working, or `nil`. While it is set, the store rejects changes.
    public var problem: LootError?
    /// The reason why results may be incomplete, or `nil`.
    public var damage: LootError?

    /// Creates the health of a store with a problem, or with none. A `read-only` problem leaves results complete.
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
    /// The store itself.
    public func provider<Capability>(of capability: Capability.Type) -> Capability? { self as? Capability }

    /// Returns the newest `limit` commits that can be undone, and redone; none if the store keeps no history.
    public func history(limit: Int) async throws(LootError) -> History {
        guard let store = provider(of: (any HistoryStore).self) else { return History() }
        return try await store.readHistory(limit: max(0, limit))
    }

    /// Returns the newest `limit` undoable commits that changed an item; none if the store keeps no history.
    public func history(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        guard let store = provider(of: (any HistoryStore).self) else { return [] }
        return try await store.readHistory(of: item, limit: max(0, limit))
    }

    /// Returns the current state, held until the snapshot is closed.
    ///
    /// If the store can't hold a state, the snapshot reads the store itself and throws `conflict` after a commit.
    public func snapshot() async throws(LootError) -> any ItemSnapshot {
        guard let store = provider(of: (any SnapshotStore).self) else {
            return try await PagedSnapshot(of: self)
        }
        return try await store.makeSnapshot()
    }

    /// Returns the answer to a query, followed from one state to the next: its current shape, and then what every commit
    /// changes, by position.
    ///
    /// If the store can't follow answers, they are compared after each commit, see ``compared(_:)``.
    public func live(_ query: Query) async throws(LootError) -> LiveAnswer {
        guard let store = provider(of: (any LiveStore).self) else { return try await compared(query) }
        return try await store.liveAnswer(to: query)
    }

    /// The files that items name, or `nil` if the store keeps none.
    public var fileKeeper: (any FileKeeper)? { provider(of: (any FileKeepingStore).self)?.keeper }

    /// The error that keeps the store from working, or `nil`.
    public var problem: LootError? { provider(of: (any MonitoredStore).self)?.health.problem }

    /// The reason why results may be incomplete, or `nil`.
    public var damage: LootError? { provider(of: (any MonitoredStore).self)?.health.damage }

    /// Returns notices for the person, as sentences. Each is returned once.
    public func takeNotices() -> [String] { provider(of: (any NoticeSource).self)?.takeNotices() ?? [] }

    /// Returns the transaction that the store would apply instead of this one. Changes nothing.
    package func amended(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction {
        guard let store = provider(of: (any AmendingStore).self) else { return transaction }
        return try await store.amended(transaction)
    }

    /// The store that can be checked, recovered and compacted, or `nil`.
    public var maintenance: (any MaintainableStore)? { provider(of: (any MaintainableStore).self) }
}
