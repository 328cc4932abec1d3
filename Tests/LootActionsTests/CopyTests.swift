import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing

/// A store that alters inserted items.
private struct AlteringStore: ItemStore {
    let store = MemoryStore()
    let alter: @Sendable (Item) -> Item?

    var capabilities: StoreCapabilities { store.capabilities }
    func outline(of query: Query) async throws(LootError) -> Outline { try await store.outline(of: query) }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.page(of: query, rows: rows)
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { try await store.item(id) }
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        var transaction = transaction
        transaction.changes = transaction.changes.compactMap { change in
            guard case .insert(let item, let position) = change else { return change }
            return alter(item).map { .insert($0, at: position) }
        }
        return try await store.apply(transaction)
    }
    func events() -> AsyncStream<StoreEvent> { store.events() }
    func close() async throws(LootError) {}
}

@Suite struct CopyTests {
    private static let items = ItemFixtures.items(5_678, seed: 3)
    private let items = CopyTests.items

    @Test func `a copy has the same items in the same order, and is one step to undo`() async throws {
        let (source, target) = (try MemoryStore(items), MemoryStore())
        let steps = Mutex<[StoreCopy.Step]>([])
        let outcome = try await StoreCopy(from: source, to: target).run { step in
            steps.withLock { $0.append(step) }
        }
        #expect(outcome.verified == 5_678 && outcome.added == 5_678 && outcome.isExact)
        #expect(try await target.items() == items)
        #expect(
            steps.withLock { $0 } == [
                .reading(5_000), .reading(5_678), .writing, .comparing(5_000), .comparing(5_678),
            ])
        try await Inventory(target, for: .owner).undo()
        #expect(try await target.summary().count == 0)
    }

    @Test func `a target with items is rejected and not changed`() async throws {
        let (source, target) = (try MemoryStore(items), try MemoryStore(items.prefix(3)))
        let error = await #expect(throws: LootError.self) {
            try await StoreCopy(from: source, to: target).run()
        }
        #expect(
            error?.description
                == "Can't copy the items. The target contains 3 items. Replace the items in the target, or keep them."
        )
        #expect(error?.exitStatus == .cannotCreate)
        #expect(try await target.summary().count == 3)
    }

    @Test func `replacing removes the target's items`() async throws {
        let (source, target) = (try MemoryStore(items.suffix(7)), try MemoryStore(items.prefix(3)))
        let outcome = try await StoreCopy(from: source, to: target, existing: .replace).run()
        #expect(outcome.removed == 3 && outcome.verified == 7 && outcome.isExact)
        #expect(try await target.items() == Array(items.suffix(7)))
        try await Inventory(target, for: .owner).undo()
        #expect(try await target.items() == Array(items.prefix(3)))
    }

    @Test func `replacing with the same items, or with the store itself, changes nothing`() async throws {
        let store = try MemoryStore(items.prefix(7))
        for target in [store, try MemoryStore(items.prefix(7))] {
            let before = try await target.summary().revision
            let outcome = try await StoreCopy(from: store, to: target, existing: .replace).run()
            #expect(outcome.verified == 7 && outcome.added == 0 && outcome.removed == 0 && outcome.isExact)
            #expect(try await target.summary().revision == before)
        }
        for others in [items.prefix(8), items.prefix(6), items.prefix(7).reversed()[...]] {
            let target = try MemoryStore(others)
            let outcome = try await StoreCopy(from: store, to: target, existing: .replace).run()
            #expect(outcome.removed == others.count && outcome.added == 7)
            #expect(try await target.items() == Array(items.prefix(7)))
        }
    }

    @Test func `merging changes items with the same ID, keeps the others and adds the rest`() async throws {
        var changed = items[1]
        changed.name = "Other"
        changed.foreign = [ForeignField("x", .null)]
        let target = try MemoryStore([items[0], changed, items[2]])
        let source = try MemoryStore([items[3], items[1], items[2]])
        let outcome = try await StoreCopy(from: source, to: target, existing: .merge).run()
        #expect(outcome.added == 1 && outcome.changed == 1 && outcome.verified == 3 && !outcome.isExact)
        #expect(try await target.items() == [items[0], items[1], items[2], items[3]])
    }

    @Test func `an empty store can be copied`() async throws {
        #expect(try await StoreCopy(from: MemoryStore(), to: MemoryStore()).run().verified == 0)
    }

    private func error(copyingTo target: any ItemStore) async throws -> LootError {
        let source = try MemoryStore(items.prefix(10))
        return try #require(
            await #expect(throws: LootError.self) { try await StoreCopy(from: source, to: target).run() })
    }

    @Test func `a copy that differs is reported with its item and field`() async throws {
        let victim = items[4].id
        let renamed = try await error(
            copyingTo: AlteringStore { item in
                var item = item
                if item.id == victim { item.isFavorite.toggle() }
                return item
            })
        #expect(renamed.reason.text.hasPrefix("The item #5 “"))
        #expect(renamed.reason.text.hasSuffix("” differs in the field “favorite”."))
        #expect(renamed.failure == "Can't verify the copy." && renamed.code == .damaged)
        let missing = try await error(copyingTo: AlteringStore { $0.id == victim ? nil : $0 })
        #expect(missing.reason.text.hasSuffix("” differs in the field “id”."))
        let last = items[9].id
        let short = try await error(copyingTo: AlteringStore { $0.id == last ? nil : $0 })
        #expect(short.reason == "The target contains a different number of items.")
    }

    @Test func `a difference in bytes is found`() async throws {
        let source = try MemoryStore([Item(id: id(1), name: "e\u{301}")])
        let target = AlteringStore { Item(id: $0.id, name: "\u{E9}", dateCreated: $0.dateCreated) }
        let error = await #expect(throws: LootError.self) {
            try await StoreCopy(from: source, to: target).run()
        }
        #expect(error?.reason.text == "The item #1 “e\u{301}” differs in the field “name”.")
    }

    @Test func `a failed copy leaves nothing in the target`() async throws {
        let full = LootError(.noSpace, "Can't write.", reason: "The medium is full.")
        let target = FailingStore(MemoryStore(), failing: .apply, with: full)
        let error = try await error(copyingTo: target)
        #expect(error.description == "Can't copy the items. The medium is full." && error.code == .noSpace)
        #expect(try await target.summary().count == 0)
    }

    // MARK: Exports

    @Test(arguments: ItemFormat.all)
    func `exported items are equal after an import`(format: ItemFormat) async throws {
        var items = Array(items.prefix(600))
        if !format.isLossless { for index in items.indices { items[index].foreign = [] } }
        let export = try await ItemExport(Inventory(try MemoryStore(items), for: .owner), as: .items(format))
        var bytes: [UInt8] = []
        try await export.write { (piece) throws(LootError) in
            bytes += piece
            return true
        }
        let target = MemoryStore()
        try await Inventory(target, for: .owner).commit(
            try await planned(bytes, into: target, chunk: 1 << 16))
        #expect(export.count == 600)
        #expect(try await target.items() == items)
    }

    @Test func `an export ends when its reader ends, and fails when its medium fails`() async throws {
        let export = try await ItemExport(
            Inventory(try MemoryStore(items), for: .owner), as: .items(.jsonLines))
        var pieces = 0
        try await export.write { (_) throws(LootError) in
            pieces += 1
            return false
        }
        #expect(pieces == 1)
        await #expect(throws: LootError.storeClosed) {
            try await export.write { (_) throws(LootError) in throw LootError.storeClosed }
        }
    }
}

@Suite struct PaceTests {
    @Test func `progress reports fraction, speed and remaining time once they are reliable`() {
        let early = Pace(done: 10, total: 40, elapsed: .milliseconds(500))
        #expect(early.fraction == 0.25 && early.perSecond == nil && early.timeLeft == nil)
        let later = Pace(done: 10, total: 40, elapsed: .seconds(25))
        #expect(later.perSecond == 0.4 && later.timeLeft == "1:15")
        #expect(Pace(done: 1, total: 3_724, elapsed: .seconds(1)).timeLeft == "1:02:03")
        #expect(Pace(done: 5, total: nil, elapsed: .seconds(1)).timeLeft == nil)
        #expect(Pace(done: 9, total: 3, elapsed: .zero).fraction == 1)
        #expect(Pace(done: 0, total: 0, elapsed: .zero).fraction == 1)
        #expect(Pace(done: 1, total: Int.max, elapsed: .seconds(1_000_000)).secondsLeft == nil)
    }
}
