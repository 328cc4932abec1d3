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
        ("{ \"views\": 5 }", "views is 5, but must be an object"),
        ("{ \"views\": { \"x\": 5 } }", "views.x can't be used: it is neither a filter nor an object"),
        ("{ \"views\": { \"x\": { \"wehre\": \"all\" } } }", "Did you mean “where”?"),
        ("{ \"views\": { \"x\": \"nothere > 3\" } }", "“nothere” is not a field"),
        ("{ \"views\": { \"x\": { \"fields\": \"nme\" } } }", "Did you mean “name”?"),
        ("{ \"views\": { \"x\": { \"sort\": \"prize\" } } }", "can't find the field “prize”"),
        ("{ \"views\": { \"x\": { \"fields\": \"size\" } } }", "can't find the field “size”"),
        ("{ \"views\": { \"x\": { \"sections\": \"bands\" } } }", "is called “bands”"),
        ("{ \"views\": { \"x\": \"all\", \"X\": \"all\" } }", "has the name of another view"),
        ("{ \"views\": { \"@x\": \"all\" } }", "@ is written before the name where it is used"),
        ("{ \"views\": { \"\": \"all\" } }", "a view has a name"),
        ("{ \"fields\": { \"size\": \"nummer\" } }", "must be one of text, integer, decimal"),
        ("{ \"fields\": { \"size\": { \"unit\": \"cm\" } } }", "only numbers have a unit"),
        ("{ \"fields\": { \"Location\": \"text\" } }", "every item has a field of that name"),
        ("{ \"fields\": { \"a\": \"text\", \"A\": \"text\" } }", "which is the same name"),
        ("{ \"fields\": { \"a\": { \"choices\": [\"x\", \"X\"] } } }", "is there twice"),
        ("{ \"fields\": { \"a\": { \"choices\": [] } } }", "a list with the values to choose from"),
        (
            "{ \"fields\": { \"a\": { \"type\": \"integer\", \"choices\": [\"x\"] } } }",
            "fields.a.choices can't contain “x”: it is not a whole number"
        ),
        ("{ \"fields\": { \"a\": { \"chioces\": [] } } }", "Did you mean “choices”?"),
        ("{ \"templates\": { \"book\": { \"fields\": [\"isbn\"] } } }", "no field of that name is declared"),
        (
            "{ \"fields\": { \"s\": { \"choices\": [\"a\"] } }, \"templates\": { \"b\": { \"s\": \"c\" } } }",
            "“c” is none of its choices. Choose one of: a"
        ),
        (
            "{ \"templates\": { \"b\": { \"value\": 1, \"valueInDollars\": 2 } } }",
            "sets a field twice"
        ),
        ("{ \"templates\": { \"b\": { \"value\": \"much\" } } }", "templates.b.value"),
        ("{ \"templates\": { \"b\": { \"value\": -1 } } }", "templates.b"),
        (
            "{ \"templates\": { \"b\": { \"value\": \"100 EUR\" } } }",
            "templates.b.value can't be used: it contains a currency. Write only the amount"
        ),
        (
            "{ \"templates\": { \"b\": { \"price\": \"€100\", \"currency\": \"CHF\" } } }",
            "templates.b.price can't be used: it contains a currency"
        ),
        ("{ \"templates\": { \"b\": { \"photo\": \"x\" } } }", "templates.b"),
        ("{ \"templates\": { \"b\": {}, \"B\": {} } }", "two templates have this name"),
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
                "wrong configuration in --set: views can't be set on the command line. Set it in a configuration file."
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
