import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import RemoteStorePlugin
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A remote store during failures` {
    @Test(arguments: [1, 3])
    func `a change is made once, however often the response is lost`(times: Int) async throws {
        let server = try await TestServer(MemoryStore())
        let store = try await RemoteStore.open(server.url)
        server.lose(.after(times))
        let commit = try await store.apply([.insert(Item(name: "Lamp"))], title: "Add a lamp")
        #expect(commit.revision == Revision(rawValue: 1))
        #expect(try await server.store.history(limit: 9).undoable == [commit])
        try await store.close()
        await server.end()
    }

    @Test func `a long list has one state while another client writes, and its snapshot is released`()
        async throws
    {
        let items = (0..<12_000).map { Item(name: "Lamp \($0)") }
        let server = try await TestServer(try MemoryStore(items))
        let store = try await RemoteStore.open(server.url)
        var names: [String] = []
        _ = try await store.withRows { rows throws(LootError) in
            try await rows.forEachPage { page throws(LootError) in
                names += page.items.map(\.name)
                try await server.store.add(Item(name: "In between"), at: 0)
                return true
            }
        }
        #expect(names == items.map(\.name))
        #expect(server.heldSnapshots == 0)
        var dropped: (any ItemSnapshot)? = try await store.snapshot()
        #expect(dropped != nil && server.heldSnapshots == 1)
        dropped = nil
        while server.heldSnapshots > 0 { await Task.yield() }
        try await store.close()
        await server.end()
    }

    @Test func `a snapshot that was lost with its server is reported`() async throws {
        let server = try await TestServer(MemoryStore())
        let store = try await RemoteStore.open(server.url)
        let snapshot = try await store.snapshot()
        try await server.forget()
        let error = await #expect(throws: LootError.self) { try await snapshot.items() }
        #expect(error?.code == .conflict)
        #expect(error?.failure.text == "Can't read the snapshot.")
        await snapshot.close()
        try await store.close()
        await server.end()
    }

    @Test func `a change is made even if its first request was lost`() async throws {
        let server = try await TestServer(MemoryStore())
        let store = try await RemoteStore.open(server.url)
        server.lose(.before(2))
        try await store.add(Item(name: "Lamp"))
        #expect(try await server.store.items().map(\.name) == ["Lamp"])
        try await store.close()
        await server.end()
    }

    @Test func `a change is found in the history of a restarted server`() async throws {
        let server = try await TestServer(MemoryStore())
        let store = try await RemoteStore.open(server.url)
        try await store.add(Item(name: "Vase"))
        server.lose(.withServer)
        let commit = try await store.apply([.insert(Item(name: "Lamp"))], title: "Add a lamp")
        #expect(commit.title == "Add a lamp")
        #expect(try await server.store.items().map(\.name) == ["Vase", "Lamp"])
        #expect(try await server.store.history(limit: 1).undoable == [commit])
        try await store.close()
        await server.end()
    }

    @Test func `an unknown outcome after a restart without a history is reported`()
        async throws
    {
        let server = try await TestServer(Forgetful(wrapped: MemoryStore()))
        let store = try await RemoteStore.open(server.url)
        #expect(store.capabilities == [.writable, .shared])
        server.lose(.withServer)
        let error = await #expect(throws: LootError.self) { try await store.add(Item(name: "Lamp")) }
        #expect(error?.code == .unavailable)
        #expect(error?.description.contains("Can't determine whether") == true)
        #expect(try await server.store.summary().count == 1)
        try await store.close()
        await server.end()
    }

    @Test func `an unreachable server is reported, and the store works again when it is back`() async throws {
        let server = try await TestServer(MemoryStore([Item(name: "Lamp")]))
        let store = try await RemoteStore.open(server.url)
        await server.stop()
        let query = Query(sort: [SortKey("name")])
        for what in [
            { _ = try await store.page(of: query, rows: 0..<9) },
            { _ = try await store.outline(of: .all) },
            { _ = try await store.item(ItemID()) }, { _ = try await store.add(Item(name: "Vase")) },
            { _ = try await store.history(limit: 1) }, { _ = try await RemoteStore.open(server.url) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: LootError.self) { try await what() }
            #expect(error?.code == .unavailable)
            #expect(error?.exitStatus == .unavailable)
            #expect(error?.place == server.url)
        }
        try server.resume()
        try await store.add(Item(name: "Vase"))
        #expect(try await store.items().map(\.name) == ["Lamp", "Vase"])
        try await store.close()
        await server.end()
    }

    @Test func `events that were missed during an interruption are delivered`() async throws {
        let server = try await TestServer(MemoryStore())
        let store = try await RemoteStore.open(server.url)
        var events = store.events().makeAsyncIterator()
        let first = try await server.store.apply([.insert(Item(name: "Lamp"))])
        #expect(await events.next() == .committed(first))
        await server.stop()
        let missed = try await server.store.apply([.insert(Item(name: "Vase"))])
        guard case .failed(let error) = await events.next() else {
            Issue.record("no event reported that the server is unreachable")
            return
        }
        #expect(error.code == .unavailable)
        try server.resume()
        #expect(await events.next() == .reloaded(first.revision))
        #expect(await events.next() == .committed(missed))
        try await store.close()
        #expect(await events.next() == nil)
        await server.end()
    }

    @Test func `events that a restarted server no longer has cause a reload`() async throws {
        let server = try await TestServer(MemoryStore())
        let store = try await RemoteStore.open(server.url)
        var events = store.events().makeAsyncIterator()
        let first = try await server.store.apply([.insert(Item(name: "Lamp"))])
        #expect(await events.next() == .committed(first))
        await server.stop()
        let missed = try await server.store.apply([.insert(Item(name: "Vase"))])
        try await server.forget()
        try server.resume()
        // An observer may miss the failure, but never the resulting state.
        while let event = await events.next() {
            if event == .reloaded(missed.revision) { break }
        }
        let next = try await server.store.apply([.insert(Item(name: "Cup"))])
        #expect(await events.next() == .committed(next))
        try await store.close()
        await server.end()
    }

    @Test func `the problem of the server's store and its end are reported`() async throws {
        let damage = LootError(.damaged, "Can't read all items.", reason: "The file isn't JSON.")
        let troubled = TroubledStore(MemoryStore(), damage)
        let server = try await TestServer(troubled)
        let store = try await RemoteStore.open(server.url)
        #expect(store.problem?.code == .damaged)
        #expect(store.problem?.description.contains("The file isn't JSON.") == true)
        var events = store.events().makeAsyncIterator()
        while let event = await events.next() {
            if case .failed(let error) = event, error.code == .damaged { break }
        }
        try await troubled.become(nil)
        while let event = await events.next() { if case .reloaded = event { break } }
        #expect(store.problem == nil)
        try await troubled.become(damage)
        while let event = await events.next() { if case .failed = event { break } }
        // Any response reports the problem, with or without observers.
        let error = await #expect(throws: LootError.self) { try await store.summary() }
        #expect(error?.code == .damaged && error?.description.contains("The file isn't JSON.") == true)
        #expect(store.problem?.code == .damaged)
        try await store.close()
        await server.end()
    }

    @Test func `a restarted server causes a reload, even with the same revision`()
        async throws
    {
        let first = try MemoryStore([Item(name: "Lamp")])
        let server = try await TestServer(first)
        let store = try await RemoteStore.open(server.url)
        var events = store.events().makeAsyncIterator()
        let commit = try await server.store.apply([.insert(Item(name: "Vase"))])
        #expect(await events.next() == .committed(commit))
        await server.stop()
        try await server.forget()
        try server.resume()
        while let event = await events.next() { if event == .reloaded(commit.revision) { break } }
        try await store.close()
        await server.end()
    }

    @Test func `a token is required and never shown`() async throws {
        let server = try await TestServer(MemoryStore([Item(name: "Lamp")]), token: "the-right-one")
        for token in [nil, "a-wrong-one"] {
            let error = await #expect(throws: LootError.self) {
                try await RemoteStore.open(server.url, token: token)
            }
            #expect(error?.code == .configuration)
            #expect(error.map { "\($0) \($0.underlying ?? "")" }?.contains("wrong-one") == false)
        }
        let store = try await RemoteStore.open(server.url + "/", token: "the-right-one")
        #expect(try await store.summary().count == 1)
        try await store.close()
        await server.end()
    }

    @Test(arguments: [
        "ftp://example.org", "https://", "example.org", "https://ann:secret@example.org",
        "https://example.org/?a=b",
    ])
    func `an invalid server address is rejected`(url: String) async {
        let error = await #expect(throws: LootError.self) { try await RemoteStore.open(url) }
        #expect(error?.code == .configuration)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `several pages have one state, despite concurrent changes`() async throws {
        let items = ItemFixtures.items(2_500, seed: 7)
        let server = try await TestServer(MemoryStore(items))
        let store = try await RemoteStore.open(server.url)
        #expect(try await store.items() == items)
        let writing = Task {
            for number in 0..<20 {
                try await server.store.add(Item(name: "Lamp \(number)"), at: 0)
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        let page = try await store.page(of: .all, rows: 0..<Int.max)
        #expect(Set(page.items.map(\.id)).count == page.items.count)
        #expect(page.items.count == 2_500 + Int(page.revision.rawValue))
        try await writing.value
        try await store.close()
        await server.end()
    }
}

/// A store without a history.
private struct Forgetful: ItemStore {
    let wrapped: MemoryStore

    var capabilities: StoreCapabilities { .writable }
    func outline(of query: Query) async throws(LootError) -> Outline {
        try await wrapped.outline(of: query)
    }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await wrapped.page(of: query, rows: rows)
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { try await wrapped.item(id) }
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await wrapped.apply(transaction)
    }
    func events() -> AsyncStream<StoreEvent> { wrapped.events() }
    func close() async throws(LootError) { try await wrapped.close() }
}
