import LootCore
import LootPlugins
import LootQueryText
import LootWiring
import Synchronization
import Testing

@Suite struct `Views, fields and templates of a configuration` {
    @Test func `a view has a short and a full form`() throws {
        let application = try Fixture(
            """
            { "views": {
                "lent": "lentTo is set",
                "Big things": { "where": ["value > 500", "quantity = 1"], "sort": "value:desc,name",
                    "favorites": true, "search": "red", "sections": "value:25,50", "fields": ["name", "custom.size"] }
            } }
            """
        ).application()
        #expect(application.complaints.isEmpty, "\(application.complaints)")
        let views = application.views()
        #expect(views.map(\.name) == ["lent", "Big things"])
        #expect(views[0].text == QueryText(conditions: ["lentTo is set"]))
        #expect(
            views[1].text
                == QueryText(
                    search: "red", conditions: ["value > 500", "quantity = 1"], favoritesOnly: true,
                    sort: ["value:desc", "name"], sections: .named("value:25,50")))
        #expect(views[1].fields == ["name", "custom.size"])
        #expect(try views.named("BIG THINGS").name == "Big things")
    }

    @Test func `fields have types, units and choices, and templates have values`() throws {
        let application = try Fixture(
            """
            { "fields": { "size": { "type": "decimal", "unit": "cm" }, "isbn": "text",
                          "state": { "choices": ["New", "Used"] }, "pages": "integer" },
              "templates": { "book": { "fields": ["isbn", "pages"], "tags": ["books", "paper"], "state": "used",
                                       "location": "House / Shelf", "custom.series": "Penguin", "value": 9.5 } } }
            """
        ).application()
        #expect(application.complaints.isEmpty, "\(application.complaints)")
        let own = application.ownFields
        #expect(own.fields.map(\.name) == ["size", "isbn", "state", "pages"])
        #expect(try own["SIZE"]?.parse("30 cm") == .decimal(30))
        #expect(try own["state"]?.parse("used") == .text("Used"))
        let book = try own.template(named: "Book")
        #expect(book.fields == ["isbn", "pages"] && book.tags == ["books", "paper"])
        var item = Item(name: "Dune", value: nil)
        try book.values.apply(to: &item)
        #expect(item.value == Amount("9.5") && item.location == "House / Shelf")
        #expect(item.custom == ["series": .text("Penguin"), "state": .text("Used")])
        #expect(own.fields(of: Item(name: "Lamp")).map(\.name) == ["size", "state"])
        #expect(own.fields(of: item).map(\.name) == ["size", "isbn", "state", "pages"])
    }

    @Test(arguments: [
        (
            "{ \"views\": 5 }",
            "“views” in /home/ann/.config/loot/config.json:1:12. It can't be 5. It must be an object"
        ),
        ("{ \"views\": { \"x\": 5 } }", "It must be a filter, or an object with the key “where”."),
        ("{ \"views\": { \"x\": { \"wehre\": \"all\" } } }", "Did you mean “where”?"),
        ("{ \"views\": { \"x\": \"nothere > 3\" } }", "“nothere” isn't a field."),
        ("{ \"views\": { \"x\": { \"fields\": \"nme\" } } }", "Did you mean “name”?"),
        ("{ \"views\": { \"x\": { \"sort\": \"prize\" } } }", "“prize” isn't a field."),
        ("{ \"views\": { \"x\": { \"fields\": \"size\" } } }", "“size” isn't a field."),
        ("{ \"views\": { \"x\": { \"sections\": \"bands\" } } }", "There is no grouping “bands”."),
        ("{ \"views\": { \"x\": \"all\", \"X\": \"all\" } }", "Another view has the same name."),
        ("{ \"views\": { \"@x\": \"all\" } }", "The name can't begin with “@”"),
        ("{ \"views\": { \"\": \"all\" } }", "The name is empty."),
        ("{ \"fields\": { \"size\": \"nummer\" } }", "It must be text, integer, decimal"),
        ("{ \"fields\": { \"size\": { \"unit\": \"cm\" } } }", "Only numbers have a unit."),
        ("{ \"fields\": { \"Location\": \"text\" } }", "Every item has a field with this name."),
        ("{ \"fields\": { \"a\": \"text\", \"A\": \"text\" } }", "has the same name."),
        ("{ \"fields\": { \"a\": { \"choices\": [\"x\", \"X\"] } } }", "occurs twice."),
        ("{ \"fields\": { \"a\": { \"choices\": [] } } }", "a list of the values to choose from"),
        (
            "{ \"fields\": { \"a\": { \"type\": \"integer\", \"choices\": [\"x\"] } } }",
            "“x” isn't a whole number."
        ),
        ("{ \"fields\": { \"a\": { \"chioces\": [] } } }", "Did you mean “choices”?"),
        (
            "{ \"templates\": { \"book\": { \"fields\": [\"isbn\"] } } }",
            "It contains the field “isbn”, which isn't defined."
        ),
        (
            "{ \"fields\": { \"s\": { \"choices\": [\"a\"] } }, \"templates\": { \"b\": { \"s\": \"c\" } } }",
            "“c” isn't one of the choices."
        ),
        (
            "{ \"templates\": { \"b\": { \"value\": 1, \"valueInDollars\": 2 } } }",
            "Another key sets the same field."
        ),
        ("{ \"templates\": { \"b\": { \"value\": \"much\" } } }", "templates.b.value"),
        ("{ \"templates\": { \"b\": { \"value\": -1 } } }", "templates.b"),
        (
            "{ \"templates\": { \"b\": { \"value\": \"100 EUR\" } } }",
            "It contains a currency. Enter only the amount"
        ),
        (
            "{ \"templates\": { \"b\": { \"price\": \"€100\", \"currency\": \"CHF\" } } }",
            "“templates.b.price”"
        ),
        ("{ \"templates\": { \"b\": { \"photo\": \"x\" } } }", "templates.b"),
        ("{ \"templates\": { \"b\": {}, \"B\": {} } }", "Two templates have this name."),
    ])
    func `a problem has a position, a reason and advice`(file: String, message: String) throws {
        let complaints = try Fixture(file).application().complaints
        #expect(complaints.count == 1 && complaints[0].contains(message), "\(complaints)")
        #expect(complaints.first?.contains("config.json:1:") == true, "\(complaints)")
    }

    @Test func `some keys can be set only in a file`() throws {
        var house = Fixture()
        house.settings = ["views.x=all"]
        #expect(
            try house.application().complaints == [
                "Can't use “views” in --set. It can't be set on the command line. Set it in a configuration file."
            ])
    }

    @Test func `config show lists them with their position`() throws {
        let application = try Fixture("{ \"views\": { \"lent\": \"lentTo is set\" } }").application()
        let entry = application.configuration().first { $0.path == "views.lent" }
        #expect(entry?.value == "\"lentTo is set\"")
        #expect(entry?.origin == "\(Fixture.usualFile):1:22")
    }

    @Test func `an unrelated mistake doesn't hide a saved view`() throws {
        let file = ChangingFile("{ \"views\": { \"a\": \"all\" } }")
        let house = Fixture()
        let application = LootApplication(
            registry: try Registry(
                stores: house.stores, decorators: house.decorators, sectionings: house.sectionings,
                frontEnds: house.frontEnds),
            defaults: house.defaults,
            sources: ConfigurationSources(
                environment: [:], workingDirectory: "/desk", homeDirectory: "/home/ann",
                readFile: { (_) throws(LootError) in file.bytes }))
        #expect(application.views().map(\.name) == ["a"])
        file.text.withLock { $0 = "{ \"sections\": \"nix\", \"views\": { \"a\": \"all\", \"b\": \"all\" } }" }
        #expect(application.views().map(\.name) == ["a", "b"])
        file.text.withLock { $0 = "{ \"views\": { \"a\": " }
        #expect(application.views().map(\.name) == ["a"])
        file.text.withLock { $0 = "{}" }
        #expect(application.views().isEmpty)
    }
}

/// A file that changes while a program runs.
private final class ChangingFile: Sendable {
    let text: Mutex<String>

    init(_ text: String) { self.text = Mutex(text) }

    var bytes: [UInt8] { text.withLock { Array($0.utf8) } }
}
