import LootAPI
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import Testing
import WebServer

@testable import HTTP

@Suite struct `Views on the page and over the API` {
    private func site() async throws -> TestSite {
        var all = items("Lamp", "Bike", "Cup")
        all[1].vendor = "Wheels <& Co>"
        return try await TestSite(all)
    }

    @Test func `a saved list becomes a tab`() async throws {
        let site = try await site()
        #expect(try await site.get("/").text.contains("<div class=\"chips\"></div>"))
        let address = "/?where=value%20%3E%2030&sort=value%3Adesc&sections=price&fields=vendor,value"
        let list = try await site.get(address)
        #expect(list.text.contains("Save as a view…"))
        #expect(list.text.contains("<span>Vendor</span> <bdi>Wheels &lt;&amp; Co&gt;</bdi>"))
        let form = "name=Dear%20%26%20big&back=\(PercentEncoding.encode(address))"
        let kept = try await site.ask(.post, "/views", form: form)
        #expect(kept.status == 303)
        let location = try #require(kept.headers[.location])
        #expect(
            site.site.host.views() == [
                SavedView(
                    "Dear & big",
                    QueryText(conditions: ["value > 30"], sort: ["value:desc"], sections: .named("price")),
                    fields: ["vendor", "value"])
            ])
        let shown = try await site.get(location)
        #expect(shown.text.contains("aria-current=\"true\"><bdi>Dear &amp; big</bdi></a>"))
        #expect(shown.text.contains("Remove view") && !shown.text.contains("Save as a view…"))
        let plain = try await site.get("/")
        #expect(plain.text.contains("aria-current=\"true\"><bdi>Everything</bdi></a>"))
        #expect(plain.text.contains("<bdi>Dear &amp; big</bdi></a>") && !plain.text.contains("Wheels"))
        let removed = try await site.ask(.post, "/views/remove", form: "name=dear%20%26%20big")
        #expect(removed.status == 303 && site.site.host.views().isEmpty)
    }

    @Test func `an invalid name is reported next to the list, and kept`() async throws {
        let site = try await site()
        let answer = try await site.ask(.post, "/views", form: "name=%40me&back=%2F%3Fwhere%3Dall")
        #expect(answer.status == 422)
        #expect(answer.text.contains("The name can&#39;t begin with “@”"))
        #expect(answer.text.contains("value=\"@me\"") && answer.text.contains("Lamp"))
    }

    @Test func `a list doesn't replace a view with another query`() async throws {
        let site = try await site()
        let form = "name=Dear&back=%2F%3Fwhere%3Dvalue%2520%253E%252030"
        #expect(try await site.ask(.post, "/views", form: form).status == 303)
        let kept = site.site.host.views()
        let answer = try await site.ask(.post, "/views", form: "name=dear&back=%2F%3Fwhere%3Dall")
        #expect(answer.status == 422)
        #expect(answer.text.contains("A different view named “Dear” already exists."), "\(answer.text)")
        #expect(answer.text.contains("value=\"dear\""))
        #expect(kept.count == 1 && site.site.host.views() == kept)
        #expect(try await site.ask(.post, "/views", form: form).status == 303)
    }

    @Test func `a configuration that can't be changed isn't reported as a failure of the list`() {
        let error = LootError(
            .configuration, "Can't save the view “x”.", reason: "/etc/secret can't be read.")
        let problem = Problem(error)
        #expect(problem.status == 500)
        #expect(problem.detail == "The server can't change its configuration. See its log for the reason.")
    }

    @Test func `people who can't change the list can't change views`() async throws {
        let site = try await TestSite(items("Lamp"), wrap: { Unwritable(wrapped: $0) })
        #expect(try await site.ask(.put, "/api/views/x", json: "{\"where\":\"all\"}").status == 403)
        #expect(try await site.ask(.delete, "/api/views/x").status == 403)
        #expect(try await site.ask(.post, "/views", form: "name=x&back=%2F%3Fwhere%3Dall").status == 403)
        try site.site.host.keep(SavedView("x", QueryText(conditions: ["value > 5"])))
        #expect(try await site.ask(.post, "/views", form: "name=x&back=%2F%3Fwhere%3Dall").status == 403)
        #expect(try await !site.get("/?where=all").text.contains("Save as a view"))
    }

    @Test func `programs can read, save and remove views`() async throws {
        let site = try await site()
        let body = "{\"where\":[\"value > 30\",\"all\"],\"sort\":\"value:desc\",\"favorites\":true}"
        #expect(try await site.ask(.put, "/api/views/My%20best", json: body).status == 204)
        let list = try await site.get("/api/views")
        #expect(
            list.text
                == "{\"views\":[{\"name\":\"My best\",\"favorites\":true,\"where\":[\"value > 30\",\"all\"],\"sort\":\"value:desc\"}]}"
        )
        let read = try API.listViews.answer.read(list.bytes)
        #expect(read == site.site.host.views())
        #expect(try await site.ask(.delete, "/api/views/my%20BEST").status == 204)
        #expect(try await site.ask(.delete, "/api/views/my%20BEST").status == 404)
    }

    @Test(arguments: [
        ("{\"where\":5}", "must be a string or a list of strings."), ("{\"search\":false}", "must be text."),
        ("{\"favorites\":\"yes\"}", "must be true or false."),
        ("{\"sections\":[\"price\"]}", "must be text."),
        ("{\"wehre\":\"all\"}", "isn't a key of a view"),
        ("{\"where\":\"nix > 3\"}", "isn't a field"),
        ("{\"sections\":\"nix\"}", "There are no such sections."),
        ("{\"fields\":\"nix\"}", "“nix” isn't a field."), ("5", "must be a filter, or an object"),
    ])
    func `an invalid view is rejected with a reason`(body: String, message: String) async throws {
        let site = try await site()
        let answer = try await site.ask(.put, "/api/views/x", json: body)
        #expect(answer.status == 400 || answer.status == 422)
        #expect(answer.text.contains(message), "\(answer.text)")
        #expect(site.site.host.views().isEmpty)
    }
}

