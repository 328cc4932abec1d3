import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing
import WebServer

@testable import HTTP

@Suite struct `The list over the API` {
    private let five = items("A", "B", "C", "D", "E")

    @Test func `the list has pages with a link to the next one`() async throws {
        let site = try await TestSite(five)
        var names: [String] = []
        var target = "/api/items?limit=2"
        for _ in 0..<3 {
            let page = try await site.get(target)
            #expect(try page.json["total"]?.number == 5)
            names += try page.texts("items", "name")
            guard let next = try page.json["next"]?.text else { break }
            let link = try #require(page.headers["Link"])
            target = "/api/items?limit=2&cursor=\(next)"
            #expect(link.contains("</api/items?limit=2&cursor=\(next)>; rel=\"next\""))
        }
        #expect(names == ["A", "B", "C", "D", "E"])
    }

    @Test func `reading a page is one call of the store`() async throws {
        let store = RecordingStore(try MemoryStore(five))
        let site = try await TestSite(store)
        store.forget()
        #expect(try await site.get("/api/items?limit=2").texts("items", "name") == ["A", "B"])
        #expect(store.calls == ["answer"])
    }

    @Test func `a page starts after the last item, even if items are added or removed before it`()
        async throws
    {
        let site = try await TestSite(five)
        let first = try await site.get("/api/items?limit=2")
        let cursor = try #require(try first.json["next"]?.text)
        try await site.store.apply([.remove(five[0].id)])
        let second = try await site.get("/api/items?limit=2&cursor=\(cursor)")
        #expect(try second.texts("items", "name") == ["C", "D"])
    }

    @Test func `deleting each page after reading it skips no item`() async throws {
        let site = try await TestSite((0..<100).map { Item(name: "Item \($0)") })
        var seen: [String] = []
        var target: String? = "/api/items?limit=10"
        while let address = target {
            let page = try await site.get(address)
            seen += try page.texts("items", "name")
            let ids = try page.texts("items", "id").compactMap { ItemID($0) }
            try await site.store.apply(ids.map { .remove($0) })
            target = try page.json["next"]?.text.map { "/api/items?limit=10&cursor=\($0)" }
        }
        #expect(seen == (0..<100).map { "Item \($0)" })
        #expect(try await site.names().isEmpty)
    }

    @Test func `moving the last item of a page to the front doesn't restart the list`() async throws {
        let site = try await TestSite(five)
        let cursor = try #require(try await site.get("/api/items?limit=2").json["next"]?.text)
        try await site.store.apply([.move(five[1].id, to: .first)])
        let second = try await site.get("/api/items?limit=9&cursor=\(cursor)")
        #expect(try second.texts("items", "name") == ["C", "D", "E"])
    }

    @Test(arguments: [
        ("search=b", ["B"]), ("favorites=true", []), ("where=value%20%3E%2060", ["D", "E"]),
        ("sort=value:desc&limit=2", ["E", "D"]), ("offset=3", ["D", "E"]), ("offset=99", []), ("limit=0", []),
        ("search=", ["A", "B", "C", "D", "E"]), ("scope=serial&search=a", []),
    ])
    func `the list can be searched, filtered and sorted`(query: String, names: [String]) async throws {
        let answer = try await TestSite(five).get("/api/items?\(query)")
        #expect(answer.status == 200)
        #expect(try answer.texts("items", "name") == names)
    }

    @Test(arguments: [
        "limit=x", "limit=-1", "limit=", "favorites=", "offset=1.5", "cursor=abc", "where=value%20%3E",
        "sort=nothing",
        "sections=none",
        "serach=x", "favorites=perhaps", "outline=perhaps",
    ])
    func `an invalid query is reported`(query: String) async throws {
        let answer = try await TestSite(five).get("/api/items?\(query)")
        #expect(answer.status == 400)
        #expect(try answer.json["detail"]?.text?.isEmpty == false)
    }

