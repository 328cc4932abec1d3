import CLI
import Foundation
import LootActions
import LootCore
import LootPlugins
import MemoryStorePlugin
import Synchronization
import Testing

@Suite struct ImportCommandTests {
    private let folder = try? TemporaryFolder()

    private static func id(_ number: UInt64) -> ItemID {
        ItemID(high: number << 32 | 0x4000, low: 0x8000_0000_0000_0000 | number)
    }

    private func session() throws -> Session {
        var lamp = Item(id: Self.id(1), name: "Lamp", valueInDollars: 40, serialNumber: "L-1")
        lamp.location = "Attic"
        return try Session([lamp, Item(id: Self.id(2), name: "Rusty Spork", valueInDollars: 7)])
    }

    private func names(_ session: Session) async throws -> [String] {
        try await session.store.items().map(\.name)
    }

    private let mixed = """
        serial,name,value,favorite,notes
        L-1,Lamp,1250,yes,"two
        lines"
        N-1,"New\u{202E} thing",5,,
        ,Bad,-5,,
        ,Worse
        """

    @Test func `a dry run lists additions, changes and refused entries, and changes nothing`() async throws {
        let folder = try #require(folder)
        let session = try session()
        let file = try folder.write(mixed, "items.csv")
        let outcome = await session.run("import", file, "--update-by", "serial", "--dry-run")
        expectSnapshot(folder.without(outcome.output), "import-dry-run")
        #expect(outcome.status == .badData && outcome.errors.isEmpty)
        #expect(try await names(session) == ["Lamp", "Rusty Spork"])
        let skipping = await session.run("import", file, "--update-by", "serial", "-n", "--skip-bad")
        #expect(skipping.status == .success && skipping.output == outcome.output)
        let colored = await session.run(
            "import", file, "--update-by", "serial", "-n", on: TestConsole(width: 80))
        #expect(colored.output.contains("\u{1B}[") && !colored.output.contains("\u{202E}"))
    }