@Suite struct `Declared fields on the page and over the API` {
    private func site(_ items: [Item] = []) async throws -> TestSite {
        let fields = [
            try OwnField("size", .decimal, unit: "cm"),
            try OwnField("state", choices: [.text("New"), .text("Used & old")]), try OwnField("isbn"),
        ]
        let book = ItemTemplate(
            "book", fields: ["isbn"],
            values: Patch([.init("tags", .list(["books"])), .init(.custom("state"), .text("New"))]))
        return try await TestSite(items, own: try OwnFields(fields, templates: [book]))
    }

    @Test func `a form offers declared fields`() async throws {
        let page = try await site().get("/items/new").text
        #expect(page.contains("<label for=\"field-custom.size\">size <small>cm</small></label>"))
        #expect(page.contains("<select id=\"field-custom.state\" name=\"custom.state\">"))
        #expect(page.contains("<option value=\"Used &amp; old\">Used &amp; old</option>"))
        #expect(!page.contains("custom.isbn") && page.contains("<bdi>book</bdi></a>"))
    }

    @Test func `the form of a template has its values and its fields`() async throws {
        let site = try await site()
        let page = try await site.get("/items/new?template=book").text
        #expect(page.contains("name=\"custom.isbn\"") && page.contains("value=\"books\""))
        #expect(page.contains("<option value=\"New\" selected>New</option>"))
        #expect(page.contains("<input type=\"hidden\" name=\"template\" value=\"book\">"))
        let form = "template=book&name=Dune&tags=books&custom.state=New&custom.isbn=0441&custom.size=12"
        #expect(try await site.ask(.post, "/items", form: form).status == 303)
        let item = try #require(try await site.store.items().first)
        #expect(item.tags == ["books"])
        #expect(item.custom == ["isbn": .text("0441"), "size": .decimal(12), "state": .text("New")])
        // After this, its tags identify the template.
        let edit = try await site.get("/items/\(item.id)?edit").text
        #expect(edit.contains("name=\"custom.isbn\""))
        #expect(try await site.get("/items/\(item.id)").text.contains("12 cm"))
        #expect(try await site.get("/items/new?template=nix").status == 400)
    }

