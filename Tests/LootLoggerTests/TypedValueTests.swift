import LootCore
import LootPlugins
import Testing

@Suite struct `Typed values and declared fields on the command line` {
    private let session = FileSession()

    @discardableResult
    private func run(_ words: String..., language: String? = nil) async -> Outcome {
        await session.run(
            ["--store", "json:items.json"] + words, environment: language.map { ["LANG": $0] } ?? [:])
    }

    private func value(_ field: String) async -> String {
        await run("list", "--format", "{\(field)}").output
    }

    @Test func `the language settles amounts and dates`() async {
        #expect(await run("add", "Lamp", "--value", "1.299").status == .badData)
        #expect(await run("add", "Lamp", "--warranty", "12.03.2024").status == .badData)
        let added = await run(
            "add", "Lamp", "--value", "1.299", "--warranty", "12.03.2024", language: "de_DE.UTF-8")
        #expect(added.status == .success, "\(added.errors)")
        #expect(await value("value") == "1299\n")
        #expect(await value("warranty") == "2024-03-12\n")
        #expect(await run("edit", "Lamp", "--warranty", "3 May 2024").status == .success)
        #expect(await value("warranty") == "2024-05-03\n")
        let typo = await run("edit", "Lamp", "--warranty", "tomorow")
        #expect(typo.errors.contains("tomorrow"), "\(typo.errors)")
        #expect(await run("list", "--where", "warranty < \"4 May 2024\"", "--count").output == "1\n")
    }

    @Test func `numbers change relative to their values, for one item and for many`() async {
        await run("add", "Lamp", "--value", "100", "--quantity", "2")
        await run("add", "Mug", "--value", "3")
        #expect(await run("edit", "Lamp", "--quantity", "+5").status == .success)
        #expect(await run("edit", "--where", "all", "--value", "*1.1", "--yes").status == .success)
        #expect(await value("value") == "110\n3.3\n")
        #expect(await value("quantity") == "7\n1\n")
        #expect(await run("add", "Box", "--quantity", "+5").status == .badData)
    }

    @Test func `declared fields are options, columns and parts of filters`() async {
        await run("settings", "set", "customFields.weight", #"{"type": "decimal", "unit": "kg"}"#)
        await run("settings", "set", "customFields.minimum", "integer")
        let added = await run("add", "Anvil", "--weight", "1.8kg", "--minimum=3", "--quantity", "2")
        #expect(added.status == .success, "\(added.errors)")
        #expect(await run("edit", "Anvil", "--weight", "2.5 kg").status == .success)
        #expect(await run("add", "Feather", "--weight", "0.1").status == .success)
        #expect(await run("list", "--fields", "name,weight", "--format", "csv").output.contains("Anvil,2.5"))
        #expect(await run("list", "--where", "weight > 1", "--format", "{name}").output == "Anvil\n")
        #expect(await run("list", "--where", "quantity < minimum", "--format", "{name}").output == "Anvil\n")
        #expect(await run("list", "--where", "minimum > quantity", "--format", "{name}").output == "Anvil\n")
        #expect(await run("list", "--sort", "weight", "--format", "{name}").output == "Feather\nAnvil\n")
        let unknown = await run("add", "Box", "--wieght", "3")
        #expect(unknown.status == .usage)
        #expect(await run("add", "Box", "--weight", "heavy").status == .badData)
        session["things.csv"] = Array("name,weight\nBolt,0.2\n".utf8)
        let preview = await run("import", "\(session.folder)/things.csv", "--dry-run")
        #expect(
            preview.output.contains("number"), "\(preview)")
    }

    @Test func `two dates of an item are compared, in files and in databases`() async {
        for store in ["json:a.json", "sqlite:a.sqlite"] {
            @discardableResult
            func run(_ words: String...) async -> Outcome { await session.run(["--store", store] + words) }
            await run("add", "Drill", "--purchased", "2024-01-01", "--warranty", "2026-01-01")
            await run("add", "Lamp", "--purchased", "2024-01-01", "--warranty", "2023-01-01")
            await run("add", "Mug", "--purchased", "2024-01-01")
            let found = await run("list", "--where", "warranty < purchased", "--format", "{name}")
            #expect(found.output == "Lamp\n", "\(store) \(found.errors)")
        }
    }

    @Test func `the name of an inner place finds it if it is unique`() async {
        await run("add", "Wine", "--location", "House / Cellar / Shelf")
        await run("add", "Saw", "--location", "House / Shed")
        #expect(await run("list", "--where", "location in Cellar", "--format", "{name}").output == "Wine\n")
        #expect(await run("list", "--where", "location in House", "--count").output == "2\n")
        await run("add", "Coal", "--location", "Hut / Cellar")
        let ambiguous = await run("list", "--where", "location in Cellar")
        #expect(ambiguous.status == .usage && ambiguous.errors.contains("House / Cellar"))
        #expect(ambiguous.errors.contains("Hut / Cellar"), "\(ambiguous.errors)")
        // A complete path takes precedence.
        await run("add", "Barrel", "--location", "Cellar")
        #expect(await run("list", "--where", "location in Cellar", "--format", "{name}").output == "Barrel\n")
    }

    @Test func `lists show quantities, and statistics the most valuable item of each currency`() async {
        await run("add", "Chair", "--value", "€12.90", "--quantity", "12")
        await run("add", "Ring", "--value", "CHF 900")
        await run("add", "Watch", "--value", "€300")
        #expect(await run("list").output.contains("12 × €12.90"))
        let stats = await run("stats").output
        #expect(stats.contains("Watch") && stats.contains("Ring"), "\(stats)")
    }
}
