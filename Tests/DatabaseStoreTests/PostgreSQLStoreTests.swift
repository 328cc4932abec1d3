import Foundation
import LootActions
import LootCore
import LootPlugins
import LootSQL
import LootTesting
import SQLiteStorePlugin
import Testing

@testable import PostgreSQLStorePlugin

@Suite(
    .enabled(
        if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed here: apt install postgresql"),
    .timeLimit(.minutes(20))
)
struct `PostgreSQL stores` {
    private let schema = "test_\(UUID().uuidString.prefix(8).lowercased())"

    private func open() async throws -> some MaintainableStore {
        try await PostgreSQLServer.shared.get().store(schema)
    }

    private func refusal(_ address: String, _ options: PostgreSQLOptions = PostgreSQLOptions()) async
        -> LootError?
    {
        do throws(LootError) {
            try await PostgreSQLStore.open(address, options: options).close()
            return nil
        } catch { return error }
    }

    @Test(arguments: [UInt64.random(in: 8...UInt64.max)])
    func `a long list is read like the definition`(seed: UInt64) async throws {
        let store = try await PostgreSQLServer.shared.get().store("\(schema)_\(seed)")
        try await LongList.check(store, count: 11_000, queries: 6, seed: seed)
        try await store.close()
    }

    @Test(.timeLimit(.minutes(10)))
    func `a page that exceeds libpq's buffer arrives completely and without waiting`() async throws {
        var options = PostgreSQLOptions()
        options.answerLimit = .seconds(3_600)
        let store = try await PostgreSQLServer.shared.get().store(schema, options: options)
        let items = (0..<300).map { number in
            var item = Item(name: "Book \(number)")
            item.notes = String(repeating: "page \(number) ", count: 400)
            return item
        }
        try await store.apply(items.map { .insert($0) })
        for start in 0..<100 {
            let page = try await store.page(of: .all, rows: start..<start + 200)
            #expect(page.items.map(\.notes) == items[start..<start + 200].map(\.notes))
        }
        try await store.close()
    }

    @Test func `copies to PostgreSQL and back keep the settings of the list`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "loot-settings-\(UUID())").path()
        let settings: [Change] = [
            .set("currency", .text("EUR")), .set("highValue", .number("99.5")),
            .set("views", .object([ForeignField("dear", .text("value > 500"))])),
        ]
        let stores: [any ItemStore] = [
            try await SQLiteStore.open(path + "-1.sqlite"), try await open(),
            try await SQLiteStore.open(path + "-2.sqlite"),
        ]
        _ = try await stores[0].apply(
            ItemTransaction(settings + [.insert(Item(name: "Lamp", valueInDollars: 40))]))
        for (source, target) in zip(stores, stores.dropFirst()) {
            _ = try await StoreCopy(from: source, to: target, existing: .refuse, author: nil).run { _ in }
            #expect(try await target.settings() == stores[0].settings())
        }
        #expect(try await stores[2].settings().keys.count == 3)
        for store in stores { try await store.close() }
    }

    @Test func `a bulk insert is applied completely or not at all`() async throws {
        let store = try await open()
        try await LongList.checkRefusals(store)
        try await store.close()
    }

    @Test
    func `concurrent writers through different stores produce a list that equals a replay of their commits`()
        async throws
    {
        let server = try PostgreSQLServer.shared.get()
        let schema = schema
        try await Writers.run(stores: 4, writers: 16, changes: 12) {
            var options = PostgreSQLOptions()
            options.patience = .seconds(600)
            return try await server.store(schema, options: options)
        }
    }

    @Test func `a restarted server is used again without reopening the store`()
        async throws
    {
        let server = try PostgreSQLServer()
        let store = try await server.store("here")
        let events = store.events()
        try await store.add(Item(name: "Lamp"))
        server.stop()
        for _ in 0..<2 {
            let reading = await #expect(throws: LootError.self) { try await store.summary() }
            #expect(reading?.code == .unavailable)
            let writing = await #expect(throws: LootError.self) {
                try await store.add(Item(name: "Spork"))
            }
            #expect(writing?.code == .unavailable)
            #expect(writing?.exitStatus == .unavailable)
        }
        try server.start()
        #expect(try await store.items().map(\.name) == ["Lamp"])
        try await store.add(Item(name: "Spork"))
        #expect(try await store.items().map(\.name) == ["Lamp", "Spork"])
        // Another program's changes are reported again after the connection for notifications is restored.
        let other = try await server.store("here")
        let item = try await other.add(Item(name: "Bear"))
        for await event in events {
            if case .committed(let commit) = event, commit.changes.first?.change.item == item.id { break }
        }
        try await other.close()
        try await store.close()
    }

    @Test func `a password is requested, found, and never printed`() async throws {
        let server = try PostgreSQLServer(password: "s3cret")
        let address = "postgresql://loot@/postgres?host=\(server.folder)"
        let missing = try #require(await refusal(address))
        #expect(missing.code == .configuration)
        var options = PostgreSQLOptions()
        options.password = "wr0ng"
        let wrong = try #require(await refusal(address, options))
        #expect(wrong.code == .configuration)
        #expect(wrong.exitStatus == .configuration)
        #expect(!"\(wrong) \(wrong.underlying ?? "") \(wrong.place ?? "")".contains("wr0ng"))
        let inAddress = try #require(
            await refusal("postgresql://loot:wr0ng@/postgres?host=\(server.folder)"))
        #expect(!"\(inAddress) \(inAddress.underlying ?? "") \(inAddress.place ?? "")".contains("wr0ng"))
        options.password = "s3cret"
        #expect(await refusal(address, options) == nil)
    }

    @Test func `errors have a status that shows who has to act`() async throws {
        let server = try PostgreSQLServer.shared.get()
        #expect(await refusal("postgresql://loot@/nowhere?host=\(server.folder)")?.code == .configuration)
        #expect(await refusal("postgresql://loot@/postgres?host=/tmp/nobody")?.code == .unavailable)
        #expect(await refusal("postgresql://loot@/postgres?nonsense=1")?.code == .configuration)
        #expect(await refusal(server.address(schema: "nowhere"))?.code == .configuration)
        let store = try await open()
        let session = try server.session()
        let here = SQL(name: schema)
        try session.run("ALTER TABLE \(here).state RENAME TO elsewhere")
        let missing = await #expect(throws: LootError.self) { try await store.summary() }
        #expect(missing?.code == .configuration)
        try session.run("ALTER TABLE \(here).elsewhere RENAME TO state")
        #expect(try await store.summary().count == 0)
        try session.run("ALTER TABLE \(here).commits RENAME TO elsewhere")
        let unwritable = await #expect(throws: LootError.self) { try await store.add(Item(name: "Lamp")) }
        #expect(unwritable?.code == .configuration)
        try session.run("ALTER TABLE \(here).elsewhere RENAME TO commits")
        try await store.add(Item(name: "Lamp"))
        #expect(try await store.summary().count == 1)
        try session.run("UPDATE \(here).state SET version = 1000")
        #expect(await refusal(server.address(schema: schema))?.code == .newerFormat)
        let newer = await #expect(throws: LootError.self) { try await store.add(Item(name: "Spork")) }
        #expect(newer?.code == .newerFormat)
        session.close()
        try await store.close()
    }

    @Test func `replicas read the same list if the address contains several server options`() async throws {
        let server = try PostgreSQLServer.shared.get()
        let other = try await server.store("\(schema)_other")
        for name in ["Bear", "Vase"] { try await other.add(Item(name: name)) }
        var options = PostgreSQLOptions()
        // The server also serves as the replica. Its default list is another one, with more revisions.
        options.replicas = server.address(schema: "\(schema)_other")
        let store = try await server.store(schema, options: options, "%20-cstatement_timeout%3D60000")
        let lamp = try await store.add(Item(name: "Lamp"))
        #expect(try await store.items() == [lamp])
        try await store.close()
        try await other.close()
    }

    @Test func `if the configuration of the replicas is wrong, the primary is read, and a notice says so`()
        async throws
    {
        let server = try PostgreSQLServer.shared.get()
        var options = PostgreSQLOptions()
        options.replicas = "postgresql://loot@/nowhere?host=\(server.folder)"
        let store = try await server.store(schema, options: options)
        let lamp = try await store.add(Item(name: "Lamp"))
        #expect(try await store.items() == [lamp])
        #expect(store.takeNotices().count == 1)
        try await store.close()
    }

    @Test func `a server without free connections is reported`() async throws {
        let server = try PostgreSQLServer.shared.get()
        let session = try server.session()
        try session.run("CREATE ROLE \(name: schema) LOGIN CONNECTION LIMIT 0")
        session.close()
        let error = await refusal("postgresql://\(schema)@/postgres?host=\(server.folder)")
        #expect(error?.code == .unavailable)
    }
}
