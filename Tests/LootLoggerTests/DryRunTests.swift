import Foundation
import LootCore
import LootPlugins
import LootTesting
import Testing

/// Previews of commands, and their confirmations.
@Suite struct DryRunTests {
    private static let changing = [
        ["add", "Vase", "--value", "12", "--at", "1"], ["add", "--random", "2"],
        ["edit", "#1", "--value", "5", "--tags", "+x"],
        ["edit", "--where", "value > 50", "--location", "Safe"], ["remove", "#3"],
        ["remove", "--where", "all"],
        ["move", "#5", "--to", "1"], ["move", "#1", "#2", "--after", "#5"], ["favorite", "#1", "#2"],
        ["unfavorite", "--where", "all"],
        ["photo", "#1", "PHOTO"], ["photo", "--where", "value > 50", "PHOTO"],
        ["file", "add", "#1", "PHOTO"], ["lend", "#1", "--to", "Bob", "--until", "2027-01-01"],
        ["return", "#3"],
        ["serviced", "#5", "--on", "2026-03-01", "--note", "Oiled", "--repair"],
        ["places", "rename", "Garage", "Shed"],
        ["places", "move", "House / Attic", "Garage"], ["undo"], ["undo", "1"],
    ]

    @Test func `a dry run shows the differences and changes nothing`() async throws {
        let house = await HouseholdSession()
        house.session["photo.png"] = FileFixtures.bytes(2, padding: 2000)
        _ = await house.run("edit", "#4", "--value", "52")
        let before = house.session["items.json"]
        let history = await house.run("history").output
        var text = ""
        for words in Self.changing {
            let path = "\(house.session.folder)/photo.png"
            let words = words.map { $0 == "PHOTO" ? path : $0 } + ["--dry-run"]
            let outcome = await house.run(words)
            #expect(outcome.status == .success && outcome.errors.isEmpty, "\(words): \(outcome)")
            #expect(outcome.output.hasPrefix("Would "), "\(words): \(outcome)")
            #expect(outcome.output.hasSuffix("Dry run: nothing was changed.\n"), "\(words): \(outcome)")
            let isRandom = words.contains("--random") || words.contains("add")
            if !isRandom {
                text += CommandTranscript.text(words.map { $0 == path ? "photo.png" : $0 }, outcome)
            }
        }
        expectSnapshot(text.replacing("\(Day.today)", with: "TODAY"), "dry-run")
        #expect(house.session["items.json"] == before)
        #expect(await house.run("history").output == history)
        #expect(house.session.names.contains { $0.hasPrefix("items.json.photos") } == false)
    }

    @Test func `a dry run reports errors, and changes that have no effect`() async throws {
        let house = await HouseholdSession()
        let bad = await house.run("edit", "#1", "--value", "-1000", "--dry-run")
        #expect(bad.status == .badData && bad.output.isEmpty)
        #expect(
            await house.run("edit", "#1", "--name", "Drill", "--dry-run").output
                == "Nothing would be changed.\n")
        let none = await house.run("edit", "--where", "name = Nothing", "--value", "1", "--dry-run")
        #expect(none.status == .success && none.output == "No items match.\n")
        #expect(await house.run("remove", "#99", "--dry-run").status == .noInput)
        #expect(await house.run("move", "#1", "--to", "99", "-n").status != .success)
        #expect(await house.run("undo", "-n").status == .noInput)
        #expect(await house.run("redo", "-n").status == .noInput)
    }

    @Test func `a terminal shows a dry run in a pager`() async throws {
        var session = try Session([Item(name: "Lamp")])
        session.environment["PAGER"] = "most"
        func pager(_ words: [String], input: String = "") async -> String? {
            let console = TestConsole(width: 80, input: [Array(input.utf8)])
            _ = await session.run(words, on: console)
            return console.pager
        }
        for words in [["edit", "#1", "--value", "5"], ["import", "-"]] {
            #expect(await pager(words + ["--dry-run"], input: "name\nMug\n") == "most", "\(words)")
            #expect(await pager(words, input: "name\nMug\n") == nil, "\(words)")
        }
        #expect(await pager(["edit", "#1", "--value", "6", "-n", "--format", "json"]) == nil)
    }

    @Test func `programs can read the planned changes`() async throws {
        let house = await HouseholdSession()
        let outcome = await house.run("edit", "#1", "--value", "5", "--dry-run", "--format", "json")
        let list = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
        let change = ((list?.first?["changes"] as? [[String: Any]])?.first)
        let value = (change?["fields"] as? [String: [String: Any]])?["value"]
        #expect(change?["name"] as? String == "Drill" && change?["kind"] as? String == "changed")
        #expect(value?["old"] as? Double == 129.95 && value?["new"] as? Double == 5, "\(outcome)")
        #expect(list?.first?["state"] as? String == "trial")
    }

    @Test func `a confirmation shows the planned changes`() async throws {
        let house = await HouseholdSession()
        let console = TestConsole(width: 80, answers: ["n"])
        let store = ["--config", "config.json", "--store", "json:items.json"]
        let outcome = await house.session.run(
            store + ["edit", "--where", "value > 50", "--location", "Garage"], on: console)
        #expect(outcome.status.rawValue == 1)
        // One of the three already exists.
        #expect(
            outcome.errors == """
                ~ “Drill” (10000000)
                    Location: House / Garage → Garage
                ~ “Anvil” (40000000)
                    Location: Garage / Bench → Garage
                Edit 2 items? [y/N] loot: Canceled. Nothing was changed.

                """)
        let same = await house.session.run(
            store + ["edit", "--where", "name = Saw", "--location", "Garage"],
            on: TestConsole(width: 80, answers: []))
        #expect(same.status == .success && same.errors.isEmpty)
        #expect(same.output == "Nothing to change. The items already have these values.\n")
        let many = try Session((1...14).map { Item(name: "Thing \($0)") })
        let asked = await many.run(
            "favorite", "--where", "all", "--color", "never", on: TestConsole(width: 80, answers: [""]))
        #expect(asked.errors.contains("and 4 more items\nAdd 14 items to favorites? [y/N] "), "\(asked)")
    }

    @Test func `--quiet suppresses output on success, and not on failure`() async throws {
        let house = await HouseholdSession()
        for words in [
            ["edit", "#1", "--value", "5"], ["remove", "#6", "-y"], ["undo"], ["check"], ["favorite", "#1"],
            ["config", "check"],
        ] {
            let outcome = await house.run(words + ["--quiet"])
            #expect(
                outcome.status == .success && outcome.output.isEmpty && outcome.errors.isEmpty,
                "\(words): \(outcome)")
        }
        #expect(await house.run("list", "-q", "--count").output == "6\n")
        #expect(await house.run("add", "Cup", "-q", "--format", "{name}").output == "Cup\n")
        let wrong = await house.run("remove", "#77", "-q", "-y")
        #expect(wrong.status == .noInput && wrong.errors.contains("Can't find the item #77."))
    }
}
