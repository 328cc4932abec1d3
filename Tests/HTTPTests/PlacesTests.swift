import LootAPI
import LootCore
import LootFormats
import LootTesting
import Testing
import WebServer

@testable import HTTP

@Suite struct `Places on the page and over the API` {
    private func site() async throws -> TestSite {
        let places = [
            ("Lamp", "House / Attic", 40), ("Box <3>", "House / Attic", 0),
            ("Bear", "House/Attic/Box <3>", 15),
            ("Fork", "House / Kitchen", 3), ("Idea", nil, 1),
        ]
        return try await TestSite(
            places.map { place in
                var item = Item(name: place.0, valueInDollars: place.2)
                item.location = place.1
                return item
            })
    }

    private func locations(_ site: TestSite) async throws -> [String] {
        try await site.store.items().map { $0.location ?? "-" }
    }

    @Test func `places are shown as a tree with links to their items`() async throws {
        let page = try await site().get("/places")
        #expect(page.status == 200)
        for part in [
            "<li class=\"depth-1\" id=\"place-1\">", "<bdi>Attic</bdi></a>", "<bdi>Box &lt;3&gt;</bdi></a>",
            "href=\"/?where=location%20in%20%22House%20%2F%20Attic%22\"", "3 items</span>", "$55</span>",
            "aria-label=\"Show Box &lt;3&gt; as an item\"", "No location</a>",
        ] { #expect(page.text.contains(part), "\(part)") }
        #expect(!page.text.contains("<3>"))
    }

    @Test func `a place links to a list of its items`() async throws {
        let site = try await site()
        let list = try await site.get("/?where=location%20in%20%22House%20%2F%20Attic%22")
        #expect(list.text.contains("Lamp") && list.text.contains("Bear") && !list.text.contains("Fork"))
    }

    @Test func `all requests find an inner place by its name, and list the places if several have it`()
        async throws
    {
        let site = try await site()
        let filter = "where=location%20in%20attic"
        for target in ["/?", "/api/items?"] {
            let list = try await site.get(target + filter).text
            #expect(list.contains("Lamp") && list.contains("Bear") && !list.contains("Fork"), "\(target)")
        }
        #expect(try await site.get("/api/statistics?" + filter).json["items"]?.number == 3)
        #expect(try await site.get("/api/sections?" + filter).json["total"]?.number == 3)
        let action = "{\"matching\":{\"where\":[\"location in attic\"]}}"
        #expect(try await site.ask(.post, "/api/actions/favorite", json: action).status == 200)
        #expect(try await site.store.items().filter(\.isFavorite).map(\.name) == ["Lamp", "Box <3>", "Bear"])

        var tent = Item(name: "Tent")
        tent.location = "Hut / Attic"
        try await site.store.apply([.insert(tent)])
        for target in ["/?", "/api/items?", "/api/statistics?", "/api/sections?"] {
            let refusal = try await site.get(target + filter)
            #expect(refusal.status == 400, "\(target)")
            #expect(refusal.text.contains("House / Attic") && refusal.text.contains("Hut / Attic"))
        }
        let problem = try await site.get("/api/items?" + filter).json
        #expect(problem["candidates"]?.elements?.map(\.text) == ["House / Attic", "Hut / Attic"])
    }

    @Test func `a form moves a place in one step`() async throws {
        let site = try await site()
        let answer = try await site.ask(
            .post, "/places/move", form: "from=House%20%2F%20Attic&to=Garage%2FLoft")
        #expect(answer.status == 303 && answer.headers[.location] == "/places")
        #expect(
            try await locations(site) == [
                "Garage / Loft", "Garage / Loft", "Garage / Loft / Box <3>", "House / Kitchen", "-",
            ])
        #expect(try await site.ask(.post, "/undo", form: "").status == 303)
        #expect(try await locations(site).first == "House / Attic")
    }

    @Test(arguments: [
        ("House", "House / Attic / X", "is inside it"), ("House", "", "path is empty"),
        ("House", "A//B", "One of the parts between slashes is empty."),
        ("Cellar", "B", "There are no items in this place."),
    ])
    func `an invalid new path is reported, and the place isn't moved`(
        place: String, path: String, message: String
    ) async throws {
        let site = try await site()
        let form = "from=\(PercentEncoding.encode(place))&to=\(PercentEncoding.encode(path))"
        let answer = try await site.ask(.post, "/places/move", form: form)
        #expect(answer.status == 422)
        #expect(answer.text.contains(message) && answer.text.contains("Not moved."), "\(answer.text)")
        let body = "{\"from\":\"\(place)\",\"to\":\"\(path)\"}"
        let problem = try await site.ask(.post, "/api/places/move", json: body)
        #expect(problem.status == (place == "Cellar" ? 404 : 422))
        #expect(try await locations(site).first == "House / Attic")
    }

    @Test func `places are listed and moved over the API`() async throws {
        let site = try await site()
        let moved = try await site.ask(
            .post, "/api/places/move", json: "{\"from\":\"house/attic\",\"to\":\"Loft\"}")
        #expect(moved.status == 200 && moved.text.contains("3"))
        let places = try await site.get("/api/places").json.elements ?? []
        #expect(
            places.compactMap { $0["place"]?.text } == ["House", "House / Kitchen", "Loft", "Loft / Box <3>"])
        #expect(places.compactMap { $0["count"]?.number } == [1, 1, 3, 1])
        #expect(try await site.ask(.post, "/api/places/move", json: "{\"from\":\"Loft\"}").status == 422)
    }

    @Test func `an item's page shows its path, and a container's page shows its contents`() async throws {
        let site = try await site()
        let items = try await site.store.items()
        let bear = try await site.get("/items/\(items[2].id)").text
        #expect(bear.contains("<a href=\"/?where=location%20in%20%22House%22\"><bdi>House</bdi></a>"))
        #expect(bear.contains("<bdi>Box &lt;3&gt;</bdi></a></dd>"))
        #expect(!bear.contains("Contents"))
        let box = try await site.get("/items/\(items[1].id)").text
        #expect(box.contains("Contents</h2>") && box.contains("<bdi>Bear</bdi>") && box.contains("$15"))
    }

    @Test func `editing a container over the API moves its contents`() async throws {
        let site = try await site()
        let box = try await site.store.items()[1]
        let answer = try await site.ask(.patch, "/api/items/\(box.id)", json: "{\"location\":\"Garage\"}")
        #expect(answer.status == 200)
        #expect(try await locations(site)[2] == "Garage / Box <3>")
    }

    @Test func `the page reports places that were merged`() async throws {
        let site = try await site()
        let answer = try await site.ask(.post, "/places/move", form: "from=House+/+Kitchen&to=house/attic")
        #expect(answer.status == 303)
        let page = try await site.get(try #require(answer.headers[.location])).text
        #expect(
            page.contains("The place “house / attic” already existed. It now contains 4 items."), "\(page)")
        let alone = try await site.ask(.post, "/places/move", form: "from=House&to=Home")
        #expect(alone.headers[.location] == "/places")
    }
}
