import Foundation
import LootCore
import LootPlugins
import Testing

@Suite struct `The language of the command line` {
    private let session = FileSession()

    private func run(_ words: [String], in locale: String) async -> Outcome {
        await session.run(["--store", "json:items.json"] + words, environment: ["LANG": locale])
    }

    /// Makes a list with every kind of text that the program derives from items. Names aren't ASCII.
    private func makeList() async {
        let commands = [
            ["add", "Λάμπα", "--value", "1299.50", "--location", "Σπίτι / Σοφίτα", "--tags", "ξύλο"],
            ["add", "Ποδήλατο", "--value", "900", "--quantity", "2", "--purchased", "2024-03-12"],
            ["add", "Βιβλίο", "--serial", "12-34", "--warranty", "2020-01-31", "--favorite"],
            [
                "add", "Κούπα", "--quantity", "1", "--minimum", "4", "--every", "6 months", "--service",
                "2020-01-31",
            ],
            ["lend", "Ποδήλατο", "--to", "Άννα", "--from", "2020-01-01", "--until", "2020-02-01"],
            ["sell", "Βιβλίο", "--to", "Γιάννης", "--on", "2021-05-04"],
            ["edit", "Λάμπα", "--value", "1350"],
        ]
        for words in commands {
            let outcome = await run(words, in: "en_XA.UTF-8")
            #expect(outcome.status == .success, "\(words): \(outcome.errors)")
        }
    }

    @Test func `the person's language is that of the option, the configuration or the environment`() async {
        await makeList()
        session["config.json"] = Array(#"{"language": "fr"}"#.utf8)
        let words = ["--config", "config.json", "list", "--where", "valu > 5"]
        let french = await run(words, in: "de_DE.UTF-8")
        let german = await run(["--lang", "de"] + words, in: "C.UTF-8")
        #expect(french.status != .success && german.status == french.status)
        #expect(german.errors != french.errors && german.errors.contains("valu"))
    }

    @Test(arguments: ["xx_YY.UTF-8", "", "///", "tlh", "de_"])
    func `an unknown locale is English, without a message`(locale: String) async {
        let english = await run(["list"], in: "C.UTF-8")
        let unknown = await run(["list"], in: locale)
        #expect(unknown.status == english.status)
        if Language(locale) == nil {
            #expect(unknown.output == english.output)
            #expect(unknown.errors == english.errors)
        }
    }

    @Test func `output for programs is the same in all languages`() async {
        await makeList()
        var commands = [
            ["export", "--format", "csv"], ["export", "--format", "json"],
            ["list", "--format", "{name}\\t{value}"],
            ["list", "--count"], ["show", "Nothing"], ["list", "--where", "("], ["nonsense"],
            ["report", "--format", "csv"],
        ]
        for format in ["json", "jsonl", "csv", "tsv", "plist"] {
            for words in [
                ["list"], ["sections", "field:location"], ["sections", "date"], ["stats"], ["due"],
                ["history"],
                ["places"], ["show", "Λάμπα"], ["check"], ["settings"], ["actions"], ["shopping"],
                ["plugins"], ["care"],
                ["edit", "Λάμπα", "--value", "5", "--dry-run"], ["remove", "Λάμπα", "--dry-run"],
            ] {
                commands.append(words + ["--format", format])
            }
        }
        for words in commands {
            let english = await run(words, in: "en_US.UTF-8")
            for tag in Language.tags.dropFirst() + ["en_XA"] {
                let other = await run(words, in: tag)
                #expect(
                    Self.withoutTimes(other.output) == Self.withoutTimes(english.output), "\(tag): \(words)")
                #expect(other.status == english.status, "\(tag): \(words)")
            }
        }
    }

    /// Returns text without the times of commits, which differ between two dry runs.
    private static func withoutTimes(_ text: String) -> String {
        text.replacing(/\d{4}-\d\d-\d\dT[\d:]+Z/, with: "TIME")
    }

    /// Words of the program's language that aren't translated: names of commands and formats, and keys of fields.
    private static let names: Set<String> = [
        "loot", "eve", "ID", "FOLDER", "items", "json", "csv", "CSV", "JSON", "UTC", "USD", "add", "NAME",
        "undo",
        "and",
    ]

    @Test(arguments: [
        ["list"], ["list", "--where", "value < 0"], ["list", "--sections", "field:location"],
        ["show", "Λάμπα"],
        ["show", "Ποδήλατο"], ["sections"], ["sections", "value:25,50"], ["stats"], ["due"],
        ["history"],
        ["places"], ["check"], ["shopping"], ["care"], ["edit", "Λάμπα", "--value", "5", "--dry-run"],
        ["remove", "Λάμπα", "--dry-run"], ["lend", "Λάμπα", "--to", "Άννα"], ["undo"], ["recover"],
        ["compact"], ["move", "Λάμπα", "--to", "2"], ["conflicts"],
    ])
    func `the output has no untranslated word`(words: [String]) async {
        await makeList()
        let outcome = await run(words, in: "en_XA.UTF-8")
        #expect(outcome.status == .success, "\(outcome.errors)")
        #expect(Self.untranslated(outcome.output + outcome.errors) == [], "\(outcome.output)")
    }

    @Test(arguments: [["help"], ["lend", "--help"], ["settings", "--help"]])
    func `the help has no untranslated heading or paragraph`(words: [String]) async {
        let help = await run(words, in: "en_XA.UTF-8").output
        // Indented lines and the first line contain the names of commands and options.
        let lines = help.split(separator: "\n").dropFirst().filter { !$0.hasPrefix(" ") }
        #expect(lines.count > 2)
        // A paragraph can begin with the key of a setting.
        let text = lines.map { $0.replacing(#/^[A-Za-z]+: |“[^”]*”/#, with: "") }.joined(separator: "\n")
        #expect(Self.untranslated(text) == [], "\(help)")
    }

    /// Returns the words with unaccented letters. Messages in the pseudo-language contain none.
    private static func untranslated(_ text: String) -> [String] {
        let text = text.replacing(/--[a-z-]+|[a-z]+\.json[^ ]*|[0-9a-f]{4,}/, with: "")
        return text.matches(of: /[A-Za-z]{2,}/).map { String($0.output) }.filter { !names.contains($0) }
    }
}
