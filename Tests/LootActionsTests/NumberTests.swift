import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing

@testable import LootActions

@Suite struct `Asset numbers` {
    private let store = MemoryStore()
    private var inventory: Inventory { Inventory(store, for: .owner) }

    private func turnOn(_ first: String = "A-0001") async throws {
        _ = try await store.apply([.set("numbering", .text(first))], title: "Set numbering")
    }

    private func add(_ name: String, number: String? = nil) async throws {
        var item = Item(name: name)
        item.number = number
        try await inventory.add([item])
    }

    private func numbers() async throws -> [String?] { try await store.items().map(\.number) }

    private func find(_ text: String) async throws -> String {
        try await inventory.item(ItemReference(parsing: text)).name
    }

    @Test func `new items get the next number if the list has a numbering`() async throws {
        try await add("Lamp")
        try await turnOn()
        try await inventory.add([Item(name: "Vase"), Item(name: "Mug")])
        try await add("Drill", number: "A-0041")
        try await add("Saw", number: "X7")
        try await add("Bear")
        #expect(try await numbers() == [nil, "A-0001", "A-0002", "A-0041", "X7", "A-0042"])
        try await inventory.undo()
        try await inventory.redo()
        #expect(try await numbers().last == "A-0042")
    }

    @Test func `numbers grow beyond their width`() async throws {
        try await turnOn("7")
        for _ in 0..<5 { try await add("Mug") }
        #expect(try await numbers() == ["7", "8", "9", "10", "11"])
    }

    @Test func `items that an action adds get numbers, too`() async throws {
        try await turnOn()
        try await add("Lamp")
        let id = try #require(try await store.items().first?.id)
        let runner = ActionRunner(inventory)
        let prepared = try await runner.prepare(ActionRequest(.duplicate, on: .items([id])))
        guard case .insert(let copy, _)? = prepared.plan.transaction?.changes.first else {
            Issue.record("no copy")
            return
        }
        #expect(copy.number == "A-0002")
        try await add("Vase")
        _ = try await runner.commit(prepared)
        #expect(Set(try await numbers()) == ["A-0001", "A-0002", "A-0003"])
    }

