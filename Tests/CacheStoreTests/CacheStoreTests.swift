import CacheStorePlugin
import LootCore
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing

@Suite struct `A store with a cache` {
    private static let conformances = [
        StoreConformance("cache", [.writable, .history, .files, .snapshots, .settings]) { _ in
            try await CacheStore.open(MemoryStore())
        },
        StoreConformance("small cache", [.writable, .history, .files, .snapshots, .settings]) { _ in
            try await CacheStore.open(MemoryStore(), items: 5)
        },
    ]

    @Test(arguments: conformances, StoreConformance.cases)
    func `a cached store passes the laws`(store: StoreConformance, law: StoreConformance.Case) async {
        await store.check(law)
    }

    @Test(arguments: conformances, [1, UInt64.random(in: 2...UInt64.max)])
    func `a cached store returns the same as the definition`(store: StoreConformance, seed: UInt64) async {
        await store.checkRandomly(seed: seed)
    }

    @Test func `a cached store asks once while nothing changes`() async throws {
        let (cache, behind) = try await opened(ItemFixtures.items(100, seed: 1))
        let query = Query(sort: [SortKey("name")])
        let asked = behind.count
        for _ in 0..<3 {
            _ = try await cache.outline(of: query)
            let page = try await cache.page(of: query, rows: 10..<60)
            let part = try await cache.page(of: query, rows: 20..<30)
            #expect(part.start == 20)
            #expect(part.items == Array(page.items[10..<20]))
            #expect(try await cache.item(page.items[3].id) == page.items[3])
        }
        #expect(behind.count == asked + 2)
        try await cache.close()
    }

    @Test func `a cached store asks once for rows with their outline, and only for missing parts`()
        async throws
    {
        let (cache, behind) = try await opened(ItemFixtures.items(100, seed: 1))
        let asked = behind.count
        let answer = try await cache.answer(to: .all, rows: 10..<60)
        #expect(answer.outline.count == 100 && answer.page.items.count == 50)
        #expect(try await cache.answer(to: .all, rows: 10..<60) == answer)
        #expect(try await cache.page(of: .all, rows: 10..<60) == answer.page)
        #expect(try await cache.outline(of: .all) == answer.outline)
        #expect(behind.count == asked + 2)
        #expect(try await cache.answer(to: .all, rows: 60..<70).outline == answer.outline)
        #expect(behind.count == asked + 3)
        try await cache.apply([.remove(answer.page.items[0].id)])
        #expect(try await cache.answer(to: .all, rows: 10..<60).outline.count == 99)
        try await cache.close()
    }

    @Test func `a cached store asks again after a change, and keeps unaffected items`() async throws {
        let items = ItemFixtures.items(10, seed: 1)
        let (cache, behind) = try await opened(items)
        _ = try await cache.page(of: .all, rows: 0..<10)
        try await cache.apply([.update(items[2].id, ["name": .text("Renamed")])])
        let asked = behind.count
        #expect(try await cache.item(items[3].id) == items[3])
        #expect(behind.count == asked)
        #expect(try await cache.item(items[2].id)?.name == "Renamed")
        #expect(try await cache.page(of: .all, rows: 2..<3).items.first?.name == "Renamed")
        #expect(behind.count == asked + 2)
        try await cache.close()
    }

    @Test func `an observer of another writer's change reads the new state`() async throws {
        let (cache, behind) = try await opened(ItemFixtures.items(10, seed: 1))
        var events = cache.events().makeAsyncIterator()
        for number in 0..<50 {
            _ = try await cache.page(of: .all, rows: 0..<5)
            let commit = try await behind.apply([.insert(Item(name: "Lamp \(number)"), at: 0)])
            #expect(await events.next() == .committed(commit))
            let page = try await cache.page(of: .all, rows: 0..<5)
            #expect(page.items.first?.name == "Lamp \(number)")
        }
        try await cache.close()
    }

