import LootCore
import LootTesting
import Testing

@Suite struct StoreConvenienceTests {
    private func store(_ names: String...) async throws -> ListStore {
        let store = ListStore()
        for name in names { try await store.add(Item(name: name)) }
        return store
    }

    private func names(_ store: ListStore) async throws -> String {
        try await store.items().map(\.name).joined()
    }

    @Test func `items are added at the end or at a position`() async throws {
        let store = try await store("A", "B")
        try await store.add(Item(name: "C"), at: 0)
        #expect(try await names(store) == "CAB")
        let random = try await store.createItem()
        #expect(try await store.items().last == random)
        #expect(try await store.summary().count == 4)
        let titles = try await store.history(limit: 9).undoable.map(\.title)
        #expect(titles == ["Add “A”", "Add “B”", "Add “C”", "Add “\(random.name)”"])
    }

    @Test func `a move removes an item and inserts it, and to the same position changes nothing`()
        async throws
    {
        let store = try await store("A", "B", "C")
        try await store.moveItem(from: 0, to: 2)
        #expect(try await names(store) == "BCA")
        let revision = try await store.summary().revision
        try await store.moveItem(from: 1, to: 1)
        #expect(try await store.summary().revision == revision)
    }

    @Test(arguments: [-1, 3, Int.max, Int.min])
    func `a move from or to an invalid position is rejected`(position: Int) async throws {
        let store = try await store("A", "B", "C")
        for (source, target) in [(position, 0), (0, position)] {
            let error = await #expect(throws: LootError.self) {
                try await store.moveItem(from: source, to: target)
            }
            #expect(error?.code == .positionOutOfRange)
        }
        #expect(try await names(store) == "ABC")
    }

    @Test func `removing an unknown item is rejected`() async throws {
        let store = try await store("A")
        await #expect(throws: LootError.self) { try await store.remove(ItemID()) }
        try await store.remove(try await store.items()[0].id)
        #expect(try await names(store) == "")
    }
}
