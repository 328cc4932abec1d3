import LootCore
import LootFormats
import Testing
import WebServer

@testable import HTTP

@Suite struct `Bulk changes on the page` {
    private func site() async throws -> (TestSite, [Item]) {
        var all = items("Lamp", "Bike", "Cup")
        all[0].tags = ["old"]
        return (try await TestSite(all), all)
    }

    @Test func `selected items are changed in one step`() async throws {
        let (site, all) = try await site()
        let form =
            "do=edit&tags=%2Bblue&location=Attic&item=\(all[0].id)&item=\(all[2].id)&back=%2F%3Fedit%3Dtrue"
        let answer = try await site.ask(.post, "/bulk", form: form)
        #expect(answer.status == 303)
        let changed = try await site.store.items()
        #expect(changed.map(\.tags) == [["old", "blue"], [], ["blue"]])
        #expect(changed.map(\.location) == ["Attic", nil, "Attic"])
        let location = try #require(answer.headers[.location])
        #expect(location.hasPrefix("/?edit=true&done="))
        #expect(
            try await site.get(location).text.contains(
                "<p class=\"notice\" role=\"status\">Edit 2 items.</p>"))
        #expect(try await site.ask(.post, "/undo", form: "").status == 303)
        #expect(try await site.store.items() == all)
    }

    @Test func `exactly the items in the list are changed`() async throws {
        let (site, _) = try await site()
        let form =
            "all=true&back=\(PercentEncoding.encode("/?where=name%20~%20p&sections=price&edit=true"))"
        #expect(try await site.ask(.post, "/do/favorite", form: form).status == 303)
        #expect(try await site.store.items().map(\.isFavorite) == [true, false, true])
        let removal = "do=remove&all=true&back=\(PercentEncoding.encode("/?favorites=true"))"
        #expect(try await site.ask(.post, "/bulk", form: removal).status == 303)
        #expect(try await site.names() == ["Bike"])
    }

    @Test func `selected items can be exported`() async throws {
        let (site, all) = try await site()
        let answer = try await site.ask(.post, "/bulk", form: "do=export&item=\(all[1].id)")
        #expect(answer.headers["Content-Disposition"] == "attachment; filename=\"loot.csv\"")
        #expect(answer.text.contains("Bike") && !answer.text.contains("Lamp"))
    }

    @Test(arguments: [
        ("do=remove", "No item is selected."),
        ("do=edit&all=true&back=%2F", "No tags or place were entered."),
        ("all=true&back=%2F", "contain an action"), ("do=remove&all=true", "identify the list"),
        ("do=remove&all=true&back=%2F%3Fwhere%3Dname%20~%20p", "identify the list"),
    ])
    func `an incomplete request is rejected with a reason`(form: String, words: String) async throws {
        let (site, all) = try await site()
        let answer = try await site.ask(.post, "/bulk", form: form)
        #expect((400..<500).contains(answer.status))
        #expect(answer.text.contains(words), "\(answer.text)")
        #expect(try await site.store.items() == all)
    }

    @Test func `a script gets the state and the sentence that reports the change`() async throws {
        let (site, _) = try await site()
        let answer = try await site.ask(
            .post, "/do/favorite", headers: ["Prefer": "return=minimal"], form: "all=true&back=%2F")
        #expect(answer.status == 200)
        #expect(answer.headers["Loot-State"]?.isEmpty == false)
        #expect(try answer.json["message"]?.text == "Added 3 items to favorites.")
    }

    @Test func `a change that wasn't made isn't reported`() async throws {
        let (site, _) = try await site()
        #expect(try await !site.get("/?done=4711").text.contains("class=\"notice\""))
        #expect(try await !site.get("/?done=%3Cb%3E").text.contains("class=\"notice\""))
    }
}

@Suite struct `Around the list` {
    @Test func `a script can request only the rows`() async throws {
        let site = try await TestSite((0..<250).map { Item(name: "Item \($0)") })
        let whole = try await site.get("/?offset=100").text
        let rows = try await site.get("/?offset=100", headers: ["Prefer": "return=minimal"]).text
        #expect(rows.contains("data-start=\"100\"") && rows.contains("data-sections=\"250\""))
        #expect(rows.contains(">Item 150<") && !rows.contains("<head>") && !rows.contains("class=\"dock\""))
        let list = try #require(whole.firstRange(of: "<div id=\"rows\">"))
        let end = try #require(whole.firstRange(of: "</ul></div>"))
        #expect(rows.contains(whole[list.lowerBound..<end.upperBound]))
    }

    @Test func `sections by value with custom bounds are one choice`() async throws {
        let site = try await TestSite(items("A"))
        let list = try ListQuery(
            try #require(Request(.get, "/?sections=value&bounds=25,%20%2050")), site.site.host)
        #expect(list.sections == "value:25,50")
    }

    @Test func `a new item is on the page, wherever it is in the list`() async throws {
        var all = (0..<250).map { Item(name: "Item \(1000 + $0)") }
        all[200].name = "New"
        let site = try await TestSite(all)
        let text = try await site.get("/?added=\(all[200].id)").text
        #expect(text.contains("id=\"item-\(all[200].id)\"") && text.contains("Added: <a"))
        let other = try await site.get("/?search=1001&added=\(all[200].id)").text
        #expect(other.contains("(not in this list)"))
    }

    @Test func `people get errors as pages, and programs as documents`() async throws {
        let site = try await TestSite()
        let browser: Headers = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]
        let page = try await site.get("/nowhere", headers: browser)
        #expect(page.status == 404 && page.text.contains("This address doesn"))
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        let method = try await site.get("/undo", headers: browser)
        #expect(method.status == 405 && method.text.contains("<h1>Method Not Allowed</h1>"))
        #expect(try await site.get("/nowhere").headers[.contentType] == "application/problem+json")
        #expect(
            try await site.get("/api/nowhere", headers: browser).headers[.contentType]
                == page.headers[.contentType])
        #expect(
            try await site.get("/api/nowhere", headers: [.accept: "*/*"]).headers[.contentType]
                == "application/problem+json")
    }

    @Test func `rarely used features are on a separate page`() async throws {
        let text = try await TestSite(items("A")).get("/more?back=/%3Fsort=name").text
        for address in [
            "/import", "/api/export?format=tar", "/report", "/places", "/catalog", "/openapi.json",
        ] {
            #expect(text.contains("href=\"\(address)\""), "\(address)")
        }
        #expect(text.contains("href=\"/?sort=name\""))
        let list = try await TestSite(items("A")).get("/").text
        #expect(!list.contains("/openapi.json") && !list.contains("/catalog"))
    }
}
