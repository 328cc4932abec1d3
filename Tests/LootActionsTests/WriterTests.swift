import LootActions
import LootCore
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct `Writers of one list` {
    private let store = MemoryStore()
    private var inventory: Inventory { Inventory(store, for: .owner) }

    private func names() async throws -> [String] { try await inventory.names() }
    private func fill(_ names: String...) async throws -> [Item] { try await inventory.fill(names) }

    @Test(arguments: ["edit", "remove", "move"])
    func `a condition is checked at the commit, regardless of earlier commits`(
        verb: String
    ) async throws {
        let seen = try await fill("A", "B")[0]
        let inventory = Inventory(
            InterleavingStore(store) { [store] in
                _ = try? await store.apply([.update(seen.id, ["notes": .text("Theirs")])])
            }, for: .owner)
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

    @Test func `another writer's commit in between doesn't lose an edit`() async throws {
        let items = try await fill("A", "B", "C")
        let inventory = Inventory(SlowStore(store, delay: Self.pause), for: .owner)
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

    @Test func `actions on different items don't conflict, however slow the store is`() async throws {
        let items = try await fill("First")
        let more = (0..<16).map { Item(name: "Item \($0)") }
        try await inventory.add(more)
        let inventory = Inventory(SlowStore(store, delay: Self.pause), for: .owner)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for item in more {
                group.addTask {
                    for round in 0..<10 {
                        try await inventory.edit([item.id], ["notes": .text("\(round)")])
                        try await inventory.edit([item.id], ["isFavorite": .flag(round.isMultiple(of: 2))])
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

    @Test func `an edit with a failing condition is rejected, even if it changes nothing`()
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
            error?.description == """
                Can't save the change. “Notes” of “A” was empty and is now “new”. Read the item again and repeat the \
                change.
                """)
        #expect(error?.field == "notes")
        try await inventory.edit(
            [items[0].id], ["location": .text("Attic")], if: [.fields(items[0].id, ["notes": .text("new")])])
        #expect(try await store.item(items[0].id)?.location == "Attic")
    }

    /// Waits long enough for other writers to commit before each call of a store.
    @Sendable private static func pause(_ call: StoreCall) async {
        for _ in 0..<5 { await Task.yield() }
    }
}
