import LootCore
import LootTesting
import Synchronization
import Testing

@Suite struct FakeStoreTests {
    private let diskFull = LootError(.noSpace, "Can't write the file.", reason: "The disk is full.")

    @Test func `a failing store fails only the selected call`() async throws {
        let store = FailingStore(ListStore(), failing: .apply, onCall: 2, with: diskFull)
        try await store.add(Item(name: "Lamp"))
        await #expect(throws: diskFull) { try await store.add(Item(name: "Bear")) }
        #expect(try await store.items().map(\.name) == ["Lamp"])
        try await store.add(Item(name: "Spork"))
        #expect(try await store.items().map(\.name) == ["Lamp", "Spork"])
        #expect(store.count(of: .apply) == 3)
        #expect(store.count(of: .page) == 2)
        #expect(store.count(of: .close) == 0)
    }

    @Test(arguments: StoreCall.allCases)
    func `every call can fail`(call: StoreCall) async throws {
        let store = FailingStore(ListStore(), failing: call, with: diskFull)
        var failed: [StoreCall] = []
        func attempt(_ call: StoreCall, _ body: () async throws -> Void) async {
            do { try await body() } catch { failed.append(call) }
        }
        await attempt(.outline) { _ = try await store.outline(of: .all) }
        await attempt(.page) { _ = try await store.page(of: .all, rows: 0..<1) }
        await attempt(.item) { _ = try await store.item(ItemID()) }
        await attempt(.position) { _ = try await store.position(of: ItemID(), in: .all) }
        await attempt(.snapshot) { _ = try await store.snapshot() }
        await attempt(.apply) { _ = try await store.apply([.insert(Item(name: "Lamp"))]) }
        await attempt(.history) { _ = try await store.history(limit: 1) }
        await attempt(.close) { try await store.close() }
        #expect(failed == [call])
    }

    @Test func `a failing store without failures and a slow one without delays pass the laws`() async {
        await StoreConformance("failing and slow", [.writable, .history]) { _ in
            SlowStore(FailingStore(ListStore()) { _, _ in nil }) { _ in await Task.yield() }
        }
        .check()
    }

    @Test func `a slow store delays a call until the gate opens`() async throws {
        let gate = Gate()
        let store = SlowStore(ListStore()) { call in if call == .page { await gate.wait() } }
        try await store.add(Item(name: "Lamp"))
        let log = Log()
        try await withThrowingTaskGroup { group in
            group.addTask {
                log.add(try await store.items().map(\.name))
            }
            await gate.untilWaiting()
            #expect(log.entries == [])
            try await store.add(Item(name: "Bear"))
            await gate.open()
            try await group.waitForAll()
        }
        #expect(log.entries == [["Lamp", "Bear"]])
    }

    @Test func `a gate admits the longest waiting call first`() async {
        let gate = Gate()
        let log = Log()
        await withTaskGroup { group in
            for number in 1...3 {
                group.addTask {
                    await gate.wait()
                    log.add(["\(number)"])
                }
                await gate.untilWaiting(number)
            }
            await gate.letThrough()
            await group.next()
            #expect(log.entries == [["1"]])
            await gate.open()
        }
        #expect(log.entries.count == 3)
        await gate.wait()
    }
}

/// Messages from tasks, in order.
private final class Log: Sendable {
    private let state = Mutex<[[String]]>([])

    var entries: [[String]] { state.withLock { $0 } }

    func add(_ entry: [String]) { state.withLock { $0.append(entry) } }
}
