import CLI
import LootCore
import LootPlugins
import MemoryStorePlugin
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct ExportCommandTests {
    private let folder = try? TemporaryFolder()

    private func items() throws -> [Item] {
        try (1...3).map { number in
            let id = ItemID(high: UInt64(number) << 32 | 0x4000, low: 0x8000_0000_0000_0000)
            var item = Item(
                id: id, name: "Thing \(number)", valueInDollars: number * 10,
                dateCreated: try #require(Moment("2026-11-20T10:00:00Z")), isFavorite: number == 2)
            if number == 1 { item.custom = ["Pages": .integer(7), "Color": .text("red, \"dark\"")] }
            if number == 3 { item.foreign = [ForeignField("later", .flag(true))] }
            return item
        }
    }

    @Test(arguments: ["json", "jsonl", "csv", "plist"])
    func `an export to standard output contains all items`(format: String) async throws {
        let session = try Session(try items())
        let outcome = await session.run("export", "--format", format)
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        expectSnapshot(outcome.output, "export-\(format)")
        #expect(await session.run("export", "-", "--format", format).output == outcome.output)
    }

    @Test(arguments: ["sqlite:list.sqlite", "json:list.json"])
    func `an export never overwrites the list itself, under any name`(store: String) async throws {
        let session = FileSession()
        let name = String(store.split(separator: ":")[1])
        await session.run("--store", store, "add", "Lamp")
        await session.run("--store", store, "add", "Vase")
        try FileManager.default.createSymbolicLink(
            atPath: session.folder + "/link", withDestinationPath: name)
        for target in [name, "link"] {
            let path = "\(session.folder)/\(target)"
            for words in [["export", path, "--format", "json"], ["report", "-o", path, "--format", "html"]] {
                let outcome = await session.run(["--store", store] + words + ["--force"])
                #expect(
                    outcome.status == .cannotCreate
                        && outcome.errors.contains("The list is stored in this file."))
            }
        }
        #expect(await session.run("--store", store, "list", "--count").output == "2\n")
    }

    @Test(arguments: ["all.json", "all.jsonl", "all.plist", "all.csv", "all.tsv"])
    func `exported items are equal after an import`(name: String) async throws {
        let folder = try #require(folder)
        var items = try items()
        let session = try Session(items)
        let outcome = await session.run("export", folder(name))
        #expect(folder.without(outcome.output) == "Exported 3 items to \(name).\n")
        #expect(folder.names == [name], "nothing else is left behind")
        let empty = try Session()
        #expect(await empty.run("import", folder(name)).status == .success)
        if name.hasSuffix("sv") { items[2].foreign = [] }
        #expect(try await empty.store.items() == items)
    }

    @Test func `an existing file is replaced only with --force, and keeps its permissions`() async throws {
        let folder = try #require(folder)
        let session = try Session(try items())
        let file = try folder.write("mine", "a.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        let refused = await session.run("export", file)
        #expect(refused.status == .cannotCreate)
        #expect(
            folder.without(refused.errors)
                == "loot: Can't write a.json. A file with this name already exists. Specify another file, or replace this one with --force.\n"
        )
        #expect(folder.text("a.json") == "mine" && folder.names == ["a.json"])
        #expect(await session.run("export", file, "--force").status == .success)
        #expect(folder.text("a.json")?.contains("Thing 3") == true)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test func `a link is kept, and its target replaced`() async throws {
        let folder = try #require(folder)
        try folder.write("mine", "real.json")
        try FileManager.default.createSymbolicLink(
            atPath: folder("link.json"), withDestinationPath: folder("real.json"))
        #expect(try await Session(try items()).run("export", folder("link.json"), "-f").status == .success)
        #expect(folder.text("real.json")?.contains("Thing 1") == true)
        #expect(folder.names == ["link.json", "real.json"])
    }

    @Test func `the options of list filter and sort an export`() async throws {
        let session = try Session(try items())
        func names(_ words: String...) async -> [String] {
            await session.run(["export", "--format", "csv"] + words).output.split(whereSeparator: \.isNewline)
                .dropFirst().map {
                    String($0.split(separator: ",")[1])
                }
        }
        #expect(await names("--where", "value > 10", "--sort", "value:desc") == ["Thing 3", "Thing 2"])
        #expect(await names("--favorites") == ["Thing 2"])
        #expect(await names("--search", "thing 1") == ["Thing 1"])
        #expect(await session.run("export", "--where", "valu > 1").status == .usage)
    }

    @Test func `a write error has one message and its status`() async throws {
        let folder = try #require(folder)
        let session = try Session(try items())
        #expect(await session.run("export", folder("none/a.json")).status == .cannotCreate)
        #expect(await session.run("export", folder.path).errors.contains("It is a folder."))
        #expect(await session.run("export", folder("a.xls"), "--format", "xls").status == .usage)
        let unknown = await session.run("export", folder("a.xyz"))
        #expect(unknown.status == .usage && unknown.errors.contains("No format has this file extension."))
        #expect(folder.names.isEmpty)
        #if os(Linux)
            let full = await session.run("export", "/dev/full")
            #expect(full.status == .inputOutput && full.errors.contains("/dev/full"))
            #expect(await session.run("export", "/dev/null").status == .success)
        #endif
    }

    @Test func `an export ends quietly when its reader ends`() async throws {
        let many = (0..<20_000).map { Item(name: "Item \($0)") }
        let outcome = try await Session(many).run("export", on: TestConsole(bytesUntilBroken: 10))
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        #expect(outcome.output.utf8.count < 2_000_000)
    }
}
