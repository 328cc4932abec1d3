import Foundation
import LootCore
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing

@testable import MirrorStorePlugin

@Suite struct `A store with a mirror` {
    private static let conformance = StoreConformance(
        "mirror", [.writable, .history, .files, .snapshots, .settings]
    ) {
        _ in
        try await MirrorStore.open(MemoryStore(), to: MemoryStore(), named: "memory:")
    }

    @Test(arguments: StoreConformance.cases)
    func `a mirrored store passes the laws`(law: StoreConformance.Case) async {
        await Self.conformance.check(law)
    }

    @Test(arguments: [1, UInt64.random(in: 2...UInt64.max)])
    func `a mirrored store matches the definition`(seed: UInt64) async {
        await Self.conformance.checkRandomly(seed: seed)
    }

    @Test func `every change and every photo is in both stores`() async throws {
        let (store, mirror) = (MemoryStore(), MemoryStore())
        let mirrored = try await MirrorStore.open(store, to: mirror, named: "memory:")
        let photo = try FileFixtures.file(1)
        try await mirrored.fileKeeper?.put(photo, thumbnail: nil)
        var items = ItemFixtures.items(20, seed: 3)
        items[0].photo = photo.id
        for item in items { try await mirrored.add(item, at: 0) }
        try await mirrored.apply([.move(items[3].id, to: 0), .remove(items[4].id)])
        let last = try #require(try await mirrored.history(limit: 1).undoable.last)
        _ = try await mirrored.apply(last.undo)
        #expect(try await mirror.items() == store.items())
        #expect(try await mirror.fileKeeper?.file(photo.id) == photo)
        try await mirrored.close()
    }

    @Test func `changes by other processes are copied to the mirror`() async throws {
        let (store, mirror) = (MemoryStore(), MemoryStore())
        let mirrored = try await MirrorStore.open(store, to: mirror, named: "memory:")
        let told = mirror.events()
        try await store.add(Item(name: "Lamp"))
        for await _ in told { break }
        #expect(try await mirror.items().map(\.name) == ["Lamp"])
        try await store.add(Item(name: "Vase"))
        // The next change is applied after this one, whether or not the mirror has received this one yet.
        try await mirrored.add(Item(name: "Cup"))
        #expect(try await mirror.items().map(\.name) == ["Lamp", "Vase", "Cup"])
        try await mirrored.close()
    }

    @Test func `a failing mirror is reported, and changes are rejected until it is up to date`() async throws
    {
        let (store, mirror) = (MemoryStore(), Fragile(MemoryStore()))
        let mirrored = try await MirrorStore.open(store, to: mirror, named: "json:backup.json")
        var events = mirrored.events().makeAsyncIterator()
        mirror.break(true)
        let commit = try await mirrored.apply([.insert(Item(name: "Lamp"))])
        #expect(await events.next() == .committed(commit))
        guard case .failed(let failure) = await events.next() else {
            Issue.record("no event was received")
            return
        }
        #expect(failure.description.contains("json:backup.json"))
        #expect(mirrored.problem == failure)
        #expect(try await store.items().map(\.name) == ["Lamp"])
        let error = await #expect(throws: LootError.self) { try await mirrored.add(Item(name: "Vase")) }
        #expect(error?.failure == "Can't change the store while its mirror is out of date.")
        #expect(error?.code == .noSpace)
        #expect(try await store.items().map(\.name) == ["Lamp"])
        mirror.break(false)
        try await mirrored.add(Item(name: "Cup"))
        #expect(mirrored.problem == nil)
        #expect(try await mirror.items().map(\.name) == ["Lamp", "Cup"])
        try await mirrored.close()
    }

    @Test func `closing throws if the mirror remains behind`() async throws {
        let (store, mirror) = (MemoryStore(), Fragile(MemoryStore()))
        let mirrored = try await MirrorStore.open(store, to: mirror, named: "json:backup.json")
        mirror.break(true)
        try await mirrored.add(Item(name: "Lamp"))
        let error = await #expect(throws: LootError.self) { try await mirrored.close() }
        #expect(error?.code == .noSpace)
        try await mirrored.close()
        await #expect(throws: LootError.storeClosed) { try await store.summary() }
    }

