import LootActions
import LootCore
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct `Undo and history` {
    private let store = MemoryStore()
    private var inventory: Inventory { Inventory(store, for: .owner) }

    private func names() async throws -> [String] { try await inventory.names() }
    private func fill(_ names: String...) async throws -> [Item] { try await inventory.fill(names) }

    @Test func `two concurrent undos revert one step each`() async throws {
        let store = MemoryStore()
        let lamp = Item(name: "Lamp", valueInDollars: 1)
        let other = Inventory(store, for: .owner)
        try await other.add([lamp])
        for value in 2...4 { try await other.edit([lamp.id], ["valueInDollars": .integer(value)]) }
        let first = Inventory(InterleavingStore(store) { _ = try? await other.undo() }, for: .owner)
        try await first.undo()
        #expect(try await store.item(lamp.id)?.valueInDollars == 2)
        let second = Inventory(InterleavingStore(store) { _ = try? await other.redo() }, for: .owner)
        try await second.redo()
        #expect(try await store.item(lamp.id)?.valueInDollars == 4)
    }

    @Test func `an error quotes a change without nested quotes`() async throws {
        let store = MemoryStore()
        let inventory = Inventory(store, for: .owner)
        let lamp = Item(name: "Lamp")
        let commit = try await inventory.add([lamp])
        try await inventory.edit([lamp.id], ["name": .text("Vase")])
        let error = await #expect(throws: LootError.self) { try await inventory.undo(commit.revision) }
        #expect(error?.failure.text == "Can't undo “Add ‘Lamp’”.")
    }

    @Test func `an empty history is reported`() async {
        let error = await #expect(throws: LootError.self) { try await inventory.undo() }
        #expect(error?.code == .nothingToUndo)
        let again = await #expect(throws: LootError.self) { try await inventory.redo() }
        #expect(again?.code == .nothingToUndo)
    }

    @Test func `an item's history contains its changes and no others`() async throws {
        let items = try await fill("A", "B")
        try await inventory.edit([items[0].id, items[1].id], ["valueInDollars": .integer(25)])
        try await inventory.edit([items[1].id], ["notes": .text("other")])
        try await inventory.move(items[0].id, to: .last)
        let commits = try await inventory.history(of: items[0].id, limit: 9)
        let presentation = ItemPresentation()
        #expect(
            presentation.history(commits, of: items[0]).map(\.lines) == [
                ["Added"], ["Value: $10 → $25"], ["Moved from 1 to 2"],
            ])
        #expect(commits.map(\.title) == ["Add 2 items", "Edit 2 items", "Move “A”"])
        #expect(try await inventory.history(of: items[0].id, limit: 1).map(\.title) == ["Move “A”"])
        #expect(try await inventory.history(of: ItemID(), limit: 9).isEmpty)
    }

    @Test func `the history keeps undone changes, undos and redos, which can't be undone themselves`()
        async throws
    {
        let item = try await fill("A")[0]
        let edit = try #require(try await inventory.edit([item.id], ["valueInDollars": .integer(25)]))
        let undo = try await inventory.undo()
        let redo = try await inventory.redo()
        try await inventory.undo()
        let commits = try await inventory.history(of: item.id, limit: 9)
        #expect(
            commits.map(\.heading) == [
                "Add “A”", "Edit “A”", "Undid change \(edit.revision): Edit “A”",
                "Redid change \(edit.revision): Edit “A”", "Undid change \(edit.revision): Edit “A”",
            ])
        #expect(commits.undone == [edit.revision])
        #expect(
            ItemPresentation().history(commits, of: try await store.item(item.id)).map(\.lines) == [
                ["Added"], ["Value: $10 → $25"], ["Value: $25 → $10"], ["Value: $10 → $25"],
                ["Value: $25 → $10"],
            ])
        for (revision, why) in [
            (edit.revision, "It has already been undone."),
            (undo.revision, "It undid change \(edit.revision)."),
            (redo.revision, "It redid the change \(edit.revision)."),
            (Revision(rawValue: 99), "The history doesn't contain a change with this number."),
        ] {
            let error = await #expect(throws: LootError.self) { try await inventory.undo(revision) }
            #expect(error?.code == .nothingToUndo && error?.reason.text == why)
        }
    }

    @Test func `an earlier change can be undone without affecting later ones`() async throws {
        let items = try await fill("A", "B", "C")
        let edit = try #require(try await inventory.edit([items[0].id], ["valueInDollars": .integer(25)]))
        try await inventory.edit([items[0].id], ["notes": .text("later")])
        try await inventory.move(items[2].id, to: .first)
        #expect(try await inventory.undo(edit.revision).purpose == .undo(edit.revision))
        let found = try #require(try await store.item(items[0].id))
        #expect(found.valueInDollars == 10 && found.notes == "later")
        #expect(try await names() == ["C", "A", "B"])
        let history = try await inventory.history(limit: 9)
        #expect(history.redoable.map(\.revision) == [edit.revision] && history.undoable.count == 3)
        try await inventory.redo()
        #expect(try await store.item(items[0].id)?.valueInDollars == 25)
    }

    @Test func `a conflict prevents an undo, and nothing is changed`() async throws {
        let items = try await fill("A", "B")
        let edit = try #require(
            try await inventory.edit([items[0].id, items[1].id], ["valueInDollars": .integer(25)]))
        try await inventory.edit([items[0].id], ["valueInDollars": .integer(30)])
        let before = try await store.items()
        var error = await #expect(throws: LootError.self) { try await inventory.undo(edit.revision) }
        #expect(
            error?.description
                == """
                Can't undo “Edit 2 items”. “Value” of “A” is now “$30”, not “$25”. Edit the items, or undo the later \
                change first.
                """)
        #expect(error?.code == .conflict && error?.item == items[0].id && error?.field == "valueInDollars")
        #expect(try await store.items() == before)
        try await inventory.undo()
        try await inventory.undo(edit.revision)
        #expect(try await store.items().map(\.valueInDollars) == [10, 10])
        for revision in [edit.revision, Revision(rawValue: 99)] {
            error = await #expect(throws: LootError.self) { try await inventory.undo(revision) }
            #expect(error?.code == .nothingToUndo)
        }
    }
}

