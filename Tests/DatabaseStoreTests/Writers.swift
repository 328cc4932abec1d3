import LootCore
import LootTesting
import Testing

/// Many concurrent writers on one list through several stores. At the end, all readers must see the same items as a
/// replay of the reported commits.
enum Writers {
    static func run(
        stores count: Int, writers: Int, changes: Int, _ open: @Sendable () async throws -> any ItemStore
    ) async throws {
        var stores: [any ItemStore] = []
        for _ in 0..<count { stores.append(try await open()) }
        try await stores[0].apply(ItemFixtures.items(20, seed: 5).map { .insert(withoutPhoto($0)) })
        let start = try await stores[0].page(of: .all, rows: 0..<Int.max)
        let watcher = stores[count - 1].events()
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for writer in 0..<writers {
                let store = stores[writer % count]
                // The seeds differ from those of the items, because a writer could otherwise create the same IDs.
                group.addTask { try await write(changes, to: store, seed: 1000 + UInt64(writer)) }
            }
            return try await group.reduce(0, +)
        }
        var list = ItemList(start.items)
        var revision = start.revision
        for await event in watcher {
            guard case .committed(let commit) = event else { throw Unexpected(event: event) }
            if commit.revision <= start.revision { continue }
            #expect(commit.revision == revision.next)
            _ = try list.apply(commit.changes.map(\.change))
            revision = commit.revision
            if revision.rawValue == start.revision.rawValue + UInt64(total) { break }
        }
        for store in stores {
            let page = try await store.page(of: .all, rows: 0..<Int.max)
            #expect(page.items == list.items)
            #expect(page.revision == revision)
            let outline = try await store.outline(of: Query(favoritesOnly: true))
            #expect(outline == list.outline(of: Query(favoritesOnly: true), at: revision))
        }
        if let store = stores[0] as? any MaintainableStore {
            let report = try await store.check()
            #expect(report.problems.isEmpty, "\(report.problems)")
        }
        for store in stores { try await store.close() }
    }

    /// Returns a copy without the photo and files, because a check would look for them.
    private static func withoutPhoto(_ item: Item) -> Item {
        var copy = item
        (copy.photo, copy.files) = (nil, [])
        return copy
    }

    private struct Unexpected: Error { let event: StoreEvent }

    /// Commits changes, and returns the number of committed transactions.
    private static func write(_ changes: Int, to store: any ItemStore, seed: UInt64) async throws -> Int {
        var random = SeededGenerator(seed: seed)
        var made = 0
        for _ in 0..<changes {
            let page = try await store.page(of: .all, rows: 0..<Int.max)
            guard let item = page.items.randomElement(using: &random) else { continue }
            let position = Int.random(in: 0..<page.items.count, using: &random)
            let change: Change =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .insert(withoutPhoto(ItemFixtures.item(using: &random)), at: .position(position))
                case 1: .move(item.id, to: .position(position))
                case 2: .update(item.id, ["isFavorite": .flag(!item.isFavorite)])
                default: .remove(item.id)
                }
            do throws(LootError) {
                // Half of the transactions have a condition, and are rejected if another writer was faster.
                let expecting = Bool.random(using: &random) ? page.revision : nil
                _ = try await store.apply(ItemTransaction([change], expecting: expecting))
                made += 1
            } catch {
                let expected: [LootError.Code] = [.conflict, .noSuchItem, .positionOutOfRange]
                #expect(expected.contains(error.code), "\(error)")
            }
        }
        return made
    }
}

/// Runs random queries on a long list.
enum LongList {
    static func check(_ store: any ItemStore, count: Int, queries: Int, seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let plain = (0..<count).map { number in
            Item(
                name: "Rusty \(number % 7 == 0 ? "mac" : "Bear") number \(number)",
                valueInDollars: number % 100,
                isFavorite: number % 3 == 0)
        }
        let items = (ItemFixtures.items(500, seed: seed) + plain).shuffled(using: &random)
        try await store.apply(items.map { .insert($0) })
        let list = ItemList(items)
        let far = count - 100
        let bands = ItemFixtures.sectioning(using: &random)
        var asked = [
            Query(sort: [SortKey("name")]), Query(sort: [SortKey("valueInDollars", .descending)]),
            Query(filter: .compare("name", .contains, .text("rusty"))), Query(sectioning: bands), .all,
        ]
        for _ in 0..<queries { asked.append(ItemFixtures.query(using: &random)) }
        for query in asked {
            let outline = try await store.outline(of: query)
            let answer = list.answer(to: query, rows: 0..<Int.max, at: outline.revision)
            let expected = answer.page.items
            #expect(outline == answer.outline, "seed \(seed), \(query)")
            for start in [0, 7, outline.count / 2, far] {
                let page = try await store.page(of: query, rows: start..<start + 30)
                #expect(
                    page.items == Array(expected.dropFirst(start).prefix(30)), "seed \(seed), \(query)")
            }
            for item in expected.shuffled(using: &random).prefix(2) {
                let position = try await store.position(of: item.id, in: query)
                #expect(position == expected.firstIndex { $0.id == item.id }, "seed \(seed), \(query)")
            }
        }
    }

    /// Bulk inserts have a separate implementation, which must also reject invalid items and roll back completely.
    static func checkRefusals(_ store: any ItemStore) async throws {
        func items() -> [Item] { (0..<10_500).map { Item(name: "Lamp \($0)", valueInDollars: $0 % 100) } }
        var first = items()
        first.append(first[7])
        var refused = await #expect(throws: LootError.self) {
            try await store.apply(first.map { .insert($0) })
        }
        #expect(refused?.code == .duplicateItem && refused?.item == first[7].id)
        #expect(try await store.summary().count == 0)
        first.removeLast()
        try await store.apply(first.map { .insert($0) })
        var second = items()
        second.insert(first[9], at: 10_400)
        refused = await #expect(throws: LootError.self) {
            try await store.apply(second.map { .insert($0) })
        }
        #expect(refused?.code == .duplicateItem && refused?.item == first[9].id)
        // An item that was removed and inserted again isn't a duplicate.
        try await store.apply([.remove(first[9].id)] + second.map { .insert($0) })
        first.remove(at: 9)
        #expect(try await store.items() == first + second)
        #expect(
            try await store.items(of: Query(sort: [SortKey("name", .descending)])).first?.name
                == "Lamp 9999")
        if let store = store as? any MaintainableStore {
            let report = try await store.check()
            #expect(report.problems.isEmpty, "\(report.problems)")
        }
    }
}
