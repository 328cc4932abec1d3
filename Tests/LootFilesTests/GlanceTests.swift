import LootCore
import LootFilesTesting
import Synchronization
import Testing

@testable import LootFiles

struct `A large file that is opened again` {
    private let files = ModelFileSystem()
    private let items = (1...400).map { makeItem($0) }

    /// A store over the file, opened again after it was written.
    private func reopened(adding added: [Item] = []) async throws -> FileStore<LinesCodec> {
        let writer = try await openStore(files, .journal)
        _ = try await writer.apply(items.map { .insert($0) })
        for item in added { try await writer.add(item) }
        try await writer.close()
        return try await openStore(files, .journal)
    }

    private func isRead(_ store: FileStore<LinesCodec>) -> Bool { store.disk.withLock { $0.glance == nil } }

    @Test func `is not read for its beginning, its count, or what was added last`() async throws {
        let added = [makeItem(900), makeItem(901)]
        let store = try await reopened(adding: added)
        let outline = try await store.outline(of: .all)
        #expect(outline.count == 402)
        #expect(outline.sections.first?.totalValue == (items + added).reduce(0) { $0 + $1.totalValue })
        #expect(try await store.page(of: .all, rows: 3..<9).items == Array(items[3..<9]))
        #expect(try await store.page(of: .all, rows: 400..<500).items == added)
        #expect(try await store.page(of: .all, rows: 500..<600).items.isEmpty)
        #expect(try await store.item(added[1].id) == added[1])
        #expect(try await store.position(of: added[1].id, in: .all) == 401)
        #expect(!isRead(store))
    }

    @Test func `is read for anything else, and says the same`() async throws {
        let store = try await reopened(adding: [makeItem(900)])
        let before = try await store.outline(of: .all)
        #expect(try await store.page(of: .all, rows: 399..<401).items == [items[399], makeItem(900)])
        #expect(isRead(store))
        #expect(try await store.outline(of: .all) == before)
    }

    @Test func `takes items at its end without being read, and is read for a second change`() async throws {
        let store = try await reopened()
        let commit = try await store.apply([.insert(makeItem(900))])
        #expect(
            commit.changes == [
                AppliedChange(.insert(makeItem(900), at: 400), inverse: .remove(makeItem(900).id))
            ])
        #expect(!isRead(store))
        #expect(try await store.history(limit: 1).undoable.last == commit)
        _ = try await store.apply([.remove(items[0].id)])
        #expect(isRead(store))
        #expect(try await openStore(files, .journal).items() == items.dropFirst() + [makeItem(900)])
    }

    @Test func `refuses what it would refuse had it been read`() async throws {
        let store = try await reopened(adding: [makeItem(900)])
        for known in [items[200], makeItem(900)] {
            await #expect(throws: LootError.duplicate(known.id)) { try await store.add(known) }
        }
        let other = try await openStore(files, .journal)
        await #expect(throws: LootError.self) { try await other.add(Item(name: "")) }
        let late = Transaction([.insert(makeItem(901))], expecting: .initial)
        await #expect(throws: LootError.self) { try await openStore(files, .journal).apply(late) }
        #expect(try await openStore(files, .journal).outline(of: .all).count == 401)
    }

    @Test func `is read when somebody else has written`() async throws {
        let store = try await reopened()
        let revision = try await store.outline(of: .all).revision
        try await openStore(files, .journal).remove(items[5].id)
        let outline = try await store.outline(of: .all)
        #expect(outline.count == 399)
        #expect(outline.revision > revision)
    }

    @Test func `tells watchers of the next change and of nothing before`() async throws {
        let store = try await reopened()
        var events = store.events().makeAsyncIterator()
        #expect(try await store.page(of: .all, rows: 390..<400).items.count == 10)
        let commit = try await store.apply([.insert(makeItem(900))])
        #expect(await events.next() == .committed(commit))
    }

    @Test func `keeps no change in its journal for ever that makes every opening slow`() async throws {
        let large = makeItem(1, String(repeating: "Mac ", count: 9 << 18))
        let store = try await openStore(files, .journal)
        try await store.add(large)
        #expect(try await store.history(limit: 9).undoable.count == 1)
        #expect(files[Journal.path(for: storePath)]?.count ?? 0 > 8 << 20)
        try await store.add(makeItem(2))
        #expect(files[Journal.path(for: storePath)]?.count ?? .max < 1 << 20)
        let again = try await openStore(files, .journal)
        #expect(try await again.items() == [large, makeItem(2)])
        #expect(try await again.history(limit: 9).undoable.count == 1)
    }

    @Test(arguments: 2...40) func `finds a text wherever it stands in another`(length: Int) {
        var random = SeededGenerator(seed: UInt64(length))
        let text = (0..<length).map { _ in UInt8.random(in: 97...99, using: &random) }
        let search = TextSearch(String(decoding: text, as: UTF8.self))
        for before in 0..<80 {
            let noise = (0..<before).map { _ in UInt8.random(in: 97...99, using: &random) }
            func isFound(_ bytes: [UInt8]) -> Bool { search.isFound(in: bytes.span) }
            #expect(isFound(noise + text))
            #expect(isFound(noise + text + noise))
            #expect(isFound(noise + text.map { $0 - 32 } + noise))
            let isThere = (0...before).contains { noise.dropFirst($0).starts(with: text) }
            #expect(isFound(noise) == isThere)
        }
    }
}
