import LootCore
import LootMerge
import Testing

@Suite struct ReplayTests {
    private let items = (0..<3).map { Item(name: "Item \($0)", valueInDollars: $0) }

    /// Undoes an earlier commit after another one.
    private func undo(_ first: [Change], after second: [Change]) throws -> (
        items: [Item], conflicts: [MergeConflict]
    ) {
        var list = ItemList(items)
        let commit = Commit(revision: Revision(rawValue: 1), title: "Edit", changes: try list.apply(first))
        _ = try list.apply(second)
        let now = Dictionary(uniqueKeysWithValues: list.items.map { ($0.id, $0) })
        let replay = Merge.replay(commit.inverses, count: list.items.count, settings: ListSettings()) {
            now[$0]
        }
        _ = try list.apply(replay.changes)
        return (list.items, replay.conflicts)
    }

    @Test func `an earlier edit is undone, and a later one of another field is kept`() throws {
        let (after, conflicts) = try undo(
            [.update(items[0].id, ["name": .text("Lamp")])],
            after: [.update(items[0].id, ["valueInDollars": .integer(70)])])
        #expect(after[0].name == "Item 0" && after[0].valueInDollars == 70)
        #expect(conflicts.isEmpty)
    }

    @Test func `a value that was set again is kept and reported`() throws {
        let (after, conflicts) = try undo(
            [.update(items[0].id, ["name": .text("Lamp"), "valueInDollars": .integer(5)])],
            after: [.update(items[0].id, ["name": .text("Bear")])])
        #expect(after[0].name == "Bear" && after[0].valueInDollars == 0)
        #expect(
            conflicts == [
                MergeConflict(
                    of: after[0], "name", base: .text("Lamp"), ours: .text("Bear"), theirs: .text("Item 0"))
            ])
    }

    @Test func `tags of a commit are removed, and others are kept`() throws {
        let (after, conflicts) = try undo(
            [.update(items[0].id, ["tags": .list(["red"])])],
            after: [.update(items[0].id, ["tags": .list(["red", "old"])])])
        #expect(after[0].tags == ["old"] && conflicts.isEmpty)
    }

    @Test func `a removed item is restored, at the end if the list is too short`() throws {
        let (after, conflicts) = try undo(
            [.remove(items[2].id)], after: [.remove(items[0].id), .remove(items[1].id)])
        #expect(after == [items[2]] && conflicts.isEmpty)
    }

    @Test func `an added item that was edited since isn't removed`() throws {
        let new = Item(name: "New")
        let (after, conflicts) = try undo(
            [.insert(new)], after: [.update(new.id, ["location": .text("Attic")])])
        #expect(after.count == 4)
        #expect(conflicts.map(\.kind) == [.removedInTheirs] && conflicts.map(\.item) == [new.id])
    }

    @Test func `a value of a removed item can't be restored`() throws {
        let (after, conflicts) = try undo(
            [.update(items[0].id, ["name": .text("Lamp")])], after: [.remove(items[0].id)])
        #expect(after.count == 2)
        #expect(conflicts.map(\.kind) == [.removedInOurs])
    }
}

@Suite struct `The merge of settings` {
    private func views(_ filters: KeyValuePairs<String, String>) -> ListSettings {
        ListSettings([
            ForeignField("views", .object(filters.map { ForeignField($0.key, .text($0.value)) }))
        ])
    }

    @Test func `entries of both sides are merged by name`() {
        let merge = ListSettings.merge(
            base: views(["a": "1", "b": "2"]), ours: views(["a": "1", "b": "2", "c": "3"]),
            theirs: views(["b": "9"]))
        #expect(merge.conflicts.isEmpty)
        #expect(merge.settings == views(["b": "9", "c": "3"]))
    }

    @Test func `both values of a conflict are kept until it is settled`() {
        let merge = ListSettings.merge(
            base: ListSettings(), ours: views(["a": "1"]), theirs: views(["a": "2", "b": "3"]))
        #expect(merge.conflicts.map(\.field) == ["views.a"])
        #expect(merge.settings.conflicts == merge.conflicts)
        var (ours, theirs) = (merge.settings, merge.settings)
        ours.settle("views.a", taking: .ours)
        theirs.settle("views.a", taking: .theirs)
        #expect(ours == views(["a": "1", "b": "3"]) && theirs == views(["a": "2", "b": "3"]))
    }

    @Test func `a saved view is undone after another one was saved`() throws {
        let before = AppliedChange(
            .set("views", views(["a": "1"])["views"]), inverse: .set("views", nil))
        let replay = Merge.replay(
            [AppliedChange(before.inverse, inverse: before.change)], count: 0,
            settings: views(["a": "1", "b": "2"])
        ) { _ in nil }
        #expect(replay.conflicts.isEmpty)
        #expect(replay.changes == [.set("views", views(["b": "2"])["views"])])
    }
}
