import Basics
public import LootCore
import Platform
import Synchronization

/// The engine of stores that keep their items in memory. It answers queries, updates live results, checks conditions,
/// and manages the history and event streams.
///
/// Readers never wait for storage or for another reader's new query; writers are serialized. A memory store needs
/// little more than this engine. A durable store passes a closure that writes commits to its storage. Readers don't
/// see a commit before the closure returns.
///
/// ```swift
/// let results = try items.apply([transaction]) { commits, _ throws(LootError) in try log.append(commits) }
/// ```
///
/// When a durable store is opened, it replays the stored commits with ``follow(_:)``.
public final class LiveItems: ItemReader {
    private let state: Mutex<LiveState>
    /// The maximum number of leading rows that are selected without sorting the rest.
    private static let front = 1000
    /// The number of items below which a query is fast enough to run under the lock, and the higher number for queries
    /// that don't sort.
    private static let (few, fewUnsorted) = (1000, 1 << 14)
    /// The cost of a filter's conditions up to which these numbers apply. They are lower for more expensive filters.
    private static let usualCost = 8
    /// The maximum number of attempts to start a live result while writers keep changing the list.
    private static let maximumAttempts = 5
    /// Held by the current writer, even while it waits for its storage.
    private let writing = Mutex(())
    private let hub = EventHub()

    /// Creates an engine with the given items at the given revision. The items must be valid; see
    /// ``/LootCore/Item/validate()``.
    ///
    /// - Throws: `LootError` with code `duplicate-item` if two items have the same ID.
    public init(
        _ items: some Sequence<Item>, settings: ListSettings = ListSettings(), revision: Revision = .initial,
        history: History = History()
    ) throws(LootError) {
        let collection = try ItemCollection(items, settings: settings)
        state = Mutex(
            LiveState(collection, revision: revision, history: history, keepsHistory: true))
    }

    /// Creates an engine with the given collection at the given revision.
    package init(
        _ items: ItemCollection, revision: Revision = .initial, history: History = History(),
        keepsHistory: Bool = true
    ) {
        state = Mutex(
            LiveState(items, revision: revision, history: history, keepsHistory: keepsHistory))
    }

    /// Creates an engine without items.
    public init() {
        state = Mutex(LiveState(ItemCollection(), revision: .initial, history: History(), keepsHistory: true))
    }

    // MARK: Reading

    /// The current revision.
    public var revision: Revision { state.withLock { $0.revision } }

