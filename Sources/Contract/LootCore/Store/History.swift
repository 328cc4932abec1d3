/// The commits that can be undone and redone. Shared by all stores with a history.
public struct History: Hashable, Sendable {
    /// The commits that can be undone, oldest first. The last one is next.
    public var undoable: [Commit] { Array(done) }
    /// The undone commits that can be redone. The last one is next.
    public private(set) var redoable: [Commit]
    /// A slice, whose first element can be removed without moving the others.
    private var done: ArraySlice<Commit>

    /// Creates a history.
    public init(undoable: [Commit] = [], redoable: [Commit] = []) {
        done = undoable[...]
        self.redoable = redoable
    }

    /// Records a commit according to its purpose, and removes the oldest commits beyond `limit`.
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

    /// Returns the history with transformed commits.
    package func map(_ body: (Commit) throws(LootError) -> Commit) throws(LootError) -> History {
        var copy = self
        for index in done.indices { copy.done[index] = try body(done[index]) }
        for index in redoable.indices { copy.redoable[index] = try body(redoable[index]) }
        return copy
    }

    /// The history without the changes of its commits.
    package var titles: History {
        History(undoable: done.map(\.withoutChanges), redoable: redoable.map(\.withoutChanges))
    }

    /// Returns the newest undoable commits that changed an item, oldest first. Each contains only the changes to that
    /// item.
    package func newest(_ limit: Int, of item: ItemID) -> [Commit] {
        var found: [Commit] = []
        for commit in done.reversed() where found.count < limit {
            if let some = commit.concerning(item) { found.append(some) }
        }
        return found.reversed()
    }

    /// Returns the newest `limit` commits of both kinds.
    package func newest(_ limit: Int) -> History {
        History(undoable: Array(done.suffix(max(0, limit))), redoable: redoable.suffix(max(0, limit)))
    }
}
