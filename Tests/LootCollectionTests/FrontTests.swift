import LootCore
import Testing

@testable import LootCollection

@Suite struct `The first rows of a result` {
    @Test(arguments: 0..<Seeds.rounds)
    func `the first rows equal those of the complete result`(round: Int) throws {
        let seed = Seeds.seed(of: round)
        var random = RandomInventory(seed: seed)
        let list = ItemList((0..<2000).map { _ in random.item() })
        let collection = try ItemCollection(list.items)
        let revision = Revision(rawValue: 7)
        for _ in 0..<20 {
            let query = random.query()
            guard collection.hasFront(query) else { continue }
            let rows = random.pick([0..<1, -9 ..< -2, 0..<50, 3..<20, 0..<0, 1990..<2010, 5000..<5001])
            let answer = collection.front(of: query, rows: rows, at: revision)
            #expect(answer == list.answer(to: query, rows: rows, at: revision), "seed \(seed), \(query)")
        }
    }

    @Test func `the first rows are selected on the first request, and kept current from the second on`()
        async throws
    {
        var random = RandomInventory(seed: 1)
        let items = (0..<10_000).map { _ in random.item() }
        let live = try LiveItems(items)
        let query = Query(sort: [SortKey("name")])
        var list = ItemList(items)
        for revision in 1...3 {
            let item = random.item()
            _ = try list.apply([.insert(item)])
            _ = try live.apply(ItemTransaction([.insert(item)]))
            let expected = list.page(of: query, rows: 0..<50, at: Revision(rawValue: UInt64(revision)))
            #expect(try await live.answer(to: query, rows: 0..<50).page == expected)
        }
    }
}
