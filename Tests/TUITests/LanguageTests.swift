import Localization
import LootActions
import LootCore
import LootPlugins
import MemoryStorePlugin
import Testing

@testable import TUI

/// Screens in the pseudo-language, whose letters have accents and whose texts are 40 % longer.
@Suite(.timeLimit(.minutes(10))) @MainActor struct `Screens in another language` {
    private func store() throws -> MemoryStore {
        var lamp = Item(name: "Λάμπα", valueInDollars: 1299)
        (lamp.location, lamp.tags, lamp.purchaseDate) = ("Σπίτι / Σοφίτα", ["ξύλο"], Day("2024-03-12"))
        (lamp.lentTo, lamp.lentUntil) = ("Άννα", Day("2020-01-31"))
        var bike = Item(name: "Ποδήλατο", valueInDollars: 40)
        (bike.isFavorite, bike.nextService) = (true, Day("2020-01-31"))
        return try MemoryStore([lamp, bike, Item(name: "Βιβλίο")])
    }

    /// Words that aren't translated: keys, and the names of commands and actions.
    private static let names: Set<String> = {
        var names: Set<String> = [
            "ID", "UTC", "F1", "OK", "JSON", "CSV", "JPEG", "PNG", "GIF", "WebP", "where", "and", "initial",
            "shown",
        ]
        for command in ScreenCommand.allCases {
            names.formUnion(command.name.split(separator: "-").map(String.init))
        }
        // The names of fields are typed in filters and columns.
        for field in Field.all { names.insert(field.name) }
        for action in Action.builtIn { names.formUnion(action.id.split(separator: "-").map(String.init)) }
        return names
    }()

    @Test(arguments: [
        "", "<enter>", "<enter>e", "a", "?", ":", "s", "/", "/βι<enter>", "D", "t", "U", "C", "=", "P", "d",
        "v<down>",
        "*", "*d", "p", "@", "#", "o", "E", "|", "m", "w",
    ])
    func `a screen has no untranslated word`(keys: String) async throws {
        let text = try await Language.$named.withValue(Language("en-XA")) {
            let screen = try await Screen(try store(), width: 80, height: 24)
            try await screen.type(keys)
            return screen.text
        }
        let words = text.matches(of: /[A-Za-z]{2,}/).map { String($0.output) }
            .filter { !Self.names.contains($0) && !Self.names.contains($0.lowercased()) }
        #expect(words == [], "\(text)")
    }

    @Test func `an answer can be given in the person's language`() async throws {
        let lines = TestLines(["remove 1", "y", "quit"])
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        _ = try await frontEnd(try store(), configuration, lines: lines).run()
        #expect(lines.output.contains("Removed Λάμπα"))
    }
}
