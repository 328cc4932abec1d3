import LootActions
import LootCore
import LootFormats
import Testing
import WebServer

@testable import HTTP

@Suite struct `The page` {
    static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='x", "</title><b>",
        "&lt;b&gt;",
        "{{7*7}}", "${7*7}", "a\u{2028}b", "</textarea><script>", "<!-- rows -->", "javascript:alert(1)",
    ]

    @Test(arguments: hostile)
    func `the page shows names as text`(name: String) async throws {
        var item = items("x")[0]
        item.name = name
        (item.serialNumber, item.location, item.tags, item.notes) = (name, name, [name], name)
        item.custom = [name: .text(name)]
        let site = try await TestSite([item])
        let escaped = HTML("\(name)").markup
        for path in [
            "/", "/?edit=true", "/items/\(item.id)", "/items/\(item.id)?edit", "/items/\(item.id)/delete",
        ] {
            let text = try await site.get(path).text
            #expect(text.contains(escaped), "\(path)")
            if escaped != name { #expect(!text.contains(name), "\(path)") }
        }
    }

    @Test(arguments: hostile)
    func `the page shows the search as text`(words: String) async throws {
        let site = try await TestSite(items("x"))
        let query = PercentEncoding.encode(words)
        let escaped = HTML("\(words)").markup
        for name in ["search", "where", "sort", "sections", "scope"] {
            let text = try await site.get("/?\(name)=\(query)").text
            if escaped != words { #expect(!text.contains(words), "\(name)") }
        }
    }

    @Test
    func `the page shows an invalid filter with the position of its error, and keeps it for correction`()
        async throws
    {
        let site = try await TestSite(items("A"))
        let answer = try await site.get("/?where=valeu%20%3E%203")
        #expect(answer.status == 400)
        #expect(answer.text.contains("<mark>valeu</mark> &gt; 3"))
        #expect(answer.text.contains("value=\"valeu &gt; 3\""))
        #expect(answer.text.contains("“valeu” isn&#39;t a field. Did you mean “value”?"))
        #expect(try await site.get("/?where=value%20%3E%203").text.contains("value=\"value &gt; 3\""))
    }

    @Test func `the page shows similar items if a search finds nothing`() async throws {
        let site = try await TestSite([Item(name: "Bosch drill")])
        let text = try await site.get("/?search=bosh").text
        #expect(text.contains("No item contains “bosh”.") && text.contains("href=\"/?search=Bosch\""))
    }

    @Test func `the page contains no inline script or style`() async throws {
        let site = try await TestSite(items("A", "B"))
        for path in ["/", "/?edit=true&sections=price", "/items/new", "/report", "/sign-in"] {
            let text = try await site.get(path).text
            #expect(!text.contains("style="), "\(path)")
            #expect(!text.contains(" onclick") && !text.contains("<style"), "\(path)")
            #expect(
                text.components(of: "<script ")
                    == text.components(of: "src=\"\(Asset.path("page.js"))\"></script>"))
        }
    }

    @Test func `an empty list or result is shown as such`() async throws {
        #expect(try await TestSite().get("/").text.contains("No items!"))
        #expect(try await TestSite(items("A")).get("/?search=zzz").text.contains("No matching items"))
    }

    @Test func `the page has sections with a header, a footer and an index`() async throws {
        let text = try await TestSite(items("A", "B", "C")).get("/?sections=price").text
        #expect(text.contains("Cheap &amp; cheerful"))
        #expect(text.contains("2 items, $60"))
        #expect(text.contains("aria-label=\"Section index\""))
    }

    @Test func `the page offers groupings by their titles`() async throws {
        let site = try await TestSite(items("A"))
        let text = try await site.get("/?sections=same:location").text
        #expect(text.contains("<option value=\"same:location\" selected>By location</option>"))
        #expect(text.contains("<option value=\"price\">By value</option>"))
        #expect(!text.contains("value=\"same\""), "a grouping by any field isn't offered")
        let unlisted = try await site.get("/?sections=same:valueInDollars").text
        #expect(unlisted.contains("<option value=\"same:valueInDollars\" selected>By value</option>"))
    }

    @Test func `a form adds an item`() async throws {
        let site = try await TestSite()
        let answer = try await site.ask(
            .post, "/items",
            form: """
                name=Lamp&valueInDollars=40&notes=a%0D%0Ab&tags=x,%20y&isFavorite=false&isFavorite=true\
                &dateCreated=2026-01-02T03:04&purchaseDate=2026-01-01&back=/%3Fsort=name\
                &custom-name=Colour&custom-type=text&custom-value=red
                """)
        #expect(answer.status == 303)
        let item = try #require(try await site.store.items().first)
        #expect(answer.headers[.location] == "/?sort=name&added=\(item.id)#item-\(item.id)")
        #expect(item.notes == "a\nb")
        #expect(item.tags == ["x", "y"])
        #expect(item.isFavorite)
        #expect(item.dateCreated == Moment("2026-01-02T03:04:00Z"))
        #expect(item.custom["Colour"] == .text("red"))
    }

    @Test func `a value is marked as low below 50, and as high from 50`() async throws {
        let site = try await TestSite([
            Item(name: "A", value: Amount("49.99")), Item(name: "B", valueInDollars: 50),
            Item(name: "C", value: nil),
        ])
        let page = try await site.get("/").text
        let values = page.matches(of: /<span class="value ([a-z]*)">([^<]*)</).map {
            [String($0.1), String($0.2)]
        }
        #expect(values == [["low", "$49.99"], ["high", "$50"], ["unknown", "–"]])
        let style = try await site.get(Asset.path("page.css")).text
        #expect(style.contains(".value { font-variant-numeric: tabular-nums; white-space: nowrap;"))
        #expect(style.contains(".value.low { color: var(--low); }"))
        #expect(style.contains(".value.high { color: var(--high);"))
    }

    @Test func `plain forms mark, move, delete and undo`() async throws {
        let two = items("A", "B")
        let site = try await TestSite(two)
        let path = "/items/\(two[0].id)"
        #expect(try await site.ask(.post, "/do/favorite", form: "item=\(two[0].id)").status == 303)
        #expect(try await site.store.item(two[0].id)?.isFavorite == true)
        #expect(try await site.ask(.post, "\(path)/move", form: "after=\(two[1].id)").status == 303)
        #expect(try await site.names() == ["B", "A"])
        #expect(try await site.ask(.post, "\(path)/delete", form: "").status == 303)
        #expect(try await site.names() == ["B"])
        #expect(try await site.ask(.post, "/undo", form: "").status == 303)
        #expect(try await site.names() == ["B", "A"])
        #expect(try await site.ask(.post, "/redo", form: "").status == 303)
        #expect(try await site.names() == ["B"])
    }

    @Test func `the page remembers its text size`() async throws {
        let site = try await TestSite()
        let answer = try await site.ask(.post, "/text-size", form: "size=ax3")
        #expect(answer.headers[.setCookie]?.hasPrefix("loot-text-size=ax3;") == true)
        let page = try await site.get("/", headers: [.cookie: "loot-text-size=ax3"])
        #expect(page.text.contains("data-text-size=\"ax3\""))
        let odd = try await site.get("/", headers: [.cookie: "loot-text-size=\"><b>"])
        #expect(odd.text.contains("data-text-size=\"l\""))
    }

    @Test func `the page links through a long list`() async throws {
        let many = (0..<250).map { Item(name: "Item \($0)") }
        let site = try await TestSite(many)
        let first = try await site.get("/").text
        #expect(first.contains("1–100 of 250") && first.contains("href=\"/?offset=100\""))
        let last = try await site.get("/?offset=200").text
        #expect(last.contains("201–250 of 250") && !last.contains("rel=\"next\""))
    }

    @Test func `an invalid filter is corrected in place of the list`() async throws {
        let answer = try await TestSite(items("Lamp")).get("/?where=value%20%3E&sort=name")
        #expect(answer.status == 400)
        #expect(answer.text.contains("role=\"alert\"") && !answer.text.contains("Lamp"))
        #expect(answer.text.contains("name=\"where\" value=\"value &gt;\" aria-invalid=\"true\""))
        #expect(answer.text.contains("name=\"sort\" value=\"name\""))
    }

    @Test func `a removed item has an error page`() async throws {
        let answer = try await TestSite().get("/items/2f1d7c60-95e4-4c6e-8f3e-000000000009")
        #expect(answer.status == 404)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
    }
}

extension String {
    fileprivate func components(of part: String) -> Int {
        split(separator: part, omittingEmptySubsequences: false).count
    }
}
