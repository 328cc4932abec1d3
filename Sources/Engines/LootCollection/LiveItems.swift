public import LootCore
import Platform
import Synchronization

/// The engine of stores that have their items in memory: it answers queries, follows live answers, checks conditions, and
/// keeps the history and the event streams.
///
/// Readers never wait for a medium, nor for a query that is new to the engine; writers go one by one. A store in memory is
/// little more than an engine. A durable store passes a closure that writes commits to its medium. No reader sees a commit
/// before the closure returns.
///
/// ```swift
/// let results = try items.apply([transaction]) { commits, _ throws(LootError) in try log.append(commits) }
/// ```
///
/// When a durable store is opened, it repeats the commits on its medium with ``follow(_:)``.
public final class LiveItems: ItemReader {
    private let state: Mutex<LiveState>
    /// So many first rows are picked out without sorting the others.
    private static let front = 1000
    /// Of so many items the answer to any query is found in no time, and of more where nothing has to be sorted.
    private static let (few, fewUnsorted) = (1000, 1 << 14)
    /// The most searches of a list that others change meanwhile.
    private static let greatestTries = 5
    /// Held by the one writer, also while it waits for its medium.
    private let writing = Mutex(())
    private let hub = EventHub()

    /// Items at a revision. ``/LootCore/Item/validate()`` is the caller's.
    ///
    /// - Throws: `LootError` with code `duplicate-item`.
    public init(
        _ items: some Sequence<Item>, settings: ListSettings = ListSettings(), revision: Revision = .initial,
        history: History = History(), historyLimit: Int = 1000
    ) throws(LootError) {
        let collection = try ItemCollection(items, settings: settings)
        state = Mutex(
            LiveState(collection, revision: revision, history: history, limit: historyLimit))
    }

    /// A collection at a revision, without the work of building one.
    package init(
        _ items: ItemCollection, revision: Revision = .initial, history: History = History(),
        historyLimit: Int = 1000
    ) {
        state = Mutex(LiveState(items, revision: revision, history: history, limit: historyLimit))
    }

    /// No items.
    public init() {
        state = Mutex(LiveState(ItemCollection(), revision: .initial, history: History(), limit: 1000))
    }

    // MARK: Reading

    /// The state's number.
    public var revision: Revision { state.withLock { $0.revision } }

