import LootCore
import LootTesting
import MemoryStorePlugin
import Testing
import WebServer

@testable import HTTP

@Suite struct `Settings of the list on the web` {
    @Test func `the API changes settings, and the page and the report follow`() async throws {
        let site = try await TestSite(items("Lamp"))
        #expect(try await site.get("/").text.contains("$20"))
        let answer = try await site.ask(.patch, "/api/settings", json: #"{"currency": "€", "highValue": 10}"#)
        #expect(answer.status == 200)
        #expect(answer.text == #"{"currency":"EUR","highValue":10}"#)
        #expect(try await site.get("/api/settings").text == answer.text)
        let page = try await site.get("/").text
        #expect(page.contains("€20") && !page.contains("$20"))
        let report = try #require(await site.get("/report").response.collected())
        #expect(String(decoding: report, as: UTF8.self).contains("€20"))
        _ = try await site.ask(.post, "/api/undo")
        #expect(try await site.get("/").text.contains("$20"))
    }

    @Test(arguments: [
        (#"{"currency": "EURO9"}"#, 422), (#"{"currency": 7}"#, 422), (#"{"currncy": "EUR"}"#, 400),
        (#"{"highValue": "many"}"#, 422), ("[]", 422),
    ])
    func `invalid settings are refused and nothing changes`(body: String, status: Int) async throws {
        let site = try await TestSite(items("Lamp"))
        #expect(try await site.ask(.patch, "/api/settings", json: body).status == status)
        #expect(try await site.store.settings().isEmpty)
    }

    @Test func `another writer's currency shows on the page`() async throws {
        let site = try await TestSite(items("Lamp"))
        let running = Task { [site = site.site] in await site.run() }
        defer { running.cancel() }
        _ = try await site.store.apply([.set("currency", .text("EUR"))])
        var page = ""
        for _ in 0..<500 where !page.contains("€20") {
            page = try await site.get("/").text
            await Task.yield()
        }
        #expect(page.contains("€20"))
    }
}
