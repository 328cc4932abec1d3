import LootCore
import LootPlugins
import LootLogger
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct SetupCommandTests {
    @Test(arguments: [
        "", "add", "list", "show", "edit", "remove", "move", "favorite", "photo", "file", "report", "labels",
        "sections",
        "stats", "undo",
        "history", "import", "export", "copy", "config",
        "plugins", "completions", "bench-store", "merge", "merge-driver", "conflicts", "git", "people",
    ])
    func `every command has help with examples`(command: String) async throws {
        let words = command.isEmpty ? ["--help"] : [command, "--help"]
        let outcome = try await Session().run(words)
        #expect(outcome.status == .success)
        #expect(outcome.output.contains("Examples:"))
        expectSnapshot(outcome.output, "help-\(command.isEmpty ? "loot" : command)")
    }

    @Test func `the filter language is explained on one screen`() async throws {
        let outcome = try await Session().run("help", "filter")
        #expect(outcome.status == .success)
        expectSnapshot(outcome.output, "help-topic-filter")
        let guide = URL(filePath: #filePath).appending(path: "../../../Guides/Filters.md").standardized
        #expect(try String(contentsOf: guide, encoding: .utf8).contains("```text\n\(outcome.output)```"))
        #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 45)
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 85 })
        #expect(try await Session().run("help", "fliter").errors.contains("“loot help filter”"))
    }

    @Test func `a misspelled command or flag gets a suggestion`() async throws {
        let session = try Session()
        let command = await session.run("lst")
        #expect(command.status == .usage && command.errors.contains("“loot list”"))
        let flag = await session.run("list", "--favorits")
        #expect(flag.status == .usage && flag.errors.contains("--favorites"))
    }

    @Test func `the version is printed without opening the store`() async throws {
        let session = try Session()
        #expect(await session.run("--version").output == "loot \(Loot.version)\n")
        #expect(await session.run("--store", "nonsense:", "--version").status == .success)
    }

    @Test func `a configuration error has its position, and config commands still work`() async throws {
        var session = try Session()
        session.files["/c.json"] = """
            {
              "store": { "use": "jsno" }
            }
            """
        let outcome = await session.run("--config", "/c.json", "list")
        #expect(outcome.status == .configuration)
        #expect(outcome.errors.contains("/c.json") && outcome.errors.contains("json"))
        let check = await session.run("--config", "/c.json", "config", "check")
        #expect(check.status == .configuration && check.errors.contains("2:"))
        let show = await session.run("--config", "/c.json", "config", "show")
        #expect(show.status == .configuration && show.errors == check.errors)
        #expect(show.output.contains("frontEnd.use") && !show.output.contains("store.use"))
        #expect(await session.run("--config", "/c.json", "help").status == .success)
        #expect(await session.run("--config", "/missing.json", "list").status == .configuration)
    }

    @Test func `config show shows the origin of each value`() async throws {
        var session = try Session()
        session.files["/c.json"] = #"{ "frontEnd": { "use": "cli", "currency": "€" } }"#
        session.environment["LOOT_SECTIONS"] = "value:50"
        expectSnapshot(await session.run("--config", "/c.json", "config", "show").output, "config-show")
    }

    @Test func `config schema is JSON`() async throws {
        let outcome = try await Session().run("config", "schema")
        #expect(outcome.output.hasPrefix("{") && outcome.output.contains("\"bounds\""))
    }

    @Test func `completions call the program`() async throws {
        for shell in ["bash", "zsh", "fish"] {
            let outcome = try await Session().run("completions", shell)
            #expect(
                outcome.status == .success && outcome.output.contains(" __complete "))
        }
        #expect(try await Session().run("__complete", "unf").output.hasPrefix("unfavorite\t"))
        #expect(try await Session().run("completions", "tcsh").status == .usage)
    }

    @Test func `the configuration sets the currency`() async throws {
        let session = try Session([Item(name: "Lamp", valueInDollars: 40)])
        #expect(await session.run("--set", "frontEnd.currency=€", "list").output.contains("€40"))
    }
}
