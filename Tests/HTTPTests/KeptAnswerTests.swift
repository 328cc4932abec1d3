import Basics
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing
import WebServer

@testable import HTTP

@Suite struct `Cached answers` {
    private static let lamp = items("Lamp")[0]

    /// Paths whose responses depend only on the request and the state.
    private static let targets = [
        "/api/items", "/api/items?limit=2", "/api/items?limit=3&offset=1&outline=true&sections=price",
        "/api/items?search=a", "/api/items?where=dateCreated%20%3C%20today", "/api/sections?by=price",
        "/api/statistics", "/api/places", "/api/items/ID", "/api/items/ID/position?sort=name",
    ]

    /// Sends a request that isn't cached: with an unknown origin, which has no other effect.
    private func fresh(_ site: TestSite, _ target: String, _ headers: Headers = [:]) async throws -> Answered
    {
        var headers = headers
        headers[.origin] = "https://\(ItemID()).example"
        return try await site.get(target, headers: headers)
    }

    @Test(arguments: targets)
    func `a cached response costs the store one request for its state`(target: String) async throws {
        let store = RecordingStore(try MemoryStore([Self.lamp]))
        let site = try await TestSite(store)
        let target = target.replacing("ID", with: "\(Self.lamp.id)")
        let first = try await site.get(target)
        _ = try await site.get(target)
        store.forget()
        let third = try await site.get(target)
        #expect(store.calls == ["page"])
        #expect(third.status == 200 && third.bytes == first.bytes && third.headers == first.headers)
    }

    @Test(arguments: UInt64(1)...12)
    func `a cached response belongs to the newest state, despite concurrent changes`(seed: UInt64)
        async throws
    {
        var generator = SeededGenerator(seed: seed)
        let day = Mutex(Day.today)
        let site = try await TestSite(
            ItemFixtures.items(12, seed: seed), today: { day.withLock(\.self) })
        for _ in 0..<400 {
            let all = try await site.store.items()
            switch Int.random(in: 0..<12, using: &generator) {
            case 0:
                let changes = all.randomElement(using: &generator).map { change(to: $0, using: &generator) }
                try await site.store.apply(changes ?? [.insert(ItemFixtures.item(using: &generator))])
            case 1: site.site.states.renew()
            case 2: day.withLock { $0 = $0.adding(CalendarSpan(1, .day)) ?? $0 }
            default:
                let id = all.prefix(2).randomElement(using: &generator)?.id ?? ItemID()
                let target = (Self.targets.randomElement(using: &generator) ?? "").replacing(
                    "ID", with: "\(id)")
                let tag = try await site.get(target).headers[.eTag] ?? "\"\""
                let headers: Headers =
                    switch Int.random(in: 0..<5, using: &generator) {
                    case 0: [.ifNoneMatch: tag]
                    case 1: [.acceptEncoding: "gzip"]
                    case 2: [.accept: "text/html"]
                    case 3: ["Range": "bytes=0-9"]
                    default: [:]
                    }
                for _ in 0..<3 {
                    let answer = try await site.get(target, headers: headers)
                    let expected = try await fresh(site, target, headers)
                    #expect(answer.status == expected.status, "\(target) \(headers)")
                    #expect(answer.bytes == expected.bytes, "\(target) \(headers)")
                    #expect(answer.headers == expected.headers, "\(target) \(headers)")
                }
            }
        }
    }

