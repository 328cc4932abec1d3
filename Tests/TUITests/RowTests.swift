import Foundation
import JSONStorePlugin
import ListKit
import LootCore
import LootTesting
import MemoryStorePlugin
import TerminalText
import Testing
import TextSearch

@testable import TUI
@testable import TerminalKit

/// Cells and rows of the list.
@Suite(.timeLimit(.minutes(10))) @MainActor struct RowTests {
    @Test func `cells show text, detail, image and value, and move for editing controls`()
        async throws
    {
        var items = things()
        items[0].photo = FileID(of: [1, 2, 3])
        let screen = try await Screen(MemoryStore(items))
        #expect(screen.rows[0].hasPrefix("› ▣ Rusty Spork") && screen.rows[0].contains("$5"))
        #expect(screen.rows[1].hasPrefix("    A9F03C11"))
        #expect(screen.rows[2].hasPrefix("  Shiny Mac"))
        try await screen.type("E")
        #expect(screen.rows[0].hasPrefix("› ⊖  ▣ Rusty Spork"))
        #expect(screen.rows[2].hasPrefix("  ⊖  Shiny Mac") && screen.rows[2].contains("$950 ≡"))
        try await screen.type("E")
        #expect(screen.rows[2].hasPrefix("  Shiny Mac"))
    }

    @Test(arguments: [
        ("49.99", "$49.99", Color.ansi(.green)), ("50", "$50", .ansi(.red)),
        ("1234567", "$1,234,567", .ansi(.red)),
    ])
    func `a value is green below 50 and red from 50, and never truncated`(
        value: String, text: String, color: Color
    ) async throws {
        let name = String(repeating: "A long name ", count: 9)
        let items = [Item(name: "Under the cursor"), Item(name: name, value: Amount(value))]
        let screen = try await Screen(MemoryStore(items), width: 30, height: 12)
        let y = try #require(screen.line(of: text))
        let buffer = screen.window.drawFrame().buffer
        let row = buffer.text(ofRow: y)
        let x = row.distance(from: row.startIndex, to: try #require(row.firstRange(of: text)).lowerBound)
        for column in x..<x + text.count {
            #expect(buffer[column, y].style.foreground == color)
        }
    }

    @Test(arguments: ["Default", "Right detail", "Left detail", "Subtitle"])
    func `the catalog has every cell style`(style: String) async throws {
        let screen = try await Screen(MemoryStore(), width: 70, height: 40) { $0.content = .catalog }
        try await screen.type(String(repeating: "j", count: 14) + "<enter>")
        #expect(screen.text.contains(style))
    }

    @Test func `insertions, deletions, moves and updates appear together`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store, height: 20)
        try await screen.type("jjj")
        let ids = try await store.items().map(\.id)
        _ = try await store.apply([
            .insert(Item(name: "Teapot"), at: 0), .remove(ids[2]), .update(ids[3], ["name": .text("Bike")]),
            .move(ids[4], to: 0),
        ])
        #expect(await screen.shows("Bike"))
        let names = screen.rows.map { $0.dropFirst(2).split(separator: "  ").first.map(String.init) ?? "" }
        #expect(
            names.filter { $0.contains { $0.isLowercase } } == [
                "Folding chair", "Teapot", "Rusty Spork", "Shiny Mac (Favorite)", "Bike",
            ])
        #expect(screen.cursorLine?.contains("Bike") == true)
    }

    @Test func `inconsistent updates are an error, and the list shows the current data`()
        async throws
    {
        let screen = try await Screen(MemoryStore(things()))
        let table = try #require(screen.window.focusedView as? ItemTableView)
        let error = #expect(throws: InternalInconsistency.self) {
            try table.list.apply(ListUpdates(insertedRows: [RowPath(row: 0)]))
        }
        #expect(error?.description.contains("5") == true)
        try await screen.type("G")
        #expect(screen.cursorLine?.contains("Folding chair") == true)
        #expect(table.list.numberOfRows == 5)
    }

    @Test(arguments: [0, 1, 2])
    func `the screens work with any store`(kind: Int) async throws {
        let memory = try MemoryStore(things())
        let stores: [any ItemStore] = [
            memory, SlowStore(memory) { _ in await Task.yield() }, FailingStore(memory) { _, _ in nil },
        ]
        let screen = try await Screen(stores[kind])
        try await screen.type("jfJ")
        #expect(screen.cursorLine?.contains("Shiny Mac") == true)
        #expect(try await stores[kind].items().map(\.name)[2] == "Shiny Mac")
        #expect(try await memory.items().map(\.isFavorite).allSatisfy { !$0 })
    }

    @Test func `the mouse works: wheel, click, drag to move, drag for actions`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store, width: 80, height: 11)
        func mouse(_ actions: (Mouse.Action, Int, Int)...) async {
            for (action, x, y) in actions {
                screen.window.handle(.mouse(Mouse(action, at: Point(x: x, y: y))))
                await screen.session.settle()
            }
        }
        func line(of text: String) throws -> Int {
            try #require(
                screen.text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
                    $0.contains(text)
                })
        }
        let top = screen.rows.first
        await mouse((.wheel(x: 0, y: 1), 5, 6))
        #expect(screen.rows.first != top)
        await mouse((.wheel(x: 0, y: -1), 5, 6))
        #expect(screen.rows.first == top)
        var y = try line(of: "Bicycle")
        await mouse((.press(.left), 30, y), (.drag(.left), 60, y), (.release, 60, y))
        #expect(screen.text.contains("[ Add to favorites ]"))
        await mouse((.press(.left), 3, y), (.release, 3, y))
        #expect(screen.text.contains("Bicycle (Favorite)"))
        try await screen.type("E")
        y = try line(of: "Fluffy Bear")
        let target = try line(of: "Rusty Spork")
        await mouse((.press(.left), 77, y), (.drag(.left), 77, target), (.release, 77, target))
        #expect(try await store.items().first?.name == "Fluffy Bear")
        try await screen.type("E")
        y = try line(of: "Shiny Mac")
        await mouse((.press(.left), 5, y), (.release, 5, y))
        #expect(!screen.text.contains("Serial number") && screen.cursorLine?.contains("Shiny Mac") == true)
        await mouse((.press(.left), 5, y), (.release, 5, y))
        #expect(screen.text.contains("Serial number"))
        await mouse((.press(.left), 1, 0), (.release, 1, 0))
        #expect(screen.text.contains("Items (5 items)"))
    }
}