    @Test func `the position of an error in a filter is reported`() async throws {
        let answer = try await TestSite(five).get("/api/items?where=value%20%3E%201%20and%20valeu%20%3E%203")
        #expect(answer.status == 400)
        let json = try answer.json
        #expect(json["detail"]?.text?.contains("“valeu” isn't a field. Did you mean “value”?") == true)
        #expect(json["text"]?.text == "value > 1 and valeu > 3")
        #expect(json["position"]?.number == 14 && json["length"]?.number == 5)
    }

    @Test func `several conditions must all match`() async throws {
        let site = try await TestSite([
            Item(name: "A", valueInDollars: 1), Item(name: "B", valueInDollars: 2),
        ])
        #expect(
            try await site.get("/api/items?where=value%3E0&where=name%3DB").texts("items", "name") == ["B"])
    }

    @Test func `a search without results returns similar words on request`() async throws {
        let site = try await TestSite([Item(name: "Bosch drill")])
        let near = try await site.get("/api/items?search=bosh&near=true").json["near"]
        #expect(near?["search"]?.text == "Bosch")
        #expect(near?["sentence"]?.text == "No item contains “bosh”. Similar items: Bosch")
        #expect(try await site.get("/api/items?search=bosh").json["near"] == nil)
        #expect(try await site.get("/api/items?search=bosch&near=true").json["near"] == nil)
    }

    @Test func `relative dates in a filter use the day of the request`() async throws {
        let today = Mutex(Day("2026-11-23") ?? .first)
        var item = Item(name: "Lamp")
        item.warrantyUntil = Day("2026-11-24")
        let site = try await TestSite([item], today: { today.withLock { $0 } })
        let path = "/api/items?where=warranty%20%3C%3D%20today"
        let first = try await site.get(path)
        #expect(try first.texts("items", "name").isEmpty)
        let tag = try #require(first.headers[.eTag])
        #expect(try await site.get(path, headers: [.ifNoneMatch: tag]).status == 304)
        today.withLock { $0 = Day("2026-11-24") ?? .last }
        #expect(try await site.get(path, headers: [.ifNoneMatch: tag]).texts("items", "name") == ["Lamp"])
    }

    @Test func `a list has its revision, and isn't sent again while the revision is current`() async throws {
        let site = try await TestSite(five)
        let tag = try #require(try await site.get("/api/items").headers[.eTag])
        #expect(try await site.get("/api/items", headers: [.ifNoneMatch: tag]).status == 304)
        try await site.store.apply([.remove(five[0].id)])
        #expect(try await site.get("/api/items", headers: [.ifNoneMatch: tag]).status == 200)
    }

    @Test func `each item has its section`() async throws {
        let answer = try await TestSite(five).get("/api/items?sections=price")
        #expect(
            try answer.texts("items", "section")
                == ["Cheap & cheerful", "Cheap & cheerful", "Dear", "Dear", "Dear"])
    }

    @Test func `a list includes its sections on request`() async throws {
        let site = try await TestSite(five)
        let answer = try await site.get("/api/items?sections=price&outline=true&limit=2")
        #expect(try answer.texts("items", "name").count == 2)
        let titles = try await site.get("/api/sections?by=price").texts("sections", "title")
        #expect(try answer.texts("sections", "title") == titles)
        #expect(try await site.get("/api/items?sections=price").json["sections"] == nil)
        let next = try #require(answer.headers["Link"])
        #expect(next.contains("outline=true"))
    }

    @Test(arguments: ["/api/sections?by=price", "/api/items?sections=price&outline=true"])
    func `sections have counts, totals and positions`(path: String) async throws {
        let answer = try await TestSite(five).get(path)
        #expect(try answer.texts("sections", "title") == ["Cheap & cheerful", "Dear"])
        let content = try answer.json["sections"]?.content
        guard case .array(let sections) = content else {
            Issue.record("There is no list of sections.")
            return
        }
        #expect(sections.map { $0["count"]?.number } == [2, 3])
        #expect(sections.map { $0["totalValue"]?.number } == [60, 240])
        #expect(sections.map { $0["start"]?.number } == [0, 2])
    }

    @Test func `a list has totals`() async throws {
        let answer = try await TestSite(five).get("/api/statistics?where=value%20%3E%2060")
        #expect(try answer.json["items"]?.number == 2)
        #expect(try answer.json["totalValue"]?.number == 180)
    }

    @Test func `a page has at most a thousand items`() async throws {
        let many = (0..<1_200).map { Item(name: "Item \($0)") }
        let site = try await TestSite(many)
        #expect(try await site.get("/api/items?limit=1000").texts("items", "name").count == 1_000)
        let refused = try await site.get("/api/items?limit=1001")
        #expect(refused.status == 400)
        #expect(try refused.json["detail"]?.text?.contains("an integer from 0 to 1000") == true)
    }

    @Test func `a page links to the first, previous, next and last page`() async throws {
        let site = try await TestSite(five)
        func links(_ target: String) async throws -> [String: String] {
            let field = try await site.get(target).headers["Link"] ?? ""
            let links = field.split(separator: ", ").compactMap {
                $0.wholeMatch(of: /<(.*)>; rel="(.*)"/)?.output
            }
            return Dictionary(uniqueKeysWithValues: links.map { (String($0.2), String($0.1)) })
        }
        let first = try await links("/api/items?limit=2&sort=name")
        #expect(Set(first.keys) == ["first", "next", "last"])
        let second = try await links(#require(first["next"]))
        #expect(Set(second.keys) == ["first", "prev", "next", "last"])
        #expect(try await site.get(#require(second["prev"])).texts("items", "name") == ["A", "B"])
        #expect(try await site.get(#require(second["first"])).texts("items", "name") == ["A", "B"])
        let last = try #require(second["last"])
        #expect(try await site.get(last).texts("items", "name") == ["E"])
        #expect(Set(try await links(last).keys) == ["first", "prev", "last"])
        // A page that contains the whole list has no links to others.
        for target in ["/api/items", "/api/items?limit=5", "/api/items?limit=0", "/api/items?search=nothing"]
        {
            #expect(try await links(target).isEmpty, "\(target)")
        }
        // The previous page of a partial first page starts at the beginning.
        #expect(try await links("/api/items?limit=2&offset=1")["prev"] == "/api/items?limit=2")
    }
}

