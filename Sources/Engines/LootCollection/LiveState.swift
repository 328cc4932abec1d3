import Basics
import LootCore

/// The items at a revision, with their history, running searches and live results.
struct LiveState: Sendable {
    var items: ItemCollection
    private(set) var revision: Revision
    var history: History
    /// Notices for the user that haven't been reported yet.
    var notices: [Message] = []
    private(set) var isClosed = false
    /// A number that identifies the state, even if another writer used the same revision for a different state.
    private(set) var generation = 0
    /// Whether commits are recorded.
    private let keepsHistory: Bool
    private var searches: [Search] = []
    /// The distinct queries whose first rows were requested most recently.
    private var recentQueries: [Query] = []
    private var followers = Followers()

    /// A running computation of a query's result from one state of the items.
    struct Search: Sendable {
        let query: Query
        let generation: Int
        let items: ItemCollection
        let revision: Revision
        let budget: WorkBudget?
        let index: Task<QueryIndex, Never>
    }

    init(_ items: ItemCollection, revision: Revision, history: History, keepsHistory: Bool) {
        self.items = items
        self.revision = revision
        self.history = history
        self.keepsHistory = keepsHistory
    }

    func checkOpen() throws(LootError) {
        if isClosed { throw LootError.storeClosed }
    }

    /// Releases everything.
    ///
    /// - Returns: The last items.
    mutating func close() -> ItemCollection {
        let last = items
        items = ItemCollection()
        history = History()
        (searches, recentQueries) = ([], [])
        followers.end()
        isClosed = true
        return last
    }

    /// A copy for trying changes, without cached results, live results and history.
    var draft: LiveState {
        var draft = self
        draft.items.forgetAnswers()
        draft.history = History()
        draft.followers = Followers()
        return draft
    }

    /// Returns whether this is the first recent request for the first rows of the given query's result, and remembers
    /// the query. From the second request on, caching the result is worthwhile.
    mutating func isFirstUse(at query: Query) -> Bool {
        if let known = recentQueries.firstIndex(of: query) {
            recentQueries.remove(at: known)
            return false
        }
        recentQueries.append(query)
        if recentQueries.count > 8 { recentQueries.removeFirst() }
        return true
    }

    /// Returns the running search for the given query's result in this state. Starts it if there is none.
    mutating func search(for query: Query) -> Search {
        let budget = WorkBudget.current
        let known = searches.first {
            $0.generation == generation && $0.query == query && ($0.budget == nil) == (budget == nil)
        }
        if let known { return known }
        let items = items
        let search = Search(
            query: query, generation: generation, items: items, revision: revision, budget: budget,
            index: Task.detached {
                WorkBudget.$current.withValue(budget) {
                    budget?.spend(rows: items.count)
                    return items.index(of: query)
                }
            })
        searches.append(search)
        return search
    }

    /// Removes the given finished search, and caches its result if the state hasn't changed.
    ///
    /// - Returns: Whether the result is cached.
    /// - Throws: `LootError` with code `too-costly` if the search exceeded its budget.
    mutating func finish(_ search: Search, _ index: QueryIndex) throws(LootError) -> Bool {
        searches.removeAll { $0.index == search.index }
        try search.budget?.check()
        guard search.generation == generation else { return false }
        items.install(index)
        return true
    }

    mutating func commit(_ transaction: ItemTransaction) throws(LootError) -> Commit {
        try checkOpen()
        try transaction.checkConditions(at: revision, settings: { items.settings }) { items.item($0) }
        let (changes, recorders) = try apply(transaction.changes)
        let commit = Commit(transaction, revision: revision.next, changes: changes)
        record(commit, recorders)
        return commit
    }

    /// Adopts commits that were applied to a draft. If there are cached or live results and few changes, the changes
    /// are applied again to update the results. Otherwise, the draft's items replace the current ones.
    mutating func take(_ commits: [Commit], outcome draft: LiveState) {
        let meetsAnswers = !items.warm.isEmpty || !followers.queries.isEmpty
        let isFew = commits.reduce(0) { $0 + $1.changes.count } <= Self.maximumStepSize
        if isFew, meetsAnswers, (try? repeating(commits)) != nil { return }
        followers.end()
        items = draft.items
        for commit in commits where commit.revision > revision { record(commit, []) }
    }

    private mutating func repeating(_ commits: [Commit]) throws(LootError) {
        for commit in commits { record(commit, try apply(commit.changes.map(\.change)).recorders) }
    }

    /// Returns a new live result of the given query, beginning with the current state.
    mutating func follow(_ query: Query) -> LiveAnswer {
        items.follow(query)
        let answer = LiveAnswer(to: query, outline: items.outline(of: query, at: revision))
        followers.add(answer)
        return answer
    }

    /// The maximum number of changes for which a step is computed. The time for this is quadratic in their number.
    private static let maximumStepSize = 1000

    var followedQueries: [Query] { followers.queries }

    private mutating func apply(
        _ changes: [Change]
    ) throws(LootError) -> (applied: [AppliedChange], recorders: [StepRecorder?]) {
        for query in followers.prune() { items.unfollow(query) }
        if changes.count > Self.maximumStepSize {
            for query in followers.queries { items.unfollow(query) }
            followers.end()
        }
        return try items.apply(changes, following: followers.queries)
    }

    mutating func reload(_ items: ItemCollection, revision: Revision, history: History) {
        followers.end()
        self.items = items
        self.revision = revision
        self.history = history
        generation += 1
    }

    /// Records the given commit and sends its steps to the live results.
    private mutating func record(_ commit: Commit, _ recorders: [StepRecorder?]) {
        let base = revision
        revision = commit.revision
        generation += 1
        if keepsHistory {
            let wasComplete = history.isComplete
            history.record(commit, limit: items.settings.historyLimit)
            if wasComplete, !history.isComplete { notices.append(HistoryLimit.notice) }
        }
        for (query, recorder) in zip(followers.queries, recorders) {
            let step = recorder.map { recorder in
                let outline = items.outline(of: query, at: revision)
                return recorder.step(from: base, to: outline) { items.item($0) }
            }
            followers.send(step, of: query)
        }
    }
}
