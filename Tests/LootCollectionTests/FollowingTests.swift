import Basics
import LootCollection
import LootCore
import LootTesting
import Testing
import TextSearch

struct FollowingTests {
    private func value(_ item: Item, _ value: Int) -> Change {
        .update(item.id, ["valueInDollars": .integer(value)])
    }

    @Test func `a change of one item among many is a step that contains only that item`() async throws {
        let items = (0..<5_000).map { Item(name: "Item \($0)", valueInDollars: $0) }
        let live = try LiveItems(items)
        let answer = try await live.live(Query(sort: [SortKey("valueInDollars")]))
        _ = try live.apply(ItemTransaction([value(items[10], 3_000)]))
        let step = try #require(await answer.next())
        // Item 3,000 has the same value and a later position.
        #expect(step.moved.map { [$0.source, $0.target] } == [[10, 2_999]])
        #expect(step.removed.isEmpty && step.inserted.isEmpty && step.changed.isEmpty)
    }

    @Test func `a live answer stays current even if its query leaves the cache`() async throws {
        let live = try LiveItems((0..<50).map { Item(name: "Item \($0)", valueInDollars: $0) })
        let first = try await live.live(Query(favoritesOnly: true))
        for bound in 0..<40 {
            _ = try await live.outline(of: Query(filter: .compare("valueInDollars", .less, .integer(bound))))
        }
        _ = try live.apply(ItemTransaction([.insert(Item(name: "Lamp", isFavorite: true))]))
        #expect(first.take().map(\.inserted.count) == [1])
        #expect(!first.hasEnded)
    }

    /// A string in which each letter leads the pattern to a new state.
    private static let longText: String = {
        var generator = SeededGenerator(seed: 1)
        return String((0..<30_000).map { _ in "ab".randomElement(using: &generator) ?? "a" })
    }()
    private static let costly = Filter.compare("name", .matches, .text("(a|b)*a(a|b){200}c"))

    @Test func `a result with an expensive pattern is dropped by the next change`()
        async throws
    {
        let items = (0..<50).map { Item(name: "Item \($0)", valueInDollars: $0) }
        let live = try LiveItems(items)
        let costly = try await live.live(Query(filter: Self.costly))
        let cheap = try await live.live(Query(filter: .compare("name", .contains, .text("item"))))
        let plain = try await live.live(Query(sort: [SortKey("valueInDollars")]))
        let commit = try live.apply(ItemTransaction([.update(items[0].id, ["name": .text(Self.longText)])]))
        #expect(costly.hasEnded)
        #expect(!cheap.hasEnded && !plain.hasEnded)
        #expect(cheap.take().map(\.removed) == [[0]])
        #expect(plain.take().map(\.changed.count) == [1])
        #expect(live.followedQueries.count == 3)
        // The result is no longer kept up to date, and the next request returns the correct one.
        _ = try live.apply(ItemTransaction([.update(items[1].id, ["name": .text("aa")])]))
        #expect(live.followedQueries.count == 2)
        #expect(commit.revision.rawValue == 1)
        let page = try await live.page(of: Query(filter: Self.costly), rows: 0..<9)
        #expect(page.items.isEmpty)
    }

    @Test func `results with cheap patterns stay current`() async throws {
        let items = (0..<50).map { Item(name: "Item \($0)") }
        let live = try LiveItems(items)
        let answer = try await live.live(Query(filter: .compare("name", .matches, .text("m [0-9]$"))))
        #expect(answer.outline.count == 10)
        for item in items[40...] {
            _ = try live.apply(ItemTransaction([.update(item.id, ["name": .text("m 1")])]))
        }
        #expect(!answer.hasEnded && answer.take().last?.outline.count == 20)
    }

    @Test func `results that are dropped during many changes remain correct`() async throws {
        let items = (0..<20).map { Item(name: "Item \($0)") }
        let live = try LiveItems(items)
        let query = Query(filter: .not(Self.costly), sort: [SortKey("name")])
        #expect(try await live.outline(of: query).count == 20)
        var changes: [Change] = [.update(items[3].id, ["name": .text(Self.longText)])]
        changes += items[5..<9].map { .remove($0.id) }
        changes += (0..<4).map { .insert(Item(name: "New \($0)"), at: 0) }
        changes.append(.move(items[0].id, to: .last))
        _ = try live.apply(ItemTransaction(changes))
        #expect(try await live.outline(of: query).count == 20)
        let page = try await live.page(of: query, rows: 0..<30)
        #expect(page.items == page.items.sorted { Folding.order($0.name, $1.name) == .ascending })
    }

    @Test func `a search that exceeds its budget fails, and its result isn't cached`() async throws {
        let live = try LiveItems([Item(name: Self.longText), Item(name: "Lamp")])
        let query = Query(filter: .not(Self.costly))
        for _ in 0..<2 {
            let budget = WorkBudget(steps: 1_000)
            let error = await #expect(throws: LootError.self) {
                try await WorkBudget.$current.withValue(budget) { try await live.outline(of: query) }
            }
            #expect(error?.code == .tooCostly && budget.isExceeded)
        }
        // Without a budget, the search completes.
        #expect(try await live.outline(of: query).count == 2)
        // A cached result costs nothing.
        let budget = WorkBudget(steps: 0)
        let kept = try await WorkBudget.$current.withValue(budget) { try await live.outline(of: query) }
        #expect(kept.count == 2 && budget.spentSteps == 0)
    }

    @Test func `commits that are written together are reported one by one`() async throws {
        let live = LiveItems()
        let answer = try await live.live(.all)
        let transactions = (0..<3).map { ItemTransaction([.insert(Item(name: "Item \($0)"))]) }
        _ = try live.apply(transactions) { _, _ in }
        #expect(answer.take().map(\.revision.rawValue) == [1, 2, 3])
    }

    @Test func `a state that another writer replaced ends the live answer`() async throws {
        let live = LiveItems()
        let answer = try await live.live(.all)
        try live.reload([Item(name: "Lamp")], revision: Revision(rawValue: 7), history: History())
        #expect(answer.hasEnded)
    }

    @Test func `a commit with very many changes ends the live answer`() async throws {
        let live = LiveItems()
        let answer = try await live.live(.all)
        let transaction = ItemTransaction((0..<1_001).map { .insert(Item(name: "Item \($0)")) })
        _ = try live.apply([transaction]) { _, _ in }
        #expect(answer.hasEnded)
    }

    @Test func `a commit with very many changes ends the live answer even without a medium`() async throws {
        let live = LiveItems()
        let answer = try await live.live(.all)
        _ = try live.apply(ItemTransaction((0..<20_000).map { .insert(Item(name: "Item \($0)"), at: 0) }))
        #expect(answer.hasEnded && live.followedQueries.isEmpty)
    }

    @Test func `an unreferenced live answer isn't kept current`() async throws {
        let live = try LiveItems([Item(name: "Lamp")])
        do { _ = try await live.live(Query(favoritesOnly: true)) }
        _ = try live.apply(ItemTransaction([.insert(Item(name: "Chair"))]))
        #expect(live.followedQueries.isEmpty)
    }
}