    /// Returns a snapshot of all items in the user's order with their revision and history. Takes constant time.
    package func snapshot() throws(LootError) -> (
        items: ItemCollection.Items, revision: Revision, history: History
    ) {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            return (state.items.items, state.revision, state.history)
        }
    }

    /// Returns a snapshot of the current state. Takes constant time.
    public func hold() throws(LootError) -> any ItemSnapshot {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            return LiveSnapshot(state.items, at: state.revision)
        }
    }

    /// Returns the sections of the given query's result.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        try await reading(query) { $0.outline(of: query, at: $1) }
    }

    /// Returns the given rows of the query's result.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await reading(query) { $0.page(of: query, rows: rows, at: $1) }
    }

    /// Returns the given rows of the query's result, together with its outline. If only the first rows of a large
    /// result are requested, the first request doesn't sort the whole result.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        let state = try self.state.withLock { state throws(LootError) -> (ItemCollection, Revision)? in
            try state.checkOpen()
            guard rows.upperBound <= LiveItems.front, state.items.count >= 10 * LiveItems.front,
                state.items.hasFront(query), state.isFirstUse(at: query)
            else { return nil }
            return (state.items, state.revision)
        }
        if let (items, revision) = state {
            let budget = WorkBudget.current
            let answer = await Task.detached {
                WorkBudget.$current.withValue(budget) {
                    budget?.spend(rows: items.count)
                    return items.front(of: query, rows: rows, at: revision)
                }
            }.value
            try budget?.check()
            return answer
        }
        return try await reading(query) { $0.answer(to: query, rows: rows, at: $1) }
    }

    /// Returns the row of the item with the given ID in the query's result, or `nil` if the result doesn't contain the
    /// item.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await reading(query) { items, _ in items.position(of: id, in: query) }
    }

    /// Returns the item with the given ID, or `nil` if it doesn't exist.
    public func item(_ id: ItemID) throws(LootError) -> Item? {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            return state.items.item(id)
        }
    }

    /// Returns the settings of the list.
    public func settings() async throws(LootError) -> ListSettings {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            return state.items.settings
        }
    }

    /// Returns the newest `limit` commits, undoable commits and redoable commits.
    public func history(limit: Int) throws(LootError) -> History {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            return state.history.newest(limit)
        }
    }

    /// Returns the notices for the user about dropped commits, as sentences. Each notice is returned only once.
    public func takeNotices() -> [Message] {
        state.withLock { state in
            defer { state.notices = [] }
            return state.notices
        }
    }

    /// Returns the live result of the given query. It is updated after each commit. It ends after a commit with more
    /// than 1,000 changes, or if updating it would take too much work.
    public func live(_ query: Query) async throws(LootError) -> LiveAnswer {
        for _ in 0..<LiveItems.maximumAttempts {
            let isReady = { (items: ItemCollection) in query.isEverything || items.isCached(query) }
            guard let search = try search(for: query, unless: isReady) else { break }
            let index = await search.index.value
            let answer = try state.withLock { state throws(LootError) -> LiveAnswer? in
                try state.finish(search, index) ? state.follow(query) : nil
            }
            if let answer { return answer }
        }
        return try state.withLock { state throws(LootError) in
            try state.checkOpen()
            if query.hasPattern, !state.items.isWarm(query) {
                throw LootError(
                    .unavailable, "Can't subscribe to the list.",
                    reason: "It changes faster than the filter can run.",
                    advice: "Try again later, or use a filter without a pattern.")
            }
            return state.follow(query)
        }
    }

    /// The queries with live results.
    package var followedQueries: [Query] { state.withLock(\.followedQueries) }

    /// Returns a stream of all future events.
    public func events() -> AsyncStream<StoreEvent> { hub.events() }

    /// Reads the result of the given query with `read`. An expensive result is computed from a snapshot in a detached
    /// task. All readers of the same query share this task. If the items change in the meantime, `read` receives the
    /// snapshot.
    private func reading<Value: Sendable>(_ query: Query, _ read: (inout ItemCollection, Revision) -> Value)
        async throws(LootError) -> Value
    {
        let search = try search(for: query) { $0.isWarm(query) }
        let index = await search?.index.value
        return try state.withLock { state throws(LootError) in
            try state.checkOpen()
            if let search, let index, try !state.finish(search, index) {
                var items = search.items
                items.install(index)
                return read(&items, search.revision)
            }
            return read(&state.items, state.revision)
        }
    }

    /// Returns the running search for the given query's result, or `nil` if `isReady` returns `true` or if the result
    /// can be computed immediately.
    private func search(
        for query: Query, unless isReady: (ItemCollection) -> Bool
    ) throws(LootError) -> LiveState.Search? {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            let few = query.hasPattern ? 0 : query.isInUserOrder ? LiveItems.fewUnsorted : LiveItems.few
            let cost = max(1, (query.filter?.cost ?? 0) / LiveItems.usualCost)
            return state.items.count * cost < few || isReady(state.items) ? nil : state.search(for: query)
        }
    }

    // MARK: Writing

    /// Applies all changes of a transaction, or none.
    public func apply(_ transaction: ItemTransaction) throws(LootError) -> Commit {
        try writing.withLock { _ throws(LootError) in
            try state.withLock { state throws(LootError) in
                let commit = try state.commit(transaction)
                hub.send(.committed(commit), at: commit.revision)
                return commit
            }
        }
    }

    /// Applies several transactions in order, each completely or not at all, and writes them together.
    ///
    /// - Parameters:
    ///   - transactions: The transactions.
    ///   - persist: Writes the new commits, in order, or the resulting items. Not called if there are no commits.
    ///     While it runs, readers see the previous state.
    /// - Returns: The commit or the error of each transaction.
    /// - Throws: The error of `persist`. In this case, no transaction is applied.
    public func apply(
        _ transactions: [ItemTransaction], persist: ([Commit], ItemCollection.Items) throws(LootError) -> Void
    ) throws(LootError) -> [Result<Commit, LootError>] {
        try writing.withLock { _ throws(LootError) in
            var draft = try state.withLock { state throws(LootError) in
                try state.checkOpen()
                return state.draft
            }
            var results: [Result<Commit, LootError>] = []
            for transaction in transactions {
                do throws(LootError) { results.append(.success(try draft.commit(transaction))) } catch {
                    results.append(.failure(error))
                }
            }
            let commits = results.compactMap { try? $0.get() }
            if commits.isEmpty { return results }
            try persist(commits, draft.items.items)
            publish(commits, outcome: draft)
            return results
        }
    }

    /// Applies commits that another writer, or an earlier run of the program, has already stored.
    ///
    /// - Throws: `LootError` if a commit doesn't fit the items. In this case, nothing is changed.
    public func follow(_ commits: [Commit]) throws(LootError) {
        try writing.withLock { _ throws(LootError) in
            var draft = try state.withLock { state throws(LootError) in
                try state.checkOpen()
                return state.draft
            }
            for commit in commits { _ = try draft.items.apply(commit.changes.map(\.change)) }
            publish(commits, outcome: draft)
        }
    }

    /// Replaces the state with the given state of another writer, and notifies observers to reload.
    ///
    /// - Throws: `LootError` with code `duplicate-item` if two items have the same ID. In this case, nothing is
    ///   changed.
    package func reload(_ items: some Sequence<Item>, revision: Revision, history: History) throws(LootError)
    {
        try reload(try ItemCollection(items), revision: revision, history: history)
    }

    /// Replaces the state with the given collection, and notifies observers to reload.
    package func reload(_ items: ItemCollection, revision: Revision, history: History) throws(LootError) {
        try writing.withLock { _ throws(LootError) in
            try state.withLock { state throws(LootError) in
                try state.checkOpen()
                state.reload(items, revision: revision, history: history)
                hub.send(.reloaded(revision), at: revision)
            }
        }
    }

    /// Notifies observers of the given error of the store.
    public func fail(_ error: LootError) { hub.send(.failed(error), at: revision) }

    /// Ends the event streams. Afterwards, all other methods that can throw do so with the code `closed`. Closing again
    /// has no effect. Waits for the current write, so that observers receive its commits.
    public func close() {
        let items = writing.withLock { _ in state.withLock { $0.close() } }
        hub.finish()
        // Releasing the memory of many items takes time. Use another thread, so that a program that exits doesn't
        // have to wait.
        if items.count > 1000 { try? Threads.start { withExtendedLifetime(items) {} } }
    }

    /// Publishes commits that were applied to a draft.
    ///
    /// Readers wait neither for observers to be notified nor for the previous state to be released.
    private func publish(_ commits: [Commit], outcome draft: LiveState) {
        let before = state.withLock { state -> ItemCollection? in
            if state.isClosed { return nil }
            let before = state.items
            state.take(commits, outcome: draft)
            return before
        }
        if before == nil { return }
        for commit in commits { hub.send(.committed(commit), at: commit.revision) }
    }
}
