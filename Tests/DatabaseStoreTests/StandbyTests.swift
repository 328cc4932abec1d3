import LootCore
import LootSQL
import Testing

@testable import PostgreSQLStorePlugin

@Suite(
    .enabled(
        if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed here: apt install postgresql"),
    .timeLimit(.minutes(10))
)
struct `A store on a standby` {
    @Test func `a read-only store follows the primary, and continues after the standby is promoted`()
        async throws
    {
        let primary = try PostgreSQLServer()
        let writer = try await primary.store("public")
        let lamp = try await writer.add(Item(name: "Lamp"))
        let standby = try PostgreSQLServer(standbyOf: primary)
        var options = PostgreSQLOptions()
        let refusal = await #expect(throws: LootError.self) {
            try await PostgreSQLStore.open(standby.address(), options: options).close()
        }
        #expect(refusal?.code == .unavailable)
        options.isReadOnly = true
        let reader = try await PostgreSQLStore.open(standby.address(), options: options)
        while try await reader.summary().count == 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await reader.item(lamp.id) == lamp)
        var events = reader.events().makeAsyncIterator()
        for number in 1...3 {
            let commit = try await writer.apply([.insert(Item(name: "Spork \(number)"))])
            // A failed subscription would be the first event.
            #expect(await events.next() == .committed(commit))
        }
        #expect(try await reader.items().map(\.name) == ["Lamp", "Spork 1", "Spork 2", "Spork 3"])
        try await writer.close()
        primary.stop()

        let session = try standby.session(isReadOnly: true)
        #expect(try session.texts("SELECT pg_promote()") == ["t"])
        session.close()
        let successor = try await PostgreSQLStore.open(standby.address())
        let commit = try await successor.apply([.insert(Item(name: "Bear"), at: 0)])
        #expect(await events.next() == .committed(commit))
        #expect(try await reader.items().map(\.name) == ["Bear", "Lamp", "Spork 1", "Spork 2", "Spork 3"])
        let refused = await #expect(throws: LootError.self) { try await reader.add(Item(name: "Vase")) }
        #expect(refused?.code == .readOnly)
        try await successor.close()
        try await reader.close()
    }

    @Test func `a store reads from a replica, but never misses its own changes`() async throws {
        let primary = try PostgreSQLServer()
        try await primary.store("public").close()
        let standby = try PostgreSQLServer(standbyOf: primary)
        var options = PostgreSQLOptions()
        options.replicas = standby.address()
        let store = try await primary.store("public", options: options)
        for number in 1...50 {
            let item = try await store.add(Item(name: "Spork \(number)"))
            #expect(try await store.item(item.id) == item)
            #expect(try await store.summary().count == number)
            #expect(try await store.page(of: .all, rows: 0..<100).items.count == number)
        }
        let control = try standby.session(isReadOnly: true)
        while try control.texts("SELECT revision FROM public.state") != ["50"] {
            try await Task.sleep(for: .milliseconds(10))
        }
        try control.run("SELECT pg_wal_replay_pause()")
        // A file doesn't change the revision.
        let file = try StoredFile(Array("Receipt".utf8))
        let keeper = try #require(store.fileKeeper)
        try await keeper.put(file, thumbnail: nil)
        #expect(try await keeper.file(file.id) == file)
        #expect(try await keeper.ids() == [file.id])
        let lamp = try await store.add(Item(name: "Lamp"))
        #expect(try await store.items().last == lamp)
        #expect(try await store.item(lamp.id) == lamp)
        try control.run("SELECT pg_wal_replay_resume()")
        while try control.texts("SELECT revision FROM public.state") != ["51"] {
            try await Task.sleep(for: .milliseconds(10))
        }
        control.close()
        // Only the replica can answer.
        primary.stop()
        #expect(try await store.item(lamp.id) == lamp)
        #expect(try await store.page(of: .all, rows: 50..<51).items == [lamp])
        try await store.close()
    }
}
