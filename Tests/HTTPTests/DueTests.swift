import LootAPI
import LootActions
import LootCore
import LootFormats
import Testing
import WebServer
import WebServerTesting

@testable import HTTP

@Suite struct `Due items` {
    private static let today = Day("2026-11-23") ?? .first

    private func site(
        _ configuration: HTTPConfiguration = HTTPConfiguration(),
        _ edit: (inout [Item]) throws -> Void = { _ in }
    ) async throws -> TestSite {
        var things = items("Drill <b>", "Pump", "Camera", "Lamp")
        (things[0].lentTo, things[0].lentUntil) = ("Ann & Bob", Day("2026-11-20"))
        (things[1].nextService, things[1].serviceEvery) = (Self.today, CalendarSpan(6, .month))
        things[2].warrantyUntil = Day("2026-12-05")
        try edit(&things)
        return try await TestSite(things, configuration, today: { Self.today })
    }

    // MARK: API

    @Test func `due items are returned as JSON, earliest first`() async throws {
        let answer = try await site().get("/api/due")
        #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-store")
        let document = try DocumentValue(json: Array(answer.text.utf8).span, strict: true)
        #expect(document["total"]?.digits == "3" && document["late"]?.digits == "1")
        #expect(document["today"]?.text == "2026-11-23" && document["until"]?.text == "2026-12-23")
        let due = document["due"]?.elements ?? []
        #expect(due.map { $0["kind"]?.text } == ["loan", "service", "warranty"])
        #expect(due.map { $0["days"]?.digits } == ["-3", "0", "12"])
        #expect(due.first?["item"]?["name"]?.text == "Drill <b>")
    }

    @Test(arguments: [
        ("within=7d", "2", 2), ("within=0d", "2", 2), ("within=1%20year&limit=1", "3", 1),
        ("limit=0", "3", 0),
        ("within=9999y", "3", 3),
    ])
    func `the request sets how far ahead to look`(query: String, total: String, shown: Int) async throws {
        let answer = try await site().get("/api/due?\(query)")
        let document = try DocumentValue(json: Array(answer.text.utf8).span, strict: true)
        #expect(document["total"]?.digits == total && document["due"]?.elements?.count == shown)
    }

    @Test(arguments: ["/api/due?within=soon", "/api/due?within=-3d", "/due.ics?within=5", "/due.ics?when=1y"])
    func `an invalid period is rejected`(path: String) async throws {
        let answer = try await site().get(path)
        #expect(answer.status == 400 && answer.headers[.contentType] == "application/problem+json")
    }

    // MARK: Calendar