    @Test func `a change after an unnoticed change by another writer leaves no outdated item`() async throws {
        let items = ItemFixtures.items(10, seed: 1)
        let (cache, behind) = try await opened(items)
        behind.falls(silent: true)
        _ = try await cache.page(of: .all, rows: 0..<10)
        _ = try await behind.apply([.update(items[3].id, ["name": .text("Theirs")])])
        try await cache.apply([.update(items[2].id, ["name": .text("Ours")])])
        #expect(try await cache.item(items[3].id)?.name == "Theirs")
        #expect(try await cache.item(items[2].id)?.name == "Ours")
        try await cache.close()
    }

    @Test func `a result that was outdated by a change isn't cached`() async throws {
        let (cache, behind) = try await opened([Item(name: "Old")])
        let gate = Gate()
        behind.hold(with: gate)
        let reading = Task { try await cache.page(of: .all, rows: 0..<9) }
        await gate.untilWaiting()
        behind.hold(with: nil)
        try await cache.add(Item(name: "New"))
        await gate.open()
        _ = try await reading.value
        #expect(try await cache.page(of: .all, rows: 0..<9).items.count == 2)
        try await cache.close()
    }

    @Test func `nothing is cached while the wrapped store fails`() async throws {
        let (cache, behind) = try await opened([Item(name: "Lamp")])
        var events = cache.events().makeAsyncIterator()
        _ = try await cache.page(of: .all, rows: 0..<9)
        let failure = LootError(.unavailable, "Can't reach the store.", reason: "The network is down.")
        behind.fail(failure)
        #expect(await events.next() == .failed(failure))
        let error = await #expect(throws: LootError.self) { try await cache.page(of: .all, rows: 0..<9) }
        #expect(error == failure)
        behind.recover(at: .initial)
        #expect(await events.next() == .reloaded(.initial))
        let asked = behind.count
        for _ in 0..<3 { _ = try await cache.page(of: .all, rows: 0..<9) }
        #expect(behind.count == asked + 1)
        try await cache.close()
    }

    private func opened(_ items: [Item]) async throws -> (any ItemStore, Far) {
        let far = Far(try MemoryStore(items))
        return (try await CacheStore.open(far), far)
    }
}

/// A store that counts requests, delays responses, and fails on request.
private final class Far: ItemStore {
    private struct State {
        var count = 0
        var gate: Gate?
        var failure: LootError?
        var isSilent = false
    }

    private let wrapped: MemoryStore
    private let state = Mutex(State())
    private let hub = EventHub()
    private let following = Mutex<Task<Void, Never>?>(nil)

    init(_ wrapped: MemoryStore) {
        self.wrapped = wrapped
        let events = wrapped.events()
        following.withLock { task in
            task = Task { [weak self, hub] in
                for await event in events {
                    if self?.state.withLock(\.isSilent) == true { continue }
                    hub.send(event, at: .initial)
                }
                hub.finish()
            }
        }
    }

    var count: Int { state.withLock(\.count) }
    func hold(with gate: Gate?) { state.withLock { $0.gate = gate } }

    /// Sets whether the store is silent or reports events.
    func falls(silent: Bool) { state.withLock { $0.isSilent = silent } }

    func fail(_ error: LootError) {
        state.withLock { $0.failure = error }
        hub.send(.failed(error), at: .initial)
    }

    func recover(at revision: Revision) {
        state.withLock { $0.failure = nil }
        hub.send(.reloaded(revision), at: revision)
    }

    var capabilities: StoreCapabilities { wrapped.capabilities }

    func outline(of query: Query) async throws(LootError) -> Outline {
        try asked()
        return try await wrapped.outline(of: query)
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        let gate = state.withLock(\.gate)
        try asked()
        let page = try await wrapped.page(of: query, rows: rows)
        await gate?.wait()
        return page
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? {
        try asked()
        return try await wrapped.item(id)
    }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await wrapped.apply(transaction)
    }
    func events() -> AsyncStream<StoreEvent> { hub.events() }
    func close() async throws(LootError) { try await wrapped.close() }

    private func asked() throws(LootError) {
        let failure = state.withLock { state in
            state.count += 1
            return state.failure
        }
        if let failure { throw failure }
    }
}
