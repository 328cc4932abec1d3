import LootCore

extension StoreConformance {
    static let historyLaws: [Case] = [
        Case("the history contains all commits, the newest last", needs: [.writable, .history]) { trial in
            let store = try await trial.open()
            let items = ItemFixtures.items(3, seed: 60)
            var history = History()
            for (index, item) in items.enumerated() {
                history.record(try await store.apply([.insert(item)], title: "Add number \(index)"))
            }
            history.record(
                try await store.apply([.move(items[0].id, to: 2), .remove(items[1].id)], title: "Tidy"))
            try await store.mustRemember(history)
            for limit in [0, 1, 2, 100, Int.max, -1, Int.min] {
                try requireSame(
                    try await store.history(limit: limit), history.newest(limit), "with the limit \(limit)")
            }
        },
        Case("the setting historyLimit drops older changes", needs: [.writable, .history, .settings]) {
            trial in
            let (store, history, _) = try await trial.openWithLimit(3)
            try await store.mustRemember(history)
            try requireSame(try await store.titles(limit: 100), history.titles, "titles")
        },
        Case("a dropped change can't be read anymore", needs: [.writable, .history, .settings]) { trial in
            for limit in [3, 0] {
                let (store, history, commits) = try await trial.openWithLimit(limit)
                for commit in commits {
                    let isReadable = try await store.commit(commit.revision) != nil
                    try require(
                        isReadable == (history.commit(commit.revision) != nil),
                        "with the limit \(limit), “\(commit.title)” \(isReadable ? "is" : "isn't") readable")
                }
                for item in ItemFixtures.items(6, seed: 61) {
                    try require(
                        try await store.history(of: item.id, limit: 100).map(\.revision)
                            == history.newest(100, of: item.id).map(\.revision),
                        "with the limit \(limit), the history of “\(item.name)” has dropped changes")
                }
            }
        },
        Case(
            "a dropped change stays dropped if the limit is raised", needs: [.writable, .history, .settings]
        ) {
            trial in
            let medium = trial.newMedium()
            let (opened, kept, made) = try await trial.openWithLimit(3, medium)
            var (store, history, commits) = (opened, kept, made)
            for limit in [ForeignValue.number("100"), nil] {
                let commit = try await store.apply([.set("historyLimit", limit)], title: "Raise the limit")
                commits.append(commit)
                history.record(commit, limit: limit.map { _ in HistoryLimit(count: 100) })
                try await store.mustRemember(history)
                guard store.capabilities.contains(.durable) else { continue }
                try await store.close()
                store = try await trial.open(medium)
                try await store.mustRemember(history)
                try requireSame(try await store.titles(limit: 100), history.titles, "titles")
            }
            for commit in commits where history.commit(commit.revision) == nil {
                let isGone = try await store.commit(commit.revision) == nil
                try require(isGone, "“\(commit.title)” can be read again")
            }
        },
        Case("history titles match the history", needs: [.writable, .history]) {
            trial in
            let (store, _) = try await trial.openWithHistory()
            for _ in 0..<2 {
                if let commit = try await store.history(limit: 1).undoable.last {
                    _ = try await store.apply(commit.undo)
                }
            }
            if let commit = try await store.history(limit: 1).redoable.last {
                _ = try await store.apply(commit.redo)
            }
            let history = try await store.history(limit: 100)
            for limit in [0, 1, 2, 100, Int.max, -1, Int.min] {
                try requireSame(
                    try await store.titles(limit: limit), history.newest(limit).titles,
                    "titles with the limit \(limit)")
            }
            for commit in history.commits {
                guard let found = try await store.commit(commit.revision) else {
                    throw BrokenLaw("the commit \(commit.revision) of the history can't be read")
                }
                try requireSame(found.changes, commit.changes)
            }
        },
        Case("the history contains undos, redos and undone commits", needs: [.writable, .history]) {
            trial in
            let store = try await trial.open()
            let (lamp, bear) = (Item(name: "Lamp"), Item(name: "Bear"))
            var commits = [try await store.apply([.insert(lamp)], title: "Add a lamp")]
            commits.append(
                try await store.apply([.update(lamp.id, ["quantity": .integer(3)])], title: "Count"))
            let count = commits[1]
            commits.append(try await store.apply(count.undo))
            try await store.mustRemember(History(commits), undone: [count.revision])
            commits.append(try await store.apply(count.redo))
            try await store.mustRemember(History(commits), undone: [])
            commits.append(try await store.apply(count.undo))
            // A new commit makes it impossible to redo the undone one, which stays in the history.
            commits.append(try await store.apply([.insert(bear)], title: "Add a bear"))
            try await store.mustRemember(History(commits), undone: [count.revision])
            for (item, expected) in [(lamp, Array(commits.dropLast())), (bear, [commits[5]])] {
                let found = try await store.history(of: item.id, limit: 100)
                try require(
                    found.map(\.revision) == expected.map(\.revision)
                        && found.map(\.purpose) == expected.map(\.purpose),
                    "the history of “\(item.name)” is \(found.map(\.title)), not \(expected.map(\.title))")
            }
        },
        Case("undo restores the items, and redo changes them again", needs: [.writable, .history]) {
            trial in
            let (store, states) = try await trial.openWithHistory()
            for state in states.dropLast().reversed() {
                guard let commit = try await store.history(limit: 1).undoable.last else {
                    throw BrokenLaw("there is nothing to undo, although changes remain")
                }
                _ = try await store.apply(commit.undo)
                try await store.mustHold(state, "after undoing “\(commit.title)”")
            }
            try require(
                try await store.history(limit: 1).undoable.isEmpty, "more can be undone than was done")
            for state in states.dropFirst() {
                guard let commit = try await store.history(limit: 1).redoable.last else {
                    throw BrokenLaw("there is nothing to redo, although changes remain")
                }
                _ = try await store.apply(commit.redo)
                try await store.mustHold(state, "after redoing “\(commit.title)”")
            }
            try require(
                try await store.history(limit: 1).redoable.isEmpty, "more can be redone than was undone")
        },
        Case("repeated undos and redos pass through the same states", needs: [.writable, .history]) { trial in
            let (store, states) = try await trial.openWithHistory()
            var index = states.count - 1
            for (number, isUndo) in [true, true, false, false, true, true, true, false, true, false]
                .enumerated()
            {
                let history = try await store.history(limit: 100)
                try require(
                    history.undoable.count == index && history.redoable.count == states.count - 1 - index,
                    "after \(number) steps \(history.undoable.count) commits can be undone and "
                        + "\(history.redoable.count) redone, not \(index) and \(states.count - 1 - index)")
                let commit = isUndo ? history.undoable.last : history.redoable.last
                guard let commit else { throw BrokenLaw("step \(number + 1) is missing") }
                _ = try await store.apply(isUndo ? commit.undo : commit.redo)
                index += isUndo ? -1 : 1
                try await store.mustHold(states[index], "after step \(number + 1), of “\(commit.title)”")
            }
        },
        Case("a new change after an undo removes the redo", needs: [.writable, .history]) {
            trial in
            let (store, states) = try await trial.openWithHistory()
            if let commit = try await store.history(limit: 1).undoable.last {
                _ = try await store.apply(commit.undo)
            }
            let redoable = try await store.history(limit: 5).redoable
            try require(redoable.count == 1, "after an undo \(redoable.count) commits can be redone, not 1")
            _ = try await store.apply([.insert(Item(name: "Lamp"))])
            let history = try await store.history(limit: 100)
            try require(
                history.redoable.isEmpty, "after an edit \(history.redoable.count) commits can be redone")
            try require(
                history.undoable.count == states.count - 1,
                "after an undo and an edit \(history.undoable.count) commits can be undone, not \(states.count - 1)"
            )
        },
        Case("rejected changes aren't in the history", needs: [.writable, .history]) { trial in
            let (store, states) = try await trial.openWithHistory()
            try await store.mustRefuse(.noSuchItem, [.remove(ItemID())], "the removal of an unknown ID")
            let count = try await store.history(limit: 100).undoable.count
            try require(
                count == states.count - 1, "the history contains \(count) commits, not \(states.count - 1)")
        },
        Case("the history is kept when the store is reopened", needs: [.writable, .history, .durable]) {
            trial in
            let medium = trial.newMedium()
            let (store, states) = try await trial.openWithHistory(medium)
            if let commit = try await store.history(limit: 1).undoable.last {
                _ = try await store.apply(commit.undo)
            }
            let before = try await store.history(limit: 100)
            try await store.close()
            let reopened = try await trial.open(medium)
            try await reopened.mustRemember(before)
            if let commit = before.redoable.last { _ = try await reopened.apply(commit.redo) }
            try await reopened.mustHold(states[states.count - 1], "after reopening and redoing")
            for state in states.dropLast().reversed() {
                guard let commit = try await reopened.history(limit: 1).undoable.last else {
                    throw BrokenLaw("there is nothing to undo, although changes remain")
                }
                _ = try await reopened.apply(commit.undo)
                try await reopened.mustHold(state, "after reopening and undoing “\(commit.title)”")
            }
        },
    ]
}

extension Trial {
    /// Opens a store with several commits. Also returns its items before the first commit and after each one.
    fileprivate func openWithHistory(_ medium: String? = nil) async throws -> (any ItemStore, [[Item]]) {
        let store = try await open(medium)
        let items = ItemFixtures.items(5, seed: 61)
        var list = ItemList()
        var states = [list.items]
        let transactions: [[Change]] = [
            items.prefix(4).map { .insert($0) },
            [.update(items[1].id, Patch(from: items[1], to: items[4])), .move(items[1].id, to: 3)],
            [.remove(items[0].id), .insert(items[4], at: 1)],
            [.update(items[2].id, ["custom.Color": .text("red"), "quantity": .integer(3), "location": nil])],
            [.move(items[4].id, to: 0), .remove(items[3].id)],
        ]
        for (number, changes) in transactions.enumerated() {
            _ = try await store.apply(
                ItemTransaction(changes, author: number == 0 ? nil : "Author \(number) “Zoë”"))
            _ = try list.apply(changes)
            states.append(list.items)
        }
        return (store, states)
    }

