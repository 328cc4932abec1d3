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

    /// An answer that is being worked out, from the items of one state.
    struct Search: Sendable {
        let query: Query
        let generation: Int
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
        isClosed = true
        return last
    }

    /// The same items to try changes on: with no answers to keep current, and no history.
    var draft: LiveState {
        var draft = self
        draft.items.forgetAnswers()
        draft.history = History()
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

    /// The answer to a query that is being worked out, from now on if it was not yet.
    mutating func search(for query: Query) -> Search {
        if let known = searches.first(where: { $0.generation == generation && $0.query == query }) {
            return known
        }
        let items = items
        let search = Search(
            query: query, generation: generation, index: Task.detached { items.index(of: query) })
        searches.append(search)
        return search
    }

    /// Keeps an answer, if it is still right.
    mutating func finish(_ search: Search, _ index: QueryIndex) {
        searches.removeAll { $0.index == search.index }
        if search.generation == generation { items.install(index) }
    }

    mutating func commit(_ transaction: Transaction) throws(LootError) -> Commit {
        try checkOpen()
        try transaction.checkConditions(at: revision) { items.item($0) }
        let changes = try items.apply(transaction.changes)
        let commit = Commit(transaction, revision: revision.next, changes: changes)
        record(commit)
        return commit
    }

    mutating func reload(_ items: ItemCollection, revision: Revision, history: History) {
        self.items = items
        self.revision = revision
        self.history = history
        generation += 1
    }

    mutating func record(_ commit: Commit) {
        revision = commit.revision
        generation += 1
        history.record(commit, limit: historyLimit)
    }
}
