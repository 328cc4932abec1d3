import LootCore
import LootPlugins
import MemoryStorePlugin
import Testing

@Suite struct `The memory store` {
    @Test func `the memory store adds, finds and returns items`() async throws {
        let store = MemoryStore()
        let lamp = try await store.add(Item(name: "Lamp", valueInDollars: 40))
        let bear = try await store.add(Item(name: "Bear"), at: 0)
        #expect(try await store.items() == [bear, lamp])
        #expect(try await store.item(lamp.id) == lamp)
        #expect(try await store.position(of: lamp.id, in: .all) == 1)
        try await store.moveItem(from: 1, to: 0)
        #expect(try await store.items(of: Query(search: Search("LAM"))) == [lamp])
        try await store.remove(lamp.id)
        #expect(try await store.summary().count == 1)
    }

    @Test func `the memory store undoes and redoes`() async throws {
        let store = try MemoryStore([Item(name: "Lamp")])
        let before = try await store.items()
        let commit = try await store.apply([
            .update(before[0].id, ["valueInDollars": .integer(7)]), .insert(Item(name: "Bear")),
        ])
        let after = try await store.items()
        _ = try await store.apply(commit.undo)
        #expect(try await store.items() == before)
        let redo = try #require(try await store.history(limit: 1).redoable.last).redo
        _ = try await store.apply(redo)
        #expect(try await store.items() == after)
    }

    @Test func `the memory store rejects invalid items on creation`() {
        #expect { try MemoryStore([Item(name: "\n")]) } throws: { ($0 as? LootError)?.code == .invalidValue }
        let lamp = Item(name: "Lamp")
        #expect(throws: LootError.duplicate(lamp.id)) { try MemoryStore([lamp, lamp]) }
    }

    @Test func `a seed repeats the sample items`() async throws {
        let plugin = StorePlugin.memory
        let first = try await plugin.open(PluginSettings(["sample": 30, "seed": 7])).items()
        let second = try await plugin.open(PluginSettings(["sample": 30, "seed": 7])).items()
        let third = try await plugin.open(PluginSettings(["sample": 30])).items()
        #expect(first.count == 30)
        #expect(first == second)
        #expect(third.count == 30)
        #expect(first != third)
        #expect(try await plugin.open(PluginSettings()).items() == [])
    }
}
