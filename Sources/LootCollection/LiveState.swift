import LootCore

/// Items at a revision, and how they came to it.
struct LiveState: Sendable {
    var items: ItemCollection
    private(set) var revision: Revision
    var history: History
    var isClosed = false
    /// Another number for every state, also for those that somebody else gave their revisions.
    private(set) var generation = 0
    private let historyLimit: Int

    init(_ items: ItemCollection, revision: Revision, history: History, limit: Int) {
        self.items = items
        self.revision = revision
        self.history = history
        historyLimit = limit
    }

    func checkOpen() throws(LootError) {
        if isClosed { throw LootError.storeClosed }
    }

    /// The same items to try changes on: with no answers to keep current, and no history.
    var draft: LiveState {
        var draft = self
        draft.items.forgetAnswers()
        draft.history = History()
        return draft
    }

    mutating func commit(_ transaction: Transaction) throws(LootError) -> Commit {
        try checkOpen()
        if let expected = transaction.expecting, expected != revision {
            throw LootError.stale(expected, current: revision)
        }
        let changes = try items.apply(transaction.changes)
        let commit = Commit(
            revision: revision.next, title: transaction.title, purpose: transaction.purpose, changes: changes)
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