/// Keys and drags that wait for something or have no effect.
@Suite(.timeLimit(.minutes(10))) @MainActor struct RowHintTests {
    @Test func `the index key shows the valid letters, which can be clicked`() async throws {
        let screen = try await Screen(try MemoryStore(things()), width: 80, height: 16) {
            $0.sectionings = ["initial"]
        }
        try await screen.type("s<down><enter>G'")
        #expect(screen.text.contains("\nJump to  B  F  R  S"), "\(screen.text)")
        try await screen.type("f")
        #expect(screen.cursorLine?.contains("Fluffy Bear") == true && !screen.text.contains("Jump to"))
        try await screen.type("'")
        let hints = try #require(screen.line(of: "Jump to  B  F"))
        await screen.click(18, hints)
        #expect(screen.cursorLine?.contains("Shiny Mac") == true && !screen.text.contains("Jump to"))
    }

    @Test func `a drag in a sorted list explains why rows can't move`() async throws {
        let screen = try await Screen(try MemoryStore(things()), width: 80, height: 20)
        try await screen.type("oE")
        let (from, to) = (
            try #require(screen.line(of: "Fluffy Bear")), try #require(screen.line(of: "Rusty Spork"))
        )
        await screen.mouse(.press(.left), 77, from)
        await screen.mouse(.drag(.left), 77, to)
        await screen.mouse(.release, 77, to)
        #expect(
            screen.text.hasSuffix("Items can be moved only in manual order. Sort by “Manual” (o)."),
            "\(screen.text)")
        try await screen.type("ooo")
        await screen.mouse(.press(.left), 30, from)
        await screen.mouse(.drag(.left), 30, to)
        await screen.mouse(.release, 30, to)
        #expect(!screen.text.contains("Items can only be moved"))
        try await screen.type("os<down><enter>J")
        #expect(screen.text.hasSuffix("Sort by “Manual” (o) and turn off\nsections (s)."), "\(screen.text)")
    }
}

