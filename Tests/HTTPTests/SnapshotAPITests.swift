import LootAPI
import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing
import WebServer
import WebServerTesting

@testable import HTTP

@Suite struct `Snapshots over the API` {
    private func hold(_ site: TestSite) async throws -> String {
        let answer = try await site.ask(.post, "/api/snapshots")
        #expect(answer.status == 201)
        let id = try #require(try answer.json["id"]?.text)
        #expect(answer.headers[.location] == "/api/snapshots/\(id)")
        #expect(try answer.json["heldFor"]?.number == 120)
        return id
    }

    @Test func `snapshots don't change with the list`() async throws {
        let all = items("Lamp", "Vase", "Cup")
        let site = try await TestSite(all)
        let id = try await hold(site)
        try await site.store.apply([.remove(all[0].id), .update(all[1].id, ["name": .text("Jug")])])
        func names(_ query: String) async throws -> [String] {
            try await site.get("/api/items\(query)").texts("items", "name")
        }
        #expect(try await names("") == ["Jug", "Cup"])
        #expect(try await names("?snapshot=\(id)") == ["Lamp", "Vase", "Cup"])
        #expect(try await names("?sort=name&snapshot=\(id)") == ["Cup", "Lamp", "Vase"])
        #expect(try await site.get("/api/items?snapshot=\(id)").json["revision"]?.number == 0)
        #expect(try await site.get("/api/sections?rule=none&snapshot=\(id)").json["total"]?.number == 3)
        #expect(try await site.get("/api/items/\(all[0].id)?snapshot=\(id)").json["name"]?.text == "Lamp")
        #expect(try await site.get("/api/items/\(all[0].id)").status == 404)
        let row = try await site.get("/api/items/\(all[2].id)/position?snapshot=\(id)")
        #expect(try row.json["position"]?.number == 2)
        // Paging by cursor continues in the same snapshot.
        let first = try await site.get("/api/items?limit=1&snapshot=\(id)")
        let next = try #require(try first.json["next"]?.text)
        #expect(first.headers["Link"]?.contains("snapshot=\(id)") == true)
        #expect(try await names("?limit=1&cursor=\(next)&snapshot=\(id)") == ["Vase"])
    }

    @Test func `a snapshot is never returned for the current state`() async throws {
        let site = try await TestSite(items("Lamp"))
        let id = try await hold(site)
        for path in ["/api/items?snapshot=\(id)", "/api/sections?snapshot=\(id)"] {
            let answer = try await site.get(path)
            #expect(answer.headers[.eTag] == nil)
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `a released snapshot is reported as gone`() async throws {
        let site = try await TestSite(items("Lamp"))
        let id = try await hold(site)
        #expect(try await site.ask(.delete, "/api/snapshots/\(id)").status == 204)
        #expect(try await site.ask(.delete, "/api/snapshots/\(id)").status == 204)
        for path in [
            "/api/items?snapshot=\(id)", "/api/sections?snapshot=\(id)", "/api/items?snapshot=nonsense",
            "/api/items/\(ItemID())?snapshot=\(id)", "/api/items/\(ItemID())/position?snapshot=",
        ] {
            let answer = try await site.get(path)
            #expect(answer.status == 410, "\(path)")
            #expect(try answer.json["code"]?.text == "snapshot-gone")
            #expect(
                try answer.json["detail"]?.text?.hasSuffix("Read the list again from the beginning.") == true)
        }
    }

    @Test func `snapshots require a token`() async throws {
        var configuration = HTTPConfiguration()
        configuration.token = "secret-secret-secret"
        let site = try await TestSite(items("Lamp"), configuration)
        #expect(try await site.ask(.post, "/api/snapshots").status == 401)
        let token: Headers = ["Authorization": "Bearer secret-secret-secret"]
        #expect(try await site.ask(.post, "/api/snapshots", headers: token).status == 201)
    }

    /// Snapshots with a clock that the test controls.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)

        func wait(_ seconds: Int) { time.withLock { $0 += .seconds(seconds) } }

        var snapshots: HeldSnapshots { HeldSnapshots(lifetime: 60) { self.time.withLock(\.self) } }
    }

    @Test
    func `snapshots are kept while they are read and for a while after that, and count for their person`()
        async throws
    {
        let (clock, allowances) = (Clock(), Allowances())
        let snapshots = clock.snapshots
        let store = try MemoryStore(items("Lamp"))
        func hold() async throws -> String {
            try await snapshots.hold(of: store, allowances.take(of: .snapshots, for: "Ann")).id
        }
        let (first, second) = (try await hold(), try await hold())
        #expect(allowances.amount(of: .snapshots, for: "Ann") == 2)
        await snapshots.letGo(of: second)
        #expect(allowances.amount(of: .snapshots, for: "Ann") == 1)
        for _ in 0..<5 {
            clock.wait(59)
            snapshots.letGoOfUnused()
            _ = try snapshots.snapshot(first)
        }
        clock.wait(61)
        snapshots.letGoOfUnused()
        let gone = #expect(throws: LootError.self) { try snapshots.snapshot(first) }
        #expect(gone?.code == .snapshotGone)
        #expect(allowances.amount(of: .snapshots, for: "Ann") == 0)
    }

    @Test func `snapshots of clients that vanished are released, but not while they are read`()
        async throws
    {
        let clock = Clock()
        let snapshots = clock.snapshots
        let share = try Allowances().take(of: .snapshots, for: nil)
        let id = try await snapshots.hold(of: try MemoryStore(items("Lamp")), share).id
        weak var held: AnyObject?
        do {
            let reading = try snapshots.snapshot(id)
            held = reading as AnyObject
            clock.wait(61)
            snapshots.letGoOfUnused()
            #expect(held != nil)
            #expect(try await reading.items().count == 1)
        }
        #expect(held == nil)
    }
}

@Suite struct `Long responses` {
    @Test(arguments: ["/report", "/api/export?format=csv", "/api/export?format=tar", "/api/statistics"])
    func `a long response contains items of one state while a writer changes the list`(path: String)
        async throws
    {
        let store = try MemoryStore((0..<12_000).map { Item(name: "Lamp \($0)") })
        let site = try await TestSite(
            wrap: { _ in
                SlowStore(store) { call in
                    if call == .page {
                        _ = try? await store.apply([.insert(Item(name: "In between"), at: 0)])
                    }
                }
            })
        let server = try Server(ServerConfiguration(), router: site.router)
        let (address, request) = (
            server.address, "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        let answer = try await blocking {
            let client = try LoopbackClient(address)
            client.send(request)
            return client.receiveAll()
        }
        await server.stop()
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        // A truncated body has no last chunk.
        #expect(path == "/api/statistics" || answer.hasSuffix("\r\n0\r\n\r\n"))
        if path != "/api/statistics" { #expect(answer.contains("Lamp 11999")) }
    }
}
