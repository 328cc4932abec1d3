/// The commits of a list, and which of them can be undone and redone. Shared by all stores with a history.
public struct History: Hashable, Sendable {
    /// The commits, oldest first. They include undone commits, undos and redos, but not those for bookkeeping.
    public private(set) var commits: [Commit]
    /// The revisions of the commits that can be undone, in the order of ``undoable``.
    private var done: [Revision]
    /// The revisions of the commits that can be redone, in the order of ``redoable``.
    private var undone: [Revision]

    /// The commits that can be undone, oldest first. The last one is next.
    public var undoable: [Commit] { done.compactMap(commit) }
    /// Whether the history contains the first commit of its list.
    package var isComplete: Bool { commits.first?.revision == Revision.initial.next }

    /// The undone commits that can be redone. The last one is next.
    public var redoable: [Commit] { undone.compactMap(commit) }

    /// Creates the history of commits, which are in the order of their revisions.
    public init(_ commits: [Commit] = []) {
        (self.commits, done, undone) = ([], [], [])
        for commit in commits { record(commit) }
    }

    /// Creates a part of a history. `undoable` and `redoable` are revisions of `commits`, which are in the order of
    /// their revisions.
    package init(_ commits: [Commit], undoable: [Revision], redoable: [Revision]) {
        (self.commits, done, undone) = (commits, undoable, redoable)
    }

    /// Records a commit according to its purpose, and drops commits beyond the limit.
    public mutating func record(_ commit: Commit, limit: HistoryLimit? = nil) {
        switch commit.purpose {
        case .edit:
            done.append(commit.revision)
            undone.removeAll()
        case .undo(let revision):
            if let index = done.lastIndex(of: revision) { undone.append(done.remove(at: index)) }
        case .redo(let revision):
            if let index = undone.lastIndex(of: revision) { done.append(undone.remove(at: index)) }
        case .bookkeeping: return
        }
        commits.append(commit)
        if let limit { drop(beyond: limit) }
    }

    /// Drops the oldest commits that can be undone until the history is within the limit, and all commits before the
    /// remaining ones.
    package mutating func drop(beyond limit: HistoryLimit) {
        var excess = limit.count.map { max(0, done.count - $0) } ?? 0
        if let first = commits.last.flatMap({ limit.firstDay(of: $0.date) }) {
            excess = done.prefix { commit($0).map { $0.date.day < first } ?? false }.count
        }
        if excess == 0, !limit.keepsNothing { return }
        done.removeFirst(excess)
        let oldest = (done + undone).min()
        commits.removeFirst(
            commits.firstIndex { commit in oldest.map { commit.revision >= $0 } ?? false } ?? commits.count)
    }

    /// Returns the commit with a revision, or `nil` if there is none.
    package func commit(_ revision: Revision) -> Commit? {
        let index = index(of: revision)
        return commits.indices.contains(index) && commits[index].revision == revision ? commits[index] : nil
    }

    /// Returns the index of the first commit whose revision isn't lower.
    private func index(of revision: Revision) -> Int {
        var (low, high) = (0, commits.count)
        while low < high {
            let middle = (low + high) / 2
            if commits[middle].revision < revision { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the history with transformed commits.
    package func map(_ body: (Commit) throws(LootError) -> Commit) throws(LootError) -> History {
        var copy = self
        for index in commits.indices { copy.commits[index] = try body(commits[index]) }
        return copy
    }

    /// The history without the changes of its commits.
    package var titles: History {
        History(commits.map(\.withoutChanges), undoable: done, redoable: undone)
    }

    /// Returns the newest `limit` commits that changed an item, oldest first. Each contains only the changes to that
    /// item.
    package func newest(_ limit: Int, of item: ItemID) -> [Commit] {
        var found: [Commit] = []
        for commit in commits.reversed() where found.count < limit {
            if let some = commit.concerning(item) { found.append(some) }
        }
        return found.reversed()
    }

    /// Returns the newest `limit` commits, undoable commits and redoable commits.
    package func newest(_ limit: Int) -> History {
        let limit = max(0, limit)
        let new = commits.suffix(limit)
        let (done, undone) = (Array(done.suffix(limit)), Array(undone.suffix(limit)))
        let older = Set(done + undone).filter { index(of: $0) < new.startIndex }.sorted()
        return History(older.compactMap(commit) + new, undoable: done, redoable: undone)
    }
}

extension Sequence<Commit> {
    /// The revisions of the commits that an undo among them took back and no later redo restored.
    package var undone: Set<Revision> {
        reduce(into: []) { undone, commit in
            switch commit.purpose {
            case .edit, .bookkeeping: break
            case .undo(let revision): undone.insert(revision)
            case .redo(let revision): undone.remove(revision)
            }
        }
    }
}
