import LootCore
import LootWiring
import Testing

@Suite struct ProblemTests {
    @Test
    func `all problems are reported together, with position, key, found and expected value`()
        throws
    {
        var house = Fixture(
            """
            {
              "stoer": {},
              "store": {
                "use": "json",
                "path": 5,
                "indent": 9,
                "indnet": 2,
                "backups": ["a", 2],
                "with": ["adit", { "use": "limit", "most": 0, "least": 1 }, { "most": 1 }, 7]
              },
              "sections": { "use": "date", "by": "weak", "field": ["a"] },
              "frontEnd": { "use": "http", "port": 1.5, "open": "yes", "root": null, "with": [] }
            }
            """)
        house.environment = [
            "LOOT_STORE_INDENT": "two", "LOOT_STORE_PTH": "x", "LOOT_STROE_PATH": "x",
            "LOOT_FRONT_END_PORT": "70000",
        ]
        house.settings = [
            "sections.by=", "section.by=year", "store.path=", "frontEnd.open=perhaps", "frontend.use=cli",
            "=x", "store",
            "store.with.most=1",
        ]
        house.storeAddress = "sqlite:items.db"
        let text = try house.application().complaints.joined(separator: "\n") + "\n"
        try compare(text, withSnapshot: "problems.txt")
    }

    @Test func `every problem is a configuration error, except for an invalid option`() throws {
        var house = Fixture("[]")
        house.settings = ["x", "x=1"]
        let problems = try house.application().configurationProblems()
        #expect(problems.map(\.code) == [.configuration, .usage, .configuration])
        #expect(problems.map(\.place) == ["\(Fixture.usualFile):1:1", "--set", "x"])
    }

    @Test(arguments: [
        ("", "A value is missing"), ("{ \"store\": ", "A value is missing"), ("{ \"store\" 1 }", ""),
        ("5", "must be an object"),
        ("{ \"store\": 5 }", "must be an object, or text"), ("{ \"store\": null }", "can't be null"),
        ("{ \"store\": { \"with\": \"audit\" } }", "must be a list of plugins"),
        ("{ \"store\": { \"use\": 5 } }", "must be memory, json, or remote"), ("<plist>", ""),
        ("{ \"store\": \"memory:\", \"store\": \"memory:\" }", ""),
    ]) func `a file that can't be parsed is one problem with its position`(text: String, part: String) throws
    {
        let complaints = try Fixture(text).application().complaints
        #expect(complaints.count == 1)
        let first = try #require(complaints.first)
        #expect(first.hasPrefix("Can't use ") && first.contains(" in \(Fixture.usualFile):1:"))
        #expect(first.contains(part))
    }

    @Test func `a file that can't be read is a problem`() throws {
        var sources = Fixture().sources
        sources.readFile = { (path) throws(LootError) in
            throw LootError(.inputOutput, "Can't read \(path).", reason: "The disk is broken.")
        }
        let application = LootApplication(registry: Registry(), sources: sources)
        #expect(application.complaints == ["Can't read \(Fixture.usualFile). The disk is broken."])
    }

    @Test func `a missing option is a problem at the selection of its plugin`() async throws {
        var house = Fixture(#"{ "store": "remote" }"#)
        let application = try house.application()
        #expect(
            application.complaints == [
                "Can't use “store.url” in \(Fixture.usualFile):1:12. It isn't set, but “remote” requires it. "
                    + "Set this option: The address of the machine."
            ])
        await #expect(throws: LootError.self) { try await application.store() }
        house.environment["LOOT_STORE_URL"] = "http://host"
        #expect(try house.application().complaints == [])
    }

    @Test func `a problem that only the sectioning finds doesn't prevent opening the store`()
        async throws
    {
        let application = try Fixture(#"{ "sections": "value:2,1" }"#).application()
        let problem = try #require(application.configurationProblems().first)
        #expect(
            problem.description
                == "Can't use “sections” in \(Fixture.usualFile):1:15. The bounds don't ascend."
        )
        #expect(problem.code == .configuration)
        #expect(problem.place == "sections")
        #expect(throws: problem) { try application.sectioning() }
        #expect(try await application.fakeStore()?.name == "json")
        // On the command line, the sectioning's own error is thrown.
        let error = #expect(throws: LootError.self) { try application.sectioning("value:3,1") }
        #expect(error?.code == .invalidValue)
    }

    @Test func `an unknown plugin is one problem, and its keys aren't checked`() throws {
        let house = Fixture(#"{ "store": { "use": "jsno", "path": 5, "whatever": null } }"#)
        #expect(
            try house.application().complaints == [
                "Can't use “store.use” in \(Fixture.usualFile):1:21. There is no store “jsno”. "
                    + "Did you mean “json”?"
            ])
    }

    @Test func `external text is quoted with the names of control characters`() throws {
        var house = Fixture()
        house.settings = ["store.use=\u{1B}[31m", "\u{7}=1", "store.a\u{9B}=1"]
        let complaints = try house.application().complaints.joined()
        #expect(complaints.contains("“<U+001B>[31m”"))
        #expect(
            complaints.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    }
}
