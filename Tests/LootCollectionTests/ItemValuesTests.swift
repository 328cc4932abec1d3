import LootCore
import LootTesting
import MemoryStorePlugin
import Testing

@Suite(.timeLimit(.minutes(1))) struct ItemValuesTests {
    @Test func `values are the complete result now, and after each change`() async throws {
        let store = MemoryStore()
        let lamp = try await store.add(Item(name: "Lamp", valueInDollars: 60))
        var values = store.values(of: Query(filter: \.value > 50)).makeAsyncIterator()
        #expect(try await values.next()?.map(\.name) == ["Lamp"])
        try await store.add(Item(name: "Vase", valueInDollars: 70))
        #expect(try await values.next()?.map(\.name) == ["Lamp", "Vase"])
        // A change outside the result yields nothing.
        try await store.add(Item(name: "Cup", valueInDollars: 5))
        try await store.remove(lamp.id)
        #expect(try await values.next()?.map(\.name) == ["Vase"])
    }

    @Test func `a sequence of values ends when its task is canceled`() async throws {
        let store = MemoryStore()
        let task = Task {
            var results = 0
            for try await _ in store.values() { results += 1 }
            return results
        }
        task.cancel()
        _ = try await task.value
    }

    @Test func `a store undoes and redoes its changes`() async throws {
        let store: any ItemStore = MemoryStore()
        let item = try await store.createItem()
        try await store.createItem()
        try await store.moveItem(from: 1, to: 0)
        try await store.moveItem(from: 0, to: 0)
        try await store.remove(item.id)
        try await store.undo()
        #expect(try await store.summary().count == 2)
        try await store.redo()
        #expect(try await store.summary().count == 1)
        do {
            try await store.redo()
            Issue.record("There is nothing to redo.")
        } catch { #expect(error.code == .nothingToUndo) }
    }
}
