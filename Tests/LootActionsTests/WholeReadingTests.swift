import LootActions
import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing

/// Returns a store that changes before each page is read from it or from a snapshot.
private func busy(_ items: [Item]) throws -> any ItemStore {
    let store = try MemoryStore(items)
    return SlowStore(store) { call in
        guard call == .page else { return }
        _ = try? await store.apply([
            .insert(Item(name: "In between"), at: 0), .remove(items[items.count - 1].id),
        ])
        _ = try? await store.apply([.insert(Item(name: "In between"), at: 0)])
    }
}

/// Returns the bytes that a write produces.
private func bytes(
    _ write: (([UInt8]) async throws(LootError) -> Bool) async throws(LootError) -> Void
) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    try await write { (piece) throws(LootError) in
        bytes += piece
        return true
    }
    return bytes
}

@Suite struct `Complete reads while others write` {
    private let items = (0..<5_678).map { Item(name: "Lamp \($0)", valueInDollars: $0 % 100) }

    @Test func `a complete read returns items of one state`() async throws {
        let store = try busy(items)
        var names: [String] = []
        try await Inventory(store, for: .owner).forEachItem(of: .all) { names.append($0.name) }
        let own = names.filter { $0 != "In between" }
        // The number of items before the snapshot may vary, but none is duplicated or missing.
        #expect(own == items.map(\.name).prefix(own.count).map { $0 } && own.count >= 5_677)
        let after = try await store.summary().count
        #expect(names.count < after)
        let statistics = try await Inventory(store, for: .owner).statistics()
        #expect(statistics.items >= after)
    }

    @Test(arguments: ItemFormat.all.map { ExportFormat.items($0) } + [.archive])
    func `an export writes a file of one state`(format: ExportFormat) async throws {
        let export = try await ItemExport(Inventory(try busy(items), for: .owner), as: format)
        let file = try await bytes { sink throws(LootError) in try await export.write(to: sink) }
        let target = MemoryStore()
        try await Inventory(target, for: .owner).commit(try await planned(file, into: target, chunk: 1 << 16))
        #expect(try await target.summary().count == export.count)
    }

    @Test func `a report contains one state`() async throws {
        let inventory = Inventory(try busy(items), for: .owner)
        let html = try await InventoryReport(inventory)
        let document = try await bytes { sink throws(LootError) in try await html.writeDocument(to: sink) }
        let rows = String(decoding: document, as: UTF8.self).split(separator: "<tr><td>").count - 1
        #expect(rows == html.outline.count)
        let csv = try await InventoryReport(inventory)
        let table = try await bytes { sink throws(LootError) in try await csv.writeCSV(to: sink) }
        #expect(table.count { $0 == UInt8(ascii: "\n") } == csv.outline.count + 1)
    }

    @Test func `a report contains every field of the table`() async throws {
        var item = Item(name: "Lamp")
        var generator = SeededGenerator(seed: 1)
        for field in Field.all {
            try item.set(ItemFixtures.value(for: field, using: &generator), for: field.key)
        }
        let inventory = Inventory(try MemoryStore([item]), for: .owner)
        let table = try await bytes { sink throws(LootError) in
            try await InventoryReport(inventory).writeCSV(to: sink)
        }
        let document = try await bytes { sink throws(LootError) in
            try await InventoryReport(inventory).writeDocument(to: sink)
        }
        let (csv, html) = (String(decoding: table, as: UTF8.self), String(decoding: document, as: UTF8.self))
        // The creation date and the favorite mark aren't relevant for insurance.
        let fields = Field.all.filter { !$0.traits.contains(.entry) }
        #expect(fields.count == Field.all.count - 2)
        #expect(csv.hasPrefix((["Section"] + fields.map(\.title.text) + ["Total"]).joined(separator: ",")))
        for field in fields where !field.traits.contains(.photo) {
            let text = ItemPresentation().text(of: field.key, in: item)
            #expect(html.contains(("\(text)" as HTML).markup), "\(field.name)")
        }
    }

    @Test func `a copy contains one state, and is verified`() async throws {
        let target = MemoryStore()
        let outcome = try await StoreCopy(from: try busy(items), to: target).run()
        #expect(outcome.isExact)
        #expect(try await target.summary().count == outcome.verified)
    }

