import LootActions
import LootCore
import LootFormats
import LootMerge
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Testing

/// Another writer commits between an action's checks and its commit.
@Suite struct `Concurrent writers` {
    private let store = MemoryStore()
    private var inventory: Inventory { Inventory(store, for: .owner) }

    /// Returns an inventory on a store to which `change` is applied right before the first commit.
    private func interrupted(by change: Change) -> (Inventory, InterleavingStore) {
        let store = InterleavingStore(store) { [store] in _ = try? await store.apply([change]) }
        return (Inventory(store, for: .owner), store)
    }

    private func set(_ field: FieldKey, _ value: FieldValue?, of item: Item) -> Change {
        .update(item.id, Patch([.init(field, value)]))
    }

    @Test func `undoing an earlier change is rejected if another writer sets the same value`() async throws {
        let lamp = try await inventory.fill(["Lamp", "Mug"])[0]
        let edit = try #require(try await inventory.edit([lamp.id], ["valueInDollars": .integer(25)]))
        try await inventory.edit([lamp.id], ["notes": .text("later")])
        let (raced, store) = interrupted(by: set("valueInDollars", .integer(99), of: lamp))
        let error = await #expect(throws: LootError.self) { try await raced.undo(edit.revision) }
        #expect(error?.code == .conflict && store.actions == 1)
        #expect(try await self.store.item(lamp.id)?.value == 99)
        #expect(try await inventory.history(limit: 9).redoable.isEmpty)
    }

    @Test func `undoing an earlier addition is rejected if another writer edits the item`() async throws {
        let added = try await inventory.add([Item(name: "Lamp")])
        let lamp = try #require(try await store.items().first)
        try await inventory.add([Item(name: "Mug")])
        let (raced, _) = interrupted(by: set("notes", .text("Keep it"), of: lamp))
        let error = await #expect(throws: LootError.self) { try await raced.undo(added.revision) }
        #expect(error?.code == .conflict)
        #expect(try await store.item(lamp.id)?.notes == "Keep it")
    }

    @Test func `undoing an earlier change works if another writer changes another item`() async throws {
        let items = try await inventory.fill(["Lamp", "Mug"])
        let edit = try #require(try await inventory.edit([items[0].id], ["valueInDollars": .integer(25)]))
        try await inventory.edit([items[0].id], ["notes": .text("later")])
        let (raced, _) = interrupted(by: set("notes", .text("other"), of: items[1]))
        try await raced.undo(edit.revision)
        #expect(try await store.items().map(\.value) == [10, 10])
        #expect(try await store.items().map(\.notes) == ["later", "other"])
    }

    @Test(arguments: [1, 2, 5])
    func `undo and redo use the newest change, however often another writer commits`(
        times: Int
    ) async throws {
        let lamp = try await inventory.fill(["Lamp"])[0]
        let raced = Inventory(
            InterleavingStore(store, times: times) { [store] in
                _ = try? await store.apply([.insert(Item(name: "Other"))], title: "Other")
            }, for: .owner)
        try await inventory.edit([lamp.id], ["valueInDollars": .integer(25)])
        let undone = try await raced.undo()
        #expect(undone.title == "Other")
        #expect(try await store.items().count == times)
        #expect(try await store.item(lamp.id)?.value == 25)
    }

    @Test func `a merge is rejected if another writer changes the list after the preview`() async throws {
        let base = try await inventory.fill(["Lamp", "Mug"])
        var theirs = base
        theirs[0].notes = "Theirs"
        theirs.append(Item(name: "Bear"))
        let plan = try await inventory.plan(merging: ItemDocument(theirs), base: ItemDocument(base))
        #expect(!plan.isEmpty)
        let (raced, _) = interrupted(by: set("notes", .text("Late"), of: base[1]))
        let error = await #expect(throws: LootError.self) { try await raced.commit(plan) }
        #expect(error?.code == .conflict)
        #expect(try await inventory.names() == ["Lamp", "Mug"])
        #expect(try await store.items().map(\.notes) == [nil, "Late"])
        // The plan is also rejected if the list changed between the preview and the commit.
        await #expect(throws: LootError.self) { try await inventory.commit(plan) }
        let again = try await inventory.plan(merging: ItemDocument(theirs), base: ItemDocument(base))
        try await inventory.commit(again)
        #expect(try await store.items().map(\.notes) == ["Theirs", "Late", nil])
    }