/// Commits that are undone in a different order.
@Suite struct `Undo out of order` {
    private func names(_ inventory: Inventory) async throws -> [String] {
        try await inventory.store.page(of: .all, rows: 0..<100).items.map(\.name)
    }

    @Test func `every undo out of order can be undone and redone`() async throws {
        let inventory = Inventory(MemoryStore(), for: .owner)
        var revisions: [Revision] = []
        for name in ["A", "B", "C"] {
            revisions.append(
                try await inventory.commit(ItemTransaction([.insert(Item(name: name))], title: name)).revision
            )
        }
        try await inventory.undo(revisions[0])
        #expect(try await names(inventory) == ["B", "C"])
        try await inventory.undo()
        try await inventory.redo()
        #expect(try await names(inventory) == ["B", "C"])
        try await inventory.redo()
        #expect(try await names(inventory).sorted() == ["A", "B", "C"])
    }

    @Test func `a move beyond the current end can be undone`() async throws {
        let inventory = Inventory(MemoryStore(), for: .owner)
        var revisions: [Revision] = []
        var items: [Item] = []
        for name in ["A", "B", "C", "D", "E"] {
            items.append(Item(name: name))
            revisions.append(
                try await inventory.commit(ItemTransaction([.insert(items[items.count - 1])], title: name))
                    .revision)
        }
        try await inventory.commit(ItemTransaction([.move(items[4].id, to: 0)], title: "Move"))
        try await inventory.undo(revisions[1])
        try await inventory.undo()
        #expect(try await names(inventory) == ["A", "C", "D", "E"])
    }

    /// A store that keeps two undoable commits.
    private struct Forgetful: StoreWrapper, HistoryStore {
        let wrapped: any ItemStore

        func readHistory(limit: Int) async throws(LootError) -> History {
            var history = History()
            for commit in try await wrapped.history(limit: .max).commits {
                history.record(commit, limit: HistoryLimit(count: 2))
            }
            return history.newest(limit)
        }
    }

    @Test func `the end of a truncated history is reported`() async throws {
        let inventory = Inventory(Forgetful(wrapped: MemoryStore()), for: .owner)
        let nothing = await #expect(throws: LootError.self) { try await inventory.undo() }
        #expect(nothing?.failure == "There is nothing to undo.")
        for number in 0..<2 {
            try await inventory.commit(ItemTransaction([.insert(Item(name: "\(number)"))], title: "Add"))
        }
        for _ in 0..<2 { try await inventory.undo() }
        let start = await #expect(throws: LootError.self) { try await inventory.undo() }
        #expect(start?.failure == "There is nothing to undo.")
        for number in 2..<6 {
            try await inventory.commit(ItemTransaction([.insert(Item(name: "\(number)"))], title: "Add"))
        }
        for _ in 0..<2 { try await inventory.undo() }
        let end = await #expect(throws: LootError.self) { try await inventory.undo() }
        #expect(end?.reason == "The history doesn't contain earlier changes.")
    }

    @Test func `the beginning of a complete history is reported`() async throws {
        let inventory = Inventory(MemoryStore(), for: .owner)
        for name in ["A", "B"] { try await inventory.add([Item(name: name)]) }
        for _ in 0..<2 { try await inventory.undo() }
        let end = await #expect(throws: LootError.self) { try await inventory.undo() }
        #expect(end?.failure == "There is nothing to undo.")
    }
}