    @Test func `writers at the same time get different numbers`() async throws {
        try await turnOn()
        let inventory = inventory
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["A", "B", "C", "D"] {
                group.addTask { @concurrent in _ = try await inventory.add([Item(name: name)]) }
            }
            try await group.waitForAll()
        }
        #expect(Set(try await numbers()) == ["A-0001", "A-0002", "A-0003", "A-0004"])
    }

    @Test func `a number of another item is refused and changes nothing`() async throws {
        try await add("Lamp", number: "A-0001")
        try await add("Vase")
        let items = try await store.items()
        for number in ["A-0001", "a-0001"] {
            let error = await #expect(throws: LootError.self) {
                try await inventory.edit([items[1].id], ["number": .text(number)])
            }
            #expect(error?.code == .invalidValue && error?.field == "number")
        }
        await #expect(throws: LootError.self) { try await add("Mug", number: "A-0001") }
        #expect(try await store.items() == items)
        // The item itself can be saved, and numbers can be exchanged in one commit.
        try await inventory.edit([items[0].id], ["number": .text("a-0001")])
        let swap: [Change] = [
            .update(items[0].id, ["number": nil]), .update(items[1].id, ["number": .text("A-0001")]),
        ]
        try await inventory.commit(ItemTransaction(swap))
        #expect(try await numbers() == [nil, "A-0001"])
    }

    @Test func `an item is found by its number, its barcode or the address on its label`() async throws {
        try await turnOn()
        try await add("Lamp")
        var vase = Item(name: "Vase")
        vase.custom["barcode"] = .text("4006381333931")
        try await inventory.add([vase])
        let lamp = try #require(try await store.items().first)
        for text in [
            "A-0001", "a-0001", "1", "/a/1", "https://loot.example/a/A-0001",
            "http://loot.example:8080/i/\(lamp.id.short)", "https://loot.example/items/\(lamp.id)?saved=3",
        ] { #expect(try await find(text) == "Lamp", "\(text)") }
        #expect(try await find("4006381333931") == "Vase")
        #expect(try await find("4 006381 333931") == "Vase")
        await #expect(throws: LootError.self) { try await find("/a/9") }
    }

    @Test func `a name that looks like an address is still a name`() async throws {
        try await add("/dev/null")
        #expect(try await find("/dev/null") == "/dev/null")
    }

    @Test func `a copy keeps the numbers of the items`() async throws {
        try await add("Lamp")
        try await turnOn()
        try await add("Vase")
        let target = MemoryStore()
        _ = try await target.apply([.set("numbering", .text("B-1"))], title: "Set numbering")
        _ = try await StoreCopy(from: store, to: target, existing: .merge).run()
        #expect(try await target.items().map(\.number) == [nil, "A-0001"])
    }

    @Test func `a copy doesn't give the number of another item`() async throws {
        try await add("Lamp", number: "A-0001")
        let target = MemoryStore()
        var vase = Item(name: "Vase")
        vase.number = "a-0001"
        try await Inventory(target, for: .owner).add([vase])
        let copy = StoreCopy(from: store, to: target, existing: .merge)
        let error = await #expect(throws: LootError.self) { try await copy.run() }
        #expect(error?.code == .invalidValue && error?.item == vase.id)
        #expect(try await target.items() == [vase])
        try await Inventory(target, for: .owner).edit([vase.id], ["number": .text("A-0002")])
        _ = try await copy.run()
        #expect(Set(try await target.items().map(\.number)) == ["A-0001", "A-0002"])
    }

    @Test func `an import of many numbers is refused if another item has one of them`() async throws {
        try await add("Lamp", number: "X-77")
        let items = (0..<200).map { number in
            var item = Item(name: "Item \(number)")
            item.number = "x-\(number)"
            return item
        }
        let error = await #expect(throws: LootError.self) { try await inventory.add(items) }
        #expect(error?.field == "number")
        try await inventory.add(items.filter { $0.number != "x-77" })
        #expect(Set(try await numbers()).count == 200)
    }

    @Test func `a label shows the number`() throws {
        var lamp = Item(name: "Lamp")
        #expect(try ItemLabel(lamp).id == lamp.id.short)
        lamp.number = "A-0001"
        #expect(try ItemLabel(lamp).id == "A-0001")
    }

    @Test func `undo doesn't restore a number that another item has by now`() async throws {
        try await turnOn()
        try await add("Lamp")
        let lamp = try #require(try await store.items().first?.id)
        let removal = try #require(try await inventory.remove([lamp]))
        try await add("Vase")
        let items = try await store.items()
        #expect(items.map(\.number) == ["A-0001"])
        let error = await #expect(throws: LootError.self) { try await inventory.undo(removal.revision) }
        #expect(error?.code == .invalidValue && error?.field == "number")
        #expect(try await store.items() == items)
        try await inventory.edit([items[0].id], ["number": .text("A-0002")])
        try await inventory.undo(removal.revision)
        #expect(Set(try await numbers()) == ["A-0001", "A-0002"])
    }

    @Test func `undo restores items with the same number of another program`() async throws {
        let twins = ["Lamp", "Vase"].map { name in
            var item = Item(name: name)
            item.number = "A-1"
            return item
        }
        _ = try await store.apply(twins.map { .insert($0) }, title: "Write the file")
        try await inventory.remove(twins.map(\.id))
        try await inventory.undo()
        #expect(try await numbers() == ["A-1", "A-1"])
    }

    @Test func `the longest number has no successor`() async throws {
        try await turnOn("1")
        try await add("Lamp", number: "999999999999999999")
        for name in ["Vase", "Mug"] { try await add(name) }
        #expect(try await numbers() == ["999999999999999999", "1", "2"])
    }

    @Test func `numbers that differ only in accents are the same`() async throws {
        let items = ["Ä-1", "a-1"].map { number in
            var item = Item(name: number)
            item.number = number
            return item
        }
        let error = await #expect(throws: LootError.self) { try await inventory.add(items) }
        #expect(error?.field == "number")
    }

    /// A store whose first settings are from before another program changed them.
    private final class Late: StoreWrapper {
        let wrapped: any ItemStore
        private let isLate = Mutex(true)

        init(wrapped: any ItemStore) { self.wrapped = wrapped }

        func settings() async throws(LootError) -> ListSettings {
            let isLate = isLate.withLock { isLate in
                defer { isLate = false }
                return isLate
            }
            return isLate ? ListSettings() : try await wrapped.settings()
        }
    }

    @Test func `new items get a number if another program has just turned the numbering on`() async throws {
        try await turnOn()
        try await Inventory(Late(wrapped: store), for: .owner).add([Item(name: "Lamp")])
        #expect(try await numbers() == ["A-0001"])
    }

    @Test func `new items get no number if the numbering can't be read`() async throws {
        _ = try await store.apply([.set("numbering", .text("none"))], title: "Set numbering")
        try await add("Lamp")
        #expect(try await numbers() == [nil])
    }

    @Test func `many writers at the same time get different numbers`() async throws {
        try await turnOn()
        let inventory = inventory
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask { @concurrent in
                    for number in 0..<20 {
                        _ = try await inventory.add([Item(name: "\(writer), \(number)")])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try await numbers()).count == 160)
    }
}