    private func change(to item: Item, using generator: inout SeededGenerator) -> [Change] {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: [.insert(ItemFixtures.item(using: &generator), at: .before(item.id))]
        case 1: [.remove(item.id)]
        case 2: [.move(item.id, to: .last)]
        default: [.update(item.id, ["name": .text("a \(item.name)")])]
        }
    }

    @Test func `a cached response depends on the client's headers and options`() async throws {
        let many = (0..<50).map { Item(name: "Lamp \($0)") }
        var configuration = HTTPConfiguration()
        configuration.origins = ["https://friend.example"]
        let site = try await TestSite(many, configuration)
        let tag = try #require(try await site.get("/api/items").headers[.eTag])
        let friend = "https://friend.example"
        for _ in 0..<3 {
            let plain = try await site.get("/api/items")
            #expect(plain.status == 200 && plain.headers[.contentEncoding] == nil)
            #expect(plain.headers["Access-Control-Allow-Origin"] == nil)
            let small = try await site.get("/api/items", headers: [.acceptEncoding: "gzip"])
            #expect(small.headers[.contentEncoding] == "gzip" && small.bytes.count < plain.bytes.count)
            let known = try await site.get("/api/items", headers: [.ifNoneMatch: tag])
            #expect(known.status == 304 && known.bytes.isEmpty)
            #expect(try await site.get("/api/items", headers: [.ifNoneMatch: "\"x\""]).status == 200)
            let theirs = try await site.get("/api/items", headers: [.origin: friend])
            #expect(theirs.headers["Access-Control-Allow-Origin"] == friend)
            let others = try await site.get("/api/items", headers: [.origin: "https://evil.example"])
            #expect(others.headers["Access-Control-Allow-Origin"] == nil)
            #expect(try await site.get("/api/items", headers: [.accept: "image/png"]).status == 406)
            #expect(try await site.ask(.head, "/api/items").status == 200)
            // Strings that are canonically equivalent in Unicode have different responses.
            for name in ["Caf%C3%A9", "Cafe%CC%81"] {
                let found = try await site.get("/api/items?search=\(name)&sections=\(name)")
                #expect(found.status == 400)
            }
        }
    }

    @Test func `responses are cached per role, and never returned without permission`() async throws {
        let home = try await PeopledSite([Self.lamp], [("Ada", .write), ("Ben", .read)])
        defer { home.remove() }
        for target in ["/api/items", "/api/items/\(Self.lamp.id)"] {
            for _ in 0..<3 {
                for name in ["Ada", "Ben"] {
                    #expect(try await home.site.get(target, headers: home.headers(name)).status == 200)
                }
                #expect(try await home.site.get(target).status == 401)
                #expect(try await home.site.get(target, headers: [.authorization: "Bearer x"]).status == 401)
                #expect(
                    try await home.site.get(target, headers: [.host: "evil.example"]).status == 421)
            }
        }
    }

    @Test func `responses aren't cached while the store has a problem`() async throws {
        let store = TroubledStore(try MemoryStore([Self.lamp]))
        let site = try await TestSite(store)
        for _ in 0..<3 { #expect(try await site.get("/api/items").status == 200) }
        try await store.become(.damage)
        await site.site.condition.look()
        for _ in 0..<3 { #expect(try await site.get("/api/items").status == 503) }
        try await store.become(nil)
        await site.site.condition.look()
        for _ in 0..<3 {
            let answer = try await site.get("/api/items")
            #expect(answer.status == 200 && answer.headers["Loot-Problem"] == nil)
        }
    }

    @Test func `a cached response is never used for a released snapshot`() async throws {
        let site = try await TestSite([Self.lamp])
        let held = try await site.ask(.post, "/api/snapshots")
        let id = try #require(try held.json["id"]?.text)
        let targets = [
            "/api/items", "/api/sections", "/api/items/\(Self.lamp.id)",
            "/api/items/\(Self.lamp.id)/position",
        ]
        for target in targets {
            for _ in 0..<3 { #expect(try await site.get("\(target)?snapshot=\(id)").status == 200) }
        }
        _ = try await site.ask(.delete, "/api/snapshots/\(id)")
        for target in targets {
            for _ in 0..<3 { #expect(try await site.get("\(target)?snapshot=\(id)").status == 410) }
        }
    }

    @Test func `the total size of cached responses is limited`() async throws {
        let site = try await TestSite((0..<1_000).map { Item(name: "Lamp \($0)") })
        for offset in 0..<60 {
            for _ in 0..<3 {
                let page = try await site.get("/api/items?limit=900&offset=\(offset)")
                #expect(try page.json["start"]?.number == offset)
            }
        }
        #expect(site.site.answers.size <= 4 << 20)
    }
}
