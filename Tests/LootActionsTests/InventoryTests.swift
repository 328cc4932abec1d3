import LootActions
import LootCore
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing

@Suite struct InventoryTests {
    private let store = MemoryStore()
    private var inventory: Inventory { Inventory(store) }

    private func names() async throws -> [String] { try await store.items().map(\.name) }

    private func fill(_ names: String...) async throws -> [Item] {
        let items = names.map { Item(name: $0, valueInDollars: 10) }
        try await inventory.add(items)
        return items
    }

    @Test func `adding several items is one step to undo`() async throws {
        let inventory = inventory
        _ = try await fill("A", "B")
        try await inventory.add([Item(name: "C"), Item(name: "D")], at: 1)
        #expect(try await names() == ["A", "C", "D", "B"])
        #expect(try await inventory.undo().title == "Add 2 items")
        #expect(try await names() == ["A", "B"])
        try await inventory.redo()
        #expect(try await names() == ["A", "C", "D", "B"])
    }

    @Test(arguments: [
        ("A", Destination.position(2), "BCAD"), ("D", .position(0), "DABC"), ("B", .position(1), "ABCD"),
    ])
    func `an item moves to a position`(name: String, destination: Destination, expected: String) async throws
    {
        let items = try await fill("A", "B", "C", "D")
        let item = try #require(items.first { $0.name == name })
        let (position, commit) = try await inventory.move(item.id, to: destination)
        #expect(try await names().joined() == expected)
        #expect(try await names()[position] == name)
        #expect((commit == nil) == (expected == "ABCD"))
    }

    @Test func `an item moves before and behind any other`() async throws {
        let items = try await fill("A", "B", "C", "D")
        for moved in items {
            for other in items where other.id != moved.id {
                try await inventory.move(moved.id, to: .before(other.id))
                var order = try await store.items().map(\.id)
                let index = try #require(order.firstIndex(of: moved.id))
                #expect(order[index + 1] == other.id)
                try await inventory.move(moved.id, to: .after(other.id))
                order = try await store.items().map(\.id)
                #expect(order[try #require(order.firstIndex(of: other.id)) + 1] == moved.id)
            }
            let (_, commit) = try await inventory.move(moved.id, to: .before(moved.id))
            #expect(commit == nil, "an item stays where it is when it is moved before itself")
        }
    }

    @Test func `an edit that changes nothing writes nothing`() async throws {
        let items = try await fill("A")
        let before = try await store.summary().revision
        #expect(try await inventory.edit([items[0].id], ["name": .text("A")]) == nil)
        #expect(try await inventory.setFavorite([items[0].id], false) == nil)
        #expect(try await store.summary().revision == before)
    }

