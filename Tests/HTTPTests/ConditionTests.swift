import Foundation
import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Platform
import Synchronization
import Testing
import WebServer
import WebServerTesting

@testable import HTTP

/// A damaged or unavailable store is visible everywhere.
@Suite(.timeLimit(.minutes(10))) struct `A damaged store` {
    private func expectTrouble(_ site: TestSite) async throws {
        let page = try await site.get("/").text
        #expect(
            page.contains(
                "<div id=\"banner\" role=\"alert\"><p>Can&#39;t read all items. items.json is incomplete."))
        #expect(
            !page.contains("No items!") && !page.contains("id=\"add\"")
                && !page.contains("id=\"edit-toggle\""))
        #expect(!page.contains("/home/ada"))
        let health = try await site.get("/healthz")
        #expect(health.status == 503)
        #expect(try health.json["code"]?.text == "damaged")
        #expect(try health.json["detail"]?.text?.contains("items.json is incomplete") == true)
        #expect(!health.text.contains("/home/ada"))
        for path in [
            "/api/items", "/api/items?outline=true", "/api/sections", "/api/statistics", "/api/history",
            "/api/export", "/api/export?format=csv", "/api/items/2f1d7c60-95e4-4c6e-8f3e-000000000001",
            "/api/items/2f1d7c60-95e4-4c6e-8f3e-000000000001/position",
            "/api/items/2f1d7c60-95e4-4c6e-8f3e-000000000001/history",
        ] {
            let answer = try await site.get(path)
            #expect(answer.status == 503 && answer.headers["Loot-Problem"] == "damaged", "\(path)")
            let detail = try answer.json["detail"]?.text ?? ""
            #expect(
                detail.contains("items.json is incomplete") && detail.contains("See what can be kept"),
                "\(path)"
            )
            #expect(try answer.json["remedy"]?.text == "recover", "\(path)")
        }
        #expect(try await site.ask(.post, "/api/snapshots").status == 503)
        let metrics = try await site.get("/metrics").text
        #expect(metrics.contains("loot_healthy 0\n") && !metrics.contains("loot_items"))
        #expect(try await site.get("/api/store").json["problem"]?.text == "damaged")
    }

    @Test func `a damaged store is reported on all pages, in the API and in the log until it is repaired`()
        async throws
    {
        let log = Mutex<[String]>([])
        let store = TroubledStore(MemoryStore())
        let site = try await TestSite(store) { line in log.withLock { $0.append(line) } }
        let feed = Task { await site.site.feed.run() }
        #expect(try await site.get("/").text.contains("No items!"))
        #expect(try await site.get("/healthz").status == 200)
        try await store.become(.damage)
        while site.site.condition.problem == nil { await Task.yield() }
        try await expectTrouble(site)
        #expect(log.withLock { $0.count } == 1)
        #expect(log.withLock { $0[0].contains("/home/ada/things/items.json is incomplete") })
        try await store.become(nil)
        while site.site.condition.problem != nil { await Task.yield() }
        #expect(try await site.get("/").text.contains("No items!"))
        #expect(try await site.get("/healthz").status == 200)
        #expect(try await site.get("/api/items").headers["Loot-Problem"] == nil)
        #expect(log.withLock { $0.last?.contains("is working again") } == true)
        feed.cancel()
    }

    @Test func `damage is reported immediately, even without an event`() async throws {
        let store = TroubledStore(MemoryStore())
        let site = try await TestSite(store)
        try await store.become(.damage)
        // The feed isn't running.
        #expect(try await !site.get("/").text.contains("No items!"))
        try await expectTrouble(site)
    }

    @Test func `a damaged store rejects a change with the reason`() async throws {
        let site = try await TestSite([], wrap: { TroubledStore($0, .damage) })
        let answer = try await site.ask(.post, "/api/items", json: #"{"name": "Lamp"}"#)
        #expect(answer.status == 503)
        #expect(try answer.json["detail"]?.text?.contains("items.json is incomplete") == true)
        #expect(!answer.text.contains("/home/ada"))
    }

    @Test func `a page reloads by itself while its store is unavailable`() async throws {
        let away = LootError(.unavailable, "Can't reach the store.", reason: "Nothing responds there.")
        let site = try await TestSite(wrap: {
            FailingStore($0) { call, number in call == .outline && number > 1 || call == .page ? away : nil }
        })
        let page = try await site.get("/")
        #expect(page.status == 503)
        #expect(page.text.contains("Nothing responds there.") && page.text.contains("http-equiv=\"refresh\""))
        #expect(!page.text.contains("No items!"))
        #expect(try await site.get("/healthz").status == 503)
    }

    @Test func `programs never get an incomplete list, even without an event`() async throws {
        for path in ["/api/items", "/api/sections", "/api/statistics", "/api/export"] {
            let store = TroubledStore(MemoryStore())
            let site = try await TestSite(store)
            try await store.become(.damage)
            // The feed isn't running.
            #expect(try await site.get(path).status == 503, "\(path)")
        }
    }

    @Test func `an existing snapshot can be read`() async throws {
        let store = TroubledStore(try MemoryStore(items("Lamp")))
        let site = try await TestSite(store)
        let id = try #require(try await site.ask(.post, "/api/snapshots").json["id"]?.text)
        try await store.become(.damage)
        await site.site.condition.look()
        #expect(try await site.get("/api/items").status == 503)
        #expect(try await site.get("/api/items?snapshot=\(id)").texts("items", "name") == ["Lamp"])
    }

    @Test func `a store that lost write permission is reported everywhere, can be read, and recovers`()
        async throws
    {
        let refusal = LootError(
            .readOnly, "Can't change the list.",
            reason: "This user may not write /home/ada/things/items.json.",
            advice: "Check the permissions of the file and of its folder.",
            place: "/home/ada/things/items.json")
        let store = TroubledStore(try MemoryStore(items("Lamp")), refusal)
        let site = try await TestSite(store)
        let page = try await site.get("/").text
        #expect(
            page.contains("role=\"alert\"><p>Can&#39;t change the list. This user may not write items.json."))
        #expect(page.contains("Lamp") && !page.contains("id=\"add\"") && !page.contains("id=\"edit-toggle\""))
        let health = try await site.get("/healthz")
        #expect(try health.status == 503 && health.json["code"]?.text == "read-only")
        let described = try await site.get("/api/store")
        #expect(try described.json["problem"]?.text == "read-only" && !described.text.contains("writable"))
        let list = try await site.get("/api/items")
        #expect(try list.status == 200 && list.texts("items", "name") == ["Lamp"])
        #expect(list.headers["Loot-Problem"] == "read-only")
        let refused = try await site.ask(.post, "/api/items", json: #"{"name": "Vase"}"#)
        #expect(refused.status == 503 && !refused.text.contains("/home/ada"))
        try await store.become(nil)
        await site.site.condition.look()
        #expect(try await site.get("/healthz").status == 200)
        #expect(try await site.get("/").text.contains("id=\"add\""))
        #expect(try await site.ask(.post, "/api/items", json: #"{"name": "Vase"}"#).status == 201)
    }

    @Test func `a read-only store is reported`() async throws {
        let site = try await TestSite(items("Lamp"), wrap: { Unwritable(wrapped: $0) })
        let page = try await site.get("/").text
        #expect(page.contains("Read-only") && !page.contains("id=\"add\""))
        #expect(try await site.get("/healthz").status == 200)
    }
}

