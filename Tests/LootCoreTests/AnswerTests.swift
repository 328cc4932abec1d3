import Testing

@testable import LootCore

@Suite struct AnswerTests {
    @Test func `rows and outline have the same state, however often others write in between`()
        async throws
    {
        let answer = try await Restless(writes: 200).answer(to: .all, rows: 0..<500)
        #expect(answer.page.revision == answer.outline.revision)
        #expect(answer.page.items.count == 200 && answer.outline.count == 200)
    }

    @Test func `an outline that was read earlier is used if it has the same state`() async throws {
        let store = Restless(writes: 2)
        let outline = try await store.outline(of: .all)
        #expect(outline.count == 1)
        let changed = try await store.answer(to: .all, rows: 0..<5, after: outline)
        #expect(changed.outline.count == 2 && changed.page.items.count == 2)
        let reads = await store.reads
        let same = try await store.answer(to: .all, rows: 0..<5, after: changed.outline)
        #expect(same == changed)
        #expect(await store.reads == reads + 1)
    }

    @Test func `reading a list that never stops changing fails after a while`() async throws {
        let error = await #expect(throws: LootError.self) {
            try await Restless(writes: .max).answer(to: .all, rows: 0..<10, patience: .milliseconds(20))
        }
        #expect(error?.code == .conflict)
    }

    @Test func `an answer contains the section of each row`() {
        let items = [10, 20, 60, 70].map { Item(name: "Lamp", valueInDollars: $0) }
        let query = Query(sectioning: Halves())
        func answer(_ query: Query, _ rows: Range<Int>) -> [Int?] {
            let list = ItemList(items)
            return Answer(
                outline: list.outline(of: query, at: .initial),
                page: list.page(of: query, rows: rows, at: .initial)
            ).sections.map { $0?.start }
        }
        #expect(answer(query, 0..<4) == [0, 0, 2, 2])
        #expect(answer(query, 1..<3) == [0, 2])
        #expect(answer(query, 3..<9) == [2])
        #expect(answer(.all, 0..<2) == [nil, nil])
        #expect(answer(query, 9..<12) == [])
    }
}

/// Groups cheap and expensive items.
private struct Halves: Sectioning {
    var rule: SectionRule? { .bands("valueInDollars", bounds: [50]) }
    func title(for key: SectionKey) -> String { "\(key)" }
}

/// A store whose list another writer changes before each of the first reads.
private actor Restless: ItemStore {
    nonisolated let capabilities: StoreCapabilities = []
    private var list = ItemList()
    private var revision = Revision.initial
    private var writes: Int
    private(set) var reads = 0

    init(writes: Int) { self.writes = writes }

    private func read() -> ItemList {
        reads += 1
        if writes > 0 {
            writes -= 1
            list = ItemList(list.items + [Item(name: "Another's")])
            revision = revision.next
        }
        return list
    }

    func outline(of query: Query) async throws(LootError) -> Outline {
        let list = read()
        return list.outline(of: query, at: revision)
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        let list = read()
        return list.page(of: query, rows: rows, at: revision)
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? { read().items.first { $0.id == id } }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit { throw .storeClosed }

    nonisolated func events() -> AsyncStream<StoreEvent> { AsyncStream { $0.finish() } }

    func close() async throws(LootError) {}
}