@Suite struct `Several changes over the API` {
    private let two = items("A", "B")

    @Test func `a batch makes all changes together`() async throws {
        let site = try await TestSite(two)
        let answer = try await site.ask(
            .post, "/api/batch",
            json: """
                {"title": "Tidy", "changes": [{"insert": {"name": "New"}, "at": 0}, \
                {"update": "\(two[0].id)", "set": {"name": "Z"}}, {"move": "\(two[1].id)", "to": 0}, \
                {"remove": "\(two[0].id)"}]}
                """)
        #expect(answer.status == 200)
        #expect(try answer.json["title"]?.text == "Tidy")
        #expect(try await site.names() == ["B", "New"])
    }

    @Test func `a batch with an invalid change makes none`() async throws {
        let site = try await TestSite(two)
        let missing = "2f1d7c60-95e4-4c6e-8f3e-000000000009"
        let answer = try await site.ask(
            .post, "/api/batch",
            json: #"{"changes": [{"remove": "\#(two[0].id)"}, {"remove": "\#(missing)"}]}"#)
        #expect(answer.status == 404)
        #expect(try await site.names() == ["A", "B"])
    }

    @Test func `the error of a batch contains the index of the failed change`() async throws {
        let site = try await TestSite(two)
        let answer = try await site.ask(
            .post, "/api/batch",
            json: """
                {"changes": [{"insert": {"name": "C"}}, {"update": "\(two[0].id)", "set": {"name": "Z"}}, \
                {"move": "\(two[1].id)", "to": 9}, {"remove": "\(two[0].id)"}]}
                """)
        #expect(answer.status == 422)
        #expect(try answer.json["change"]?.number == 2)
        #expect(try answer.texts("errors", "pointer") == ["/changes/2"])
        // A request for a single change needs no index.
        let one = try await site.ask(.patch, "/api/items/\(ItemID())", json: #"{"name": "Z"}"#)
        #expect(one.status == 404)
        #expect(try one.json["change"] == nil)
    }

    @Test func `the error of a batch points to the invalid values`() async throws {
        let site = try await TestSite(two)
        let answer = try await site.ask(
            .post, "/api/batch",
            json: #"{"changes": [{"insert": {"name": "a\u0007b"}}, {"remove": 1}, {"fly": 2}], "extra": 1}"#)
        #expect(answer.status == 422)
        #expect(
            try answer.texts("errors", "pointer")
                == ["/extra", "/changes/0/insert/name", "/changes/1/remove", "/changes/2"])
    }

    @Test func `a batch can require a revision`() async throws {
        let site = try await TestSite(two)
        let body = #"{"revision": 0, "changes": [{"remove": "\#(two[0].id)"}]}"#
        try await site.store.apply([.move(two[0].id, to: 1)])
        #expect(try await site.ask(.post, "/api/batch", json: body).status == 409)
    }

    @Test func `batches can be undone and redone`() async throws {
        let site = try await TestSite(two)
        _ = try await site.ask(.delete, "/api/items/\(two[0].id)")
        #expect(try await site.get("/api/history").texts("commits", "title") == ["Remove “A”"])
        #expect(try await site.ask(.post, "/api/undo").status == 200)
        #expect(try await site.names() == ["A", "B"])
        #expect(try await site.ask(.post, "/api/redo").status == 200)
        #expect(try await site.names() == ["B"])
        #expect(try await site.ask(.post, "/api/redo").status == 409)
    }
}

@Suite struct `Files over the API` {
    private let csv = "name,valueInDollars,serialNumber\nLamp,40,S1\nSpork,many,S2\nTent,7,S3\n"

    private func send(_ site: TestSite, _ query: String) async throws -> Answered {
        try await site.ask(
            .post, "/api/import\(query)", headers: [.contentType: "application/octet-stream"], json: csv)
    }

    @Test func `an import has a preview`() async throws {
        let site = try await TestSite()
        let answer = try await send(site, "?dryRun=true")
        #expect(answer.status == 200)
        #expect(try answer.json["added"]?.number == 2)
        #expect(try answer.texts("entries", "added") == ["Lamp", "Tent"])
        #expect(try answer.texts("refused", "detail").count == 1)
        #expect(try await site.names().isEmpty)
    }

    @Test func `an import adds all entries, or skips invalid ones on request`() async throws {
        let site = try await TestSite()
        #expect(try await send(site, "").status == 422)
        #expect(try await site.names().isEmpty)
        #expect(try await send(site, "?skipInvalid=true").status == 200)
        #expect(try await site.names() == ["Lamp", "Tent"])
        let again = try await send(site, "?skipInvalid=true&updateBy=serial")
        #expect(try again.json["unchanged"]?.number == 2)
        #expect(try await site.ask(.post, "/api/undo").status == 200)
        #expect(try await site.names().isEmpty)
    }

    @Test func `an import maps columns and sets the currency as requested`() async throws {
        let site = try await TestSite()
        let answer = try await site.ask(
            .post, "/api/import?map=Ding%3Dname&map=Wert=value&map=Rest%3D&currency=eur",
            headers: [.contentType: "text/csv"], json: "Ding,Wert,Rest\nLampe,40,x\n")
        #expect(answer.status == 200, "\(answer.text)")
        let item = try #require(try await site.store.items().first)
        #expect(
            item.name == "Lampe" && item.value == 40 && item.currency?.code == "EUR" && item.custom.isEmpty)
    }

    @Test(arguments: [
        "?format=docx", "?updateBy=nothing", "?dryRun=perhaps", "?mode=x", "?map=Wert", "?map=Wert%3Dnothing",
        "?currency=shells",
    ])
    func `an import rejects unknown parameters`(query: String) async throws {
        #expect(try await send(try await TestSite(), query).status == 400)
    }

    @Test func `an export supports every format`() async throws {
        let site = try await TestSite(items("Lamp"))
        for format in ItemFormat.all {
            let answer = try await site.get("/api/export?format=\(format.name)")
            #expect(answer.status == 200)
            #expect(answer.headers["Content-Disposition"]?.contains("loot.") == true)
        }
        #expect(try await site.get("/api/export?format=docx").status == 400)
    }
}
