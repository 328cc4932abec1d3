import LootCollection
import LootCore
import LootTesting
import Testing

struct FollowingTests {
    private func value(_ item: Item, _ value: Int) -> Change {
        .update(item.id, ["valueInDollars": .integer(value)])
    }

    @Test func `a change of one item among many is a step that names that item alone`() async throws {
        let items = (0..<5_000).map { Item(name: "Item \($0)", valueInDollars: $0) }
        let live = try LiveItems(items)
        let answer = try await live.live(Query(sort: [SortKey("valueInDollars")]))
        _ = try live.apply(ItemTransaction([value(items[10], 3_000)]))
        let step = try #require(await answer.next())
        // Item 3,000 has the same value and comes later in the user's order.
        #expect(step.moved.map { [$0.source, $0.target] } == [[10, 2_999]])
        #expect(step.removed.isEmpty && step.inserted.isEmpty && step.changed.isEmpty)
    }

    @Test func `an answer is followed beside more queries than are kept at hand`() async throws {
        let live = try LiveItems((0..<50).map { Item(name: "Item \($0)", valueInDollars: $0) })
        let first = try await live.live(Query(favoritesOnly: true))
        for bound in 0..<40 {
            _ = try await live.outline(of: Query(filter: .compare("valueInDollars", .less, .integer(bound))))
        }
        _ = try live.apply(ItemTransaction([.insert(Item(name: "Lamp", isFavorite: true))]))
        #expect(first.take().map(\.inserted.count) == [1])
        #expect(!first.hasEnded)
    }

    @Test func `commits that wait for a medium together are told one by one`() async throws {
        let live = LiveItems()
        let answer = try await live.live(.all)
        let transactions = (0..<3).map { ItemTransaction([.insert(Item(name: "Item \($0)"))]) }
        _ = try live.apply(transactions) { _, _ in }
        #expect(answer.take().map(\.revision.rawValue) == [1, 2, 3])
    }

    @Test func `a state that another writer has left ends the answer`() async throws {
        let live = LiveItems()
        let answer = try await live.live(.all)
        try live.reload([Item(name: "Lamp")], revision: Revision(rawValue: 7), history: History())
        #expect(answer.hasEnded)
    }

    @Test func `a commit of very many changes ends the answer`() async throws {
        let live = LiveItems()
        let answer = try await live.live(.all)
        let transaction = ItemTransaction((0..<1_001).map { .insert(Item(name: "Item \($0)")) })
        _ = try live.apply([transaction]) { _, _ in }
        #expect(answer.hasEnded)
    }

    @Test func `a commit of very many changes ends the answer where nothing is written, too`() async throws {
        let live = LiveItems()
        let answer = try await live.live(.all)
        _ = try live.apply(ItemTransaction((0..<20_000).map { .insert(Item(name: "Item \($0)"), at: 0) }))
        #expect(answer.hasEnded && live.followedQueries.isEmpty)
    }

    @Test func `an answer that nothing refers to is no longer kept current`() async throws {
        let live = try LiveItems([Item(name: "Lamp")])
        do { _ = try await live.live(Query(favoritesOnly: true)) }
        _ = try live.apply(ItemTransaction([.insert(Item(name: "Chair"))]))
        #expect(live.followedQueries.isEmpty)
    }
}