    /// All items in the user's order at one moment, the revision they have, and the history that led to it. Costs
    /// nothing, and stays as it is.
    package func snapshot() throws(LootError) -> (
        items: ItemCollection.Items, revision: Revision, history: History
    ) {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            return (state.items.items, state.revision, state.history)
        }
    }

    /// Returns the current state as a snapshot. Costs nothing.
    public func hold() throws(LootError) -> any ItemSnapshot {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            return LiveSnapshot(state.items, at: state.revision)
        }
    }

    /// The sections of a query's answer.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        try await reading(query) { $0.outline(of: query, at: $1) }
    }

    /// Rows of a query's answer.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await reading(query) { $0.page(of: query, rows: rows, at: $1) }
    }

    /// Rows of a query's answer with the outline. The whole answer of many items is not sorted before it is asked for
    /// a second time, where the first rows alone are wanted.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        let state = try self.state.withLock { state throws(LootError) -> (ItemCollection, Revision)? in
            try state.checkOpen()
            guard rows.upperBound <= LiveItems.front, state.items.count >= 10 * LiveItems.front,
                state.items.hasFront(query), state.isFirstLook(at: query)
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

    /// The row in which a query's answer has an item, nil if it is not in the answer.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await reading(query) { items, _ in items.position(of: id, in: query) }
    }

    /// The item with this id, nil if there is none.
    public func item(_ id: ItemID) throws(LootError) -> Item? {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            return state.items.item(id)
        }
    }

    /// The settings of the list.
    public func settings() async throws(LootError) -> ListSettings {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            return state.items.settings
        }
    }

    /// The newest commits that can be undone, and redone.
    public func history(limit: Int) throws(LootError) -> History {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            return state.history.newest(limit)
        }
    }

    /// The answer to a query, followed from one commit to the next. It ends with a commit of more than 1,000 changes, and
    /// with one after which keeping it current would take too much work.
    public func live(_ query: Query) async throws(LootError) -> LiveAnswer {
        for _ in 0..<LiveItems.greatestTries {
            guard let search = try search(for: query) else { break }
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
                    .unavailable, "can't follow the list", because: "it changes faster than the filter runs",
                    next: "Try again later, or use a filter without a pattern")
            }
            return state.follow(query)
        }
    }

    /// The queries whose answers are followed.
    package var followedQueries: [Query] { state.withLock(\.followedQueries) }

    /// Everything that happens from now on.
    public func events() -> AsyncStream<StoreEvent> { hub.events() }

    /// Reads a query's answer. An answer that takes long to work out is worked out from a snapshot, on
    /// another thread and once for all who ask for it meanwhile. If others write meanwhile, the snapshot is read.
    private func reading<Value: Sendable>(_ query: Query, _ read: (inout ItemCollection, Revision) -> Value)
        async throws(LootError) -> Value
    {
        let search = try search(for: query)
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

    /// The search for a query's answer; nil if the answer is kept or can be worked out at once.
    private func search(for query: Query) throws(LootError) -> LiveState.Search? {
        try state.withLock { state throws(LootError) in
            try state.checkOpen()
            let few = query.hasPattern ? 0 : query.isInUserOrder ? LiveItems.fewUnsorted : LiveItems.few
            return state.items.count < few || state.items.isWarm(query) ? nil : state.search(for: query)
        }
    }

    // MARK: Writing

    /// Makes all changes of a transaction, or none.
    public func apply(_ transaction: ItemTransaction) throws(LootError) -> Commit {
        try writing.withLock { _ throws(LootError) in
            try state.withLock { state throws(LootError) in
                let commit = try state.commit(transaction)
                hub.send(.committed(commit), at: commit.revision)
                return commit
            }
        }
    }

    /// Makes several transactions, each all or nothing, one after the other, and writes them together.
    ///
    /// - Parameters:
    ///   - transactions: the transactions.
    ///   - persist: writes the commits that were made, in order, or the items after them. Not called if there are none.
    ///     While it runs, readers see the state before.
    /// - Returns: the commit or error of each transaction.
    /// - Throws: the error of `persist`; then no transaction was made.
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

    /// Repeats commits that another writer, or an earlier run of the program, has made and written.
    ///
    /// - Throws: `LootError` if they don't fit the items; nothing is changed then.
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

    /// Takes over another state, as another writer has left it, and tells the watchers to read again.
    ///
    /// - Throws: `LootError` with code `duplicate-item`; nothing is changed then.
    package func reload(_ items: some Sequence<Item>, revision: Revision, history: History) throws(LootError)
    {
        try reload(try ItemCollection(items), revision: revision, history: history)
    }

    /// Takes over another state as a collection, without the work of building one.
    package func reload(_ items: ItemCollection, revision: Revision, history: History) throws(LootError) {
        try writing.withLock { _ throws(LootError) in
            try state.withLock { state throws(LootError) in
                try state.checkOpen()
                state.reload(items, revision: revision, history: history)
                hub.send(.reloaded(revision), at: revision)
            }
        }
    }

    /// Takes over the items that the watchers take to be here already, as the store reads them only now, and tells
    /// of the commits among them that the watchers do not know yet.
    package func begin(_ items: ItemCollection, revision: Revision, telling commits: [Commit])
        throws(LootError)
    {
        try writing.withLock { _ throws(LootError) in
            try state.withLock { state throws(LootError) in
                try state.checkOpen()
                state.reload(items, revision: revision, history: History())
                for commit in commits { hub.send(.committed(commit), at: commit.revision) }
            }
        }
    }

    /// Tells the watchers that the items can no longer be read as they should.
    public func fail(_ error: LootError) { hub.send(.failed(error), at: revision) }

    /// Ends the events; later calls throw `closed`. Closing again does nothing. What is being written is made first, so that
    /// the watchers are told.
    public func close() {
        let items = writing.withLock { _ in state.withLock { $0.close() } }
        hub.finish()
        // To give back the memory of many items takes a while, and a program that ends need not wait for it.
        if items.count > 1000 { try? Threads.start { withExtendedLifetime(items) {} } }
    }

    /// Makes commits visible that are known to fit.
    ///
    /// Who reads waits neither for the watchers to be told nor for the memory of the state before to be given back.
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
