import LootCore
import LootPlugins
import Synchronization
import Testing
import WebServer

@testable import HTTP

@Suite(.timeLimit(.minutes(10))) struct `The stream of events` {
    /// A site on a loopback port, with its feed running.
    private func served(_ items: [Item] = [], _ test: (TestSite, Server) async throws -> Void)
        async throws
    {
        let site = try await TestSite(items)
        let server = try Server(ServerConfiguration(), router: site.router)
        let feed = Task { await site.site.feed.run() }
        do { try await test(site, server) } catch {
            feed.cancel()
            await server.stop()
            throw error
        }
        feed.cancel()
        await server.stop()
    }

    @Test func `the stream reports each change with its state as the ID`() async throws {
        try await served(items("Lamp")) { site, server in
            let client = try EventClient(server.address)
            let first = try await client.event()
            #expect(first.kind == "state")
            try await site.store.add(Item(name: "New\nline is refused".replacing("\n", with: " ")))
            let second = try await client.event()
            #expect(second.kind == "commit")
            #expect(second.data.contains("\"insert\":{"))
            #expect(second.id == site.site.states.id(Revision(rawValue: 1)))
        }
    }

    @Test func `the stream resumes where a client stopped, or makes it read again`() async throws {
        try await served { site, server in
            let watcher = try EventClient(server.address)
            _ = try await watcher.event()
            for name in ["A", "B", "C"] { try await site.store.add(Item(name: name)) }
            for _ in 0..<3 { _ = try await watcher.event() }
            let states = site.site.states
            let back = try EventClient(server.address, after: states.id(Revision(rawValue: 1)))
            #expect(try await back.event().data.contains("\"name\":\"B\""))
            #expect(try await back.event().data.contains("\"name\":\"C\""))
            for unknown in ["nonsense", states.id(Revision(rawValue: 99))] {
                #expect(try await EventClient(server.address, after: unknown).event().kind == "reload")
            }
        }
    }

    @Test func `the stream reports an earlier change that the feed receives late`()
        async throws
    {
        let site = try await TestSite()
        let server = try Server(ServerConfiguration(), router: site.router)
        try await site.store.add(Item(name: "Lamp"))
        let client = try EventClient(server.address, after: site.site.states.id(.initial))
        try await client.comment()
        let feed = Task { await site.site.feed.run() }
        #expect(try await client.event().kind == "commit")
        feed.cancel()
        await server.stop()
    }

    @Test func `the stream ends with the feed`() async throws {
        let site = try await TestSite()
        let server = try Server(ServerConfiguration(), router: site.router)
        let feed = Task { await site.site.feed.run() }
        let client = try EventClient(server.address)
        _ = try await client.event()
        try await site.store.close()
        await feed.value
        await #expect(throws: EventClient.Ended.self) { try await client.event() }
        await server.stop()
    }
}

@Suite(.timeLimit(.minutes(10))) struct `The front end` {
    @Test func `the front end prints its address, serves, and stops on request`() async throws {
        let store = TestHost(itemStore: try await TestSite(items("Lamp")).store)
        let (addresses, said) = AsyncStream.makeStream(of: String.self)
        let frontEnd = HTTPFrontEnd(
            try HTTPConfiguration(PluginSettings(["port": 0])), host: store, announce: { said.yield($0) },
            log: { _ in })
        let running = Task { try await frontEnd.run() }
        var address: String?
        for await said in addresses {
            address = said
            break
        }
        let port = address?.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) }
        let client = try EventClient(.loopback(port: try #require(port)))
        #expect(try await client.event().kind == "state")
        running.cancel()
        #expect(try await running.value == .success)
    }

    @Test func `the front end reports once why it can't serve, with advice`() async throws {
        let taken = try Server(ServerConfiguration(threads: 1), router: Router())
        let frontEnd = HTTPFrontEnd(
            try HTTPConfiguration(PluginSettings(["port": .integer(taken.address.port)])),
            host: TestHost(itemStore: try await TestSite().store), announce: { _ in }, log: { _ in })
        let error = await #expect(throws: LootError.self) { try await frontEnd.run() }
        await taken.stop()
        let text = error?.description ?? ""
        #expect(text.hasPrefix("Can't serve on \(taken.address). ") && text.contains("Another program uses"))
        #expect(text.ranges(of: "\(taken.address)").count == 1 && !text.contains(".."))
    }
}
