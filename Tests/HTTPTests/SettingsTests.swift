import LootCore
import LootTesting
import MemoryStorePlugin
import Testing
import WebServer

@testable import HTTP

@Suite struct `Settings of the list on the web` {
    @Test func `the API changes settings, which the page and the report use`() async throws {
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

    @Test func `the page reports the number of items with amounts without a currency`() async throws {
        var items = items("Lamp", "Vase", "Mug")
        items[1].currency = Currency("CHF")
        let site = try await TestSite(items)
        let note = "2 items have amounts without a currency. They are in the currency of the list."
        #expect(try await site.get("/settings").text.contains(note))
        _ = try await site.ask(.post, "/settings", form: "shown-currency=&currency=EUR")
        #expect(try await site.get("/settings").text.contains(note))
        for item in items { try await site.store.apply([.update(item.id, ["currency": .text("CHF")])]) }
        #expect(try await !site.get("/settings").text.contains("without a currency"))
    }

    @Test func `a merge patch changes only the entries that it names`() async throws {
        let site = try await TestSite(items("Lamp"))
        for (patch, views) in [
            (#"{"views": {"a": "value > 1", "b": "value > 2"}}"#, #"{"a":"value > 1","b":"value > 2"}"#),
            (#"{"views": {"a": null, "c": "value > 3"}}"#, #"{"b":"value > 2","c":"value > 3"}"#),
        ] {
            let answer = try await site.ask(.patch, "/api/settings", json: patch)
            #expect(answer.text == #"{"views":\#(views)}"#)
        }
    }

    @Test func `the page changes settings and their entries, and uses the title`() async throws {
        let site = try await TestSite(items("Lamp"))
        let form =
            "shown-title=&title=Lake%20cabin&shown-currency=&currency=chf&shown-highValue=&highValue="
            + "&new-views=dear&value-views=value%20%3E%20500"
        #expect(try await site.ask(.post, "/settings", form: form).status == 303)
        #expect(
            try await site.get("/api/settings").text
                == #"{"currency":"CHF","title":"Lake cabin","views":{"dear":"value > 500"}}"#)
        let list = try await site.get("/").text
        #expect(list.contains("<title>Lake cabin</title>") && list.contains("<bdi>dear</bdi>"))
        let page = try await site.get("/settings").text
        #expect(page.contains(#"name="views.dear" value="value &gt; 500""#), "\(page)")
        let removal = "shown-views.dear=value%20%3E%20500&views.dear="
        #expect(try await site.ask(.post, "/settings", form: removal).status == 303)
        #expect(try await site.store.settings()["views"] == nil)
    }

    @Test func `the page rejects a change of a setting that another person has changed`() async throws {
        let site = try await TestSite(items("Lamp"))
        _ = try await site.ask(.patch, "/api/settings", json: #"{"currency": "EUR"}"#)
        let form = "shown-title=&title=House&shown-currency=&currency=CHF"
        let answer = try await site.ask(.post, "/settings", form: form)
        #expect(answer.status == 422 && answer.text.contains("EUR") && answer.text.contains("value=\"CHF\""))
        #expect(try await site.get("/api/settings").text == #"{"currency":"EUR"}"#)
    }

    @Test func `the page shows conflicts of a merge, which can be settled`() async throws {
        let site = try await TestSite(items("Lamp"))
        let recorded: [Change] = [
            .set("title", .text("Attic")),
            .set("conflicts", .object([ForeignField("title", .text("Cellar"))])),
        ]
        _ = try await site.store.apply(ItemTransaction(recorded))
        #expect(try await site.get("/settings").text.contains("Use “Cellar”"))
        #expect(
            try await site.ask(.post, "/settings/settle", form: "setting=title&side=theirs").status == 303)
        #expect(try await site.get("/api/settings").text == #"{"title":"Cellar"}"#)
    }

    @Test(arguments: [
        (#"{"currency": "EURO9"}"#, 422), (#"{"currency": 7}"#, 422), (#"{"currncy": "EUR"}"#, 400),
        (#"{"highValue": "many"}"#, 422), ("[]", 422),
    ])
    func `invalid settings are rejected and nothing changes`(body: String, status: Int) async throws {
        let site = try await TestSite(items("Lamp"))
        #expect(try await site.ask(.patch, "/api/settings", json: body).status == status)
        #expect(try await site.store.settings().isEmpty)
    }

    @Test func `the page uses the currency that another writer set`() async throws {
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
