import LootCore
import MemoryStorePlugin
import Testing

/// A decorator that shows only favorites.
private struct FavoritesOnly: StoreWrapper, LiveStore {
    let wrapped: any ItemStore

    private func narrowed(_ query: Query) -> Query {
        var query = query
        query.favoritesOnly = true
        return query
    }

    func outline(of query: Query) async throws(LootError) -> Outline {
        try await wrapped.outline(of: narrowed(query))
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await wrapped.page(of: narrowed(query), rows: rows)
    }

    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await wrapped.answer(to: narrowed(query), rows: rows)
    }

    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer { try await compared(query) }
}

@Suite struct HidingStoreTests {
    @Test func `steps of a decorator that hides items contain only visible items`() async throws {
        let store = FavoritesOnly(wrapped: try MemoryStore([Item(name: "Lamp", isFavorite: true)]))
        let answer = try await store.live(.all)
        #expect(answer.outline.count == 1)
        try await store.add(Item(name: "Hidden"))
        try await store.add(Item(name: "Shown", isFavorite: true))
        for await step in answer where !step.inserted.isEmpty {
            #expect(step.inserted.map(\.item.name) == ["Shown"])
            #expect(step.inserted.map(\.row) == [1])
            break
        }
        #expect(try await store.items(of: .all).map(\.name) == ["Lamp", "Shown"])
    }
}
