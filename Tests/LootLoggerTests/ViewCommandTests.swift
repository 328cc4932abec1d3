import LootCore
import LootPlugins
import Testing

@Suite struct ViewCommandTests {
    private func session(_ configuration: String? = nil) throws -> Session {
        var lamp = Item(name: "Lamp", valueInDollars: 600)
        lamp.location = "Attic"
        var session = try Session([
            lamp, Item(name: "Bike", valueInDollars: 900, isFavorite: true),
            Item(name: "Cup", valueInDollars: 3),
        ])
        if let configuration { session.files["/home/me/.config/loot/config.json"] = configuration }
        return session
    }

    @Test func `a saved view can be listed`() async throws {
        let session = try session("// Mine.\n{\n  \"author\": \"Ann\" // me\n}\n")
        let saved = await session.run(
            "view", "save", "insured", "--where", "value > 500", "--sort", "value:desc", "--fields",
            "name,location", "--private")
        #expect(saved.output == "Saved. Show it with: loot list @insured\n")
        expectSnapshot(session.written.configuration, "view-configuration")
        let list = await session.run("list", "@insured", "--format", "csv")
        #expect(list.lines == ["name,location", "Bike,", "Lamp,Attic"])
        #expect(await session.run("list", "@INSURED", "--count").output == "2\n")
        #expect(await session.run("stats", "--view", "insured").lines.first == "Items                     2")
        let export = await session.run("export", "-", "--view", "insured", "--format", "jsonl")
        #expect(export.lines.count == 2)
    }

    @Test func `a table of views has a column for each option`() async throws {
        let session = try session(
            """
            { "views": {
                "dear": { "where": ["value > 500", "value < 800"], "sort": "value:desc", "fields": "name,value" },
                "all": {}, "fav": { "favorites": true, "search": "lamp" }
            } }
            """)
        #expect(
            await session.run("view", "--format", "csv").lines == [
                "name,search,scope,favorites,disposed,where,sort,sections,fields",
                "dear,,,,,(value > 500) and (value < 800),value:desc,,\"name,value\"",
                "all,,,,,,,,", "fav,lamp,,true,,,,,",
            ])
        #expect(await session.run("view").output.contains("--where 'value > 500'"))
    }

    @Test func `options refine a view, and replace its order, sections and fields`()
        async throws
    {
        let session = try session(
            """
            { "views": { "dear": { "where": "value > 500", "sort": "value:desc", "fields": "name" } } }
            """)
        let words = ["list", "@dear", "--format", "csv"]
        #expect(await session.run(words).lines == ["name", "Bike", "Lamp"])
        #expect(await session.run(words + ["--sort", "value"]).lines == ["name", "Lamp", "Bike"])
        #expect(await session.run(words + ["--where", "location is set"]).lines == ["name", "Lamp"])
        #expect(
            await session.run(words + ["--favorites", "--fields", "value"]).lines == ["value", "900"])
        #expect(await session.run("list", "@dear", "--format", "plist").status == .success)
    }

    @Test func `a view selects the items that commands change`() async throws {
        let session = try session("{ \"views\": { \"dear\": \"value > 500\" } }")
        #expect(
            await session.run("edit", "--view", "dear", "--tags", "+insured", "--yes").status == .success)
        #expect(await session.run("list", "--where", "tags = insured", "--count").output == "2\n")
        await session.run(
            "edit", "--view", "@dear", "--where", "location is set", "--notes", "Heirloom", "--yes")
        #expect(await session.run("list", "--where", "notes is set", "--count").output == "1\n")
        let both = await session.run("edit", "#1", "--view", "dear", "--notes", "x")
        #expect(both.status == .usage && both.errors.contains("Both items and a filter were given."))
        #expect(await session.run("remove", "--view", "none", "--yes").status != .success)
        #expect(await session.run("list", "--count").output == "3\n")
        #expect(await session.run("remove", "--view", "dear", "--yes").status == .success)
        #expect(await session.run("list", "--count").output == "1\n")
    }

    @Test func `views are listed, replaced and removed, with the command that restores them`() async throws {
        let session = try session()
        #expect(
            await session.run("view").output
                == "No views. Save one with: loot view save NAME --where FILTER\n")
        await session.run("view", "save", "my best", "--favorites", "--sections", "value:25,50")
        let again = await session.run("view", "save", "My Best", "--where", "value > 5")
        #expect(
            again.output
                == "Replaced “My Best”. Previous value: loot view save 'my best' --favorites --sections value:25,50\n"
        )
        #expect(await session.run("view", "list").output == "@My Best  --where 'value > 5'\n")
        #expect(
            await session.run("view", "list", "--format", "json").output
                == "{ \"My Best\": { \"where\": \"value > 5\" } }\n")
        #expect(
            await session.run("view", "remove", "@my best").output
                == "Removed “My Best”. Restore it with: loot view save 'My Best' --where 'value > 5'\n")
        #expect(await session.run("view").output.hasPrefix("No views."))
    }

    @Test(arguments: [
        (
            ["list", "@nix"],
            "There is no view “nix”. The only choice is lent"
        ),
        (
            ["list", "lamp"],
            "The name of a view begins with @. To find items, run “loot list --search lamp”."
        ),
        (["list", "lent"], "The name of a view begins with @. Run “loot list @lent”."),
        (["list", "@lent", "--view", "lent"], "Can't list two views."),
        (["view", "save", "x"], "It has no filter, order, sections or fields. Add one"),
        (["view", "save", "x", "--where", "nme ~ a"], "“nme” isn't a field."),
        (["view", "save", "x", "--sections", "nix"], "There is no grouping “nix”."),
        (["view", "save", "x", "--fields", "nix"], "“nix” isn't a field."),
        (["view", "save", "@", "--where", "all"], "The name is empty."),
        (["view", "remove", "nix"], "There is no view “nix”."),
    ])
    func `invalid commands are rejected with a reason, and the configuration isn't changed`(
        words: [String], message: String
    ) async throws {
        let session = try session("{ \"views\": { \"lent\": \"lentTo is set\" } }")
        let outcome = await session.run(words)
        #expect(outcome.status == .usage || outcome.status == .badData, "\(outcome.status)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(session.written.configuration.isEmpty)
    }

    @Test func `an invalid view can be removed`() async throws {
        let session = try session("{ \"views\": { \"bad\": \"nix > 3\" } }")
        let list = await session.run("list")
        #expect(list.status == .configuration && list.errors.contains("views.bad"))
        #expect(await session.run("view", "remove", "bad").status == .success)
        #expect(await session.run("list").status == .success)
    }

    @Test func `a property list must be edited by hand`() async throws {
        let session = try session("<plist version=\"1.0\"><dict/></plist>")
        let outcome = await session.run("view", "save", "x", "--where", "all", "--private")
        #expect(outcome.errors.contains("is a property list, but only JSON files can be changed"))
        #expect(session.written.configuration.isEmpty)
    }
}

