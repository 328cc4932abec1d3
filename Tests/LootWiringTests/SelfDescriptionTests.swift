import LootCore
import LootPlugins
import LootWiring
import Testing

@Suite struct SelfDescriptionTests {
    private var everything: Fixture {
        var house = Fixture(
            """
            {
              "store": {
                "use": "remote", "token": "open sesame", "pins": ["1234", "5678"],
                "with": ["audit", { "use": "limit", "most": 5 }]
              },
              "sections": "value:25,50"
            }
            """)
        house.environment = ["LOOT_STORE_URL": "http://host/", "LOOT_FRONT_END_CURRENCY": "\"€\""]
        house.settings = ["frontEnd.plain=on"]
        return house
    }

    @Test func `every value is shown with its origin, including defaults, and secrets only as set`() throws {
        let application = try everything.application()
        #expect(application.complaints == [])
        let lines = application.configuration().map { "\($0.path) = \($0.value)  \($0.origin)" }
        try compare(lines.joined(separator: "\n") + "\n", withSnapshot: "configuration.txt")
        for secret in ["sesame", "1234", "5678"] { #expect(!lines.joined().contains(secret)) }
    }

    @Test func `a secret isn't in an error`() throws {
        var house = Fixture(#"{ "store": { "use": "remote", "url": "x", "token": 4711, "pins": [4712] } }"#)
        house.environment["LOOT_STORE_TOKNE"] = "4713"
        let complaints = try house.application().complaints
        #expect(
            complaints == [
                "Can't use “store.token” in \(Fixture.usualFile):1:52. Its value has the wrong type. It must be text.",
                "Can't use “store.pins[0]” in \(Fixture.usualFile):1:67. Its value has the wrong type. It must be text.",
                "Can't use “store.tokne” in LOOT_STORE_TOKNE. “remote” doesn't have this key. "
                    + "Did you mean LOOT_STORE_TOKEN?",
            ])
    }

    @Test(arguments: [
        ("http://ann:word@host/a", "http://ann:…@host/a"), ("http://ann:w@rd@host", "http://ann:…@host"),
        ("http://ann@host:80/", "http://ann@host:80/"), ("http://host/a:b@c", "http://host/a:b@c"),
        ("ann:word@host", "ann:word@host"), ("http://:word@é", "http://:…@é"),
    ]) func `the password of a URL isn't shown`(url: String, shown: String) throws {
        var house = Fixture()
        house.settings = ["store.use=remote", "store.url=\(url)", "sections.use=\(url)"]
        let application = try house.application()
        #expect(application.entry("store.url") == "\"\(shown)\" from --set")
        #expect(application.complaints.first?.contains("There is no grouping “\(shown)”.") == true)
    }

    @Test func `a shown configuration is parsed as the same configuration`() throws {
        let first = try everything.application()
        var house = Fixture()
        house.settings = first.configuration().compactMap { entry in
            if entry.value == "(set)" || entry.path.hasPrefix("store.with") { return nil }
            let value = entry.value.first == "[" ? entry.value.dropFirst().dropLast() : entry.value[...]
            let text = value.first == "\"" ? String(value.dropFirst().dropLast()) : String(value)
            return "\(entry.path)=\(text.replacing("\\\"", with: "\""))"
        }
        let second = try house.application()
        #expect(second.complaints == [])
        for entry in second.configuration() where !entry.path.hasPrefix("store.with") {
            #expect(entry.value == first.configuration().first { $0.path == entry.path }?.value)
        }
    }

    @Test func `the schema matches its snapshot`() throws {
        try compare(Fixture().application().configurationSchema(), withSnapshot: "schema.json")
    }
}
