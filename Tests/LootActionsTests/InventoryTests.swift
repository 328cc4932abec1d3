import LootActions
import LootCore
import LootPlugins
import MemoryStorePlugin
import Testing

@Suite struct InventoryTests {
    private let store = MemoryStore()
    private var inventory: Inventory { Inventory(store, for: .owner) }

    private func names() async throws -> [String] { try await inventory.names() }
    private func fill(_ names: String...) async throws -> [Item] { try await inventory.fill(names) }

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

    @Test func `an inventory that isn't the owner's can't change anything by default`() async throws {
        let lamp = try await fill("Lamp")[0]
        let other = Inventory(store)
        for change in [
            { () async throws in _ = try await other.add([Item(name: "Vase")]) },
            { _ = try await other.edit([lamp.id], ["location": .text("Attic")]) },
            { _ = try await other.undo() },
        ] as [() async throws -> Void] {
            let error = await #expect(throws: LootError.self) { try await change() }
            #expect(error?.code == .readOnly)
        }
        #expect(try await names() == ["Lamp"])
        try await Inventory.$role.withValue(.write) { _ = try await other.add([Item(name: "Vase")]) }
        #expect(try await names() == ["Lamp", "Vase"])
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

    @Test func `an item moves before and after any other`() async throws {
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

    @Test func `extreme positions are rejected`() async throws {
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

    @Test func `the error for a position beyond the end contains the end`() async throws {
        _ = try await fill("A", "B")
        let error = await #expect(throws: LootError.self) { try await inventory.item(.position(6)) }
        #expect(
            error?.description == "Can't find the item #7. The last item is #2. See the positions."
                && error?.remedy == .list
        )
    }

    @Test func `every commit has an author`() async throws {
        let inventory = Inventory(store, for: .owner, author: "Zoë")
        let lamp = Item(name: "Lamp")
        try await inventory.add([lamp])
        try await inventory.edit([lamp.id], ["notes": .text("a")])
        try await inventory.commit(ItemTransaction([.remove(lamp.id)], author: "Max"))
        try await inventory.undo()
        let history = try await inventory.history(limit: 9)
        #expect(
            history.undoable.map(\.author) == ["Zoë", "Zoë"] && history.redoable.map(\.author) == ["Max"])
    }

    @Test func `statistics add up values, quantities and warranties`() async throws {
        var lamp = Item(name: "Lamp", valueInDollars: 40, isFavorite: true)
        lamp.quantity = 3
        lamp.purchasePrice = 50
        lamp.warrantyUntil = Day(year: 2027, month: 1, day: 1)
        var vase = Item(name: "Vase", valueInDollars: Int.max)
        vase.warrantyUntil = Day(year: 2025, month: 1, day: 1)
        try await inventory.add([lamp, vase])
        var presentation = ItemPresentation()
        presentation.day = Day(year: 2026, month: 11, day: 20)
        let statistics = try await inventory.statistics(of: .all, presentation)
        #expect(statistics.items == 2 && statistics.pieces == 4 && statistics.favorites == 1)
        #expect(
            statistics.totalValue.plain.parts == (Int128(Int.max) + 120, 0) && statistics.totalPaid == 150)
        #expect(statistics.underWarranty == 1 && statistics.mostValuable.map(\.name) == ["Vase"])
    }
}