    @Test func `an edit of several items is all or nothing`() async throws {
        let items = try await fill("A", "B")
        let error = await #expect(throws: LootError.self) {
            try await inventory.edit([items[0].id, ItemID()], ["location": .text("Attic")])
        }
        #expect(error?.code == .noSuchItem)
        #expect(try await store.item(items[0].id)?.location == nil)
    }

    @Test func `an item can be named by position, id and the beginning of an id`() async throws {
        let items = try await fill("A", "B", "C")
        #expect(try await inventory.item(ItemReference(parsing: "#2")).name == "B")
        #expect(
            try await inventory.item(ItemReference(parsing: items[2].id.description.uppercased())).name == "C"
        )
        #expect(
            try await inventory.item(ItemReference(parsing: String(items[0].id.description.prefix(12)))).name
                == "A")
    }

    @Test(arguments: ["#0", "#x", "#", "", "hello", "#99999999999999999999"])
    func `what is neither an id nor a position names no item`(text: String) {
        let error = #expect(throws: LootError.self) { try ItemReference(parsing: text) }
        #expect(error?.code == .noSuchItem)
    }

    @Test func `no position is too great to be refused`() async throws {
        _ = try await fill("A", "B")
        for position in [Int.min, -1, Int.max - 1, Int.max] {
            let error = await #expect(throws: LootError.self) {
                try await inventory.item(.position(position))
            }
            #expect(error?.code == .noSuchItem)
            let refusal = await #expect(throws: LootError.self) {
                try await inventory.add([Item(name: "C"), Item(name: "D")], at: .position(position))
            }
            #expect(refusal?.code == .positionOutOfRange)
        }
        #expect(try await inventory.store.summary().count == 2)
    }

    @Test func `a position beyond the end says where the end is`() async throws {
        _ = try await fill("A", "B")
        let error = await #expect(throws: LootError.self) { try await inventory.item(.position(6)) }
        #expect(
            error?.description == "can't find the item #7: the last one is #2. See positions."
                && error?.remedy == .list
        )
    }

    @Test func `a beginning that several ids share lists the candidates`() async throws {
        let first = try #require(ItemID("aaaaaaaa-0000-4000-8000-000000000001"))
        let second = try #require(ItemID("aaaaaaaa-0000-4000-8000-000000000002"))
        try await inventory.add([Item(id: first, name: "One"), Item(id: second, name: "Two")])
        let error = await #expect(throws: LootError.self) { try await inventory.item(.prefix("aaaa")) }
        #expect(error?.code == .ambiguousItem)
        #expect(error?.why.contains("“One”") == true && error?.why.contains("“Two”") == true)
    }

    @Test func `two who undo at once take back one step each`() async throws {
        let store = MemoryStore()
        let lamp = Item(name: "Lamp", valueInDollars: 1)
        let other = Inventory(store)
        try await other.add([lamp])
        for value in 2...4 { try await other.edit([lamp.id], ["valueInDollars": .integer(value)]) }
        let first = Inventory(Interrupted(store) { _ = try? await other.undo() })
        try await first.undo()
        #expect(try await store.item(lamp.id)?.valueInDollars == 2)
        let second = Inventory(Interrupted(store) { _ = try? await other.redo() })
        try await second.redo()
        #expect(try await store.item(lamp.id)?.valueInDollars == 4)
    }

    @Test func `an error names a change without quotes in quotes`() async throws {
        let store = MemoryStore()
        let inventory = Inventory(store)
        let lamp = Item(name: "Lamp")
        let commit = try await inventory.add([lamp])
        try await inventory.edit([lamp.id], ["name": .text("Vase")])
        let error = await #expect(throws: LootError.self) { try await inventory.undo(commit.revision) }
        #expect(error?.what == "can't undo “Add ‘Lamp’”")
    }

    @Test func `undoing with nothing to undo says so`() async {
        let error = await #expect(throws: LootError.self) { try await inventory.undo() }
        #expect(error?.code == .nothingToUndo)
        let again = await #expect(throws: LootError.self) { try await inventory.redo() }
        #expect(again?.code == .nothingToUndo)
    }

    @Test(arguments: ["edit", "remove", "move"])
    func `a condition holds in the moment of writing, whatever was written since the item was read`(
        verb: String
    ) async throws {
        let seen = try await fill("A", "B")[0]
        let inventory = Inventory(
            Interrupted(store) { [store] in
                _ = try? await store.apply([.update(seen.id, ["notes": .text("Theirs")])])
            })
        let condition = Condition.item(seen.id, seen.digest)
        let error = await #expect(throws: LootError.self) {
            switch verb {
            case "edit": try await inventory.edit([seen.id], ["name": .text("Mine")], if: [condition])
            case "remove": try await inventory.remove([seen.id], if: [condition])
            default: try await inventory.move(seen.id, to: .last, if: [condition])
            }
        }
        #expect(error?.code == .conflict)
        #expect(try await names() == ["A", "B"])
        #expect(try await store.item(seen.id)?.notes == "Theirs")
    }

    @Test func `another's write in between does not lose an edit`() async throws {
        let items = try await fill("A", "B", "C")
        let inventory = Inventory(SlowStore(store, delay: Self.pause))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<40 {
                group.addTask {
                    try await inventory.edit([items[round % 3].id], ["notes": .text("\(round)")])
                }
                group.addTask { try await inventory.move(items[round % 3].id, to: .position(round % 2)) }
            }
            try await group.waitForAll()
        }
        #expect(try await store.items().allSatisfy { $0.notes != nil })
        #expect(Set(try await names()) == ["A", "B", "C"])
    }

    @Test func `actions on different items never meet, however slow the store is`() async throws {
        let items = try await fill("First")
        let more = (0..<16).map { Item(name: "Item \($0)") }
        try await inventory.add(more)
        let inventory = Inventory(SlowStore(store, delay: Self.pause))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for item in more {
                group.addTask {
                    for round in 0..<10 {
                        try await inventory.edit([item.id], ["notes": .text("\(round)")])
                        try await inventory.setFavorite([item.id], round.isMultiple(of: 2))
                        try await inventory.move(item.id, to: .after(items[0].id))
                    }
                }
            }
            try await group.waitForAll()
        }
        for item in more {
            let found = try #require(try await store.item(item.id))
            #expect(found.notes == "9" && !found.isFavorite)
        }
        #expect(try await store.items().first?.id == items[0].id)
    }

    /// Long enough for others to write before each call of a store.
    @Sendable private static func pause(_ call: StoreCall) async {
        for _ in 0..<5 { await Task.yield() }
    }

    @Test func `an edit on a condition that does not hold is refused, also when there is nothing to do`()
        async throws
    {
        let items = try await fill("A", "B")
        let seen = items[0].digest
        try await inventory.edit([items[0].id], ["notes": .text("new")])
        for patch in [["notes": .text("mine")], ["notes": .text("new")]] as [Patch] {
            let error = await #expect(throws: LootError.self) {
                try await inventory.edit([items[0].id], patch, if: [.item(items[0].id, seen)])
            }
            #expect(error?.code == .conflict && error?.item == items[0].id)
        }
        let error = await #expect(throws: LootError.self) {
            try await inventory.edit(
                [items[0].id], ["notes": .text("mine")], if: [.fields(items[0].id, ["notes": nil])])
        }
        #expect(
            error?.description
                == "can't write: notes of “A” is now “new”, and was not set. Read it again and repeat the change."
        )
        #expect(error?.field == "notes")
        try await inventory.edit(
            [items[0].id], ["location": .text("Attic")], if: [.fields(items[0].id, ["notes": .text("new")])])
        #expect(try await store.item(items[0].id)?.location == "Attic")
    }

    @Test func `every commit names who made it`() async throws {
        let inventory = Inventory(store, author: "Zoë")
        let lamp = Item(name: "Lamp")
        try await inventory.add([lamp])
        try await inventory.edit([lamp.id], ["notes": .text("a")])
        try await inventory.commit(ItemTransaction([.remove(lamp.id)], author: "Max"))
        try await inventory.undo()
        let history = try await inventory.history(limit: 9)
        #expect(
            history.undoable.map(\.author) == ["Zoë", "Zoë"] && history.redoable.map(\.author) == ["Max"])
    }

    @Test func `an item's history tells what was done to it, and to no other`() async throws {
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

    @Test func `an earlier change is taken back, and what was done since stays`() async throws {
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

    @Test func `what stands against taking a change back is said, and nothing is changed`() async throws {
        let items = try await fill("A", "B")
        let edit = try #require(
            try await inventory.edit([items[0].id, items[1].id], ["valueInDollars": .integer(25)]))
        try await inventory.edit([items[0].id], ["valueInDollars": .integer(30)])
        let before = try await store.items()
        var error = await #expect(throws: LootError.self) { try await inventory.undo(edit.revision) }
        #expect(
            error?.description
                == "can't undo “Edit 2 items”: the value of “A” is now “$30”, not “$25”. Edit it by hand, or undo the later change first."
        )
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

    @Test func `statistics add up values, quantities and warranties`() async throws {
        var lamp = Item(name: "Lamp", valueInDollars: 40, isFavorite: true)
        lamp.quantity = 3
        lamp.purchasePrice = 50
        lamp.warrantyUntil = Day(year: 2027, month: 1, day: 1)
        var vase = Item(name: "Vase", valueInDollars: Int.max)
        vase.warrantyUntil = Day(year: 2025, month: 1, day: 1)
        try await inventory.add([lamp, vase])
        let today = try #require(Day(year: 2026, month: 11, day: 20))
        let statistics = try await inventory.statistics(on: today)
        #expect(statistics.items == 2 && statistics.pieces == 4 && statistics.favorites == 1)
        #expect(
            statistics.totalValue.plain.parts == (Int128(Int.max) + 120, 0) && statistics.totalPaid == 150)
        #expect(statistics.underWarranty == 1 && statistics.mostValuable?.name == "Vase")
    }
}