    @Test func `closing doesn't throw if the mirror catches up`() async throws {
        let (store, mirror) = (MemoryStore(), Fragile(MemoryStore()))
        let mirrored = try await MirrorStore.open(store, to: mirror, named: "json:backup.json")
        mirror.break(true)
        try await mirrored.add(Item(name: "Lamp"))
        mirror.break(false)
        try await mirrored.close()
    }

    @Test func `changes that the store rejects don't reach the mirror`() async throws {
        let mirror = MemoryStore()
        let mirrored = try await MirrorStore.open(MemoryStore(), to: mirror, named: "memory:")
        await #expect(throws: LootError.self) {
            try await mirrored.apply([.insert(Item(name: "\n")), .remove(ItemID())])
        }
        #expect(try await mirror.summary().revision == .initial)
        try await mirrored.close()
    }
}

@Suite struct `Opening a mirror` {
    private let items = ItemFixtures.items(30, seed: 9)

    @Test func `an empty mirror is filled`() async throws {
        let mirror = MemoryStore()
        let mirrored = try await MirrorStore.open(try MemoryStore(items), to: mirror, named: "memory:")
        #expect(try await mirror.items() == items)
        try await mirrored.close()
    }

    @Test func `an equal mirror isn't changed`() async throws {
        let mirror = try MemoryStore(items)
        let revision = try await mirror.summary().revision
        let mirrored = try await MirrorStore.open(try MemoryStore(items), to: mirror, named: "memory:")
        #expect(try await mirror.summary().revision == revision)
        try await mirrored.close()
    }

    @Test(arguments: [false, true])
    func `a mirror that is a few changes behind is updated`(wasUndone: Bool) async throws {
        let (store, mirror) = (try MemoryStore(items), try MemoryStore(items))
        try await store.apply([.move(items[9].id, to: 2), .remove(items[4].id)])
        if wasUndone {
            try await mirror.apply([.move(items[9].id, to: 2), .remove(items[4].id)])
            let last = try #require(try await store.history(limit: 1).undoable.last)
            _ = try await store.apply(last.undo)
        } else {
            try await store.apply([.update(items[7].id, ["name": .text("Renamed")])])
            try await store.add(Item(name: "New"), at: 5)
        }
        let mirrored = try await MirrorStore.open(store, to: mirror, named: "memory:")
        #expect(try await mirror.items() == store.items())
        try await mirrored.close()
    }

    @Test func `a mirror with other content is rejected and not changed`() async throws {
        var others = items
        others[3].name = "Another's"
        others.remove(at: 5)
        others.append(Item(name: "New"))
        others.swapAt(10, 11)
        let mirror = try MemoryStore(others)
        let store = try MemoryStore(items)
        let error = await #expect(throws: LootError.self) {
            try await MirrorStore.open(store, to: mirror, named: "json:backup.json")
        }
        #expect(error?.code == .cannotCreate)
        #expect(
            error?.description.hasPrefix(
                """
                Can't mirror the store to “json:backup.json”. The mirror differs from its store. Missing items: 1. \
                Additional: 1. Different: 1. In another position: 1.
                """) == true, "\(error.map { "\($0)" } ?? "")")
        #expect(try await mirror.items() == others)
    }

    @Test func `mirrors are compared to the byte`() async throws {
        let item = Item(name: "Caf\u{E9}")
        var other = item
        other.name = "Cafe\u{301}"
        let store = try MemoryStore([item])
        let mirror = try MemoryStore([other])
        await #expect(throws: LootError.self) {
            try await MirrorStore.open(store, to: mirror, named: "memory:")
        }
    }

    @Test(arguments: 1...12) func `a mirror catches up with any difference`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var now = items
        now.shuffle(using: &generator)
        now.removeLast(Int.random(in: 0...9, using: &generator))
        now.insert(contentsOf: ItemFixtures.items(3, seed: 100 + seed), at: 4)
        now[0].name = "Renamed"
        now[2].foreign = [ForeignField("later", .number("1.50"))]
        let (store, mirror) = (MemoryStore(), Fragile(MemoryStore()))
        let mirrored = try await MirrorStore.open(store, to: mirror, named: "memory:")
        try await mirrored.apply(items.map { .insert($0) })
        mirror.break(true)
        try await mirrored.apply(items.map { .remove($0.id) } + now.map { .insert($0) })
        mirror.break(false)
        try await mirrored.add(Item(name: "Last"))
        #expect(try await mirror.items() == store.items(), "seed \(seed)")
        try await mirrored.close()
    }
}