/// External failures, imports and exports.
@Suite(.timeLimit(.minutes(10))) @MainActor struct OutsideTests {
    @Test(arguments: [LootError.Code.noSpace, .locked, .readOnly, .inputOutput, .closed])
    func `an edit that can't be saved is reported, and kept for another try`(
        code: LootError.Code
    ) async throws {
        let memory = try MemoryStore(things())
        let error = LootError(code, "Can't save the items.", reason: "The medium says no.", advice: "Wait.")
        let screen = try await Screen(
            FailingStore(memory, failing: .apply, onCall: 1, with: error), width: 80, height: 24)
        try await screen.type("<enter>e!<ctrl-s>")
        #expect(screen.text.contains("The medium says no. Wait.") && screen.text.contains("Rusty Spork!"))
        #expect(try await memory.items().first?.name == "Rusty Spork")
        try await screen.type("<enter>")
        #expect(try await memory.items().first?.name == "Rusty Spork!")
        #expect(screen.text.contains("Saved “Rusty Spork!”."))
    }

    @Test func `keys import a file after a preview, and export it`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "a.csv").path()
        let rows = (0..<3000).map { "Thing \($0),\($0)\n" }.joined()
        try Data(("name,value\n" + rows).utf8).write(to: URL(filePath: source))
        let store = try MemoryStore(things())
        let screen = try await Screen(store, width: 100, height: 20)
        try await screen.type(":import<enter>\(source)<enter>")
        #expect(screen.text.contains("3,000 items to add.") && screen.text.contains("[ Import ]"))
        #expect(try await store.items().count == 5)
        try await screen.type("<tab><enter>")
        #expect(screen.text.contains("Imported /") && screen.text.contains(": 3,000 items added."))
        #expect(try await store.items().count == 3005)
        let target = folder.appending(path: "b.json").path()
        try await screen.type(":export<enter>\(target)<enter>")
        #expect(screen.text.contains("Exported 3,005 items"))
        #expect(try String(contentsOfFile: target, encoding: .utf8).contains("Thing 2999"))
        try await screen.type(":export<enter>\(target)<enter>")
        #expect(screen.text.contains("[ Replace it ]"))
        try await screen.type("<esc>:import<enter>/nowhere.csv<enter>")
        #expect(screen.text.contains("[ Another name… ]"))
        try await screen.type("<enter>")
        #expect(screen.text.contains("/nowhere.csv"))
        try await screen.type("<ctrl-u>\(source)<enter>")
        #expect(screen.text.contains("3,000 items to add."))
    }

    @Test func `an import reports unknown keys before it runs`() async throws {
        let source = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID()).json").path()
        try Data(#"[{"name":"Chair","vlaue":40}]"#.utf8).write(to: URL(filePath: source))
        defer { try? FileManager.default.removeItem(atPath: source) }
        let screen = try await Screen(MemoryStore(), width: 120, height: 20)
        try await screen.type(":import<enter>\(source)<enter>")
        #expect(screen.text.contains("1 item to add.") && screen.text.contains("“vlaue”"))
    }

    @Test
    func `a damaged file is reported until it is fixed, even if it is damaged or removed later`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "items.json")
        let writer: any ItemStore = try await JSONStore.open(file.path())
        _ = try await writer.apply(ItemTransaction(things().map { .insert($0) }))
        try await writer.close()
        let items = try Data(contentsOf: file)
        try Data("[{".utf8).write(to: file)
        let broken = try await Screen(JSONStore.open(file.path()), width: 80, height: 20)
        #expect(broken.text.contains("loot recover"))
        #expect(broken.text.contains("The items can't be shown.") && !broken.text.contains("No items!"))
        #expect(broken.window.presentations.isEmpty)

        try items.write(to: file)
        let screen = try await Screen(JSONStore.open(file.path()), width: 80, height: 20)
        #expect(screen.text.contains("Items (5 items)") && screen.window.presentations.isEmpty)
        try FileManager.default.removeItem(at: file)
        #expect(await screen.shows("Can't find the items anymore."))
        #expect(!screen.text.contains("No items!"))
        try items.write(to: file)
        // The file may be empty while it is being written. That is reported, too.
        #expect(await screen.hides("anymore"))
        #expect(await screen.shows("Items (5 items)"))
        try Data("[{".utf8).write(to: file)
        #expect(await screen.shows("loot recover"))
        #expect(!screen.text.contains("No items!") && screen.window.presentations.isEmpty)
        try items.write(to: file)
        #expect(await screen.hides("loot recover"))
        #expect(await screen.shows("Items (5 items)"))
    }

    @Test func `removing the last item isn't reported as a loss`() async throws {
        let screen = try await Screen(MemoryStore(things().prefix(1)), width: 80, height: 20)
        try await screen.type("d<tab><enter>")
        #expect(screen.text.contains("No items!") && screen.window.presentations.isEmpty)
    }

    @Test func `hints are shown completely or not at all`() async throws {
        let screen = try await Screen(MemoryStore(), width: 40, height: 12)
        #expect(screen.text.hasSuffix("? keys  a add  / search  f favorite"))
    }
}
