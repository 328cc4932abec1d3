import LootCore
import LootPlugins
import LootWiring
import Testing

/// Tests the key `lists`, and the choice of one of the lists.
@Suite struct `Named lists` {
    private static let file = """
        {
          "lists": {
            "home": { "use": "json", "path": "home.json", "indent": 4, "with": ["audit"] },
            "cabin": "json:cabin.json",
            "firm": "https://firm.example"
          }
        }
        """

    private func path(_ house: Fixture) throws -> String? {
        let application = try house.application()
        #expect(application.complaints == [])
        return application.storeFile?.path
    }

    @Test func `the first list is the default until the file names another`() throws {
        #expect(try path(Fixture(Self.file)) == "/home/ann/.config/loot/home.json")
        let other = Self.file.replacing("{\n  \"lists\"", with: "{ \"list\": \"cabin\",\n  \"lists\"")
        #expect(try path(Fixture(other)) == "/home/ann/.config/loot/cabin.json")
        #expect(try Fixture(other).application().entry("list")?.hasPrefix("\"cabin\"") == true)
    }

    @Test func `the command line has precedence over the environment, and that over the file`() throws {
        var house = Fixture(Self.file.replacing("{\n  \"lists\"", with: "{ \"list\": \"firm\",\n  \"lists\""))
        house.environment["LOOT_LIST"] = "home"
        #expect(try path(house) == "/home/ann/.config/loot/home.json")
        house.settings = ["list=cabin"]
        #expect(try path(house) == "/home/ann/.config/loot/cabin.json")
        #expect(try house.application().entry("list") == "\"cabin\" from --list")
    }

    @Test func `settings of one list don't apply to another`() async throws {
        var house = Fixture(Self.file)
        house.settings = ["list=cabin"]
        let application = try house.application()
        #expect(application.entry("store.indent") == "2 from default")
        #expect(application.entry("store.with") == "[] from default")
        _ = try await application.store()
        #expect(house.journal.all == ["open json"])
    }

    @Test func `settings of the store apply to the list in use`() throws {
        var house = Fixture(Self.file)
        house.environment = ["LOOT_LIST": "cabin", "LOOT_STORE_WITH": "limit"]
        house.settings = ["store.indent=8"]
        let application = try house.application()
        #expect(application.complaints == [])
        #expect(application.entry("store.indent") == "8 from --set")
        #expect(application.entry("store.with[0].use") == "\"limit\" from LOOT_STORE_WITH")
    }

    @Test func `a store on the command line or in the environment replaces the lists of lower layers`() throws
    {
        var house = Fixture(Self.file)
        house.environment["LOOT_STORE"] = "json:other.json"
        #expect(try path(house) == "/desk/other.json")
        #expect(try house.application().entry("store.with") == "[] from default")
        house.environment = ["LOOT_LIST": "cabin"]
        house.storeAddress = "json:third.json"
        #expect(try path(house) == "/desk/third.json")
        #expect(try house.application().entry("list") == nil)
    }

    @Test func `a list on the command line replaces the store of the environment`() throws {
        var house = Fixture(Self.file)
        house.environment = [
            "LOOT_STORE": "remote:", "LOOT_STORE_PATH": "other.json", "LOOT_STORE_WITH": "limit",
        ]
        house.settings = ["list=cabin"]
        #expect(try path(house) == "/home/ann/.config/loot/cabin.json")
        #expect(try house.application().entry("store.with[0].use") == "\"limit\" from LOOT_STORE_WITH")
    }

    @Test(
        arguments: [
            (["LOOT_LIST": "cabin", "LOOT_STORE": "memory:"], [], nil),
            ([:], ["list=cabin", "store.use=memory"], nil), ([:], ["list=cabin"], "memory:"),
        ] as [([String: String], [String], String?)])
    func `a list and a store can't be specified together`(
        environment: [String: String], settings: [String], address: String?
    ) throws {
        var house = Fixture(Self.file)
        (house.environment, house.settings, house.storeAddress) = (environment, settings, address)
        #expect(try house.application().configurationProblems().map(\.place) == ["list"])
    }

    @Test func `a file can't contain a store and lists`() throws {
        let house = Fixture(#"{ "store": "memory:", "lists": { "home": "json:home.json" } }"#)
        #expect(try house.application().configurationProblems().map(\.place) == ["store"])
    }

    @Test func `a name that isn't in the configuration is refused`() async throws {
        var house = Fixture(Self.file)
        house.environment["LOOT_LIST"] = "cabn"
        let application = try house.application()
        #expect(application.configurationProblems().map(\.place) == ["list"])
        #expect(application.complaints.first?.contains("“cabin”") == true)
        await #expect(throws: LootError.self) { try await application.store() }
        #expect(house.journal.all == [])
        for name in ["", "..", "home/../cabin", "Home"] {
            (house.environment, house.settings) = ([:], ["list=\(name)"])
            #expect(try house.application().configurationProblems().map(\.place) == ["list"], "\(name)")
        }
        var without = Fixture()
        without.settings = ["list=cabin"]
        #expect(try without.application().configurationProblems().map(\.place) == ["list"])
    }

    @Test(arguments: ["", ".", "..", "a/b", "../x", "a b", "é", "a.b", String(repeating: "a", count: 61)])
    func `a name that isn't safe in addresses is refused`(name: String) throws {
        let house = Fixture(#"{ "lists": { "home": "json:home.json", "\#(name)": "memory:" } }"#)
        let problems = try house.application().configurationProblems()
        #expect(problems.count == 1 && problems[0].place?.hasPrefix("lists.") == true)
    }

    @Test func `errors in all lists are reported, each once`() throws {
        let house = Fixture(
            """
            { "lists": {
                "home": { "use": "json", "indent": 9 },
                "cabin": { "use": "remote" },
                "firm": "nothing:x",
                "boat": { "use": "json", "with": [{ "use": "limit", "most": 0 }] },
                "car": 5
            } }
            """)
        let places = try house.application().configurationProblems().compactMap(\.place)
        #expect(
            places.sorted() == [
                "lists.boat.with[0].most", "lists.cabin.url", "lists.car", "lists.firm", "lists.home.indent",
            ])
    }

    @Test func `the entries contain each list without secrets`() throws {
        let house = Fixture(
            #"{ "lists": { "home": "json:home.json", "firm": { "use": "remote", "url": "x", "token": "s3cret" } } }"#
        )
        let application = try house.application()
        #expect(
            application.entry("lists.home.path")?.hasPrefix("\"/home/ann/.config/loot/home.json\"") == true)
        #expect(application.entry("lists.firm.use")?.hasPrefix("\"remote\"") == true)
        #expect(application.entry("lists.firm.retries") == nil)
        #expect(!application.configuration().contains { $0.value.contains("s3cret") })
    }

    @Test func `other programs use the same list`() throws {
        var house = Fixture(Self.file)
        house.environment = ["LOOT_STORE": "memory:", "LOOT_LIST": "home"]
        house.settings = ["list=cabin"]
        #expect(house.sources.environmentOfPrograms == ["LOOT_LIST": "cabin"])
        (house.settings, house.storeAddress) = ([], "json:x.json")
        #expect(house.sources.environmentOfPrograms == ["LOOT_STORE": "json:x.json"])
    }
}
