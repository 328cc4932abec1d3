import Foundation
import LootCore
import LootPlugins

/// A list with all kinds of content: places, tags, photos, loans, maintenance, due items, and a history by two
/// people.
struct HouseholdSession {
    let session = FileSession()
    private static let ids = (1...6).map { "\($0)0000000-0000-4000-8000-00000000000\($0)" }

    init() async {
        session["config.json"] = Array(
            #"{ "frontEnd": { "use": "cli" }, "views": { "dear": { "where": "value > 100", "fields": "name,value" } } }"#
                .utf8)
        session["items.json"] = Array(
            """
            {"format":"loot","version":1,"items":[
            {"id":"\(Self.ids[0])","name":"Drill","valueInDollars":129.95,"dateCreated":"2026-01-02T00:00:00Z",\
            "location":"House / Garage","tags":["tool","old, blue"],"serialNumber":"D-1","warrantyUntil":"2027-03-01"},
            {"id":"\(Self.ids[1])","name":"Bike | red","valueInDollars":900,"dateCreated":"2026-01-03T00:00:00Z",\
            "isFavorite":true,"location":"Garage","notes":"First line\\nSecond \\"line\\""},
            {"id":"\(Self.ids[2])","name":"Lamp","valueInDollars":40,"dateCreated":"2026-01-04T00:00:00Z",\
            "location":"House / Attic","lentTo":"Ann","lentUntil":"2020-01-01"},
            {"id":"\(Self.ids[3])","name":"Anvil","valueInDollars":51,"dateCreated":"2026-01-05T00:00:00Z",\
            "location":"Garage / Bench","currency":"EUR"},
            {"id":"\(Self.ids[4])","name":"Saw","valueInDollars":10,"dateCreated":"2026-01-06T00:00:00Z",\
            "location":"Garage","careLog":["2026-02-01 40: New blade"]},
            {"id":"\(Self.ids[5])","name":"Picture","valueInDollars":null,"dateCreated":"2026-01-07T00:00:00Z"}
            ]}

            """.utf8)
    }

    func run(_ words: String..., input: String? = nil, environment: [String: String] = [:]) async -> Outcome {
        await run(words, input: input, environment: environment)
    }

    func run(
        _ words: [String], input: String? = nil, environment: [String: String] = [:]
    ) async -> Outcome {
        await session.run(
            ["--config", "config.json", "--store", "json:items.json"] + words, input: input,
            environment: environment)
    }

    /// Returns the commands with their output.
    func transcript(_ commands: [[String]]) async -> String {
        var text = ""
        for words in commands { text += CommandTranscript.text(words, await run(words)) }
        return text
    }
}

/// Formats a command with its output; lines of standard error begin with `!`.
enum CommandTranscript {
    static func text(_ words: [String], _ outcome: Outcome) -> String {
        var text = "$ loot \(words.map(word).joined(separator: " "))\n" + outcome.output
        if !outcome.output.isEmpty, !outcome.output.hasSuffix("\n") { text += "\n" }
        for line in outcome.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            text += "! \(line)\n"
        }
        return text + "[\(outcome.status.rawValue)]\n\n"
    }

    private static func word(_ word: String) -> String {
        let isPlain = !word.isEmpty && !word.contains { " #'\"{}|<>()\\&;*?$".contains($0) }
        return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}
