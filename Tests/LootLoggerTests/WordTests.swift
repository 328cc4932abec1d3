import LootCore
import LootPlugins
import LootLogger
import Testing

/// Messages and exit statuses of commands that fail.
@Suite struct WordTests {
    private static let json = """
        {
        "format":"loot",
        "version":1,
        "items":[
        {"id":"00000001-0000-4000-8000-000000000001","name":"Lamp","valueInDollars":40},
        {"id":"00000002-0000-4000-8000-000000000002","name":"Vase","valueInDollars":12},
        {"id":"3f000003-0000-4000-8000-000000000003","name":"Fork","valueInDollars":5}
        ]
        }

        """

    private static func session() -> FileSession {
        let session = FileSession()
        session["items.json"] = Array(json.utf8)
        return session
    }

    /// Runs commands and returns their output; lines of standard error begin with `!`.
    private func transcript(_ session: FileSession, _ commands: [[String]]) async -> String {
        var text = ""
        for words in commands {
            let outcome = await session.run(words)
            text +=
                "$ loot \(words.map { $0.contains { " #'".contains($0) } ? "'\($0)'" : $0 }.joined(separator: " "))\n"
            text += outcome.output
            for line in outcome.errors.split(separator: "\n") { text += "! \(line)\n" }
            text += "[\(outcome.status.rawValue)]\n\n"
        }
        return text
    }

    @Test func `errors about invalid and missing values match their snapshot`() async {
        let session = Self.session()
        let store = ["--store", "json:items.json"]
        let missing = ["--store", "json:itmes.json"]
        let text = await transcript(
            session,
            [
                store + ["remove", "3", "--yes"], store + ["remove", "f", "--yes"],
                store + ["edit", "2", "--value", "111"], store + ["show", "9"], store + ["remove", "#1"],
                store + ["remove", "--where", "value < 100"],
                store + ["edit", "--where", "all", "--value", "1"],
                missing + ["list"], missing + ["list", "--format", "json"], missing + ["stats"],
                missing + ["sections"], missing + ["show", "#1"], missing + ["export"], missing + ["report"],
                missing + ["remove", "#1", "--yes"], missing + ["check"], missing + ["compact"],
                missing + ["copy", "--to", "json:copy.json"], missing + ["undo"], missing + ["history"],
                ["--set", "store.path=itmes.json", "list"], ["--store", "json:nowhere/items.json", "list"],
            ])
        expectSnapshot(text, "words-refused")
        #expect(session.names == ["items.json"] && session["items.json"] == Array(Self.json.utf8))
    }

    @Test func `a damaged store is never shown as empty`() async {
        var text = ""
        for content in [
            "", "{", "garbage", #"{"format":"loot","version":1,"items":[{"name":"Lamp},{"name":"Vase"}]}"#,
        ] {
            let session = FileSession()
            session["items.json"] = Array(content.utf8)
            for words in [
                ["list"], ["list", "--count"], ["list", "--sections", "value:50"],
                ["list", "--format", "csv"],
                ["sections"], ["stats"], ["export"], ["report"], ["show", "#1"], ["list", "--search", "x"],
            ] {
                let outcome = await session.run(["--store", "json:items.json"] + words)
                #expect(outcome.status == .badData, "\(words): \(outcome)")
                #expect(!outcome.output.contains("No items"), "\(words): \(outcome)")
                #expect(outcome.errors.contains("Can't read FOLDER/items.json"), "\(words): \(outcome)")
            }
            text += await transcript(session, [["--store", "json:items.json", "list"]])
        }
        expectSnapshot(text, "words-damaged")
    }

    @Test func `the readable part of a damaged store is marked, and the error is first`() async throws {
        let session = Self.session()
        session["items.json"] = Array(Self.json.replacing("\"Vase\"", with: "\"Vase").utf8)
        let store = ["--store", "json:items.json"]
        expectSnapshot(
            await transcript(
                session,
                [
                    store + ["list"], store + ["list", "--count"], store + ["list", "--format", "csv"],
                    store + ["sections", "value:50"], store + ["stats"], store + ["show", "#1"],
                    store + ["export", "--format", "csv"], store + ["report", "--format", "csv"],
                    store + ["add", "Mug"],
                ]), "words-partial")
        let report = await session.run(store + ["report"])
        #expect(report.status == .badData && report.output.contains("what can still be read"))
    }

    @Test func `the error of a damaged store is before its items`() async throws {
        let store = try ProblemStore([Item(name: "Lamp")])
        let console = TestConsole()
        let outcome = await Session(store: store).run(["list"], on: console)
        #expect(outcome.status == .badData)
        #expect(outcome.errors == "loot: Can't read all items. A line is damaged.\n")
        #expect(outcome.output.hasPrefix("The list is incomplete. It shows only what can still be read.\n"))
        let empty = await Session(store: try ProblemStore([])).run("list")
        #expect(empty.status == .badData && empty.output.isEmpty && empty.errors == outcome.errors)
        #expect(console.errorsBeforeOutput == outcome.errors)
    }

    // MARK: A missing list

