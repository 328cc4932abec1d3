import LootCore
import Testing

@testable import LootCollection

@Suite struct `Many additions in a row` {
    @Test(arguments: 0..<Seeds.rounds, [0, 10, 300, 900])
    func `many additions have the same result as the definition`(round: Int, count: Int) throws {
        let seed = Seeds.seed(of: round)
        var random = RandomInventory(seed: seed &+ UInt64(count))
        var list = ItemList((0..<count).map { _ in random.item() })
        var collection = try ItemCollection(list.items, warmQueries: 2)
        let queries = [random.query(), random.query(), .all]
        for step in 0..<3 {
            var changes = (0..<random.pick([0, 0, 3])).map { _ in random.change(of: list.items) }
            changes += random.additions(random.pick([255, 256, 600]), to: list.items)
            let expected = Result { () throws(LootError) in try list.apply(changes) }
            let actual = Result { () throws(LootError) in try collection.apply(changes) }
            #expect(actual == expected, "seed \(seed), step \(step)")
            #expect(Array(collection.items) == list.items, "seed \(seed), step \(step)")
            #expect(collection.brokenInvariants() == [], "seed \(seed), step \(step)")
            for query in queries {
                let page = collection.page(of: query, rows: 0..<Int.max, at: .initial)
                #expect(page == list.page(of: query, rows: 0..<Int.max, at: .initial), "seed \(seed)")
            }
            guard case .success(let applied) = actual, random.chance(2) else { continue }
            let inverses = applied.reversed().map(\.inverse)
            #expect(try collection.apply(inverses) == list.apply(inverses), "seed \(seed), step \(step)")
            #expect(collection.brokenInvariants() == [], "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: 0..<Seeds.rounds)
    func `many additions are one step in each live answer`(round: Int) async throws {
        let seed = Seeds.seed(of: round)
        var random = RandomInventory(seed: seed)
        var list = ItemList((0..<random.pick([0, 10, 300])).map { _ in random.item() })
        let live = try LiveItems(list.items)
        var followed: [(answer: LiveAnswer, items: [Item])] = []
        for query in [random.query(), random.query(), .all] {
            followed.append((try await live.live(query), list.answer(to: query)))
        }
        for number in 0..<4 {
            var changes = (0..<random.pick([0, 0, 3])).map { _ in random.change(of: list.items) }
            changes += random.additions(random.pick([255, 256, 600]), to: list.items)
            let isMade = (try? list.apply(changes)) != nil
            let commit = try? live.apply(ItemTransaction(changes))
            #expect((commit != nil) == isMade, "seed \(seed), step \(number)")
            guard let commit else { continue }
            for index in followed.indices {
                let steps = followed[index].answer.take()
                for step in steps { step.apply(to: &followed[index].items) }
                let query = followed[index].answer.query
                let expected = list.answer(to: query, rows: 0..<Int.max, at: commit.revision)
                #expect(steps.map(\.outline) == [expected.outline], "seed \(seed), step \(number), \(query)")
                #expect(
                    followed[index].items == expected.page.items, "seed \(seed), step \(number), \(query)")
            }
        }
    }

    @Test func `an addition after the last label gets a label`() throws {
        var labels = OrderLabels(count: 2)
        var order = SlotTree([0, 1])
        labels[1] = .max - 5
        for slot in Slot(2)..<9 {
            labels.place(slot, at: order.count, in: order)
            order.insert(slot, at: order.count)
        }
        let found = (0..<9).map { labels[Slot($0)] }
        #expect(found == found.sorted() && Set(found).count == 9)
    }
}

extension RandomInventory {
    /// Returns consecutive insertions at the end, some of which are invalid.
    fileprivate mutating func additions(_ count: Int, to items: [Item]) -> [Change] {
        var added: [Item] = []
        let flaw = chance(3) ? Int.random(in: 0..<count, using: &generator) : nil
        return (0..<count).map { index in
            var item = item()
            if index == flaw {
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: item.name = "bell\u{7}"
                case 1: item = added.randomElement(using: &generator) ?? item
                default: item = items.randomElement(using: &generator) ?? item
                }
            }
            defer { added.append(item) }
            if let last = added.last, chance(4) { return .insert(item, at: .after(last.id)) }
            return .insert(item, at: chance(4) ? .position(items.count + index) : .last)
        }
    }
}
