import Foundation
import LootCore
import LootPlugins
import LootQueryText
import LootSQL
import LootTesting
import Testing

@testable import SQLiteStorePlugin

@Suite(.timeLimit(.minutes(20))) struct `SQLite stores` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "loot-sqlite-\(UUID())")

    private func file(_ name: String = "items.sqlite") throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: name).path()
    }

    /// Opens a separate connection.
    private func connection(_ path: String) throws -> any SQLSession {
        try SQLiteDatabase(path: path, options: SQLiteOptions()).connections.connect(.reading)
    }

    /// Runs statements that no store would run.
    private func tamper(_ path: String, _ statements: SQL...) throws {
        var options = SQLiteOptions()
        options.patience = .seconds(60)
        let session = try SQLiteSession(path: path, use: .writing, options: options)
        for statement in statements { try session.run(statement) }
        session.close()
    }

    private func refusal(_ path: String, _ options: SQLiteOptions = SQLiteOptions()) async -> LootError
        .Code?
    {
        do throws(LootError) {
            try await SQLiteStore.open(path, options: options).close()
            return nil
        } catch { return error.code }
    }

    @Test func `a change in a list of any length is one step`() async throws {
        let store = try await SQLiteStore.open(file())
        let items = (0..<6_000).map { Item(name: "Item \($0)") }
        try await store.apply(items.map { .insert($0) })
        let answer = try await store.live(.all)
        try await store.apply([
            .remove(items[10].id), .update(items[5_000].id, ["name": .text("Lamp")]),
            .move(items[0].id, to: .last),
        ])
        let step = try #require(await answer.next())
        #expect(step.removed == [10])
        #expect(step.moved.map { [$0.source, $0.target] } == [[0, 5_998]])
        #expect(step.changed.map(\.row) == [4_998])
        #expect(step.changed.map(\.item.name) == ["Lamp"])
        try await store.close()
        #expect(await answer.next() == nil)
    }

    @Test(arguments: [UInt64.random(in: 8...UInt64.max)])
    func `a long list is read like the definition`(seed: UInt64) async throws {
        let store = try await SQLiteStore.open(try file())
        try await LongList.check(store, count: 11_000, queries: 6, seed: seed)
        try await store.close()
    }

    @Test func `a snapshot blocks no writer, and is released even if it isn't closed`()
        async throws
    {
        let path = try file()
        let store = try await SQLiteStore.open(path)
        try await store.apply((0..<100).map { .insert(Item(name: "Lamp \($0)")) })
        var options = SQLiteOptions()
        options.patience = .zero
        let other = try SQLiteSession(path: path, use: .writing, options: options)
        // The write-ahead log can't be truncated while a reader uses it.
        func isHeld() throws -> Bool {
            try other.first("PRAGMA wal_checkpoint(TRUNCATE)") { row in row.integer(0) } == 1
        }
        var snapshot: (any ItemSnapshot)? = try await store.snapshot()
        try await store.add(Item(name: "Vase"))
        #expect(try await snapshot?.summary().count == 100)
        #expect(try isHeld())
        await snapshot?.close()
        #expect(try !isHeld())
        snapshot = try await store.snapshot()
        try await store.add(Item(name: "Cup"))
        #expect(try isHeld())
        snapshot = nil
        while try isHeld() { await Task.yield() }
        other.close()
        try await store.close()
    }

    @Test func `a bulk insert is applied completely or not at all`() async throws {
        let store = try await SQLiteStore.open(try file())
        try await LongList.checkRefusals(store)
        try await store.close()
    }

    @Test
    func `concurrent writers through different stores produce a list that equals a replay of their commits`()
        async throws
    {
        let path = try file()
        try await Writers.run(stores: 4, writers: 16, changes: 12) {
            var options = SQLiteOptions()
            options.patience = .seconds(600)
            return try await SQLiteStore.open(path, options: options)
        }
    }

    @Test func `thousands of items inserted at one position keep their order`() async throws {
        let store = try await SQLiteStore.open(try file())
        try await store.apply([.insert(Item(name: "First")), .insert(Item(name: "Last"))])
        let items = (0..<2000).map { Item(name: "Item \($0)") }
        for chunk in stride(from: 0, to: 2000, by: 100) {
            try await store.apply(items[chunk..<chunk + 100].map { .insert($0, at: 1) })
        }
        let found = try await store.items().map(\.name)
        #expect(found == ["First"] + items.reversed().map(\.name) + ["Last"])
        let report = try await store.check()
        #expect(report.problems.isEmpty)
        try await store.close()
    }

    @Test(arguments: [["First", "Last"], ["First"]])
    func `an item is appended after hundreds of insertions after the same item`(names: [String]) async throws
    {
        let store = try await SQLiteStore.open(try file())
        let old = names.map { Item(name: $0) }
        try await store.apply(old.map { .insert($0) })
        let items = (0..<800).map { Item(name: "Item \($0)") }
        var changes: [Change] = items.map { .insert($0, at: .after(old[0].id)) }
        changes.append(.insert(Item(name: "End")))
        try await store.apply(changes)
        var expected = items.reversed().map(\.name)
        expected.insert("First", at: 0)
        expected += names.dropFirst()
        expected.append("End")
        #expect(try await store.items().map(\.name) == expected)
        #expect(try await store.check().problems.isEmpty)
        try await store.close()
    }

    @Test func `a person can read the items in order from the view`() async throws {
        let path = try file()
        let store = try await SQLiteStore.open(path)
        try await store.add(Item(name: "Lamp", valueInDollars: 40))
        try await store.add(Item(name: "Rusty Spork"), at: 0)
        let session = try connection(path)
        #expect(
            try session.texts("SELECT position || ' ' || name || ' ' || value FROM loot")
                == ["1 Rusty Spork 0", "2 Lamp 40"])
        session.close()
        try await store.close()
    }

    @Test func `a database of another program is rejected and not changed`() async throws {
        let text = try file("text.sqlite")
        try Data(String(repeating: "not a database ", count: 100).utf8).write(to: URL(filePath: text))
        #expect(await refusal(text) == .damaged)
        let other = try file("other.sqlite")
        try tamper(other, "CREATE TABLE shelf (thing TEXT)")
        #expect(await refusal(other) == .malformed)
        var readOnly = SQLiteOptions()
        readOnly.isReadOnly = true
        #expect(await refusal(try file("nothing.sqlite"), readOnly) == .cannotCreate)
    }

    @Test func `a newer store is rejected`() async throws {
        let path = try file()
        try await SQLiteStore.open(path).close()
        try tamper(path, "ALTER TABLE items ADD COLUMN color TEXT")
        #expect(await refusal(path) == .newerFormat)
        let version = try file("version.sqlite")
        try await SQLiteStore.open(version).close()
        try tamper(version, "UPDATE state SET version = 3")
        #expect(await refusal(version) == .newerFormat)
    }

    @Test func `a column that an older store lacks is added`() async throws {
        let path = try file()
        let store = try await SQLiteStore.open(path)
        let item = try await store.add(Item(name: "Lamp"))
        try await store.close()
        try tamper(
            path, "DROP VIEW loot", "DROP INDEX items_by_location",
            "ALTER TABLE items DROP COLUMN location_folded",
            "ALTER TABLE items DROP COLUMN location", "ALTER TABLE items DROP COLUMN quantity")
        let again = try await SQLiteStore.open(path)
        try await again.apply([.update(item.id, ["location": .text("Attic")])])
        let filter = try Filter(parsing: "location = attic and quantity = 1")
        #expect(try await again.items(of: Query(filter: filter)).map(\.id) == [item.id])
        let report = try await again.check()
        #expect(report.problems.isEmpty)
        try await again.close()
    }

    @Test
    func `a store without amounts opens, keeps its values, and accepts cents and unknown values`()
        async throws
    {
        let path = try file()
        let store = try await SQLiteStore.open(path)
        let items = [Item(name: "Lamp", valueInDollars: 40), Item(name: "Bear")]
        try await store.apply(items.map { .insert($0) })
        try await store.apply([
            .update(items[1].id, ["purchasePrice": .amount(12), "location": .text("Attic")])
        ])
        try await store.close()
        try tamper(
            path, "DROP VIEW loot", "DROP INDEX items_by_value", "DROP INDEX items_by_price",
            "ALTER TABLE items DROP COLUMN value", "ALTER TABLE items DROP COLUMN value_fraction",
            "ALTER TABLE items DROP COLUMN price_fraction", "ALTER TABLE items DROP COLUMN currency",
            "ALTER TABLE items DROP COLUMN currency_folded",
            "ALTER TABLE items ADD COLUMN value BIGINT NOT NULL DEFAULT 40",
            "UPDATE items SET value = 0 WHERE name = 'Bear'",
            "CREATE INDEX items_by_value ON items (value)",
            "CREATE INDEX items_by_price ON items (price) WHERE price IS NOT NULL")
        var options = SQLiteOptions()
        options.isReadOnly = true
        #expect(
            await refusal(path, options) == .configuration, "its tables can't be read before they have more")
        let again = try await SQLiteStore.open(path)
        #expect(try await again.items().map(\.value) == [40, 0])
        #expect(try await again.items().map(\.purchasePrice) == [nil, 12])
        let commit = try await again.apply([
            .update(items[0].id, ["valueInDollars": .amount("129.95"), "currency": .text("EUR")]),
            .update(items[1].id, ["valueInDollars": nil]),
        ])
        let query = Query(sort: [SortKey("valueInDollars", .descending)])
        #expect(try await again.items(of: query).map(\.value) == ["129.95", nil])
        #expect(try await again.outline(of: query).total.description == "0, EUR 129.95, 1 unknown")
        #expect(try await again.check().problems.isEmpty)
        _ = try await again.apply(commit.undo)
        #expect(try await again.items().map(\.value) == [40, 0])
        try await again.close()
    }

    @Test func `a store without files keeps its photos and accepts files`() async throws {
        let path = try file()
        let (photo, receipt) = (try FileFixtures.file(1), try FileFixtures.file(2, .pdf))
        var lamp = Item(name: "Lamp")
        lamp.photo = photo.id
        let old = try await SQLiteStore.open(path)
        try await old.fileKeeper?.put(photo, thumbnail: nil)
        try await old.add(lamp)
        try await old.close()
        try tamper(
            path, "DROP VIEW loot", "ALTER TABLE items DROP COLUMN files_folded",
            "ALTER TABLE items DROP COLUMN files")
        let store = try await SQLiteStore.open(path)
        #expect(try await store.items() == [lamp])
        #expect(try await store.fileKeeper?.file(photo.id) == photo)
        try await store.fileKeeper?.put(receipt, thumbnail: nil)
        lamp.files = [FileEntry(receipt, name: "receipt.pdf")]
        try await store.apply([.update(lamp.id, ["files": .list(lamp.files.map(\.description))])])
        let found = try await store.page(of: Query(filter: Filter(parsing: "files ~ receipt")), rows: 0..<10)
        #expect(found.items == [lamp])
        #expect(try await store.checkFiles().problems.isEmpty)
        try await store.close()
    }

    @Test func `a store without authors of commits opens, and gets the column`() async throws {
        let path = try file()
        var store = try await SQLiteStore.open(path)
        let lamp = try await store.add(Item(name: "Lamp"))
        try await store.close()
        try tamper(path, "ALTER TABLE commits DROP COLUMN author")
        var options = SQLiteOptions()
        options.isReadOnly = true
        let reader = try await SQLiteStore.open(path, options: options)
        #expect(try await reader.history(of: lamp.id, limit: 9).map(\.author) == [nil])
        try await reader.close()
        store = try await SQLiteStore.open(path)
        _ = try await store.apply(ItemTransaction([.remove(lamp.id)], title: "Gone", author: "Zoë"))
        let commits = try await store.history(of: lamp.id, limit: 9)
        #expect(commits.map(\.author) == [nil, "Zoë"] && commits.map(\.title) == ["Add “Lamp”", "Gone"])
        #expect(try await store.history(of: lamp.id, limit: 1).map(\.title) == ["Gone"])
        #expect(try await store.history(of: ItemID(), limit: 9).isEmpty)
        try await store.close()
        let session = try connection(path)
        let authors = try session.texts("SELECT coalesce(author, '') FROM commits ORDER BY revision")
        #expect(authors.last == "Zoë")
        session.close()
    }

    @Test func `the store waits for another connection's lock, and then reports it`() async throws {
        let path = try file()
        var options = SQLiteOptions()
        options.patience = .milliseconds(10)
        let store = try await SQLiteStore.open(path, options: options)
        let other = try SQLiteSession(path: path, use: .writing, options: SQLiteOptions())
        try other.run("BEGIN IMMEDIATE")
        let error = await #expect(throws: LootError.self) { try await store.add(Item(name: "Lamp")) }
        #expect(error?.code == .locked)
        #expect(error?.exitStatus == .tryAgain)
        try other.run("ROLLBACK")
        other.close()
        try await store.add(Item(name: "Lamp"))
        #expect(try await store.summary().count == 1)
        try await store.close()
    }

    @Test func `a check finds inconsistent data, and recovering fixes it`() async throws {
        let path = try file()
        let store = try await SQLiteStore.open(path)
        let items = (0..<30).map { Item(name: "Lamp \($0)", valueInDollars: $0) }
        try await store.apply(items.map { .insert($0) })
        try tamper(
            path, "UPDATE items SET name_folded = 'x' WHERE place = 0",
            "UPDATE places SET count = count + 1",
            "UPDATE state SET total = '5'",
            "UPDATE items SET created = 'never' WHERE id = \(.text(items[3].id.description))")
        let report = try await store.check()
        #expect(report.problems.count == 3)
        #expect(report.problems.allSatisfy { $0.code == .damaged })
        let trial = try await store.recover(isTrial: true)
        #expect(trial.kept == 29)
        #expect(trial.lost.map(\.item) == [items[3].id])
        let recovery = try await store.recover(isTrial: false)
        #expect(recovery.kept == 29)
        #expect(try await store.check().problems.isEmpty)
        #expect(try await store.items() == items.filter { $0.id != items[3].id })
        try await store.close()
    }

    @Test func `a limit removes commits that are older than all undoable ones`()
        async throws
    {
        for (limit, first) in [(20, 37), (nil, 1)] as [(Int?, UInt64)] {
            let path = try file("limit-\(limit ?? 0).sqlite")
            for numbers in [2...40, 2001...2016] {
                let store = try await SQLiteStore.open(path)
                if numbers.lowerBound == 2 {
                    try await store.apply([.set("historyLimit", limit.map { .number("\($0)") })])
                }
                for number in numbers { _ = try await store.add(Item(name: "\(number)")) }
                try await store.close()
                // The newest 1,000 commits are always kept for other processes.
                if numbers.lowerBound == 2 { try tamper(path, "UPDATE state SET revision = 2000") }
            }
            let store = try await SQLiteStore.open(path)
            let history = try await store.history(limit: .max)
            #expect(history.commits.map(\.revision.rawValue).first == first)
            #expect(history.commits == history.undoable && history.commits.count == min(limit ?? 56, 56))
            try await store.close()
        }
    }

    @Test func `a damaged history is reported as damage, not as a newer version`() async throws {
        let path = try file()
        let store = try await SQLiteStore.open(path)
        try await store.add(Item(name: "Lamp"))
        try tamper(path, "UPDATE commits SET changes = x'63FF0001'")
        let other = try await SQLiteStore.open(path)
        let error = await #expect(throws: LootError.self) { try await other.history(limit: 9) }
        #expect(error?.code == .damaged)
        // Reading titles doesn't read the changes.
        #expect(try await other.titles(limit: 9).undoable.map(\.title) == ["Add “Lamp”"])
        #expect(try await other.check().problems.map(\.code) == [.damaged])
        #expect(try await other.items().map(\.name) == ["Lamp"])
        try await other.close()
        try await store.close()
    }

    @Test func `a damaged database can be copied, as its errors suggest`() async throws {
        let path = try file()
        let store = try await SQLiteStore.open(path)
        try await store.apply((0..<400).map { .insert(Item(name: "Lamp \($0)")) })
        _ = try await store.compact()
        try await store.close()
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        for index in bytes.indices.suffix(2 * 4096) { bytes[index] = 0xA5 }
        try Data(bytes).write(to: URL(filePath: path))
        var problems: [LootError] = []
        do throws(LootError) {
            let damaged = try await SQLiteStore.open(path)
            problems = try await damaged.check().problems
            try await damaged.close()
        } catch { problems = [error] }
        let problem = try #require(problems.first)
        #expect(problem.code == .damaged)
        #expect(problem.remedy == .copy && !problem.advice.text.contains("sqlite3"), "\(problem)")
    }

    @Test func `a store that was opened read-only can be read, and rejects changes`() async throws {
        let path = try file()
        let writer = try await SQLiteStore.open(path)
        let item = try await writer.add(Item(name: "Lamp"))
        var options = SQLiteOptions()
        options.isReadOnly = true
        let reader = try await SQLiteStore.open(path, options: options)
        #expect(try await reader.items() == [item])
        let error = await #expect(throws: LootError.self) { try await reader.remove(item.id) }
        #expect(error?.code == .readOnly)
        try await writer.remove(item.id)
        #expect(try await reader.items().isEmpty)
        try await reader.close()
        try await writer.close()
    }
}