    @Test func `unknown keys and missing photos are reported before and after the import`()
        async throws
    {
        let folder = try #require(folder)
        let absent = String(repeating: "ab", count: 32)
        let file = try folder.write(
            #"[{"name":"Lamp","value":3,"vlaue":4,"h\u202eue":1},{"name":"Mug","photo":"\#(absent)"}]"#,
            "items.json")
        let keys =
            "Unknown keys (kept, but not shown): “h<U+202E>ue”, “vlaue” (did you mean “value”?)."
        let photos =
            "1 item refers to a file that isn't in this store: “Mug”. To get the files, import a tar archive or use loot file add."
        let session = try Session()
        let trial = await session.run("import", file, "--dry-run")
        #expect(trial.status == .success && trial.errors.isEmpty)
        #expect(
            folder.without(trial.output) == """
                items.json: JSON, read as UTF-8.
                + “Lamp” (items.json:1)
                    Value: $3
                + “Mug” (items.json:1)
                    Photo: a photo
                \(keys)
                \(photos)
                Dry run of items.json: 2 to add, 0 to change, 0 unchanged.

                """)
        let outcome = await session.run("import", file)
        #expect(outcome.status == .success && outcome.errors == "loot: \(keys)\nloot: \(photos)\n")
        #expect(try await session.store.items().map(\.valueInDollars) == [3, 0])
    }

    @Test func `a dry run shows the mapping of columns, including custom fields`() async throws {
        let folder = try #require(folder)
        let file = try folder.write(
            "Item;Cost;Hu\u{202E}e;Pages\n" + (1...9).map { "Book \($0);1.\($0)00,50;red;\($0)\n" }.joined(),
            "items.csv")
        let outcome = try await session().run("import", file, "--dry-run")
        #expect(
            folder.without(outcome.output) == """
                items.csv: CSV with semicolons, read as UTF-8.
                Column       Field               Read as                     Example
                Item         name                                            Book 1
                Cost         price               numbers like 1.299,99       1.100,50
                Hu<U+202E>e  custom.Hu<U+202E>e  custom field: text          red
                Pages        custom.Pages        custom field: whole number  1
                Use --map COLUMN=FIELD to import a column as another field, or --map COLUMN= to skip it.
                + “Book 1” (items.csv:2)
                    Purchase price: $1,100.50
                    Hu<U+202E>e: red
                    Pages: 1
                + “Book 2” (items.csv:3)
                    Purchase price: $1,200.50
                    Hu<U+202E>e: red
                    Pages: 2
                + “Book 3” (items.csv:4)
                    Purchase price: $1,300.50
                    Hu<U+202E>e: red
                    Pages: 3
                + “Book 4” (items.csv:5)
                    Purchase price: $1,400.50
                    Hu<U+202E>e: red
                    Pages: 4
                + “Book 5” (items.csv:6)
                    Purchase price: $1,500.50
                    Hu<U+202E>e: red
                    Pages: 5
                and 4 more to add or change
                The value of 9 items remains unknown: no column contains it, and “Cost” is read as the purchase price.
                If “Cost” contains the current values, import with --map Cost=value.
                Dry run of items.csv: 9 to add, 0 to change, 0 unchanged.

                """)
        let mapped = try await session().run(
            "import", file, "--dry-run", "--map", "cost=value", "--map", " PAGES=-", "--currency", "eur")
        #expect(
            mapped.output.contains("+ “Book 1” (\(file):2)\n    Value: €1,100.50\n")
                && mapped.output.contains("Pages        skipped"))
        let wrong = try await session().run("import", file, "--currency", "x")
        #expect(
            wrong.status == .usage && wrong.errors.contains("isn't a currency"))
        let unknown = try await session().run("import", file, "--map", "Csot=value")
        #expect(unknown.errors.contains("No column is called “Csot”. Did you mean “Cost”?"))
    }

    @Test func `a dry run lists ten refused entries, and the number of others`() async throws {
        let folder = try #require(folder)
        let file = try folder.write("name,value\n" + (0..<25).map { "T\($0),many\n" }.joined(), "items.csv")
        let outcome = try await session().run("import", file, "--dry-run")
        #expect(outcome.output.components(separatedBy: "rejected: ").count == 11)
        #expect(outcome.output.contains("\nand 15 more rejected\n") && outcome.status == .badData)
    }

    @Test func `a bad row is reported with file, line and column, and nothing is imported`() async throws {
        let folder = try #require(folder)
        let session = try session()
        let file = try folder.write(mixed, "items.csv")
        let outcome = await session.run("import", file)
        #expect(outcome.status == .badData && outcome.output.isEmpty)
        #expect(
            folder.without(outcome.errors) == """
                items.csv:5:6: column “value”: Can't set “Value”. -5 is less than 0. Enter an amount of 0 or more.
                items.csv:6:1: This row has 2 cells, but the header has 5.
                loot: Can't import items.csv. 2 of 4 entries were rejected, so nothing was imported. Fix the entries, or \
                import the rest with --skip-bad.

                """)
        #expect(try await names(session) == ["Lamp", "Rusty Spork"])
        #expect(folder.names == ["items.csv"])
    }

    @Test func `--skip-bad imports the rest and keeps the refused rows in a file`() async throws {
        let folder = try #require(folder)
        let session = try session()
        let file = try folder.write(mixed, "items.csv")
        let outcome = await session.run("import", file, "--update-by", "serial", "--skip-bad")
        #expect(outcome.status == .success)
        #expect(
            folder.without(outcome.output)
                == "Imported items.csv: 1 added, 1 changed, 0 unchanged, 2 rejected (see items.csv.rejected).\n"
        )
        #expect(outcome.errors.split(separator: "\n").count == 2)
        #expect(
            folder.text("items.csv.rejected")
                == "serial,name,value,favorite,notes\n,Bad,-5,,\r\n,Worse\r\n")
        #expect(try await names(session) == ["Lamp", "Rusty Spork", "New\u{202E} thing"])
        let lamp = try #require(try await session.store.items().first)
        #expect(lamp.valueInDollars == 1250 && lamp.location == "Attic" && lamp.isFavorite)
        #expect(await session.run("undo").output.hasPrefix("Undone: Import "))
        #expect(try await names(session) == ["Lamp", "Rusty Spork"])
    }

    @Test func `import - reads standard input in chunks`() async throws {
        let session = try session()
        let pieces = ["{\"name\":\"A\"}\n{\"na", "me\":\"B\"}\n"].map { Array($0.utf8) }
        let outcome = await session.run("import", "-", on: TestConsole(input: pieces))
        #expect(outcome.output == "Imported stdin: 2 added, 0 changed, 0 unchanged.\n")
        #expect(outcome.errors.isEmpty)
        let tabs = await session.run(
            "import", "-", "--format", "tsv", on: TestConsole(input: [Array("name\tvalue\nC\t2,50\n".utf8)]))
        #expect(tabs.output == "Imported stdin: 1 added, 0 changed, 0 unchanged.\n", "\(tabs)")
        let bad = await session.run(
            "import", "-", "--format", "csv", on: TestConsole(input: [Array("name\n\"".utf8)]))
        #expect(bad.errors.hasPrefix("stdin:2:1: This quoted cell isn't closed.\n") && bad.status == .badData)
        #expect(await session.run("import", "-").errors == "loot: Can't import stdin. The file is empty.\n")
    }

    @Test func `columns are mapped with an option`() async throws {
        let folder = try #require(folder)
        let session = try session()
        let file = try folder.write("Ding;Wert;Rest\nVase;9;x\n", "liste.csv")
        let outcome = await session.run(
            "import", file, "--map", "Ding=name", "--map", "Wert=value", "--map", "Rest=")
        #expect(outcome.status == .success)
        let vase = try #require(try await session.store.items().last)
        #expect(vase.name == "Vase" && vase.valueInDollars == 9 && vase.custom.isEmpty)
        for (map, error) in [
            (
                "Wert",
                "loot: Can't map a column with “Wert”. It doesn't have the form COLUMN=FIELD. Use, for example, Price=value.\n"
            ),
            (
                "Wert=valeu",
                "loot: “valeu” isn't a field. Did you mean “value”?\n"
            ),
        ] {
            let outcome = await session.run("import", file, "--map", map)
            #expect(outcome.status == .usage && outcome.errors == error)
        }
        #expect(await session.run("import", file, "--map", "Preis=value").status == .badData)
    }

    @Test func `prices that may be values are reported with the mapping, before and after`()
        async throws
    {
        let folder = try #require(folder)
        let session = try session()
        let file = try folder.write("Item;Preis (EUR)\nVase;9,50\n", "liste.csv")
        let remark =
            "The value of 1 item remains unknown: no column contains it, and “Preis (EUR)” is read as the purchase price.\n"
        let trial = await session.run("import", file, "--dry-run")
        #expect(
            trial.output.contains(
                remark
                    + "If “Preis (EUR)” contains the current values, import with --map 'Preis (EUR)'=value.\n"
            ),
            "\(trial.output)")
        let outcome = await session.run("import", file)
        #expect(
            outcome.errors == """
                loot: \(remark)\
                loot: If “Preis (EUR)” contains the current values, undo this and import with --map 'Preis (EUR)'=value.

                """,
            "\(outcome)")
        await session.run("undo")
        let mapped = await session.run("import", file, "--map", "Preis (EUR)=value")
        #expect(mapped.errors.isEmpty, "\(mapped)")
        #expect(try await session.store.items().last?.value == "9.5")
    }

    @Test func `an unreadable file is one error with status 66`() async throws {
        let folder = try #require(folder)
        let session = try session()
        let missing = await session.run("import", folder("none.csv"))
        #expect(missing.status == .noInput)
        #expect(
            folder.without(missing.errors)
                == "loot: Can't read none.csv. The file or folder doesn't exist. Specify a readable file, or - for standard input.\n"
        )
        let directory = await session.run("import", folder.path)
        #expect(directory.status == .noInput && directory.errors.contains("It is a folder."))
        let below = await session.run("import", try folder.write("", "empty.csv") + "/x.csv")
        #expect(below.status == .noInput && below.errors.contains("A part of the path isn't a folder."))
        let empty = await session.run("import", folder("empty.csv"))
        #expect(empty.status == .badData && empty.errors.contains("empty.csv. The file is empty."))
        #expect(await session.run("import").status == .usage)
        #expect(await session.run("import", "x.xls", "--format", "xls").status == .usage)
    }

    @Test func `a named pipe is read to its end`() async throws {
        let folder = try #require(folder)
        let session = try session()
        let pipe = folder("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        // A separate thread, because both ends wait for each other when they open the pipe.
        Thread.detachNewThread { try? Data("name\nFrom a pipe\n".utf8).write(to: URL(filePath: pipe)) }
        #expect(await session.run("import", pipe).status == .success)
        #expect(try await names(session).last == "From a pipe")
    }

    @Test func `a terminal shows the progress and then removes it`() async throws {
        let folder = try #require(folder)
        let file = try folder.write("name\nA\n", "a.csv")
        let console = TestConsole(errorWidth: 300)
        let outcome = try await session().run("import", file, on: console)
        #expect(
            folder.without(outcome.errors)
                == "\rReading a.csv  [####################] 100%\u{1B}[K\r\u{1B}[K")
        let narrow = try await session().run("import", file, on: TestConsole(errorWidth: 12))
        #expect(narrow.errors.hasPrefix("\rReading /") && narrow.errors.contains("…"))
        #expect(try await session().run("import", file).errors.isEmpty)
    }

    @Test func `twenty thousand rows are imported and undone`() async throws {
        let folder = try #require(folder)
        let session = try session()
        let rows = (0..<20_000).map { "Thing \($0),\($0 % 100)" }
        let file = try folder.write("name,value\n" + rows.joined(separator: "\n"), "big.csv")
        let outcome = await session.run("import", file)
        #expect(folder.without(outcome.output) == "Imported big.csv: 20000 added, 0 changed, 0 unchanged.\n")
        #expect(await session.run("list", "--count").output == "20002\n")
        await session.run("undo")
        #expect(await session.run("list", "--count").output == "2\n")
    }

    @Test func `the end of a long path is shown`() async throws {
        let session = FileSession()
        let name = String(repeating: "long-", count: 20) + "list.csv"
        session[name] = Array("name\nLamp\n".utf8)
        let told = await session.run("--store", "json:a.json", "import", "\(session.folder)/\(name)")
        #expect(told.status == .success)
        let trial = await session.run(
            "--store", "json:a.json", "import", "\(session.folder)/\(name)", "--dry-run")
        #expect(trial.output.contains("Dry run of FOLDER/\(name): 1 to add"), "\(trial)")
        session[name] = Array("[{\"name\":1}]".utf8)
        let refused = await session.run("--store", "json:a.json", "import", "\(session.folder)/\(name)")
        #expect(refused.errors.contains("Can't import FOLDER/\(name)"), "\(refused)")
        let gone = await session.run("--store", "json:a.json", "import", "\(session.folder)/gone-\(name)")
        #expect(gone.errors.contains("Can't read FOLDER/gone-\(name)"), "\(gone)")
    }
}
