import LootCore
import LootPlugins
import Testing

@Suite struct ListCommandTests {
    private func session(_ count: Int = 6) throws -> Session {
        let names = [
            "Lamp", "Rusty Spork", "Shiny Mac", "Émile's vase", "a very long name that goes on and on",
            "Bear",
        ]
        return try Session(
            (0..<count).map { index in
                let id = ItemID(
                    high: UInt64(index + 1) << 32 | 0x4000, low: 0x8000_0000_0000_0000 | UInt64(index))
                var item = Item(
                    id: id, name: names[index % names.count], valueInDollars: index * 20,
                    serialNumber: index.isMultiple(of: 2) ? "S-\(index)" : nil,
                    dateCreated: try #require(Moment("2026-0\(index % 6 + 1)-05T00:00:00Z")),
                    isFavorite: index == 1)
                item.location = index < 3 ? "Attic" : nil
                return item
            })
    }

    @Test func `a list in a pipe has no truncation and no colors`() async throws {
        expectSnapshot(try await session().run("list").output, "list-pipe")
    }

    @Test func `a list on a terminal wraps long names and colors values`() async throws {
        expectSnapshot(try await session().run("list", on: TestConsole(width: 44)).output, "list-terminal")
    }

    @Test func `NO_COLOR disables colors`() async throws {
        var session = try session()
        session.environment["NO_COLOR"] = "1"
        #expect(!(await session.run("list", on: TestConsole(width: 80)).output.contains("\u{1B}")))
    }

    @Test func `an empty list and a filter without matches are reported`() async throws {
        #expect(try await Session().run("list").output == "No items!\n")
        #expect(try await session().run("list", "--search", "nothing").output == "No matching items\n")
        #expect(try await Session().run("list", "--format", "json").output == "[]\n")
    }

    @Test func `without a command the list is shown`() async throws {
        let session = try session()
        let list = await session.run("list").output
        #expect(await session.run().output == list)
        #expect(await session.run("--set", "frontEnd.use=cli").output == list)
    }

    @Test(arguments: [
        "value:50", "value:25,50", "initial", "date:year", "favorite", "field:location", "place", "none",
    ])
    func `a list can be grouped by each sectioning`(sections: String) async throws {
        let output = try await session().run("list", "--sections", sections).output
        expectSnapshot(
            output, "sections-" + sections.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined())
    }

    @Test func `sections as JSON have titles, counts, totals and items`() async throws {
        let output = try await session(3).run("list", "--sections", "value:25", "--format", "json").output
        expectSnapshot(output, "sections-json")
    }

    @Test func `configured sections apply unless others are requested`() async throws {
        var session = try session()
        session.environment["LOOT_SECTIONS"] = "favorite"
        #expect(await session.run("list").output.contains("Favorites\n"))
        #expect(await !session.run("list", "--sections", "none").output.contains("Favorites\n"))
    }