    @Test func `settling a conflict is rejected if another writer changes the item`() async throws {
        let base = try await inventory.fill(["Lamp"])
        var theirs = base
        theirs[0].value = 7
        try await inventory.edit([base[0].id], ["valueInDollars": .integer(8)])
        try await inventory.commit(
            try await inventory.plan(merging: ItemDocument(theirs), base: ItemDocument(base)))
        let unsettled = try #require(try await inventory.unsettled().first)
        let (raced, _) = interrupted(by: set("notes", .text("Late"), of: base[0]))
        let error = await #expect(throws: LootError.self) {
            try await raced.settle(unsettled.conflicts, of: unsettled.id, .taking(.theirs))
        }
        #expect(error?.code == .conflict)
        let found = try #require(try await store.item(base[0].id))
        #expect(found.value == 8 && found.notes == "Late" && !found.conflicts.isEmpty)
        try await inventory.settle(unsettled.conflicts, of: unsettled.id, .taking(.theirs))
        let settled = try #require(try await store.item(base[0].id))
        #expect(settled.value == 7 && settled.notes == "Late")
    }

    @Test func `an item that another writer lent isn't lent again`() async throws {
        let lamp = try await inventory.fill(["Lamp"])[0]
        let (raced, _) = interrupted(by: .update(lamp.id, ["lentTo": .text("Bob")]))
        let error = await #expect(throws: LootError.self) {
            try await ActionRunner(raced).prepareAndCommit(
                ActionRequest(.lend, on: .items([lamp.id]), arguments: ["to": "Ann"]))
        }
        #expect(error?.code == .invalidValue && error?.remedy == .giveBack)
        #expect(try await store.item(lamp.id)?.lentTo == "Bob")
    }

    @Test func `items that another writer removed aren't edited, marked or removed`() async throws {
        for verb in ["edit", "favorite", "remove", "move"] {
            let lamp = try await inventory.fill(["Lamp", "Mug"])[0]
            let (raced, _) = interrupted(by: .remove(lamp.id))
            let before = try await inventory.names().count
            let error = await #expect(throws: LootError.self, "\(verb)") {
                switch verb {
                case "edit": try await raced.edit([lamp.id], ["notes": .text("Mine")])
                case "favorite":
                    _ = try await ActionRunner(raced).prepareAndCommit(
                        ActionRequest(.favorite, on: .items([lamp.id])))
                case "remove": try await raced.remove([lamp.id])
                default: try await raced.move(lamp.id, to: .last)
                }
            }
            #expect(error?.code == .noSuchItem, "\(verb)")
            #expect(try await inventory.names().count == before - 1, "\(verb)")
        }
    }
}

@Suite struct `Undo without a history` {
    @Test func `undo without a history reports that the store has none, unless this process made changes`()
        async throws
    {
        let store = Forgetful(MemoryStore())
        try await store.wrapped.add(Item(name: "Old"))
        let inventory = Inventory(store, for: .owner)
        let error = await #expect(throws: LootError.self) { try await inventory.undo() }
        #expect(error?.code == .unsupported)
        try await inventory.add([Item(name: "New")])
        try await inventory.undo()
        #expect(try await inventory.names() == ["Old"])
        let again = await #expect(throws: LootError.self) { try await inventory.undo() }
        #expect(again?.code == .nothingToUndo)
    }
}

/// A store without a history.
private struct Forgetful: StoreWrapper {
    let wrapped: any ItemStore

    init(_ store: any ItemStore) { wrapped = store }

    var capabilities: StoreCapabilities { wrapped.capabilities.subtracting(.history) }
}
