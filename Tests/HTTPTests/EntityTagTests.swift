import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Testing
import WebServer

@testable import HTTP

@Suite struct `Entity tags` {
    @Test func `change with every bit, and with zeros at the end`() {
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

    @Test func `are the same everywhere`() {
        #expect(EntityTag.of(Array("Rusty Spork".utf8)) == "\"39773c164dd6348b\"")
    }
}

@Suite struct `The tag of a state` {
    static let paths = ["/api/items", "/api/items?sections=price", "/api/sections?by=price"]

    private func tag(_ site: TestSite, _ path: String) async throws -> String {
        try #require(try await site.get(path).headers[.eTag])
    }

    @Test(arguments: paths)
    func `is another one for another store of the same revision`(path: String) async throws {
        let first = try await TestSite(items("Lamp"))
        let second = try await TestSite(items("Vase"))
        let answer = try await second.get(path, headers: [.ifNoneMatch: try await tag(first, path)])
        #expect(answer.status == 200)
    }

    @Test(arguments: paths)
    func `is another one after a restart, since what happened in between is not known`(path: String)
        async throws
    {
        let store = try MemoryStore(items("Lamp"))
        let tag = try await tag(try await TestSite(store), path)
        let later = try await TestSite(store)
        #expect(try await later.get(path, headers: [.ifNoneMatch: tag]).status == 200)
    }

    @Test(.timeLimit(.minutes(5)), arguments: paths)
    func `is another one when the store was read anew`(path: String) async throws {
        let store = TroubledStore(try MemoryStore(items("Lamp")))
        let site = try await TestSite(store)
        let before = try await tag(site, path)
        let epoch = site.site.states.epoch
        let feed = Task { await site.site.feed.run() }
        // All is well again, which a store tells by being read anew.
        try await store.become(nil)
        while site.site.states.epoch == epoch { await Task.yield() }
        #expect(try await site.get(path, headers: [.ifNoneMatch: before]).status == 200)
        #expect(try await tag(site, path) != before)
        feed.cancel()
    }

    @Test func `need not stand in a cursor, which names the items between which it goes on`() async throws {
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