/// Commits that are taken back in another order than they were made.
@Suite struct `Undo out of order` {
    private func names(_ inventory: Inventory) async throws -> [String] {
        try await inventory.store.page(of: .all, rows: 0..<100).items.map(\.name)
    }

    @Test func `leaves nothing that can't be undone or made again`() async throws {
        let inventory = Inventory(MemoryStore())
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

    @Test func `takes back a move whose place is beyond the end by now`() async throws {
        let inventory = Inventory(MemoryStore())
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

    @Test func `says that the history ends, where there was more`() async throws {
        let inventory = Inventory(MemoryStore())
        let nothing = await #expect(throws: LootError.self) { try await inventory.undo() }
        #expect(nothing?.why == "there is nothing to undo")
        for number in 0..<1100 {
            try await inventory.commit(ItemTransaction([.insert(Item(name: "\(number)"))], title: "Add"))
        }
        for _ in 0..<1000 { try await inventory.undo() }
        let end = await #expect(throws: LootError.self) { try await inventory.undo() }
        #expect(end?.why.contains("does not reach further back") == true)
    }
}

/// A store in which something else happens right before the first change.
private final class Interrupted: StoreWrapper {
    let wrapped: any ItemStore
    private let action: @Sendable () async -> Void
    private let isDone = Mutex(false)

    init(_ store: any ItemStore, by action: @escaping @Sendable () async -> Void) {
        wrapped = store
        self.action = action
    }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let isFirst = isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
        if isFirst { await action() }
        return try await wrapped.apply(transaction)
    }
}