    @Test func `due items are available as a calendar`() async throws {
        let site = try await site()
        let answer = try await site.get("/due.ics")
        #expect(answer.status == 200 && answer.headers[.contentType] == "text/calendar; charset=utf-8")
        #expect(answer.headers["Content-Disposition"] == "attachment; filename=\"loot.ics\"")
        let server = try Server(ServerConfiguration(), router: site.router)
        let address = server.address
        let (all, some) = try await blocking {
            func read(_ path: String) throws -> [Substring] {
                let client = try LoopbackClient(address)
                client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return client.receive(until: "END:VCALENDAR").split(separator: "\r\n").filter {
                    $0.hasPrefix("SUMMARY:")
                }
            }
            return (try read("/due.ics"), try read("/due.ics?within=1w"))
        }
        await server.stop()
        #expect(
            all == [
                "SUMMARY:Drill <b>: due back from Ann & Bob", "SUMMARY:Pump: service",
                "SUMMARY:Camera: warranty ends",
            ])
        #expect(some.count == 2)
    }

    // `any:correct-horse`, `:correct-horse`, `any:wrong-horse!!`, a missing colon, invalid Base64, and
    // another scheme.
    @Test(arguments: [
        ("Basic YW55OmNvcnJlY3QtaG9yc2U=", 200), ("basic OmNvcnJlY3QtaG9yc2U=", 200),
        ("Basic YW55Ondyb25nLWhvcnNlISE=", 401), ("Basic Y29ycmVjdC1ob3JzZQ==", 401), ("Basic %%%", 401),
        ("Bearer correct-horse", 200), ("", 401),
    ])
    func `calendar programs can send the token as a password`(field: String, status: Int)
        async throws
    {
        var configuration = HTTPConfiguration()
        configuration.token = "correct-horse"
        let site = try await site(configuration)
        let headers: Headers = field.isEmpty ? [:] : [.authorization: field]
        let answer = try await site.get("/due.ics", headers: headers)
        #expect(answer.status == status)
        if status == 401 { #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Basic ") == true) }
        // The password is accepted only for the calendar.
        if field.lowercased().hasPrefix("basic") {
            for path in ["/api/due", "/api/items", "/due.ics/", "/"] {
                #expect(try await site.get(path, headers: headers).status != 200, "\(path)")
            }
        }
    }

    // MARK: Page

    @Test func `due items are shown in one line that expands, and in rows`() async throws {
        let text = try await site().get("/").text
        #expect(text.contains("<summary><strong>3 due, 1 of them overdue</strong>"))
        #expect(
            text.contains(
                "<bdi>Drill &lt;b&gt;</bdi>: <bdi>due back from Ann &amp; Bob, 3 days overdue</bdi>"))
        #expect(text.contains("<time datetime=\"2026-12-05\">in 12 days</time>"))
        #expect(
            text.contains(
                "<span class=\"badge late\"><bdi>lent to Ann &amp; Bob, 3 days overdue</bdi></span>"))
        #expect(text.contains("<span class=\"badge\"><bdi>service due</bdi></span>"))
        let link = try #require(text.firstMatch(of: /href="(\/\?where=[^"]*)"/)?.1)
        let list = try await site().get(String(link).replacing("&amp;", with: "&")).text
        #expect(list.contains("3 items<span") && !list.contains("data-name=\"Lamp\""))
    }

    @Test func `the line is hidden if nothing is due`() async throws {
        let text = try await site { items in for index in 0..<3 { items[index].details = .none } }.get("/")
            .text
        #expect(text.contains("<div class=\"due\"></div>") && !text.contains("<details class=\"due\""))
    }

    @Test func `buttons on the item's page lend, return and service an item`() async throws {
        let site = try await site()
        let (drill, pump) = (items("Drill <b>")[0].id, items("", "Pump")[1].id)
        #expect(try await site.get("/items/\(drill)").text.contains("(3 days overdue)"))
        var answer = try await site.ask(.post, "/do/return", form: "item=\(drill)&back=/items/\(drill)")
        var address = try #require(answer.headers[.location])
        #expect(answer.status == 303 && address.hasPrefix("/items/\(drill)?saved="))
        var page = try await site.get(address).text
        #expect(page.contains("<p>Returned “Drill &lt;b&gt;”.</p>") && !page.contains("Saved."))
        #expect(try await site.store.item(drill)?.isLent == false)
        #expect(
            try await site.get("/items/\(drill)").text.contains("href=\"/do/lend?item=\(drill)&amp;"))
        answer = try await site.ask(
            .post, "/do/lend", form: "item=\(drill)&to=Eve&until=2026-12-01")
        #expect(answer.status == 303)
        #expect(try await site.store.item(drill)?.lentTo == "Eve")
        address = try #require(answer.headers[.location]?.split(separator: "#").first.map(String.init))
        page = try await site.get(address).text
        #expect(page.contains("Lent “Drill &lt;b&gt;” to Eve"))
        let form = "item=\(pump)&note=New+belt&cost=EUR+40&on=2026-11-20&back=/items/\(pump)"
        answer = try await site.ask(.post, "/do/serviced", form: form)
        address = try #require(answer.headers[.location])
        page = try await site.get(address).text
        #expect(page.contains("The next service of “Pump”"))
        #expect(try await site.store.item(pump)?.nextService == Day("2027-05-20"))
        #expect(
            try await site.store.item(pump)?.careLog.map(\.description) == ["2026-11-20 EUR 40: New belt"])
        #expect(
            try await site.store.history(limit: 9).undoable.map(\.title).prefix(2) == [
                "Return “Drill <b>”", "Lend “Drill <b>” to Eve",
            ])
    }

    @Test func `a repair doesn't change the next service`() async throws {
        let site = try await site()
        let pump = items("", "Pump")[1].id
        let form = "item=\(pump)&note=New+belt&repair=true&back=/items/\(pump)"
        let answer = try await site.ask(.post, "/do/serviced", form: form)
        let page = try await site.get(try #require(answer.headers[.location])).text
        #expect(answer.status == 303 && page.contains("“New belt” is in the maintenance log of “Pump”."))
        let item = try #require(try await site.store.item(pump))
        #expect(item.careLog.map(\.note) == ["New belt"] && item.nextService == Self.today)
    }

    @Test(arguments: [(nil, "AUD"), ("CAD", "CAD")] as [(String?, String)])
    func `a cost is in the list's currency, or else in the configured one`(
        setting: String?, code: String
    ) async throws {
        var configuration = HTTPConfiguration()
        configuration.currency = "A$"
        let site = try await site(configuration)
        if let setting {
            let json = "{\"currency\": \"\(setting)\"}"
            #expect(try await site.ask(.patch, "/api/settings", json: json).status == 200)
        }
        let pump = items("", "Pump")[1].id
        let form = "item=\(pump)&cost=%2440"
        #expect(try await site.ask(.post, "/do/serviced", form: form).status == 303)
        #expect(try await site.store.item(pump)?.careLog.map(\.currency) == [Currency(code)])
    }

    @Test(arguments: ["to=", "to=%20", "", "to=Eve&until=2025-02-30"])
    func `an invalid form lends nothing`(form: String) async throws {
        let site = try await site()
        let lamp = items("", "", "", "Lamp")[3].id
        let answer = try await site.ask(.post, "/do/lend", form: "item=\(lamp)&" + form)
        #expect(answer.status == 422)
        #expect(try await site.store.item(lamp)?.hasDetails == false)
    }

    @Test func `the form of an action describes its fields`() async throws {
        let site = try await site()
        let pump = items("", "Pump")[1].id
        var page = try await site.get("/do/serviced?item=\(pump)").text
        #expect(page.contains("<small id=\"hint-on\">The date. The default is today.</small>"))
        #expect(page.contains("<small id=\"hint-repair\">"))
        #expect(page.contains("aria-describedby=\"hint-cost\""))
        page = try await site.ask(.post, "/do/serviced", form: "item=\(pump)&cost=much").text
        #expect(page.contains("aria-invalid=\"true\" aria-describedby=\"problem hint-cost\""))
        page = try await site.get("/do/sell?item=\(pump)").text
        #expect(page.contains("aria-describedby=\"hint-for\" type=\"text\" inputmode=\"decimal\""))
    }

    @Test(arguments: ["cost=much", "cost=-4", "on=2025-02-30", "note=a%07b"])
    func `an invalid form records nothing`(form: String) async throws {
        let site = try await site()
        let pump = items("", "Pump")[1].id
        let answer = try await site.ask(.post, "/do/serviced", form: "item=\(pump)&" + form)
        #expect(answer.status == 422 && answer.text.contains("aria-invalid"))
        #expect(try await site.store.item(pump)?.careLog.isEmpty == true)
    }

    @Test func `removing the borrower ends the loan`() async throws {
        let site = try await site()
        let id = try await site.store.items()[0].id
        let answer = try await site.ask(.patch, "/api/items/\(id)", json: "{\"lentTo\":null}")
        #expect(answer.status == 200)
        #expect(try await site.store.item(id)?.isLent == false)
    }
}