    @Test func `the snapshot is released after success and after failure`() async throws {
        let held = Mutex(0)
        let store = CountingStore(store: try MemoryStore(items)) { change in held.withLock { $0 += change } }
        let inventory = Inventory(store, for: .owner)
        var export: ItemExport? = try await ItemExport(inventory, as: .items(.csv))
        #expect(held.withLock { $0 } == 1)
        try await export?.write { (_) throws(LootError) in true }
        #expect(held.withLock { $0 } == 0)
        export = try await ItemExport(inventory, as: .items(.csv))
        await #expect(throws: LootError.storeClosed) {
            try await export?.write { (_) throws(LootError) in throw LootError.storeClosed }
        }
        #expect(held.withLock { $0 } == 0)
        export = try await ItemExport(inventory, as: .items(.csv))
        #expect(held.withLock { $0 } == 1)
        export = nil
        #expect(held.withLock { $0 } == 0)
        _ = try await inventory.statistics()
        #expect(held.withLock { $0 } == 0)
    }

    @Test func `a list that is read in one call needs no snapshot`() async throws {
        let store = CountingStore(store: try MemoryStore(items.prefix(5_000))) { _ in
            Issue.record("a snapshot is held")
        }
        #expect(try await Inventory(store, for: .owner).statistics().items == 5_000)
        let few = try await store.rows(100..<200)
        var names: [String] = []
        try await few.forEach { names.append($0.name) }
        #expect(few.count == 100 && names == items[100..<200].map(\.name))
    }

    @Test func `a store without snapshots reports a change`() async throws {
        let store = UnheldStore(store: try busy(items))
        let error = await #expect(throws: LootError.self) {
            try await Inventory(store, for: .owner).forEachItem(of: .all) { _ in }
        }
        #expect(error?.code == .conflict)
        #expect(error?.reason.text.hasSuffix("This store doesn't support snapshots.") == true)
        let quiet = UnheldStore(store: try MemoryStore(items))
        #expect(try await Inventory(quiet, for: .owner).statistics().items == items.count)
    }

    @Test func `no photo of an item is missed`() async throws {
        let (first, second) = (try FileFixtures.file(1), try FileFixtures.file(2))
        for slipping in [1_000, 5_000] {
            // If an item before a page boundary is removed, another item moves across the boundary.
            var items = items
            for index in items.indices { items[index].photo = index == slipping ? second.id : first.id }
            let (store, gone) = (try MemoryStore(items), items[0].id)
            let pages = Atomic(0)
            let busy = SlowStore(store) { call in
                guard call == .page, pages.add(1, ordering: .relaxed).oldValue == 1 else { return }
                _ = try? await store.apply([.remove(gone)])
            }
            #expect(try await busy.filesInUse() == [first.id, second.id])
        }
    }
}

/// A store that counts its snapshots.
private struct CountingStore: ItemStore, SnapshotStore {
    let store: any ItemStore
    let count: @Sendable (Int) -> Void

    var capabilities: StoreCapabilities { store.capabilities }
    func outline(of query: Query) async throws(LootError) -> Outline { try await store.outline(of: query) }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.page(of: query, rows: rows)
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { try await store.item(id) }
    func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        CountedSnapshot(try await store.snapshot(), count)
    }
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await store.apply(transaction)
    }
    func events() -> AsyncStream<StoreEvent> { store.events() }
    func close() async throws(LootError) { try await store.close() }
}

/// A snapshot that reports when it is created and released.
private final class CountedSnapshot: ItemSnapshot {
    private let snapshot: any ItemSnapshot
    private let count: @Sendable (Int) -> Void
    private let isClosed = Atomic(false)

    init(_ snapshot: any ItemSnapshot, _ count: @escaping @Sendable (Int) -> Void) {
        self.snapshot = snapshot
        self.count = count
        count(1)
    }

    deinit { if !isClosed.load(ordering: .relaxed) { count(-1) } }

    var revision: Revision { snapshot.revision }
    func outline(of query: Query) async throws(LootError) -> Outline { try await snapshot.outline(of: query) }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await snapshot.page(of: query, rows: rows)
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { try await snapshot.item(id) }
    func close() async {
        if isClosed.exchange(true, ordering: .relaxed) { return }
        count(-1)
        await snapshot.close()
    }
}

/// A third-party store without snapshots.
private struct UnheldStore: ItemStore {
    let store: any ItemStore

    var capabilities: StoreCapabilities { store.capabilities.subtracting(.snapshots) }
    func outline(of query: Query) async throws(LootError) -> Outline { try await store.outline(of: query) }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.page(of: query, rows: rows)
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { try await store.item(id) }
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await store.apply(transaction)
    }
    func events() -> AsyncStream<StoreEvent> { store.events() }
    func close() async throws(LootError) { try await store.close() }
}