    @Test func `a field has its declared name, unless an item uses another spelling`()
        async throws
    {
        let things = items("Lamp", "Tent")
        var (lamp, tent) = (things[0], things[1])
        lamp.custom = ["Size": .decimal(7)]
        tent.custom = ["isbn": .text("1")]
        let site = try await site([lamp, tent])
        func custom(_ name: String) async throws -> [String: FieldValue]? {
            try await site.store.items().first { $0.name == name }?.custom
        }
        let added = try await site.ask(
            .post, "/api/items", json: "{\"name\":\"Dune\",\"custom\":{\"SIZE\":3,\"other\":1}}")
        #expect(added.status == 201)
        #expect(try await custom("Dune") == ["size": .decimal(3), "other": .integer(1)])
        for (item, json) in [
            (lamp, "{\"custom\":{\"Size\":8,\"STATE\":\"new\"}}"),
            (tent, "{\"custom\":{\"Size\":9,\"ISBN\":null}}"),
        ] {
            #expect(try await site.ask(.patch, "/api/items/\(item.id)", json: json).status == 200)
        }
        #expect(try await custom("Lamp") == ["Size": .decimal(8), "state": .text("New")])
        #expect(try await custom("Tent") == ["size": .decimal(9)])
        let changes = [
            "{\"insert\":{\"name\":\"Emma\",\"custom\":{\"ISBN\":\"2\"}}}",
            "{\"update\":\"\(lamp.id)\",\"set\":{\"custom\":{\"Size\":1}}}",
            "{\"update\":\"\(tent.id)\",\"set\":{\"custom\":{\"Size\":null,\"SIZE\":2}}}",
        ]
        let batch = try await site.ask(
            .post, "/api/batch", json: "{\"changes\":[\(changes.joined(separator: ","))]}")
        #expect(batch.status == 200, "\(batch.text)")
        #expect(try await custom("Emma") == ["isbn": .text("2")])
        #expect(try await custom("Lamp") == ["Size": .decimal(1), "state": .text("New")])
    }

    @Test func `an invalid value for a declared field is rejected on every path`() async throws {
        let lamp = items("Lamp")[0]
        let site = try await site([lamp])
        let form = try await site.ask(.post, "/items", form: "name=Dune&custom.size=big")
        #expect(
            form.status == 422 && form.text.contains("Can&#39;t set “size”."))
        let added = try await site.ask(
            .post, "/api/items", json: "{\"name\":\"Dune\",\"custom\":{\"state\":\"torn\"}}")
        #expect(added.status == 422 && added.text.contains("Choose one of New and Used & old."))
        let patched = try await site.ask(
            .patch, "/api/items/\(lamp.id)", json: "{\"custom\":{\"size\":true}}")
        #expect(patched.status == 422)
        let batch = try await site.ask(
            .post, "/api/batch",
            json: "{\"changes\":[{\"update\":\"\(lamp.id)\",\"set\":{\"custom\":{\"state\":\"torn\"}}}]}")
        #expect(batch.status == 422)
        #expect(try batch.json["change"]?.number == 0)
        #expect(try await site.store.items() == [lamp])
        let good = try await site.ask(
            .patch, "/api/items/\(lamp.id)", json: "{\"custom\":{\"size\":3,\"state\":\"new\"}}")
        #expect(good.status == 200)
        #expect(
            try await site.store.item(lamp.id)?.custom == ["size": .decimal(3), "state": .text("New")])
    }
}
