import LootCore
import LootPlugins
import Testing

@Suite struct `Tables of other things than items` {
    private let session = FileSession()

    @Test(arguments: ["csv", "json"])
    func `computed values in an exported list aren't imported`(format: String) async {
        let store = ["--store", "json:items.json"]
        await session.run(
            store + [
                "add", "Camera", "--price", "1000", "--purchased", "2024-01-01", "--depreciation",
                "declining 20%",
            ])
        let table = await session.run(store + ["list", "--at", "2026-01-01", "--format", format])
        #expect(table.output.contains("bookValue"))
        session["at.\(format)"] = Array(table.output.utf8)
        let outcome = await session.run(
            "--store", "json:new.json", "import", "\(session.folder)/at.\(format)")
        #expect(outcome.status == .success && !outcome.errors.contains("bookValue"), "\(outcome.errors)")
        let text = String(decoding: session["new.json"] ?? [], as: UTF8.self)
        #expect(text.contains("Camera") && !text.contains("bookValue"), "\(text)")
    }

    @Test func `an item that wasn't owned on the day of --at says so`() async {
        let store = ["--store", "json:items.json"]
        await session.run(store + ["add", "Camera", "--price", "1000", "--purchased", "2024-01-01"])
        let before = await session.run(store + ["show", "Camera", "--at", "2023-12-31"])
        #expect(before.output.contains("wasn't owned on"))
        let after = await session.run(store + ["show", "Camera", "--at", "2024-01-01"])
        #expect(after.status == .success && !after.output.contains("wasn't owned"))
    }

    @Test func `tables of loans, shopping, due dates and maintenance have column titles`() async {
        let store = ["--store", "json:items.json"]
        await session.run(store + ["add", "Chair", "--quantity", "2", "--minimum", "3", "--service", "+1d"])
        await session.run(store + ["lend", "Chair", "--to", "Ann", "--quantity", "1"])
        await session.run(store + ["serviced", "Chair", "--repair", "--note", "Glue", "--cost", "3"])
        for (command, titles) in [
            ("loans", ["Borrower", "Pieces"]), ("shopping", ["Buy", "Minimum"]),
            ("due", ["Due in", "Reason"]),
            ("care", ["Cost", "Note"]),
        ] {
            let lines = await session.run(store + [command]).output.split(separator: "\n")
            let plain = await session.run(store + [command, "--no-header"]).output.split(separator: "\n")
            #expect(titles.allSatisfy { lines.first?.contains($0) ?? false }, "\(lines)")
            #expect(lines.count == plain.count + 1)
        }
    }
}