    @Test func `a new list is announced once`() async throws {
        let session = FileSession()
        let store = ["--store", "json:new.json"]
        let first = await session.run(store + ["add", "Lamp"])
        #expect(first.status == .success && first.errors == "loot: Started a new list at FOLDER/new.json.\n")
        #expect(await session.run(store + ["add", "Vase"]).errors.isEmpty)
        #expect(await session.run(store + ["list"]).errors.isEmpty)
        session["import.csv"] = Array("name\nMug\n".utf8)
        let file = "\(session.folder)/import.csv"
        let imported = await session.run("--store", "json:other.json", "import", file)
        #expect(
            imported.status == .success
                && imported.errors == "loot: Started a new list at FOLDER/other.json.\n")
        let refused = await session.run("--store", "json:third.json", "add", "x", "--value", "-1")
        #expect(refused.status == .badData && !refused.errors.contains("new list"))
        #expect(session["new.json"] != nil && session["other.json"] != nil && session["third.json"] == nil)
    }

    @Test func `the first use shows advice`() async throws {
        let session = FileSession()
        for words in [[], ["list"], ["stats"]] {
            let outcome = await session.run(words)
            #expect(outcome.status == .success)
            #expect(
                outcome.errors
                    == "loot: The list FOLDER/.local/share/loot/items.json doesn't exist yet. Create it with “loot add NAME”.\n"
            )
        }
        #expect(await session.run("list").output == "No items!\n")
        let tried = await session.run("add", "Lamp", "--dry-run")
        #expect(
            tried.errors
                == "loot: The list FOLDER/.local/share/loot/items.json doesn't exist yet. The first change creates it.\n"
        )
        let added = await session.run("add", "Lamp")
        #expect(added.errors == "loot: Started a new list at FOLDER/.local/share/loot/items.json.\n")
        #expect(await session.run("list").errors.isEmpty)
    }

    @Test func `a list named in the configuration can be created`() async throws {
        let session = FileSession()
        session["config.json"] = Array(#"{"store": {"use": "json", "path": "mine.json"}}"#.utf8)
        let outcome = await session.run("--config", "config.json", "list")
        #expect(outcome.status == .success && outcome.output == "No items!\n")
        #expect(
            outcome.errors
                == "loot: The list FOLDER/mine.json doesn't exist yet. Create it with “loot add NAME”.\n")
        let explicit = await session.run("--config", "config.json", "--set", "store.path=my.json", "list")
        #expect(explicit.status == .noInput && explicit.output.isEmpty)
    }

    // MARK: Questions

    @Test func `a confirmation lists the items to remove, and declining has a separate status`() async throws
    {
        let session = try Session((1...7).map { Item(name: "Thing \($0)") })
        for answers in [["n"], [""], ["what?"], []] {
            let one = await session.run("remove", "#1", on: TestConsole(width: 80, answers: answers))
            #expect(one.status.rawValue == 1 && one.output.isEmpty)
            #expect(
                one.errors == "Remove “Thing 1”? [y/N] loot: Canceled. Nothing was changed.\n")
        }
        let many = await session.run(
            "remove", "--where", "all", on: TestConsole(width: 80, answers: ["n"]))
        #expect(many.status.rawValue == 1)
        #expect(
            many.errors == """
                Remove 7 items: “Thing 1”, “Thing 2”, “Thing 3”, “Thing 4”, “Thing 5” and 2 more? [y/N] \
                loot: Canceled. Nothing was changed.

                """)
        let two = await session.run(
            "remove", "#1", "#2", on: TestConsole(width: 80, answers: ["y"]))
        #expect(two.status == .success && two.errors == "Remove 2 items: “Thing 1”, “Thing 2”? [y/N] ")
        #expect(two.output == "Removed 2 items.\n")
        #expect(try await session.store.items().count == 5)
    }

    // MARK: Errors after a change

    @Test func `a change whose output failed is reported as made`() async throws {
        let session = try Session([Item(name: "Vase")])
        let failure = LootError(.noSpace, "Can't write the output.", reason: "No space left on device.")
        for (words, done) in [
            (["add", "Lamp"], "“Add ‘Lamp’”"), (["edit", "#1", "--value", "3"], "“Edit ‘Vase’”"),
            (["move", "#1", "--to", "2"], "“Move ‘Vase’”"), (["remove", "#1", "-y"], "“Remove ‘Lamp’”"),
            (["favorite", "#1"], "“Add ‘Vase’ to favorites”"), (["undo"], "“Undo: Add ‘Vase’ to favorites”"),
        ] {
            let outcome = await session.run(words, on: TestConsole(flushFailure: failure))
            #expect(outcome.status == .inputOutput)
            #expect(
                outcome.errors
                    == "loot: Can't write the output. No space left on device. The change \(done) was completed.\n"
            )
        }
        let read = await session.run(["list"], on: TestConsole(flushFailure: failure))
        #expect(read.errors == "loot: Can't write the output. No space left on device.\n")
        #expect(try await session.store.items().map(\.name) == ["Vase"])
    }

    @Test func `an error after a change reports that the change was made`() async throws {
        let store = try ProblemStore([Item(name: "Lamp"), Item(name: "Vase")], afterChanges: true)
        let outcome = await Session(store: store).run("remove", "#1", "--yes")
        #expect(outcome.status == .badData && outcome.output == "Removed “Lamp”.\n")
        #expect(
            outcome.errors
                == "loot: Can't read all items. A line is damaged. The change “Remove ‘Lamp’” was completed.\n"
        )
    }
}