@Suite struct OwnFieldCommandTests {
    private func session() throws -> Session {
        var session = try Session()
        session.files["/home/me/.config/loot/config.json"] = """
            { "fields": { "size": { "type": "decimal", "unit": "cm" }, "state": { "choices": ["New", "Used"] },
                          "isbn": "text" },
              "templates": { "book": { "fields": ["isbn"], "tags": ["books"], "state": "Used" } } }
            """
        return session
    }

    private func custom(_ session: Session) async throws -> [String: FieldValue]? {
        try await session.store.items().last?.custom
    }

    @Test func `a declared field is parsed as declared, and shown with its unit`() async throws {
        let session = try session()
        await session.run("add", "Shelf", "--custom", "SIZE=30 cm", "--custom", "state=used")
        #expect(try await custom(session) == ["size": .decimal(30), "state": .text("Used")])
        #expect(await session.run("list", "--where", "custom.size > 29.5", "--count").output == "1\n")
        #expect(await session.run("show", "#1").output.contains("30 cm"))
        await session.run("edit", "#1", "--custom", "custom.state=")
        #expect(try await custom(session) == ["size": .decimal(30)])
    }

    @Test(arguments: [
        ("size=big", "Can't set “size”."), ("state=broken", "Choose one of New and Used."),
        ("size:text=30", "The configuration defines “size” as decimal. Leave out the type."),
    ])
    func `an invalid value for a declared field is rejected`(word: String, message: String) async throws {
        let session = try session()
        let outcome = await session.run("add", "Shelf", "--custom", word)
        #expect(outcome.status != .success && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try await session.store.items().isEmpty)
    }

    @Test func `a new item has the template's values and the given ones`() async throws {
        let session = try session()
        await session.run(
            "add", "Dune", "--template", "Book", "--tags", "+scifi", "--custom", "isbn=0441013597")
        let item = try #require(try await session.store.items().first)
        #expect(item.tags == ["books", "scifi"])
        #expect(item.custom == ["state": .text("Used"), "isbn": .text("0441013597")])
        let unknown = await session.run("add", "Dune", "--template", "bok")
        #expect(unknown.errors.contains("Did you mean “book”?"))
    }

    @Test func `an import parses columns as declared, and rejects invalid values`()
        async throws
    {
        let session = try session()
        let file = "name,Size,STATE\nShelf,30 cm,used\nBoard,12,New\n"
        let folder = try TemporaryFolder()
        let path = try folder.write(file, "a.csv")
        #expect(await session.run("import", path).status == .success)
        #expect(
            try await session.store.items().map(\.custom) == [
                ["size": .decimal(30), "state": .text("Used")],
                ["size": .decimal(12), "state": .text("New")],
            ])
        let bad = try folder.write("name,state\nRug,torn\n", "b.csv")
        let refused = await session.run("import", bad)
        #expect(refused.status == .badData && refused.errors.contains("“torn” isn't one of the choices."))
    }
}
