import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Testing
import WebServer

@testable import HTTP

@Suite struct `Entity tags` {
    @Test func `entity tags change with every bit, and with trailing zeros`() {
        for length in [0, 1, 7, 8, 9, 16, 169] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            var tags: Set = [EntityTag.of(bytes)]
            for bit in 0..<length * 8 {
                var changed = bytes
                changed[bit / 8] ^= 1 << (bit % 8)
                tags.insert(EntityTag.of(changed))
            }
            for zeros in 1...9 { tags.insert(EntityTag.of(bytes + Array(repeating: 0, count: zeros))) }
            #expect(tags.count == length * 8 + 10)
        }
    }

    @Test func `entity tags are the same in every process`() {
        #expect(EntityTag.of(Array("Rusty Spork".utf8)) == "\"39773c164dd6348b\"")
    }
}

@Suite struct `State tags` {
    static let paths = ["/api/items", "/api/items?sections=price", "/api/sections?by=price"]

    private func tag(_ site: TestSite, _ path: String) async throws -> String {
        try #require(try await site.get(path).headers[.eTag])
    }

    @Test(arguments: paths)
    func `another store with the same revision has a different tag`(path: String) async throws {
        let first = try await TestSite(items("Lamp"))
        let second = try await TestSite(items("Vase"))
        let answer = try await second.get(path, headers: [.ifNoneMatch: try await tag(first, path)])
        #expect(answer.status == 200)
    }

    @Test(arguments: paths)
    func `the tag changes after a restart, because changes in between are unknown`(path: String)
        async throws
    {
        let store = try MemoryStore(items("Lamp"))
        let tag = try await tag(try await TestSite(store), path)
        let later = try await TestSite(store)
        #expect(try await later.get(path, headers: [.ifNoneMatch: tag]).status == 200)
    }

    @Test(.timeLimit(.minutes(5)), arguments: paths)
    func `the tag changes when the store was read again`(path: String) async throws {
        let store = TroubledStore(try MemoryStore(items("Lamp")))
        let site = try await TestSite(store)
        let before = try await tag(site, path)
        let epoch = site.site.states.epoch
        let feed = Task { await site.site.feed.run() }
        // Solve the problem. The store reports this as a reload.
        try await store.become(nil)
        while site.site.states.epoch == epoch { await Task.yield() }
        #expect(try await site.get(path, headers: [.ifNoneMatch: before]).status == 200)
        #expect(try await tag(site, path) != before)
        feed.cancel()
    }

    @Test func `a cursor contains the items that it continues between, and no tag`() async throws {
        let three = items("A", "B", "C")
        let store = try MemoryStore(three)
        let first = try await TestSite(store)
        let cursor = try #require(try await first.get("/api/items?limit=1").json["next"]?.text)
        let second = try await TestSite(store)
        let page = try await second.get("/api/items?limit=1&cursor=\(cursor)")
        #expect(try page.texts("items", "name") == ["B"])
        try await store.remove(three[0].id)
        #expect(try await second.get("/api/items?limit=1&cursor=\(cursor)").texts("items", "name") == ["B"])
        try await store.remove(three[1].id)
        for site in [first, second] {
            #expect(try await site.get("/api/items?limit=1&cursor=\(cursor)").status == 409)
        }
    }
}
