import LootActions
import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct `A measurement of a store` {
    @Test func `a measurement reports all durations and leaves nothing behind`() async throws {
        let store = MemoryStore()
        let figures = try await StoreBench(store, items: 40, rounds: 5).run()
        #expect(Set(figures.map(\.name)).count == figures.count)
        for name in [
            "add-many", "first-page", "last-page", "sorted-page", "search", "filter", "sections", "add",
            "edit",
            "move", "remove-many",
        ] {
            let figure = try #require(figures.first { $0.name == name })
            #expect(figure.rounds == (name.hasSuffix("-many") ? 1 : 5))
            #expect(figure.median <= figure.slowest && figure.slowest > .zero)
        }
        #expect(figures.first?.items == 40)
        #expect(try await store.summary().count == 0)
    }

    @Test func `measuring a store with items needs permission, and restores the items`()
        async throws
    {
        let items = ItemFixtures.items(8, seed: 4)
        let store = try MemoryStore(items)
        let error = await #expect(throws: LootError.self) { try await StoreBench(store, items: 3).run() }
        #expect(error?.code == .cannotCreate)
        #expect(try await store.summary().revision == .initial)
        _ = try await StoreBench(store, items: 3, rounds: 9).run(allowsItems: true)
        #expect(try await store.items() == items)
    }

    @Test func `a failed measurement removes its items`() async throws {
        let store = MemoryStore()
        let failure = LootError(.inputOutput, "Can't move.", reason: "The disk is worn.")
        let error = await #expect(throws: LootError.self) {
            try await StoreBench(Immovable(wrapped: store, failure: failure), items: 10, rounds: 2).run()
        }
        #expect(error == failure)
        #expect(try await store.summary().count == 0)
    }

    @Test func `a measurement is available as JSON`() throws {
        let figure = StoreBench.Figure(
            name: "add", title: "Add an item", rounds: 3, items: 1, median: .microseconds(1_250),
            slowest: .milliseconds(7))
        let bytes = Array(StoreBench.json(of: [figure]).utf8)
        let document = try DocumentValue(json: bytes.span, strict: true)
        guard case .array(let list) = document.content else {
            Issue.record("the result isn't an array")
            return
        }
        #expect(list.first?["name"]?.content == .text("add"))
        #expect(list.first?["median"]?.content == .number("1.25"))
        #expect(list.first?["slowest"]?.content == .number("7.0"))
    }
}

/// A store in which items can't move.
private struct Immovable: ItemStore {
    let wrapped: MemoryStore
    let failure: LootError

    var capabilities: StoreCapabilities { wrapped.capabilities }
    func outline(of query: Query) async throws(LootError) -> Outline { try await wrapped.outline(of: query) }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await wrapped.page(of: query, rows: rows)
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { try await wrapped.item(id) }
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        for case .move in transaction.changes { throw failure }
        return try await wrapped.apply(transaction)
    }
    func events() -> AsyncStream<StoreEvent> { wrapped.events() }
    func close() async throws(LootError) { try await wrapped.close() }
}
