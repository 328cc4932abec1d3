import LootActions
import LootCore
import LootFormats
import LootPlugins
import MemoryStorePlugin
import Synchronization
import Testing
import WebServer

@testable import HTTP

/// A durable store in memory, which can be opened again after it was closed.
final class ReopenedStore: Sendable {
    /// A store that throws `closed` after it was closed.
    private final class Handle: StoreWrapper {
        let wrapped: any ItemStore
        private let isClosed = Mutex(false)

        init(_ wrapped: any ItemStore) { self.wrapped = wrapped }

        var capabilities: StoreCapabilities { wrapped.capabilities.union(.durable) }

        private func requireOpen() throws(LootError) {
            if isClosed.withLock({ $0 }) { throw LootError(.closed, "Can't use the store.") }
        }

        func outline(of query: Query) async throws(LootError) -> Outline {
            try requireOpen()
            return try await wrapped.outline(of: query)
        }

        func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
            try requireOpen()
            return try await wrapped.page(of: query, rows: rows)
        }

        func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
            try requireOpen()
            let commit = try await wrapped.apply(transaction)
            try requireOpen()
            return commit
        }

        func close() async throws(LootError) { isClosed.withLock { $0 = true } }
    }

    let kept: any ItemStore
    private let handle = Mutex<Handle?>(nil)
    private let openings = Mutex(0)

    init(_ items: [Item]) throws { kept = try MemoryStore(items) }

    var isOpen: Bool { handle.withLock { $0 != nil } }
    var openingCount: Int { openings.withLock { $0 } }

    func open() -> any ItemStore {
        handle.withLock { handle in
            if let handle { return handle }
            openings.withLock { $0 += 1 }
            let new = Handle(kept)
            handle = new
            return new
        }
    }

    func close() async throws(LootError) { try await handle.withLock { $0.take() }?.close() }
}

@Suite(.timeLimit(.minutes(2))) struct `A list that isn't used` {
    private static let idleTime = Duration.milliseconds(80)

    /// Runs a test with the lists “home”, whose store isn't durable, and “cabin”, whose store is.
    private func running(
        _ change: (inout HTTPConfiguration) -> Void = { _ in },
        _ body: (_ ask: @escaping @Sendable (Method, String, String?) async throws -> Answered, ReopenedStore)
            async throws -> Void
    ) async throws {
        let cabin = try ReopenedStore(items("Red canoe"))
        var host = TestHost(itemStore: try MemoryStore([]))
        host.hosts = [
            TestHost(itemStore: try MemoryStore(items("Lamp")), listName: "home"),
            TestHost(itemStore: cabin.kept, reopened: cabin, listName: "cabin"),
        ]
        var configuration = HTTPConfiguration()
        change(&configuration)
        let lists = try await ServedLists(
            configuration, host: host, counters: ServerCounters(), idleTime: Self.idleTime, log: { _ in })
        let running = Task { await lists.run() }
        defer { running.cancel() }
        let router = lists.router
        try await body(
            { (method, target, json) in
                let headers: Headers = json == nil ? [:] : [.contentType: "application/json"]
                let request = try #require(
                    Request(method, target, headers: headers, body: Array((json ?? "").utf8)))
                return Answered(await router.respond(to: request))
            }, cabin)
        #expect(lists.lists[0].site != nil, "A store that isn't durable stays open.")
        try await lists.close()
    }

    private func waitUntilClosed(_ store: ReopenedStore) async throws {
        while store.isOpen { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test func `its store is closed, and the next request opens it again`() async throws {
        try await running { ask, cabin in
            #expect(cabin.openingCount == 1)
            #expect(try await ask(.post, "/l/cabin/api/items", #"{"name": "Oar"}"#).status == 201)
            for _ in 0..<2 {
                try await waitUntilClosed(cabin)
                let before = cabin.openingCount
                #expect(try await ask(.get, "/healthz", nil).status == 200 && !cabin.isOpen)
                let page = try await ask(.get, "/l/cabin/", nil)
                #expect(page.status == 200 && page.text.contains("Red canoe") && page.text.contains("Oar"))
                #expect(cabin.openingCount == before + 1)
            }
            try await waitUntilClosed(cabin)
            // The whole request is passed on to the list.
            let added = try await ask(.post, "/l/cabin/api/items", #"{"name": "Paddle"}"#)
            #expect(added.status == 201 && added.headers[.location]?.hasPrefix("/l/cabin/api/items/") == true)
            #expect(added.headers.values(of: "X-Content-Type-Options").count == 1)
            #expect(try await ask(.get, "/l/cabin/nothing", nil).status == 404)
            #expect(try await cabin.kept.items().map(\.name) == ["Red canoe", "Oar", "Paddle"])
        }
    }

    @Test func `a snapshot and a stream keep it open`() async throws {
        try await running { ask, cabin in
            let id = try #require(try await ask(.post, "/l/cabin/api/snapshots", nil).json["id"]?.text)
            let openings = cabin.openingCount
            try await Task.sleep(for: Self.idleTime * 4)
            #expect(cabin.isOpen)
            var stream: Answered? = try await ask(.get, "/l/cabin/api/events", nil)
            #expect(stream?.response.isEndless == true)
            #expect(try await ask(.delete, "/l/cabin/api/snapshots/\(id)", nil).status == 204)
            try await Task.sleep(for: Self.idleTime * 4)
            #expect(cabin.isOpen && cabin.openingCount == openings)
            stream = nil
            try await waitUntilClosed(cabin)
        }
    }

    @Test func `an unknown client doesn't open it`() async throws {
        try await running {
            $0.token = "a long shared token"
        } _: { ask, cabin in
            try await waitUntilClosed(cabin)
            #expect(try await ask(.get, "/l/cabin/api/items", nil).status == 401)
            let added = try await ask(.post, "/l/cabin/api/items", #"{"name": "Oar"}"#)
            #expect(added.status == 401 && added.headers.values(of: "X-Content-Type-Options").count == 1)
            #expect(!cabin.isOpen && cabin.openingCount == 1)
        }
    }

    @Test func `webhooks keep it open, because they report the changes of other programs`() async throws {
        try await running {
            $0.webhooks = ["http://127.0.0.1:1/"]
        } _: { _, cabin in
            try await Task.sleep(for: Self.idleTime * 4)
            #expect(cabin.isOpen)
        }
    }

    @Test func `no acknowledged change is lost, and no request fails while it is closed and opened`()
        async throws
    {
        try await running { ask, cabin in
            for round in 0..<8 {
                // About as long as the time after which the list is closed.
                try await Task.sleep(for: .milliseconds(Int.random(in: 70...190)))
                try await withThrowingTaskGroup { group in
                    for writer in 0..<4 {
                        group.addTask {
                            let answer = try await ask(
                                .post, "/l/cabin/api/items", #"{"name": "\#(writer)-\#(round)"}"#)
                            #expect(answer.status == 201, "\(answer.text)")
                        }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(try await cabin.kept.items().count == 33)
            #expect(cabin.openingCount > 1)
        }
    }
}
