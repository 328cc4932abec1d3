import LootCore
import Testing

@Suite struct HistoryTests {
    private func commit(_ number: UInt64, _ purpose: ItemTransaction.Purpose = .edit) -> Commit {
        Commit(revision: Revision(rawValue: number), title: "Edit \(number)", purpose: purpose, changes: [])
    }

    private func numbers(_ history: History) -> [[UInt64]] {
        [history.undoable, history.redoable].map { $0.map(\.revision.rawValue) }
    }

    @Test(arguments: [-1, Int.min, 0])
    func `a limit below one keeps no commit`(limit: Int) {
        var history = History([commit(1), commit(2)])
        history.record(commit(3), limit: HistoryLimit(count: limit))
        #expect(history == History())
        history.record(commit(4, .undo(Revision(rawValue: 3))), limit: HistoryLimit(count: limit))
        #expect(history == History())
        #expect(History([commit(1)]).newest(limit) == History())
    }

    @Test func `undo and redo move a commit between the two lists`() {
        var history = History()
        for number in 1...3 as ClosedRange<UInt64> { history.record(commit(number)) }
        #expect(numbers(history) == [[1, 2, 3], []])
        history.record(commit(4, .undo(Revision(rawValue: 3))))
        history.record(commit(5, .undo(Revision(rawValue: 2))))
        #expect(numbers(history) == [[1], [3, 2]])
        history.record(commit(6, .redo(Revision(rawValue: 2))))
        #expect(numbers(history) == [[1, 2], [3]])
        history.record(commit(7))
        #expect(numbers(history) == [[1, 2, 7], []])
        #expect(history.commits.map(\.revision.rawValue) == Array(1...7))
        #expect(history.commits.undone == [Revision(rawValue: 3)])
        #expect(history.commit(Revision(rawValue: 5))?.purpose == .undo(Revision(rawValue: 2)))
        #expect(history.commit(Revision(rawValue: 8)) == nil)
    }

    @Test func `undoing an unknown commit doesn't change what can be undone`() {
        var history = History([commit(1)])
        history.record(commit(2, .undo(Revision(rawValue: 9))))
        history.record(commit(3, .redo(Revision(rawValue: 1))))
        #expect(numbers(history) == [[1], []] && history.commits.count == 3)
    }

    @Test func `the oldest commits are removed beyond a limit`() {
        var history = History()
        for number in 1...10 as ClosedRange<UInt64> {
            history.record(commit(number), limit: HistoryLimit(count: 4))
        }
        #expect(numbers(history) == [[7, 8, 9, 10], []])
        #expect(history.commits.map(\.revision.rawValue) == [7, 8, 9, 10])
    }

    @Test func `commits that are older than the limit are removed, but never the newest one`() throws {
        var settings = ListSettings()
        settings["historyLimit"] = .text("2 months")
        let limit = try #require(settings.historyLimit)
        var history = History()
        for (number, date) in ["2026-01-31", "2026-02-01", "2026-04-01", "2030-01-01"].enumerated() {
            let date = try #require(Moment("\(date)T00:00:00Z"))
            history.record(
                Commit(revision: Revision(rawValue: UInt64(number)), date: date, title: "", changes: []),
                limit: limit)
            if number == 2 { #expect(history.commits.map(\.revision.rawValue) == [1, 2]) }
        }
        #expect(history.undoable == history.commits && history.commits.map(\.revision.rawValue) == [3])
    }

    @Test(arguments: [.text("soon"), .flag(true), .number("1.5")] as [ForeignValue])
    func `an invalid limit keeps all commits`(value: ForeignValue) {
        var settings = ListSettings()
        settings["historyLimit"] = value
        #expect(settings.historyLimit == nil)
    }

    @Test func `the newest commits are last`() {
        let undos = [commit(6, .undo(Revision(rawValue: 5))), commit(7, .undo(Revision(rawValue: 4)))]
        let history = History((1...5).map { commit($0) } + undos)
        #expect(numbers(history.newest(1)) == [[3], [4]])
        #expect(history.newest(1).commits.map(\.revision.rawValue) == [3, 4, 7])
        #expect(numbers(history.newest(2)) == [[2, 3], [5, 4]])
        #expect(history.newest(2).commits.map(\.revision.rawValue) == Array(2...7))
        #expect(numbers(history.newest(0)) == [[], []])
        #expect(numbers(history.newest(-1)) == [[], []])
        #expect(history.newest(.max) == history)
    }

    @Test func `undo applies the inverses in reverse order, and redo the changes`() {
        let (lamp, bear) = (Item(name: "Lamp"), Item(name: "Bear"))
        let commit = Commit(
            revision: Revision(rawValue: 5), title: "Add two",
            changes: [
                AppliedChange(.insert(lamp, at: 0), inverse: .remove(lamp.id)),
                AppliedChange(.insert(bear, at: 1), inverse: .remove(bear.id)),
            ])
        #expect(
            commit.undo
                == ItemTransaction(
                    [.remove(bear.id), .remove(lamp.id)], title: "Add two", purpose: .undo(commit.revision)))
        #expect(
            commit.redo
                == ItemTransaction(
                    [.insert(lamp, at: 0), .insert(bear, at: 1)], title: "Add two",
                    purpose: .redo(commit.revision)))
    }
}
