import Foundation
import LootCore
import LootSQL
import Testing

@testable import PostgreSQLStorePlugin
@testable import SQLiteStorePlugin

@Suite(.timeLimit(.minutes(10))) struct `Transactions that are committed together` {
    /// Opens a SQLite store, or one in PostgreSQL if it is installed.
    private func open(_ isPostgreSQL: Bool) async throws -> (any MaintainableStore)? {
        if isPostgreSQL {
            guard PostgreSQLServer.isInstalled else { return nil }
            let schema = "group_\(UUID().uuidString.prefix(8).lowercased())"
            return try await PostgreSQLServer.shared.get().store(schema)
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "loot-group-\(UUID()).sqlite")
            .path()
        return try await SQLiteStore.open(path)
    }

    /// Applies transactions at the same time. The result contains the error code of each one, or `nil`.
    private func apply(
        _ transactions: [ItemTransaction], to store: any ItemStore
    ) async -> [LootError.Code?] {
        await withTaskGroup(of: (Int, LootError.Code?).self) { group in
            for (index, transaction) in transactions.enumerated() {
                group.addTask {
                    do throws(LootError) {
                        _ = try await store.apply(transaction)
                        return (index, nil)
                    } catch { return (index, error.code) }
                }
            }
            return await group.reduce(into: Array(repeating: nil, count: transactions.count)) {
                $0[$1.0] = $1.1
            }
        }
    }

    @Test(arguments: [false, true])
    func `each has its own commit, conditions and error, and the others are made`(isPostgreSQL: Bool)
        async throws
    {
        guard let store = try await open(isPostgreSQL) else { return }
        let items = (0..<30).map { Item(name: "Lamp \($0)", valueInDollars: $0) }
        try await store.apply(items.map { .insert($0) })
        let events = store.events()
        var transactions: [ItemTransaction] = []
        var expected: [LootError.Code?] = []
        for (number, item) in items.enumerated() {
            // A new item, a change whose condition holds, and four transactions that fail in different ways.
            transactions += [
                ItemTransaction([.insert(Item(name: "Spork \(number)"), at: .position(0))]),
                ItemTransaction(
                    [.update(item.id, ["name": .text("Vase \(number)")])],
                    conditions: [.fields(item.id, ["valueInDollars": .integer(number)])]),
                ItemTransaction(
                    [.remove(item.id)], conditions: [.fields(item.id, ["valueInDollars": .integer(1_000)])]),
                ItemTransaction([.insert(item)]),
                ItemTransaction([.insert(Item(name: "Bear")), .remove(ItemID())]),
                ItemTransaction([.move(ItemID(), to: 0)]),
            ]
            expected += [nil, nil, .conflict, .duplicateItem, .noSuchItem, .noSuchItem]
        }
        #expect(await apply(transactions, to: store) == expected)
        let result = try await store.items()
        #expect(result.suffix(30).map(\.name) == (0..<30).map { "Vase \($0)" })
        #expect(Set(result.prefix(30).map(\.name)) == Set((0..<30).map { "Spork \($0)" }))
        #expect(result.count == 60)
        #expect(try await store.history(limit: 100).undoable.count == 61)
        var revisions: [UInt64] = []
        for await event in events {
            if case .committed(let commit) = event {
                #expect(commit.changes.count == 1)
                revisions.append(commit.revision.rawValue)
            }
            if revisions.last == 61 { break }
        }
        #expect(revisions == Array(2...61))
        #expect(try await store.check().problems.isEmpty)
        try await store.close()
    }

    @Test func `settings and long transactions keep their place in the order`() async throws {
        guard let store = try await open(false) else { return }
        let long = (0..<500).map { Change.insert(Item(name: "Lamp \($0)")) }
        let transactions = [
            ItemTransaction([.set("historyLimit", .number("2"))]), ItemTransaction(long),
            ItemTransaction([.insert(Item(name: "Spork"))]), ItemTransaction([.insert(Item(name: "Bear"))]),
        ]
        #expect(await apply(transactions, to: store) == [nil, nil, nil, nil])
        #expect(try await store.summary().count == 502)
        try await store.add(Item(name: "Vase"))
        #expect(try await store.history(limit: 100).undoable.count == 2)
        #expect(try await store.check().problems.isEmpty)
        try await store.close()
    }

    @Test func `a canceled task doesn't wait for transactions before its own`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "loot-group-\(UUID()).sqlite")
            .path()
        let store = try await SQLiteStore.open(path)
        let other = try SQLiteDatabase(path: path, options: SQLiteOptions()).connections.connect(.writing)
        try other.run("BEGIN IMMEDIATE")
        async let lamp = store.add(Item(name: "Lamp"))
        let task = Task { try await store.add(Item(name: "Spork")) }
        task.cancel()
        let error = await #expect(throws: LootError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        try other.run("COMMIT")
        _ = try await lamp
        #expect(try await store.items().map(\.name) == ["Lamp"])
        other.close()
        try await store.close()
    }
}
