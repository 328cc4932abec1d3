import LootCore

/// Items at a revision, and how they came to it.
struct LiveState: Sendable {
    var items: ItemCollection
    private(set) var revision: Revision
    var history: History
    private(set) var isClosed = false
    /// Another number for every state, also for those that another writer gave their revisions.
    private(set) var generation = 0
    private let historyLimit: Int
    /// Answers that are being worked out.
    private var searches: [Search] = []
    /// The queries whose first rows were asked for last, once each.
    private var looks: [Query] = []
    private var followers = Followers()

    /// An answer that is being worked out, from the items of one state.
    struct Search: Sendable {
        let query: Query
        let generation: Int
        let items: ItemCollection
        let revision: Revision
        let budget: WorkBudget?
        let index: Task<QueryIndex, Never>
    }

    init(_ items: ItemCollection, revision: Revision, history: History, limit: Int) {
        self.items = items
        self.revision = revision
        self.history = history
        historyLimit = limit
    }

    func checkOpen() throws(LootError) {
        if isClosed { throw LootError.storeClosed }
    }

    /// Lets go of everything.
    ///
    /// - Returns: the items as they were.
    mutating func close() -> ItemCollection {
        let last = items
        items = ItemCollection()
        history = History()
        (searches, looks) = ([], [])
        followers.end()
        isClosed = true
        return last
    }

    /// The same items to try changes on: with no answers to keep current, and no history.
    var draft: LiveState {
        var draft = self
        draft.items.forgetAnswers()
        draft.history = History()
        draft.followers = Followers()
        return draft
    }

    /// Whether a query's first rows were not asked for lately. From the second time on its answer is worth keeping.
    mutating func isFirstLook(at query: Query) -> Bool {
        if let known = looks.firstIndex(of: query) {
            looks.remove(at: known)
            return false
        }
        looks.append(query)
        if looks.count > 8 { looks.removeFirst() }
        return true
    }

    /// Returns the search for a query in this state, and starts it if there is none.
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

    /// Ends a search, and keeps its answer if nothing has changed meanwhile.
    ///
    /// - Returns: Whether the answer is kept.
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

    /// Takes over commits whose outcome is known. Repeating a few keeps the answers that are at hand current; many, and
    /// those that meet no answers, are taken over as they were drafted.
    mutating func take(_ commits: [Commit], outcome draft: LiveState) {
        let meetsAnswers = !items.warm.isEmpty || !followers.queries.isEmpty
        let isFew = commits.reduce(0) { $0 + $1.changes.count } <= Self.greatestStep
        if isFew, meetsAnswers, (try? repeating(commits)) != nil { return }
        followers.end()
        items = draft.items
        for commit in commits where commit.revision > revision { record(commit, []) }
    }

    private mutating func repeating(_ commits: [Commit]) throws(LootError) {
        for commit in commits { record(commit, try apply(commit.changes.map(\.change)).recorders) }
    }

    /// Follows the answer to a query from here on.
    mutating func follow(_ query: Query) -> LiveAnswer {
        items.follow(query)
        let answer = LiveAnswer(to: query, outline: items.outline(of: query, at: revision))
        followers.add(answer)
        return answer
    }

    /// The most changes of which a step is made: to put one together takes the square of their number.
    private static let greatestStep = 1000

    var followedQueries: [Query] { followers.queries }

    private mutating func apply(
        _ changes: [Change]
    ) throws(LootError) -> (applied: [AppliedChange], recorders: [StepRecorder?]) {
        for query in followers.prune() { items.unfollow(query) }
        if changes.count > Self.greatestStep {
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

    /// Takes note of a commit, and tells those who follow an answer what became of that.
    private mutating func record(_ commit: Commit, _ recorders: [StepRecorder?]) {
        let base = revision
        revision = commit.revision
        generation += 1
        history.record(commit, limit: historyLimit)
        for (query, recorder) in zip(followers.queries, recorders) {
            let step = recorder.map { recorder in
                let outline = items.outline(of: query, at: revision)
                return recorder.step(from: base, to: outline) { items.item($0) }
            }
            followers.send(step, of: query)
        }
    }
}
