import LootCore
import LootPlugins
import LootLogger
import Testing

@Suite struct MaintenanceCommandTests {
    private static let json = """
        {
        "format":"loot",
        "version":1,
        "items":[
        {"id":"00000001-0000-4000-8000-000000000001","name":"Lamp","valueInDollars":40},
        {"id":"00000002-0000-4000-8000-000000000002","name":"Vase","valueInDollars":12},
        {"id":"00000003-0000-4000-8000-000000000003","name":"Fork","valueInDollars":5}
        ]
        }

        """

    private static func session(_ text: String = json) -> FileSession {
        let session = FileSession()
        session["items.json"] = Array(text.utf8)
        return session
    }

    @Test(arguments: ["check", "recover", "compact"])
    func `every command has help with examples`(command: String) async throws {
        let outcome = try await Session().run(command, "--help")
        #expect(outcome.status == .success && outcome.output.contains("Examples:"))
        expectSnapshot(outcome.output, "help-\(command)")
    }

    @Test func `check reports what it verified`() async {
        let session = Self.session()
        await session.run("--store", "json:items.json", "add", "Mug")
        let outcome = await session.run("--store", "json:items.json", "check")
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        expectSnapshot(outcome.output, "check")
        let missing = await session.run("--store", "plist:none.plist", "check")
        #expect(
            missing.status == .noInput && missing.errors.contains("Can't open the list FOLDER/none.plist."))
    }

    @Test func `the file contains every change when a command ends, in every mode`() async throws {
        let session = Self.session()
        let store = ["--store", "json:items.json", "--set", "store.rewriteLimit=0"]
        await session.run(store + ["favorite", "#1"])
        await session.run(store + ["add", "Mug"])
        #expect(String(decoding: session["items.json"] ?? [], as: UTF8.self).contains("Mug"))
        await session.run(store + ["add", "Jug"])
        #expect(String(decoding: session["items.json"] ?? [], as: UTF8.self).contains("Jug"))
        #expect(await session.run(store + ["compact"]).output.hasPrefix("All changes are in the file."))
        #expect(await session.run(store + ["undo"]).output == "Undone: Add “Jug”\n")
    }

    @Test func `the readable part of a damaged file is shown with a report, and changes are rejected`() async
    {
        let damaged = Self.json.replacing("\"Vase\"", with: "\"Vase")
        let session = Self.session(damaged)
        let store = ["--store", "json:items.json"]
        let list = await session.run(store + ["list"])
        #expect(list.output.contains("Lamp") && list.output.contains("Fork"))
        expectSnapshot(list.errors, "damaged")
        #expect(list.status == .badData)
        for words in [
            ["add", "Mug"], ["remove", "#1", "--yes"], ["edit", "#1", "--value", "3"], ["undo"], ["compact"],
        ] {
            let outcome = await session.run(store + words)
            #expect(outcome.status == .badData || words == ["undo"], "\(words)")
            #expect(!outcome.errors.isEmpty)
        }
        let check = await session.run(store + ["check"])
        #expect(check.status == .badData && check.output.isEmpty && check.errors == list.errors)
        #expect(session["items.json"] == Array(damaged.utf8))
    }

    @Test func `damage is reported through wrappers, and a partial list never replaces a good copy`() async {
        let session = Self.session()
        let file = "\(session.folder)/export.json"
        await session.run("--store", "json:items.json", "copy", "--to", "json:copy.json")
        await session.run("--store", "json:items.json", "export", file)
        let (copy, export) = (session["copy.json"], session["export.json"])
        session["items.json"] = Array(Self.json.replacing("\"Vase\"", with: "\"Vase").utf8)
        let list = await session.run(
            "--store", "json:items.json", "--set", "store.with=read-only", "list")
        #expect(list.status == .badData && list.errors.contains("line 6"))
        let copied = await session.run(
            "--store", "json:items.json", "copy", "--to", "json:copy.json", "--replace")
        #expect(
            copied.status == .badData
                && copied.errors.hasPrefix("loot: Can't copy the items, because the source has a problem."))
        let exported = await session.run("--store", "json:items.json", "export", file, "--force")
        #expect(
            exported.status == .badData
                && exported.errors.hasPrefix("loot: Can't replace FOLDER/export.json.")
        )
        #expect(copy != nil && session["copy.json"] == copy)
        #expect(export != nil && session["export.json"] == export)
    }

    @Test func `recover shows a preview, writes on request, and keeps the damaged file`() async {
        let damaged = Self.json.replacing("\"Vase\"", with: "\"Vase")
        let session = Self.session(damaged)
        let store = ["--store", "json:items.json"]
        let trial = await session.run(store + ["recover"])
        expectSnapshot(trial.output, "recover")
        #expect(trial.status == .badData && trial.errors.isEmpty)
        #expect(await session.run(store + ["recover", "--dry-run"]).output == trial.output)
        #expect(await session.run(store + ["recover", "--dry-run", "--write"]).status == .usage)
        #expect(session["items.json"] == Array(damaged.utf8) && session.names == ["items.json"])
        let done = await session.run(store + ["recover", "--write"])
        expectSnapshot(done.output, "recover-write")
        #expect(done.status == .success && done.errors.isEmpty)
        #expect(session["items.json.damaged-1"] == Array(damaged.utf8))
        let list = await session.run(store + ["list"])
        #expect(list.status == .success && list.output.contains("Lamp") && list.output.contains("Fork"))
        #expect(await session.run(store + ["check"]).status == .success)
        let again = await session.run(store + ["recover"])
        #expect(
            again.status == .success
                && again.output.hasPrefix("Nothing is damaged. The store contains 2 items"))
    }

    @Test func `a file that another program wrote is authoritative, and undo reverts it`() async {
        let session = Self.session()
        let store = ["--store", "json:items.json"]
        await session.run(store + ["favorite", "#1"])
        let backup = session["items.json"]
        await session.run(store + ["add", "Mug"])
        await session.run(store + ["remove", "#1", "--yes"])
        session["items.json"] = backup
        let list = await session.run(store + ["list"])
        #expect(list.output.contains("Lamp") && !list.output.contains("Mug"))
        let check = await session.run(store + ["check"])
        #expect(check.status == .success && check.output.contains("Another program has changed the file"))
        await session.run(store + ["add", "Sofa"])
        #expect(String(decoding: session["items.json"] ?? [], as: UTF8.self).contains("Sofa"))
        #expect(await session.run(store + ["history"]).output.contains("Changed by another program"))
        #expect(await session.run(store + ["undo"]).output == "Undone: Add “Sofa”\n")
        #expect(await session.run(store + ["undo"]).output == "Undone: Changed by another program\n")
        let undone = await session.run(store + ["list"])
        #expect(!undone.output.contains("Lamp") && undone.output.contains("Mug"))
    }

    @Test func `an edit by hand is the first change to undo`() async {
        let session = Self.session()
        let store = ["--store", "json:items.json"]
        await session.run(store + ["edit", "#1", "--value", "70"])
        let text = String(decoding: session["items.json"] ?? [], as: UTF8.self)
        session["items.json"] = Array(text.replacing("70", with: "71").utf8)
        #expect(await session.run(store + ["undo"]).output == "Undone: Changed by another program\n")
        #expect(await session.run(store + ["show", "#1"]).output.contains("70"))
        #expect(await session.run(store + ["undo"]).output.hasPrefix("Undone: Edit"))
    }

    @Test func `a store that needs no maintenance reports that`() async throws {
        for command in ["check", "recover", "compact"] {
            let memory = try await Session().run("--store", "memory:", command)
            #expect(memory.status == .unavailable && memory.errors.contains("doesn't need to be compacted"))
        }
    }

    @Test func `a store is maintained through its wrappers, and not changed if it is read-only`()
        async throws
    {
        let session = Self.session()
        session["mirrored.json"] = Array(
            #"{"store": {"use": "json", "path": "items.json", "with": [{"use": "mirror", "to": "memory:"}]}}"#
                .utf8)
        let mirrored = ["--config", "mirrored.json"]
        #expect(await session.run(mirrored + ["check"]).status == .success)
        #expect(await session.run(mirrored + ["compact"]).status == .success)
        let readOnly = ["--store", "json:items.json", "--set", "store.with=read-only"]
        #expect(await session.run(readOnly + ["check"]).status == .success)
        #expect(await session.run(readOnly + ["recover", "--dry-run"]).status == .success)
        let refused = await session.run(readOnly + ["compact"])
        #expect(refused.status == .cannotCreate && refused.errors.contains("read-only"))
    }
}