    @Test func `limit, offset and count restrict a list`() async throws {
        let session = try session()
        #expect(
            await session.run("list", "--limit", "2", "--offset", "1").lines.dropFirst().map { $0.prefix(1) }
                == ["2", "3"])
        #expect(await session.run("list", "--count", "--where", "value >= 60").output == "3\n")
        #expect(await session.run("list", "--limit", "9223372036854775807", "--offset", "5").lines.count == 2)
        #expect(await session.run("list", "--limit", "-1").status == .usage)
        #expect(await session.run("list", "--limit", "x").status == .usage)
    }

    @Test func `a filtered or sorted list shows positions in the user's order`() async throws {
        let lines = try await session().run("list", "--sort", "value:desc", "--where", "serial is set").lines
        #expect(lines.dropFirst().map { $0.prefix(1) } == ["5", "3", "1"])
    }

    @Test func `several conditions must all match`() async throws {
        let words = [
            "list", "--count", "--where", "value >= 40", "--where", "location = Attic or value = 100",
        ]
        #expect(try await session().run(words).output == "2\n")
    }

    @Test func `a search with a typo shows similar items with a notice`() async throws {
        let outcome = try await session().run(
            "list", "--search", "sprok", "--format", "csv", "--fields", "name")
        #expect(outcome.output.contains("Rusty Spork"))
        #expect(outcome.errors == "loot: No item contains “sprok”. Similar items: Spork\n")
        #expect(try await session().run("list", "--search", "sprok", "--count").output == "0\n")
        #expect(try await session().run("list", "--search", "nothing").errors.isEmpty)
    }

    @Test func `search ignores case and accents`() async throws {
        #expect(try await session().run("list", "--search", "EMILE", "--count").output == "1\n")
        #expect(try await session().run("list", "--search", "spork rusty", "--count").output == "1\n")
    }

    @Test func `a table with a requested custom field includes its numbers`() async throws {
        var item = Item(name: "Lamp")
        item.custom = ["size": .decimal(2.5)]
        let table = try await Session([item]).run("list", "--format", "csv", "--fields", "name,custom.size")
        #expect(table.lines == ["name,custom.size", "Lamp,2.5"])
    }

    @Test func `the columns are the requested fields`() async throws {
        let output = try await session(2).run("list", "--fields", "name,location,created").output
        expectSnapshot(output, "list-fields")
    }

    @Test(arguments: [
        (
            ["list", "--where", "valeu > 3"],
            """
            Can't read the filter. “valeu” isn't a field.
              valeu > 3
              ^^^^^
            Did you mean “value”?
            """
        ),
        (
            ["list", "--where", "value > 3", "--where", "日本 = 1"],
            """
            Can't read the filter. “日本” isn't a field.
              日本 = 1
              ^^^^
            Choose one of \(Field.all.map(\.name).joined(separator: ", ")), id, and custom.NAME.
            """
        ),
        (
            ["list", "--where", "value >"],
            """
            Can't read the filter. A value is missing at the end.
              value >
                     ^
            Enter a filter such as “value >= 50 and location = "Attic"”.
            """
        ),
        (
            ["list", "--sort", "prize"],
            "“prize” isn't a field. Did you mean “price”?"
        ),
        (
            ["list", "--sort", "value:up"],
            "Can't sort by “value:up”. The direction must be asc or desc. Use “value:desc” or just “value”."
        ),
        (
            ["list", "--fields", "nam"],
            "“nam” isn't a field. Did you mean “name”?"
        ),
    ])
    func `an unknown name or an invalid filter is reported with its position and a suggestion`(
        words: [String], message: String
    ) async throws {
        let outcome = try await session().run(words)
        #expect(outcome.errors == "loot: \(message)\n")
        #expect(outcome.status == .usage || outcome.status == .badData)
        #expect(outcome.output.isEmpty)
    }

    @Test func `an unknown sectioning lists the known ones`() async throws {
        let outcome = try await session().run("list", "--sections", "valu")
        #expect(outcome.status == .usage)
        #expect(outcome.errors.contains("value"))
    }

    @Test func `sections and stats have totals`() async throws {
        expectSnapshot(try await session().run("sections", "field:location").output, "sections")
        expectSnapshot(try await session().run("stats", "--sections", "favorite").output, "stats")
        #expect(try await Session().run("sections").output == "No items!\n")
    }

    @Test func `--fields selects fields in every format`() async throws {
        var bike = Item(name: "Bike", valueInDollars: 900)
        bike.tags = ["sport", "red"]
        bike.custom = ["weight": .decimal(9.5), "frame": .integer(56)]
        let session = try Session([bike, Item(name: "Lamp", valueInDollars: 4)])
        let words = ["list", "--fields", "custom.weight,name,tags,quantity,custom.frame"]
        let first = #"{"custom":{"weight":9.5,"frame":56},"name":"Bike","tags":["sport","red"],"quantity":1}"#
        let second = #"{"name":"Lamp","quantity":1}"#
        #expect(await session.run(words + ["--format", "jsonl"]).lines == [first, second])
        #expect(
            await session.run(words + ["--format", "json"]).lines == ["[", "\(first),", second, "]"])
        let sections = await session.run(words + ["--format", "json", "--sections", "value:50"]).output
        #expect(sections.contains(#""items":[\#n\#(second)\#n]}"#))
        let table = await session.run("list", "--fields", "name,value", "--format", "csv").output
        #expect(table.contains("Bike,900") && !table.contains("sport"))
        #expect(await session.run(words + ["--format", "plist"]).status == .usage)
        #expect(try await Session().run("list", "--fields", "name", "--format", "json").output == "[]\n")
    }

    @Test(arguments: [40, 80, 120])
    func `lines fit the terminal, and only long texts wrap`(width: Int) async throws {
        var session = try Session([
            Item(name: String(repeating: "long name ", count: 20), valueInDollars: 1_234_567),
            Item(name: "Lamp", serialNumber: "0123456789ABCDEF"),
        ])
        session.environment["NO_COLOR"] = "1"
        let long = String(repeating: "House / ", count: 20) + String(repeating: "Cupboard", count: 20)
        await session.run("edit", "#2", "--location", long, "--every", "1mo", "--lent", long, "--tags", long)
        await session.run(
            "serviced", "#2", "--note", String(repeating: "oiled again ", count: 20), "--cost", "3")
        await session.run("view", "save", String(repeating: "dear", count: 15), "--where", "value > 500")
        let commands = [
            ["list"], ["stats"], ["sections", "value"], ["sections", "field:tags"],
            ["sections", "field:location"],
            ["show", "#1"], ["show", "#2"], ["history"], ["history", "-p"], ["places"], ["due"], ["care"],
            ["view"],
            ["config", "show"], ["plugins"], ["conflicts"],
        ]
        for words in commands {
            let outcome = await session.run(words, on: TestConsole(width: width))
            let wide = outcome.lines.filter { $0.count > width }
            #expect(wide.isEmpty && outcome.status == .success, "\(words): \(wide) \(outcome)")
        }
        let stats = await session.run(["stats"], on: TestConsole(width: width)).output
        #expect(stats.contains("Under warranty ") && stats.contains("Most valuable "))
    }

    @Test func `a list with many pages contains each item once`() async throws {
        let session = try session(5_100)
        let lines = await session.run("list", "--sections", "value:1000").lines
        #expect(lines.count(where: { $0.hasPrefix("value") }) == 2)
        #expect(lines.filter { !$0.hasPrefix("value") && !$0.contains(" items, ") }.count == 5_100 + 1)
    }

    @Test func `a list ends quietly when its reader ends`() async throws {
        let console = TestConsole(bytesUntilBroken: 1000)
        let outcome = try await session(50_000).run(["list", "--format", "json"], on: console)
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        #expect(outcome.output.utf8.count < 3_000_000)
    }
}
