/// What can be undone and redone: the bookkeeping that every store with a memory shares.
public struct History: Hashable, Sendable {
    /// Commits that can be taken back, oldest first; the last is next.
    public var undoable: [Commit] { Array(done) }
    /// Commits that were taken back and can be made again; the last is next.
    public private(set) var redoable: [Commit]
    /// A slice, of which the first goes without the others having to move up.
    private var done: ArraySlice<Commit>

    /// A history with these commits.
    public init(undoable: [Commit] = [], redoable: [Commit] = []) {
        done = undoable[...]
        self.redoable = redoable
    }

    /// Takes note of a commit, by its purpose; then forgets the oldest commits beyond `limit`.
    public mutating func record(_ commit: Commit, limit: Int = 1000) {
        switch commit.purpose {
        case .edit:
            done.append(commit)
            redoable.removeAll()
        case .undo(let revision):
            guard let index = done.lastIndex(where: { $0.revision == revision }) else { return }
            redoable.append(done.remove(at: index))
        case .redo(let revision):
            guard let index = redoable.lastIndex(where: { $0.revision == revision }) else { return }
            done.append(redoable.remove(at: index))
        }
        done.removeFirst(max(0, done.count - max(0, limit)))
    }

    /// The same history with other commits in the place of these.
    package func map(_ body: (Commit) throws(LootError) -> Commit) throws(LootError) -> History {
        var copy = self
        for index in done.indices { copy.done[index] = try body(done[index]) }
        for index in redoable.indices { copy.redoable[index] = try body(redoable[index]) }
        return copy
    }

    /// The newest `limit` of those undoable commits that changed an item, oldest first; each with what it did to that
    /// item and nothing else.
    package func newest(_ limit: Int, of item: ItemID) -> [Commit] {
        var found: [Commit] = []
        for commit in done.reversed() where found.count < limit {
            if let some = commit.concerning(item) { found.append(some) }
        }
        return found.reversed()
    }

    /// The newest `limit` commits of either kind.
    package func newest(_ limit: Int) -> History {
        History(undoable: Array(done.suffix(max(0, limit))), redoable: redoable.suffix(max(0, limit)))
    }
}
