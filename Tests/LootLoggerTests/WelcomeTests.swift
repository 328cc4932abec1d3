import Foundation
import LootCore
import LootPlugins
import Testing

@Suite struct `The first start` {
    private static let configurationPath = ".config/loot/config.json"
    private let session = FileSession()

    init() throws {
        for folder in ["/.config/loot", "/.local/share/loot"] {
            try FileManager.default.createDirectory(
                atPath: session.folder + folder, withIntermediateDirectories: true)
        }
    }

    private var configuration: String {
        String(decoding: session[Self.configurationPath] ?? [], as: UTF8.self)
    }

    /// The settings that the list stores.
    private func settings() async -> String {
        await session.run("settings", "show", "--format", "jsonl").output.split(separator: "\n")
            .filter { $0.contains(#""origin":"list""#) }.joined()
    }

    private func add(_ name: String, answers: [String]) async -> Outcome {
        await session.run(["add", name, "--value", "40"], on: TestConsole(width: 80, answers: answers))
    }

    @Test func `the first start on a terminal greets, asks for the currency once, and uses it`() async throws
    {
        let first = await add("Lamp", answers: ["EUR"])
        #expect(first.status == .success, "\(first.errors)")
        #expect(first.errors.contains("loot serve --open") && first.errors.contains("loot help"))
        #expect(configuration.isEmpty)
        let second = await add("Mug", answers: [])
        #expect(second.status == .success && !second.errors.contains("loot serve --open"))
        #expect(await session.run("list").output.contains("€40"))
    }

    @Test func `the terminal interface greets, asks for the currency once, and uses it`() async throws {
        func start(answers: [String]) async -> Outcome {
            await session.run(["tui", "--mode", "plain"], on: TestConsole(width: 80, answers: answers))
        }
        let first = await start(answers: ["EUR"])
        #expect(first.status == .success, "\(first.errors)")
        #expect(first.errors.contains("loot serve --open"))
        #expect(await settings().contains("EUR"))
        #expect(await !start(answers: ["GBP"]).errors.contains("loot serve --open"))
        #expect(await settings().contains("EUR"))
    }

    // The port isn't a number, so that the server doesn't start.
    @Test(arguments: [(["--open"], true), (["--no-open"], false), ([], false)])
    func `the server greets only if it opens a browser`(options: [String], greets: Bool) async {
        let outcome = await session.run(
            ["serve", "--port", "x"] + options, on: TestConsole(width: 80, answers: ["EUR"]))
        #expect(outcome.status == .usage, "\(outcome.errors)")
        #expect(outcome.errors.contains("loot serve --open") == greets)
    }

    @Test func `the default is kept if the answer is empty, and the question isn't repeated`() async throws {
        _ = await add("Lamp", answers: [""])
        #expect(await settings().contains("USD"))
        try FileManager.default.removeItem(atPath: session.folder + "/.local/share/loot/items.json")
        #expect(await !add("Mug", answers: ["EUR"]).errors.contains("serve --open"))
    }

    @Test func `an answer that isn't a currency repeats the question`() async throws {
        let outcome = await add("Lamp", answers: ["12", "gbp"])
        #expect(outcome.errors.contains("“12”"))
        #expect(!outcome.errors.contains("AED"), "the codes aren't listed")
        #expect(await settings().contains("GBP"))
    }

    @Test func `the item is added if the input ends at the question`() async throws {
        #expect(await add("Lamp", answers: []).status == .success)
        #expect(configuration.isEmpty)
        #expect(
            await session.run("list", "--format", "jsonl", "--fields", "name").output
                == "{\"name\":\"Lamp\"}\n")
    }

    @Test(arguments: [
        TestConsole(), TestConsole(width: 80), TestConsole(answers: ["EUR"]),
    ])
    func `pipes and scripts get no question`(console: TestConsole) async throws {
        let outcome = await session.run(["add", "Lamp"], on: console)
        #expect(!outcome.errors.contains("serve --open") && configuration.isEmpty)
    }

    @Test(arguments: [["--store", "json:a.json", "add", "Lamp"], ["--quiet", "add", "Lamp"]])
    func `a named store or --quiet prevents the question`(words: [String])
        async throws
    {
        let outcome = await session.run(words, on: TestConsole(width: 80, answers: ["EUR"]))
        #expect(outcome.status == .success && !outcome.errors.contains("serve --open"))
    }

    @Test func `an existing configuration prevents the question`() async throws {
        session[Self.configurationPath] = Array(#"{"frontEnd":{"highValue":10}}"#.utf8)
        #expect(await !add("Lamp", answers: ["EUR"]).errors.contains("serve --open"))
    }
}
