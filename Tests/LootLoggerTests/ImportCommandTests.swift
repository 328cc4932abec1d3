import CLI
import Foundation
import LootActions
import LootCore
import LootPlugins
import MemoryStore
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

    @Test func `a dry run prints what would be added, changed and refused, and does nothing`() async throws {
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

    @Test func `keys that no field has and photos that are not there are named, before and after`()
        async throws
    {
        let folder = try #require(folder)
        let absent = String(repeating: "ab", count: 32)
        let file = try folder.write(
            #"[{"name":"Lamp","value":3,"vlaue":4,"h\u202eue":1},{"name":"Mug","photo":"\#(absent)"}]"#,
            "items.json")
        let keys =
            "Keys that no field has, kept but not shown: “h<U+202E>ue”, “vlaue” (did you mean “value”?)."
        let photos =
            "1 item names a photo that is not in this store: “Mug”. A tar archive brings photos along; loot photo gives one."
        let session = try Session()
        let trial = await session.run("import", file, "--dry-run")
        #expect(trial.status == .success && trial.errors.isEmpty)
        #expect(
            folder.without(trial.output) == """
                items.json:1: add “Lamp”, $3
                items.json:1: add “Mug”, $0
                \(keys)
                \(photos)
                Dry run of items.json: 2 to add, 0 to change, 0 unchanged.

                """)
        let outcome = await session.run("import", file)
        #expect(outcome.status == .success && outcome.errors == "loot: \(keys)\nloot: \(photos)\n")
        #expect(try await session.store.items().map(\.valueInDollars) == [3, 0])
    }

    @Test func `a dry run names the columns that become fields of one's own`() async throws {
        let folder = try #require(folder)
        let file = try folder.write("name,Worth,Wh\u{202E}ere\nLamp,40,Attic\n", "items.csv")
        let outcome = try await session().run("import", file, "--dry-run")
        #expect(
            folder.without(outcome.output) == """
                items.csv:2: add “Lamp”, $0
                Fields of your own in it: Wh<U+202E>ere, Worth. Others take a column with --map COLUMN=FIELD.
                Dry run of items.csv: 1 to add, 0 to change, 0 unchanged.

                """)
        let mapped = try await session().run(
            "import", file, "--dry-run", "--map", "Worth=value", "--map", "Wh\u{202E}ere=")
        #expect(!mapped.output.contains("Fields of your own") && mapped.output.contains("$40"))
    }

    @Test func `a bad row is reported with file, line and column, and nothing is imported`() async throws {
        let folder = try #require(folder)
        let session = try session()
        let file = try folder.write(mixed, "items.csv")
        let outcome = await session.run("import", file)
        #expect(outcome.status == .badData && outcome.output.isEmpty)
        #expect(
            folder.without(outcome.errors) == """
                items.csv:5:6: can't set the value: -5 is less than 0
                items.csv:6:1: this row has 2 cells, the header has 5
                loot: can't import items.csv: 2 of 4 entries are refused, and so nothing was imported. Mend them, or \
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
                == "Imported items.csv: 1 added, 1 changed, 0 unchanged, 2 refused (see items.csv.refused).\n"
        )
        #expect(outcome.errors.split(separator: "\n").count == 2)
        #expect(
            folder.text("items.csv.refused")
                == "serial,name,value,favorite,notes\n,Bad,-5,,\r\n,Worse\r\n")
        #expect(try await names(session) == ["Lamp", "Rusty Spork", "New\u{202E} thing"])
        let lamp = try #require(try await session.store.items().first)
        #expect(lamp.valueInDollars == 1250 && lamp.location == "Attic" && lamp.isFavorite)
        #expect(await session.run("undo").output.hasPrefix("Undid: Import "))
        #expect(try await names(session) == ["Lamp", "Rusty Spork"])
    }

    @Test func `- reads standard input, in pieces`() async throws {
        let session = try session()
        let pieces = ["{\"name\":\"A\"}\n{\"na", "me\":\"B\"}\n"].map { Array($0.utf8) }
        let outcome = await session.run("import", "-", on: TestConsole(input: pieces))
        #expect(outcome.output == "Imported stdin: 2 added, 0 changed, 0 unchanged.\n")
        #expect(outcome.errors.isEmpty)
        let bad = await session.run(
            "import", "-", "--format", "csv", on: TestConsole(input: [Array("name\n\"".utf8)]))
        #expect(bad.errors.hasPrefix("stdin:2:1: this quoted cell has no end\n") && bad.status == .badData)
        #expect(await session.run("import", "-").errors == "loot: can't import stdin: it is empty.\n")
    }

    @Test func `columns are mapped by hand`() async throws {
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
                "loot: can't read --map “Wert”: it is not COLUMN=FIELD. Write for example: --map Wert=value.\n"
            ),
            (
                "Wert=valeu",
                "loot: can't find the field “valeu”: no field has that name. Did you mean “value”?\n"
            ),
        ] {
            let outcome = await session.run("import", file, "--map", map)
            #expect(outcome.status == .usage && outcome.errors == error)
        }
        #expect(await session.run("import", file, "--map", "Preis=value").status == .badData)
    }

    @Test func `a file that can't be read is one error, and 66`() async throws {
        let folder = try #require(folder)
        let session = try session()
        let missing = await session.run("import", folder("none.csv"))
        #expect(missing.status == .noInput)
        #expect(
            folder.without(missing.errors)
                == "loot: can't read none.csv: there is no such file or folder. Name a file that can be read, or - for standard input.\n"
        )
        let directory = await session.run("import", folder.path)
        #expect(directory.status == .noInput && directory.errors.contains("it is a folder"))
        let below = await session.run("import", try folder.write("", "empty.csv") + "/x.csv")
        #expect(below.status == .noInput && below.errors.contains("a part of the path is no folder"))
        let empty = await session.run("import", folder("empty.csv"))
        #expect(empty.status == .badData && empty.errors.contains("the table is empty"))
        #expect(await session.run("import").status == .usage)
        #expect(await session.run("import", "x.xls", "--format", "xls").status == .usage)
    }

    @Test func `a pipe with a name is read to its end`() async throws {
        let folder = try #require(folder)
        let session = try session()
        let pipe = folder("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        // A thread of its own: both ends wait for each other when they open the pipe.
        Thread.detachNewThread { try? Data("name\nFrom a pipe\n".utf8).write(to: URL(filePath: pipe)) }
        #expect(await session.run("import", pipe).status == .success)
        #expect(try await names(session).last == "From a pipe")
    }

    @Test func `progress is drawn on a terminal and taken away again, and not elsewhere`() async throws {
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

    @Test func `a hundred thousand rows are imported and undone`() async throws {
        let folder = try #require(folder)
        let session = try session()
        let rows = (0..<100_000).map { "Thing \($0),\($0 % 100)" }
        let file = try folder.write("name,value\n" + rows.joined(separator: "\n"), "big.csv")
        let outcome = await session.run("import", file)
        #expect(folder.without(outcome.output) == "Imported big.csv: 100000 added, 0 changed, 0 unchanged.\n")
        #expect(await session.run("list", "--count").output == "100002\n")
        await session.run("undo")
        #expect(await session.run("list", "--count").output == "2\n")
    }
}
