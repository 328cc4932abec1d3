import LootCore
import Synchronization
import Testing

@testable import LootCollection

@Suite struct `Live items` {
    private let lamp = Item(name: "Lamp", valueInDollars: 40)
    private let bear = Item(name: "Bear", valueInDollars: 5)
    private let full = LootError(.noSpace, "Can't save the change.", reason: "The disk is full.")

    @Test func `changes are invisible before they are written`() async throws {
        let live = LiveItems()
        let results = try live.apply([ItemTransaction([.insert(lamp)]), ItemTransaction([.insert(bear)])]) {
            commits, _ throws(LootError) in
            #expect(commits.map(\.revision.rawValue) == [1, 2])
            #expect(try live.snapshot().items.count == 0)
        }
        #expect(results.count == 2)
        #expect(try await live.page(of: .all, rows: 0..<9).items == [lamp, bear])
        #expect(live.revision == Revision(rawValue: 2))
        #expect(try live.history(limit: 9).undoable.count == 2)
    }

    @Test func `changes that can't be written have no effect`() async throws {
        let live = try LiveItems([lamp])
        let events = live.events()
        #expect(throws: full) {
            try live.apply([ItemTransaction([.remove(lamp.id)])]) { _, _ throws(LootError) in throw full }
        }
        #expect(live.revision == .initial)
        #expect(try live.item(lamp.id) == lamp)
        #expect(try live.history(limit: 9) == History())
        live.close()
        #expect(await events.reduce(into: []) { $0.append($1) } == [])
    }

    @Test func `closing reports all completed changes first`() async throws {
        for _ in 0..<200 {
            let live = LiveItems()
            let events = live.events()
            let closing = Mutex<Task<Void, Never>?>(nil)
            let results = try live.apply([ItemTransaction([.insert(lamp)])]) { _, _ throws(LootError) in
                closing.withLock { $0 = Task.detached { live.close() } }
                for _ in 0..<2_000 { _ = live.revision }
            }
            await closing.withLock(\.self)?.value
            let told = await events.reduce(into: []) { $0.append($1) }
            #expect(told == [.committed(try results[0].get())])
        }
    }

    @Test func `the transactions of a group are applied one by one`() async throws {
        let live = try LiveItems([lamp])
        let results = try live.apply([
            ItemTransaction([.insert(bear)]), ItemTransaction([.insert(bear)]),
            ItemTransaction([.remove(lamp.id)], expecting: .initial),
            ItemTransaction([.move(bear.id, to: 0)]),
        ]) { commits, _ throws(LootError) in #expect(commits.count == 2) }
        #expect(results.map { $0.failure?.code } == [nil, .duplicateItem, .conflict, nil])
        #expect(try await live.page(of: .all, rows: 0..<9).items == [bear, lamp])
    }

    @Test func `concurrent requests share one evaluation of a query`() async throws {
        let live = try LiveItems((0..<3000).map { Item(name: "Item \($0)", valueInDollars: $0) })
        let sectioning = CountingSectioning()
        await withTaskGroup { group in
            for _ in 0..<32 {
                group.addTask {
                    let outline = try? await live.outline(of: Query(sectioning: sectioning))
                    #expect(outline?.sections.count == 2)
                }
            }
        }
        #expect(sectioning.calls.load(ordering: .relaxed) == 3000)
    }

    @Test func `a result that was outdated during its evaluation isn't cached`() async throws {
        let items = try ItemCollection((0..<100).map { Item(name: "Item \($0)") })
        var state = LiveState(items, revision: .initial, history: History(), keepsHistory: true)
        let query = Query(sort: [SortKey("name")])
        let search = state.search(for: query)
        let index = await search.index.value
        _ = try state.commit(ItemTransaction([.insert(lamp)]))
        #expect(try !state.finish(search, index))
        #expect(!state.items.isWarm(query))
        let next = state.search(for: query)
        let following = await next.index.value
        #expect(try state.finish(next, following))
        #expect(state.items.isWarm(query))
        let page = state.items.page(of: query, rows: 0..<1000, at: state.revision)
        #expect(page.items.count == 101)
    }

    @Test func `nothing is written if no transaction can be applied`() throws {
        let live = LiveItems()
        let results = try live.apply([ItemTransaction([.remove(lamp.id)])]) { _, _ throws(LootError) in
            throw full
        }
        #expect(results.map { $0.failure } == [.missing(lamp.id).inChange(0)])
    }

    @Test(arguments: [1, 1500])
    func `cached results stay current after few and many changes`(count: Int) async throws {
        let live = try LiveItems((0..<1200).map { Item(name: "Item \($0)", valueInDollars: $0) })
        let query = Query(sort: [SortKey("valueInDollars", .descending)])
        #expect(try await live.page(of: query, rows: 0..<1).items.map(\.valueInDollars) == [1199])
        let added = (0..<count).map { Change.insert(Item(name: "New", valueInDollars: 5000 + $0)) }
        _ = try live.apply([ItemTransaction(added)]) { _, _ throws(LootError) in }
        #expect(try await live.page(of: query, rows: 0..<1).items.map(\.valueInDollars) == [4999 + count])
        #expect(try await live.outline(of: query).count == 1200 + count)
    }

    @Test func `changes by another writer are applied`() async throws {
        let here = try LiveItems([lamp])
        let there = try LiveItems([lamp])
        let events = here.events()
        let commit = try there.apply(ItemTransaction([.insert(bear, at: 0)], title: "Add"))
        try here.follow([commit])
        #expect(here.revision == commit.revision)
        #expect(try here.history(limit: 1).undoable == [commit])
        #expect(throws: LootError.duplicate(bear.id).inChange(0)) { try here.follow([commit]) }
        try here.reload([bear], revision: Revision(rawValue: 9), history: History())
        #expect(try await here.page(of: .all, rows: 0..<9).items == [bear])
        here.close()
        let seen = await events.reduce(into: []) { $0.append($1) }
        #expect(seen == [.committed(commit), .reloaded(Revision(rawValue: 9))])
    }

    @Test func `closed live items can't be used`() async throws {
        let live = try LiveItems([lamp])
        live.close()
        live.close()
        await #expect(throws: LootError.storeClosed) { try await live.outline(of: .all) }
        #expect(throws: LootError.storeClosed) { try live.item(lamp.id) }
        #expect(throws: LootError.storeClosed) { try live.snapshot() }
        #expect(throws: LootError.storeClosed) { try live.apply(ItemTransaction([.remove(lamp.id)])) }
        #expect(throws: LootError.storeClosed) { try live.apply([]) { _, _ throws(LootError) in } }
    }

    @Test func `each reader gets one state while writers write`() async throws {
        let live = try LiveItems((0..<2000).map { Item(name: "Item \($0)", valueInDollars: 1) })
        await withTaskGroup { group in
            for writer in 0..<2 {
                group.addTask {
                    for step in 0..<100 {
                        let pair = (0..<2).map {
                            Item(name: "New \(writer) \(step) \($0)", valueInDollars: 1)
                        }
                        _ = try? live.apply(ItemTransaction(pair.map { .insert($0, at: 0) }))
                        _ = try? live.apply([ItemTransaction(pair.map { .remove($0.id) })]) {
                            _, _ throws(LootError) in
                        }
                    }
                }
            }
            for reader in 0..<2 {
                group.addTask {
                    for step in 0..<50 {
                        // Each query is new, so that it is evaluated while other tasks write.
                        let filter = Filter.compare(
                            "valueInDollars", .less, .integer(1000 + step * 2 + reader))
                        let outline = try? await live.outline(of: Query(filter: filter))
                        let count = outline?.count ?? 1
                        #expect(count.isMultiple(of: 2))
                        #expect(outline.map { MoneyTotal(Amount($0.count)) } == outline?.total)
                    }
                }
            }
        }
        #expect(live.revision.rawValue == 400)
        #expect(try await live.outline(of: .all).count == 2000)
    }
}

/// Groups by even and odd values, and counts its calls.
private final class CountingSectioning: Sectioning {
    let calls = Atomic(0)
    var rule: SectionRule? { nil }
    var direction: SortDirection { .ascending }

    func key(for item: Item) -> SectionKey {
        calls.wrappingAdd(1, ordering: .relaxed)
        return .number(item.valueInDollars % 2)
    }

    func title(for key: SectionKey) -> String { "\(key)" }
    func indexTitle(for key: SectionKey) -> String? { nil }

    static func == (left: CountingSectioning, right: CountingSectioning) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
