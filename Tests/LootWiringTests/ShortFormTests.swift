import LootCore
import LootPlugins
import LootWiring
import Testing

@Suite struct ShortFormTests {
    private func application(store address: String) throws -> LootApplication {
        var house = Fixture()
        house.storeAddress = address
        return try house.application()
    }

    @Test func `an address is a store and the value of its first option`() async throws {
        for address in ["memory:", "memory"] {
            #expect(try await application(store: address).fakeStore()?.name == "memory")
        }
        let json = try #require(await application(store: "json:a:b.json").fakeStore())
        #expect(json.name == "json")
        #expect(json.settings.text("path") == "/desk/a:b.json")
        #expect(json.settings.integer("indent") == 2)
    }

    @Test func `a setting on the command line belongs to the store of the address`() async throws {
        var house = Fixture(#"{ "store": "json:a.json" }"#)
        house.settings = ["store.retries=9", "store.url=https://other"]
        house.storeAddress = "https://attic/list"
        let application = try house.application()
        #expect(application.complaints == [])
        #expect(application.entry("store.retries") == "9 from --set")
        let store = try #require(await application.fakeStore())
        #expect(store.name == "remote" && store.settings.integer("retries") == 9)
        #expect(store.settings.text("url") == "https://attic/list")
        house.settings = ["store.use=memory", "store.indent=3"]
        #expect(try house.application().complaints.count == 1, "it isn't a setting of this store")
    }

    @Test func `an address without a value keeps the option`() throws {
        #expect(try application(store: "json:").entry("store.path")?.hasSuffix("from default") == true)
    }

    @Test(arguments: ["b.json", "./b.json", "/desk/b.json", "B.JSON"])
    func `a path is an address if its extension selects a store`(path: String) async throws {
        let store = try #require(await application(store: path).fakeStore())
        #expect(store.name == "json")
        #expect(store.settings.text("path")?.lowercased() == "/desk/b.json")
    }

    @Test(arguments: ["json", "a.memory", "b.json.", "b.json/"])
    func `a path without a known extension isn't an address`(text: String) throws {
        let application = try application(store: text)
        #expect(text == "json" ? application.complaints.isEmpty : application.complaints.count == 1)
        #expect(application.entry("store.path")?.contains("from --store") != true)
    }

    @Test(arguments: ["http://host:80/a?b#c", "HTTPS://host", "http://ann:word@host/"])
    func `an address with a URL scheme is passed completely to its store`(address: String) async throws {
        let store = try await application(store: address).fakeStore()
        #expect(store?.name == "remote")
        #expect(store?.settings.text("url") == address)
    }

    @Test func `LOOT_STORE and a string in a file can be addresses`() throws {
        var house = Fixture(#"{ "store": "http://host/" }"#)
        #expect(
            try house.application().entry("store.url") == #""http://host/" from \#(Fixture.usualFile):1:12"#)
        house.environment["LOOT_STORE"] = "memory:"
        #expect(try house.application().entry("store.use") == #""memory" from LOOT_STORE"#)
    }

    @Test func `an invalid address is a problem that never shows a possible password`() throws {
        let complaints = try ["jsn:x", "items.db", "foo", "ftp://ann:word@host", "memory:x", ""].map {
            try application(store: $0).complaints
        }
        let known = "Choose one of memory, json, and remote."
        #expect(
            complaints
                == [
                    ["There is no store “jsn”. Did you mean “json”?"],
                    ["There is no store “items.db”. Use json:items.db."],
                    ["There is no store “foo”. Use json:foo."],
                    ["There is no store “ftp”. \(known)"],
                    ["“memory” doesn't accept text after its name. Use “memory:” instead."],
                    ["There is no store “”. \(known)"],
                ].map { $0.map { "Can't use “store” in --store. \($0)" } })
    }

    @Test func `a section can be a string in a file, a variable or an option`() throws {
        var house = Fixture(#"{ "sections": "date:purchaseDate:month" }"#)
        let application = try house.application()
        #expect(application.complaints == [])
        #expect(application.entry("sections.field")?.hasPrefix("\"purchaseDate\" from") == true)
        #expect(application.entry("sections.by")?.hasPrefix("\"month\" from") == true)
        house.environment["LOOT_SECTIONS"] = "value:1,2"
        #expect(try house.application().entry("sections.bounds") == "[1, 2] from LOOT_SECTIONS")
        house.settings = ["sections=none"]
        #expect(try house.application().sectioning() == nil)
    }

    @Test func `the components of a short form set the options in order, and empty ones are skipped`() throws
    {
        var house = Fixture()
        house.settings = ["sections=date::month"]
        let application = try house.application()
        #expect(application.entry("sections.field") == "\"dateCreated\" from default")
        #expect(application.entry("sections.by") == "\"month\" from --set")
    }

    @Test func `within a layer an option overrides the short form`() throws {
        var house = Fixture()
        house.environment = ["LOOT_STORE": "json:a.json", "LOOT_STORE_PATH": "b.json"]
        #expect(try house.application().entry("store.path") == #""/desk/b.json" from LOOT_STORE_PATH"#)
    }

    @Test func `the host creates sections from a short form with the configured options`() throws {
        let application = try Fixture(#"{ "sections": { "use": "value", "bounds": [7] } }"#).application()
        func bounds(_ text: String) throws -> [Int]? {
            (try application.sectioning(text) as? FakeSectioning)?.settings.integers("bounds")
        }
        #expect(try bounds("value") == [7])
        #expect(try bounds("value:1,2") == [1, 2])
        #expect(try application.sectioning("none") == nil)
        #expect((try application.sectioning() as? FakeSectioning)?.settings.integers("bounds") == [7])
    }

    @Test func `an invalid short form from a command is a usage error`() throws {
        let application = try Fixture().application()
        var errors: [LootError] = []
        for text in ["valu:25", "value:x", "date:a:week", "none:1"] {
            do throws(LootError) { _ = try application.sectioning(text) } catch { errors.append(error) }
        }
        #expect(errors.map(\.code) == [.unknownSectioning, .usage, .usage, .usage])
        #expect(errors.map(\.exitStatus) == [.usage, .usage, .usage, .usage])
        #expect(
            errors.map(\.description) == [
                "Can't group the items by “valu:25”. There is no grouping “valu”. Did you mean “value”?",
                "Can't use “sections.bounds[0]” in value:x. It can't be “x”. It must be a whole number.",
                "Can't use “sections.by” in date:a:week. It can't be “week”. It must be “year” or “month”.",
                "Can't group the items by “none:1”. “none” doesn't accept text after its name. Use “none” instead.",
            ])
    }

    @Test func `the host opens a store by address without wrappers, and the caller closes it`() async throws {
        let house = Fixture(#"{ "store": { "use": "json", "indent": 4, "with": ["audit"] } }"#)
        let application = try house.application()
        let store = try await application.store(at: "json:other.json") as? FakeStore
        #expect(store?.settings.text("path") == "/desk/other.json")
        #expect(store?.settings.integer("indent") == 4)
        try await application.close()
        #expect(house.journal.all == ["open json"])
        await #expect(throws: LootError.self) { try await application.store(at: "nothing:") }
    }
}