@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "the test blocks one thread"))
struct `A store that waits for its disk` {
    @Test func `a store that waits for its disk doesn't block readers`() async throws {
        let gate = ThreadGate()
        let lamp = items("Lamp")[0]
        let site = try await TestSite(TroubledStore(try MemoryStore([lamp])) { gate.pass() })
        let server = try Server(ServerConfiguration(threads: 1), router: site.router)
        let address = server.address
        // From here on, all operations that may use the disk are blocked.
        gate.close()
        let writing = Task {
            try await exchange(address, "POST", "/do/favorite", form: "item=\(lamp.id)")
        }
        try await blocking { gate.waitUntilHeld() }
        for path in [
            "/", "/items/\(lamp.id)", "/items/\(lamp.id)?edit", "/items/new", "/import", "/openapi.json",
            "/healthz", "/api/items", "/api/items/\(lamp.id)", "/api/store", "/metrics",
            Asset.path("page.css"),
        ] {
            let answer = try await exchange(address, "GET", path)
            #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(path)")
        }
        gate.open()
        #expect(try await writing.value.hasPrefix("HTTP/1.1 303 "))
        await server.stop()
    }

    @Test func `a connection's thread waits for a store only during short changes`() async throws {
        let lamp = items("Lamp")[0]
        let thread = Mutex<UInt>(0)
        let site = try await TestSite(
            TroubledStore(try MemoryStore([lamp])) { thread.withLock { $0 = Threads.current } })
        var router = site.router
        router.on(.get, "/thread") { _ in Response(text: "\(Threads.current)") }
        router.on(.get, "/elsewhere") { _ in
            Response(text: "\(try await elsewhere { () throws(LootError) in Threads.current })")
        }
        let server = try Server(ServerConfiguration(threads: 1), router: router)
        func said(_ path: String) async throws -> UInt? {
            UInt(try await exchange(server.address, "GET", path).split(separator: "\r\n").last ?? "")
        }
        let connection = try await said("/thread")
        #expect(try await said("/elsewhere") != connection)
        for (method, path, isBrief) in [
            ("DELETE", "/api/items/\(lamp.id)", true), ("POST", "/api/undo", false),
            ("POST", "/do/favorite", false),
        ] {
            let answer = try await exchange(server.address, method, path, form: "item=\(lamp.id)")
            #expect(try #require(Int(answer.split(separator: " ")[1])) < 400, "\(answer)")
            #expect((thread.withLock(\.self) == connection) == isBrief, "\(path)")
        }
        await server.stop()
    }

    private func exchange(
        _ address: SocketAddress, _ method: String, _ path: String, form: String = ""
    ) async throws -> String {
        try await blocking {
            let client = try LoopbackClient(address)
            client.send(
                "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)")
            return client.receiveAll()
        }
    }
}

/// Blocks threads like a slow medium.
private final class ThreadGate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isClosed = false
    private var held = 0

    func pass() {
        condition.withLock {
            held += 1
            condition.broadcast()
            while isClosed { condition.wait() }
            held -= 1
        }
    }

    func close() { condition.withLock { isClosed = true } }

    func open() {
        condition.withLock {
            isClosed = false
            condition.broadcast()
        }
    }

    func waitUntilHeld() { condition.withLock { while held == 0 { condition.wait() } } }
}
