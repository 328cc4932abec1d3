import LootCore
import LootPlugins
import LootFormats
import LootMerge
import LootTesting
import Testing

@Suite struct MergeCommandTests {
    private let store = ["--store", "json:items.json"]

    /// Returns a list of three items and a copy with another name.
    private func session(_ copy: String = "copy.json") async -> FileSession {
        let session = FileSession()
        for name in ["Lamp", "Bear", "Mac"] { await session.run(store + ["add", name, "--value", "10"]) }
        session[copy] = session["items.json"]
        return session
    }

    private func items(_ session: FileSession, _ file: String = "items.json") throws -> [Item] {
        try ItemDocument(try #require(session[file]), named: file).items
    }

    @Test func `a copy is merged into the list, in one step to undo`() async throws {
        let session = await session()
        let copy = ["--store", "json:copy.json"]
        await session.run(copy + ["add", "Theirs"])
        await session.run(copy + ["edit", "#2", "--notes", "x", "--yes"])
        await session.run(store + ["add", "Ours"])
        let before = session["items.json"]
        let file = "\(session.folder)/copy.json"
        let trial = await session.run(store + ["merge", file, "--dry-run"])
        #expect(trial.status == .success)
        #expect(trial.output.contains("+ “Theirs” (") && trial.output.contains("Notes: not set → x"))
        #expect(trial.output.hasSuffix("Dry run of FOLDER/copy.json: 1 to add, 1 to change.\n"), "\(trial)")
        #expect(session["items.json"] == before)
        let outcome = await session.run(store + ["merge", file])
        #expect(outcome.status == .success && outcome.output.contains("1 added, 1 changed"), "\(outcome)")
        #expect(Set(try items(session).map(\.name)) == ["Lamp", "Bear", "Mac", "Ours", "Theirs"])
        #expect(await session.run(store + ["merge", file]).output.contains("nothing"))
        #expect(await session.run(store + ["undo"]).status == .success)
        #expect(Set(try items(session).map(\.name)) == ["Lamp", "Bear", "Mac", "Ours"])
    }

    @Test func `with a base, removals of one copy are applied`() async throws {
        let session = await session()
        session["base.json"] = session["items.json"]
        await session.run("--store", "json:copy.json", "remove", "#2", "--yes")
        let words = ["merge", "\(session.folder)/copy.json"]
        #expect(await session.run(store + words).output.contains("nothing"))
        let outcome = await session.run(store + words + ["--base", "\(session.folder)/base.json"])
        #expect(outcome.status == .success && outcome.output.contains("1 removed"), "\(outcome)")
        #expect(try items(session).map(\.name) == ["Lamp", "Mac"])
    }

    @Test func `an empty file is rejected as a copy and as a side, but is a valid base of git`()
        async throws
    {
        let session = await session()
        session["empty.json"] = []
        let before = session["items.json"]
        let base = "\(session.folder)/copy.json"
        let outcome = await session.run(store + ["merge", "\(session.folder)/empty.json", "--base", base])
        #expect(outcome.status == .badData && outcome.errors.contains("The file is empty."), "\(outcome)")
        let files = ["copy.json", "items.json", "empty.json"].map { "\(session.folder)/\($0)" }
        let driver = await session.run(["merge-driver"] + files)
        #expect(driver.status == .badData, "\(driver)")
        #expect(session["items.json"] == before)
        let added = await session.run("merge-driver", files[2], files[1], files[0])
        #expect(added.status == .success, "\(added)")
        #expect(try items(session).map(\.name) == ["Lamp", "Bear", "Mac"])
    }

    @Test func `conflicts of two merges are kept together and marked in the list`()
        async throws
    {
        let session = await session("base.json")
        for (copy, value) in [("eve.json", "20"), ("bob.json", "25")] {
            session[copy] = session["base.json"]
            await session.run("--store", "json:\(copy)", "edit", "#1", "--value", value)
        }
        await session.run(store + ["edit", "#1", "--value", "30"])
        let base = ["--base", "\(session.folder)/base.json"]
        for copy in ["eve.json", "bob.json", "eve.json"] {
            await session.run(store + ["merge", "\(session.folder)/\(copy)"] + base)
        }
        let list = await session.run(store + ["conflicts"]).output
        #expect(list.contains("$20") && list.contains("$25") && list.contains("$30"), "\(list)")
        #expect(try items(session)[0].conflicts.count == 2)
        #expect(await session.run(store + ["list"]).output.contains("Lamp (conflict)"))
    }

    @Test func `conflicts are reported, listed and settled, each in one step to undo`() async throws {
        let session = await session()
        await session.run("--store", "json:copy.json", "edit", "#1", "--value", "30")
        await session.run(store + ["edit", "#1", "--value", "20"])
        let outcome = await session.run(store + ["merge", "\(session.folder)/copy.json"])
        #expect(outcome.status.rawValue == 1)
        #expect(outcome.output.contains("“Lamp”: value: $20 here, $30 there"), "\(outcome)")
        let list = await session.run(store + ["conflicts"])
        #expect(list.status.rawValue == 1 && list.output.contains("$20") && list.output.contains("$30"))
        for (take, value) in [("ours", 20), ("theirs", 30), ("25", 25)] {
            let settled = await session.run(store + ["conflicts", "#1", "value", "--take", take])
            #expect(settled.output == "Resolved: “Lamp”: value: $\(value)\n", "\(settled)")
            #expect(try items(session).map(\.valueInDollars) == [value, 10, 10])
            let none = await session.run(store + ["conflicts"])
            #expect(none.status == .success && none.output == "No conflicts.\n")
            #expect(await session.run(store + ["conflicts", "#1", "--take", "ours"]).status == .noInput)
            await session.run(store + ["undo"])
            #expect(try items(session).first?.conflicts.count == 1)
        }
        #expect(await session.run(store + ["conflicts", "--take", "ours"]).status == .usage)
    }

    @Test func `a dry run without a choice lists the conflicts`() async throws {
        let session = await session()
        await session.run("--store", "json:copy.json", "edit", "#1", "--value", "30")
        await session.run(store + ["edit", "#1", "--value", "20"])
        await session.run(store + ["merge", "\(session.folder)/copy.json"])
        let list = await session.run(store + ["conflicts"])
        let tried = await session.run(store + ["conflicts", "-n"])
        #expect(list.output.contains("$30") && tried.output == list.output && tried.status == list.status)
        let settled = await session.run(store + ["conflicts", "#1", "-n", "--take", "theirs"])
        #expect(settled.output.hasSuffix("Dry run: nothing was changed.\n"))
    }

    @Test func `choosing the side that removed an item removes it`() async throws {
        let session = await session()
        session["base.json"] = session["items.json"]
        await session.run("--store", "json:copy.json", "remove", "#1", "--yes")
        await session.run(store + ["edit", "#1", "--notes", "keep"])
        let outcome = await session.run(
            store + ["merge", "\(session.folder)/copy.json", "--base", "\(session.folder)/base.json"])
        #expect(outcome.status.rawValue == 1 && outcome.output.contains("changed here, removed there"))
        #expect(try items(session).map(\.name) == ["Lamp", "Bear", "Mac"])
        #expect(await session.run(store + ["conflicts", "#1", "--take", "12"]).status == .usage)
        #expect(await session.run(store + ["conflicts", "#1", "--take", "theirs"]).status == .success)
        #expect(try items(session).map(\.name) == ["Bear", "Mac"])
    }

    @Test func `the driver for git writes the result in the format of our version`() async throws {
        let session = await session("theirs.json")
        await session.run(store + ["export", "\(session.folder)/base.plist"])
        session["empty"] = []
        await session.run("--store", "json:theirs.json", "edit", "#1", "--notes", "x")
        await session.run(store + ["edit", "#1", "--location", "Attic"])
        let files = ["base.plist", "items.json", "theirs.json"].map { "\(session.folder)/\($0)" }
        let outcome = await session.run(["merge-driver"] + files + ["things/items.json"])
        #expect(outcome.status == .success && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
        #expect(try items(session).first?.location == "Attic" && items(session).first?.notes == "x")
        let text = String(decoding: try #require(session["items.json"]), as: UTF8.self)
        #expect(text.hasPrefix("{\n\"format\":\"loot\"") && text.split(separator: "\n").count == 9)
        let united = await session.run(["merge-driver", "\(session.folder)/empty"] + files.dropFirst())
        #expect(united.status == .success)
        session["theirs.json"] = Array("garbage".utf8)
        let before = session["items.json"]
        let refused = await session.run(["merge-driver"] + files)
        #expect(refused.status == .badData && refused.errors.contains("theirs.json"))
        #expect(session["items.json"] == before)
    }

    @Test func `check lists copies by sync programs, and how to merge them`() async {
        let session = await session("items (Eve's conflicted copy 2026-01-01).json")
        let check = await session.run(store + ["check"])
        #expect(check.status == .success)
        #expect(check.output.contains("items (Eve's conflicted copy 2026-01-01).json is a copy"), "\(check)")
        #expect(check.output.contains("loot merge "))
    }

    /// A copy with a receipt for the first item and a picture for the second one. The picture's bytes are missing.
    private func sessionWithFiles() async -> (FileSession, receipt: String) {
        let session = await session()
        let (receipt, front) = (FileFixtures.bytes(1, .pdf), FileFixtures.bytes(2, .jpeg))
        (session["receipt.pdf"], session["front.jpg"]) = (receipt, front)
        for (number, file) in [("#1", "receipt.pdf"), ("#2", "front.jpg")] {
            await session.run("--store", "json:copy.json", "file", "add", number, "\(session.folder)/\(file)")
        }
        session["copy.json.photos/\(FileID(of: front)).jpg"] = nil
        return (session, "\(FileID(of: receipt)).pdf")
    }

    @Test func `a merge copies files next to the copy, and reports missing ones`()
        async throws
    {
        let (session, receipt) = await sessionWithFiles()
        let words = store + ["merge", "\(session.folder)/copy.json"]
        let trial = await session.run(words + ["--dry-run"])
        #expect(trial.output.contains("1 file would also be copied"), "\(trial)")
        #expect(trial.errors.contains("1 file is missing"), "\(trial)")
        #expect(session["items.json.photos/\(receipt)"] == nil)
        let outcome = await session.run(words)
        #expect(outcome.status == .success && outcome.output.contains("1 file was also copied"), "\(outcome)")
        #expect(outcome.errors.contains("1 file is missing"), "\(outcome)")
        #expect(session["items.json.photos/\(receipt)"] == session["receipt.pdf"])
        let check = await session.run(store + ["check"])
        #expect(!check.errors.contains("Lamp") && check.errors.contains("Bear"), "\(check)")
    }

    @Test func `the driver copies files when a person runs it, and leaves them to git otherwise`()
        async throws
    {
        let (session, receipt) = await sessionWithFiles()
        session["base.json"] = session["items.json"]
        let files = ["base.json", "items.json", "copy.json"].map { "\(session.folder)/\($0)" }
        let byGit = await session.run(["merge-driver"] + files + ["items.json"])
        #expect(byGit.status == .success && byGit.errors == "", "\(byGit)")
        #expect(session["items.json.photos/\(receipt)"] == nil)
        session["items.json"] = session["base.json"]
        let outcome = await session.run(["merge-driver"] + files)
        #expect(outcome.status == .success, "\(outcome)")
        #expect(outcome.errors.contains("1 file is missing"), "\(outcome)")
        #expect(session["items.json.photos/\(receipt)"] == session["receipt.pdf"])
    }

    @Test func `the history of an item shows changes by merges and settled conflicts`()
        async throws
    {
        let session = await session()
        let copy = ["--store", "json:copy.json"]
        await session.run(copy + ["edit", "#1", "--value", "20", "--notes", "theirs"])
        await session.run(store + ["edit", "#1", "--value", "30"])
        await session.run(store + ["merge", "\(session.folder)/copy.json"])
        await session.run(store + ["conflicts", "#1", "--take", "theirs"])
        let history = await session.run(store + ["history", "#1"]).output
        #expect(!history.contains("Removed") && history.contains("Notes: not set → theirs"), "\(history)")
        #expect(history.contains("New conflict: Value"), "\(history)")
        #expect(history.contains("Resolved conflict: Value"), "\(history)")
        #expect(history.contains("Value: $30 → $20"), "\(history)")
        #expect(history.split(separator: "\n").filter { $0.contains("Added") }.count == 1, "\(history)")
    }
}
