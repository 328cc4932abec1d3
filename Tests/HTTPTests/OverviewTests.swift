import LootAPI
import LootActions
import LootCore
import LootFormats
import Testing
import WebServer
import WebServerTesting

@testable import HTTP

@Suite struct `Shopping list, maintenance and archive` {
    private func things() -> [Item] {
        var things = items("Batteries <b>", "Soap", "Drill")
        (things[0].quantity, things[0].minimum, things[0].vendor) = (3, 8, "Tool Barn")
        (things[1].quantity, things[1].minimum) = (2, 2)
        things[2].careLog = [
            CareEntry(on: Day("2026-10-01") ?? .first, cost: 18, note: "New cable"),
            CareEntry(on: Day("2026-11-01") ?? .first, cost: 4, note: "Oil"),
        ]
        return things
    }

    @Test
    func `the shopping list contains the items below their minimum, and leads to the form that refills them`()
        async throws
    {
        let things = things()
        let site = try await TestSite(things)
        let page = try await site.get("/shopping").text
        #expect(page.contains("Batteries &lt;b&gt;") && page.contains("3 of 8") && page.contains("Tool Barn"))
        #expect(!page.contains("Soap"))
        let link = try #require(page.firstMatch(of: /\/do\/refill[^"]*/)).output.replacing("&amp;", with: "&")
        let form = try await site.get(String(link)).text
        #expect(form.contains("name=\"count\"") && form.contains("value=\"5\""))
        #expect(form.contains("value=\"/shopping\""))
        let answer = try await site.ask(
            .post, "/do/refill", form: "item=\(things[0].id)&count=5&back=/shopping")
        let address = try #require(answer.headers[.location])
        #expect(try await site.get(address).text.contains("role=\"status\"><p>Refilled “Batteries"))
    }

    @Test func `the maintenance of all items is listed, latest first, with its cost`() async throws {
        let page = try await TestSite(things()).get("/care").text
        let (oil, cable) = (page.firstRange(of: "Oil"), page.firstRange(of: "New cable"))
        #expect(try #require(oil).lowerBound < #require(cable).lowerBound)
        #expect(page.contains("$22 in total") && page.contains("Drill"))
        #expect(try await TestSite(items("Lamp")).get("/care").text.contains("No maintenance is recorded."))
    }

    @Test func `the archive contains the report of the list that was shown`() async throws {
        let site = try await TestSite(things())
        let answer = try await site.get("/report?where=name%20%3D%20Drill")
        let report = String(decoding: try #require(await answer.response.collected()), as: UTF8.self)
        let link = try #require(report.firstMatch(of: /\/report\.zip[^"]*/)).output.replacing(
            "&amp;", with: "&")
        let archive = try await site.get(String(link))
        #expect(archive.status == 200 && archive.headers[.contentType] == "application/zip")
        #expect(archive.headers["Content-Disposition"] == "attachment; filename=\"report.zip\"")
        let bytes = try #require(await archive.response.collected())
        #expect(bytes.starts(with: Array("PK".utf8)) && bytes.count > 1_000)
    }

    @Test func `the page of a stocktake counts pieces, and shows lent items apart`() async throws {
        var things = things()
        things[1].lentTo = "Ann"
        let site = try await TestSite(things)
        _ = try await site.ask(.post, "/do/stocktake-start", form: "place=&back=/stocktake")
        _ = try await site.ask(
            .post, "/do/stocktake-scan", form: "code=Batteries%20%3Cb%3E&count=2&back=/stocktake")
        let page = try await site.get("/stocktake").text
        #expect(
            page.contains("2 of 3") && page.contains("name=\"quantities\"") && page.contains("<h2>Lent (1)"))
        let json = try await site.get("/api/stocktake").text
        let document = try DocumentValue(json: Array(json.utf8).span, strict: true)
        #expect(document["lent"]?.elements?.count == 1 && document["missing"]?.elements?.count == 1)
        #expect(document["counts"]?[things[0].id.description]?.digits == "2")
        _ = try await site.ask(.post, "/do/stocktake-finish", form: "quantities=true&back=/stocktake")
        #expect(try await site.store.item(things[0].id)?.quantity == 2)
    }

    @Test func `a notice has the title of the change if the server no longer has the message`() async throws {
        let site = try await TestSite(things())
        let answer = try await site.ask(.post, "/do/stocktake-start", form: "place=&back=/stocktake")
        let address = try #require(answer.headers[.location])
        #expect(try await site.get(address).text.contains("<p>Started the stocktake.</p>"))
        let restarted = try await TestSite(site.store)
        #expect(try await restarted.get(address).text.contains("<p>Start a stocktake.</p>"))
        #expect(try await !restarted.get("/stocktake?done=1000").text.contains("Start a stocktake."))
    }
}