    /// Opens a store with changes, of which it can undo at most `limit`. The last one is an undo.
    ///
    /// - Returns: The store, its history, and all its commits.
    fileprivate func openWithLimit(
        _ limit: Int, _ medium: String? = nil
    ) async throws -> (store: any ItemStore, history: History, commits: [Commit]) {
        let store = try await open(medium)
        var commits = [try await store.apply([.set("historyLimit", .number("3"))], title: "Limit")]
        for item in ItemFixtures.items(6, seed: 61) {
            commits.append(try await store.apply([.insert(item)], title: "Add \(item.id)"))
        }
        if let last = commits.last { commits.append(try await store.apply(last.undo)) }
        var history = History()
        for commit in commits { history.record(commit, limit: HistoryLimit(count: 3)) }
        if limit != 3 {
            let commit = try await store.apply(
                [.set("historyLimit", .number("\(limit)"))], title: "Limit again")
            commits.append(commit)
            history.record(commit, limit: HistoryLimit(count: limit))
        }
        return (store, history, commits)
    }
}

extension ItemStore {
    /// Throws unless the store has the expected history.
    func mustRemember(_ expected: History) async throws {
        try requireSame(try await history(limit: 1000), expected, "all of it")
    }

    /// Throws unless the store has the expected history, in which the given commits are undone.
    fileprivate func mustRemember(_ expected: History, undone: Set<Revision>) async throws {
        try await mustRemember(expected)
        let found = try await titles(limit: 1000).commits.undone
        try require(found == undone, "\(found) are undone, not \(undone)")
    }
}

/// Throws unless both histories contain the same commits.
func requireSame(_ found: History, _ expected: History, _ what: String) throws {
    for (kind, found, expected) in [
        ("are in the history", found.commits, expected.commits),
        ("can be undone", found.undoable, expected.undoable),
        ("can be redone", found.redoable, expected.redoable),
    ] {
        try require(
            found.map(\.title) == expected.map(\.title),
            "\(found.map(\.title)) \(kind), not \(expected.map(\.title)) (\(what))")
        for (found, expected) in zip(found, expected) {
            try requireSame(found.changes, expected.changes)
            try require(
                found.revision == expected.revision && found.date == expected.date
                    && found.purpose == expected.purpose && found.author == expected.author,
                "the history has another revision, date, purpose or author for “\(found.title)” than its commit"
            )
        }
    }
}
