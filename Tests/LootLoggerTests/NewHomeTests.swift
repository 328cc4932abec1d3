import LootCore
import LootPlugins
import Testing

/// Imports of an archive into a list without items.
@Suite struct `Imports into a new home` {
    private let session = FileSession()

    /// Creates a list in euros.
    private func begin() async {
        let store = ["--store", "json:items.json"]
        await session.run(store + ["settings", "set", "currency", "EUR"])
        await session.run(store + ["add", "Lamp", "--value", "1299.50"])
    }

    @Test func `an archive restores all settings in an empty home, also under another locale`() async {
        await begin()
        for (key, value) in [
            ("title", "Our home"), ("numbering", "H-001"), ("views.dear", "value > 500"),
            ("customFields.weight", #"{"type":"decimal","unit":"kg"}"#),
        ] {
            await session.run("--store", "json:items.json", "settings", "set", key, value)
        }
        await session.run("--store", "json:items.json", "export", "\(session.folder)/list.tar")
        func settings(_ session: FileSession, _ options: [String]) async -> String {
            await session.run(options + ["settings", "show", "--format", "csv"]).output
        }
        let home = FileSession()
        home["list.tar"] = session["list.tar"]
        let american = ["LC_ALL": "en_US.UTF-8"]
        let outcome = await home.run(["import", "\(home.folder)/list.tar"], environment: american)
        #expect(outcome.status == .success, "\(outcome.errors)")
        let wanted = await settings(session, ["--store", "json:items.json"])
        #expect(await settings(home, []) == wanted)
        for text in ["EUR", "Our home", "H-001", "dear", "weight"] { #expect(wanted.contains(text)) }
        // The import is one step.
        #expect(await home.run("history", "--format", "csv").output.split(separator: "\n").count == 2)
    }

    @Test func `an import that fails, or is only a preview, leaves nothing in a new home`() async {
        await begin()
        await session.run("--store", "json:items.json", "export", "\(session.folder)/list.tar")
        let home = FileSession()
        home["list.tar"] = session["list.tar"]
        home["broken.json"] = Array("[{".utf8)
        let american = ["LC_ALL": "en_US.UTF-8"]
        let refused = await home.run(["import", "\(home.folder)/broken.json"], environment: american)
        #expect(refused.status == .badData)
        let preview = await home.run(["import", "\(home.folder)/list.tar", "-n"], environment: american)
        #expect(preview.status == .success)
        #expect(await home.run("history", "--format", "csv").output.split(separator: "\n").count <= 1)
        // A list without a currency gets that of the locale, together with the items.
        home["mugs.csv"] = Array("name,value\nMug,3\n".utf8)
        await home.run(["import", "\(home.folder)/mugs.csv"], environment: american)
        #expect(await home.run("settings", "show", "--format", "csv").output.contains("USD"))
        #expect(await home.run("history", "--format", "csv").output.split(separator: "\n").count == 2)
    }

    @Test func `an empty list keeps its own settings, except for the currency`() async {
        await begin()
        let store = ["--store", "json:items.json"]
        await session.run(store + ["settings", "set", "title", "Theirs"])
        await session.run(store + ["settings", "set", "numbering", "T-1"])
        await session.run(store + ["export", "\(session.folder)/list.tar"])
        for (key, value) in [("title", "Ours"), ("currency", "USD")] {
            await session.run("--store", "json:empty.json", "settings", "set", key, value)
        }
        let archive = "\(session.folder)/list.tar"
        let outcome = await session.run("--store", "json:empty.json", "import", archive)
        #expect(outcome.status == .success && outcome.errors.contains("currency and numbering"))
        let shown = await session.run("--store", "json:empty.json", "settings", "show", "--format", "csv")
        for text in ["Ours", "EUR", "T-1"] { #expect(shown.output.contains(text), "\(shown.output)") }
    }
}