@Suite struct `A mirror from an earlier run` {
    private let store = MemoryStore()
    private let mirror = MemoryStore()
    private let note: LevelNote

    init() {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-mirror-\(UUID())")
        note = LevelNote(of: "memory:", in: folder.path())
    }

    /// Opens both stores as another run of the program would. Returns the store, and the number of pages that
    /// were read from both.
    private func run() async throws -> (mirrored: MirroringStore, pages: Int) {
        let counted = [store, mirror].map { FailingStore(Lasting(wrapped: $0)) { _, _ in nil } }
        let mirrored = try await MirroringStore.open(
            counted[0], to: counted[1], named: "memory:", noting: note)
        return (mirrored, counted.reduce(0) { $0 + $1.count(of: .page) })
    }

    @Test func `an unchanged mirror isn't compared again`() async throws {
        let (first, _) = try await run()
        for item in ItemFixtures.items(3, seed: 5) { try await first.add(item) }
        try await first.close()
        let (second, pages) = try await run()
        #expect(pages == 0)
        try await second.add(Item(name: "Lamp"))
        try await second.close()
        let (third, again) = try await run()
        #expect(again == 0)
        _ = try await third.apply(try #require(try await third.history(limit: 1).undoable.last).undo)
        try await third.close()
        #expect(try await run().pages == 0)
        #expect(try await store.items() == mirror.items())
    }

    @Test func `a mirror is compared if either store changed or has no history`() async throws {
        let (first, _) = try await run()
        try await first.close()
        let (second, pages) = try await run()
        #expect(pages > 0)
        try await second.add(Item(name: "Lamp"))
        try await second.close()
        try await store.add(Item(name: "Vase"))
        let (third, more) = try await run()
        #expect(more > 0)
        #expect(try await mirror.items().map(\.name) == ["Lamp", "Vase"])
        try await third.close()
        try await mirror.add(Item(name: "Stranger"))
        await #expect(throws: LootError.self) { try await run() }
    }

    @Test func `a mirror is compared if another store has the same revision`() async throws {
        let (first, _) = try await run()
        try await first.add(Item(name: "Lamp"))
        try await first.close()
        let other = MemoryStore()
        try await other.add(Item(name: "Lamp"))
        await #expect(throws: LootError.self) {
            try await MirroringStore.open(
                Lasting(wrapped: other), to: Lasting(wrapped: mirror), named: "memory:", noting: note)
        }
    }

    @Test func `a mirror that was behind is compared`() async throws {
        let fragile = Fragile(mirror)
        let mirrored = try await MirroringStore.open(
            Lasting(wrapped: store), to: Lasting(wrapped: fragile), named: "memory:", noting: note)
        try await mirrored.add(Item(name: "Lamp"))
        fragile.break(true)
        try await mirrored.add(Item(name: "Vase"))
        await #expect(throws: LootError.self) { try await mirrored.close() }
        let (second, pages) = try await run()
        #expect(pages > 0)
        #expect(try await mirror.items().map(\.name) == ["Lamp", "Vase"])
        try await second.close()
    }
}

/// A handle for a store that outlives it, to simulate separate processes.
private final class Lasting: StoreWrapper {
    let wrapped: any ItemStore
    private let watchers = Mutex<[AsyncStream<StoreEvent>.Continuation]>([])

    init(wrapped: any ItemStore) { self.wrapped = wrapped }

    var capabilities: StoreCapabilities { wrapped.capabilities.union(.durable) }

    func events() -> AsyncStream<StoreEvent> {
        let (events, watcher) = AsyncStream.makeStream(of: StoreEvent.self)
        watchers.withLock { $0.append(watcher) }
        return events
    }

    func close() async throws(LootError) { for watcher in watchers.withLock(\.self) { watcher.finish() } }
}

/// A store whose medium is temporarily full.
private final class Fragile: StoreWrapper {
    let wrapped: any ItemStore
    private let isBroken = Mutex(false)

    init(_ wrapped: MemoryStore) { self.wrapped = wrapped }

    func `break`(_ isBroken: Bool) { self.isBroken.withLock { $0 = isBroken } }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        if isBroken.withLock({ $0 }) {
            throw LootError(.noSpace, "Can't write the file.", reason: "The disk is full.")
        }
        return try await wrapped.apply(transaction)
    }
}
