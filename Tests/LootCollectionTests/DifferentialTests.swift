import LootCore
import Testing

@testable import LootCollection

@Suite struct `Comparison with the definition` {
    @Test(arguments: 0..<Seeds.rounds)
    func `a collection equals the definition after random changes and queries`(round: Int) throws {
        let seed = Seeds.seed(of: round)
        var random = RandomInventory(seed: seed)
        let start = (0..<random.pick([0, 3, 60, 250])).map { _ in random.item() }
        var list = ItemList(start)
        var collection = try ItemCollection(start, warmQueries: 4)
        var queries = (0..<5).map { _ in random.query() } + [.all]
        for step in 0..<30 {
            let transaction = (0..<random.pick([1, 1, 1, 2, 5, 40])).map { _ in random.change(of: list.items)
            }
            let expected = Result { () throws(LootError) in try list.apply(transaction) }
            let actual = Result { () throws(LootError) in try collection.apply(transaction) }
            #expect(actual == expected, "seed \(seed), step \(step)")
            if random.chance(4) { queries[random.pick([0, 1, 2, 3, 4])] = random.query() }
            for query in queries {
                compare(collection: &collection, with: list, query, &random, "seed \(seed), step \(step)")
            }
            #expect(collection.brokenInvariants() == [], "seed \(seed), step \(step)")
            if random.chance(4), case .success(let applied) = actual {
                let inverses = applied.reversed().map(\.inverse)
                #expect(try collection.apply(inverses) == list.apply(inverses), "seed \(seed), step \(step)")
            }
        }
    }

    @Test func `a collection equals the definition for the order by each field`() throws {
        let seed = Seeds.seed(of: 0)
        var random = RandomInventory(seed: seed)
        let list = ItemList((0..<400).map { _ in random.item() })
        var collection = try ItemCollection(list.items, warmQueries: 1)
        for field in RandomInventory.sortFields {
            for direction in [SortDirection.ascending, .descending] {
                let sort = [SortKey(field, direction), SortKey(random.pick(RandomInventory.sortFields))]
                for query in [
                    Query(sort: sort), Query(sort: sort, sectioning: TestSectioning(.flag("isFavorite"))),
                ] {
                    let answer = collection.page(of: query, rows: 0..<400, at: .initial).items
                    #expect(answer == list.answer(to: query), "seed \(seed), sorted by \(sort)")
                }
            }
        }
    }

    private func compare(
        collection: inout ItemCollection, with list: ItemList, _ query: Query,
        _ random: inout RandomInventory,
        _ note: Comment
    ) {
        let revision = Revision(rawValue: 7)
        #expect(collection.count == list.items.count, note)
        #expect(Array(collection.items) == list.items, note)
        let whole = list.answer(to: query, rows: 0..<Int.max, at: revision)
        let expected = whole.page.items
        #expect(collection.outline(of: query, at: revision) == whole.outline, note)
        let start = random.pick([0, 0, list.items.count / 2, list.items.count + 3])
        let rows = start..<start + random.pick([0, 1, 20, Int.max - start])
        let page = collection.page(of: query, rows: rows, at: revision)
        let clamped = rows.clamped(to: 0..<expected.count)
        #expect(page.items == Array(expected[clamped]) && page.start == clamped.lowerBound, note)
        guard let item = list.items.randomElement(using: &random.generator) else { return }
        let position = expected.firstIndex { $0.id == item.id }
        #expect(collection.position(of: item.id, in: query) == position, note)
        #expect(collection.item(item.id) == item, note)
        #expect(collection.item(ItemID(using: &random.generator)) == nil)
    }
}

/// The seeds of random tests: fixed ones, or `LOOT_ROUNDS` seeds starting with `LOOT_SEED`.
enum Seeds {
    static let rounds = environment("LOOT_ROUNDS").flatMap { Int($0) } ?? 5

    static func seed(of round: Int) -> UInt64 { first &+ UInt64(round) }

    private static let first = environment("LOOT_SEED").flatMap { UInt64($0) } ?? 2026
}
