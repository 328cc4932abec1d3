import Foundation
import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing

@testable import TUI

@Suite struct PlainTests {
    private func dialogue(_ store: any ItemStore, _ lines: String...) async throws -> String {
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let streams = TestLines(lines)
        #expect(try await frontEnd(store, configuration, lines: streams).run() == .success)
        return streams.output
    }

    @Test func `plain mode prints one fact per line`() async throws {
        let text = try await dialogue(try MemoryStore(things().prefix(2)), "favorite 1", "list", "quit")
        #expect(
            text == """
                Your items, line by line. Type help for the commands, or quit to exit.
                2 items.
                1. Rusty Spork, $5, serial number A9F03C11
                2. Shiny Mac, $950, serial number C02XK1, favorite
                > favorite 1
                Added “Rusty Spork” to favorites.
                > list
                2 items.
                1. Rusty Spork, $5, serial number A9F03C11, favorite
                2. Shiny Mac, $950, serial number C02XK1, favorite
                > quit

                """)
    }

    @Test @MainActor
    func `an import asks for the currency of a list in another one, on screens and in plain mode`()
        async throws
    {
        let path = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID()).json").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(
            #"{"format":"loot","version":1,"settings":{"currency":"CHF"},"items":[{"name":"Mug","valueInDollars":3}]}"#
                .utf8
        ).write(
            to: URL(filePath: path))
        let store = try MemoryStore(things())
        try await store.apply([.set("currency", .text("EUR"))])
        _ = try await dialogue(store, "import \(path)", "yen", "import \(path)", "chf", "y", "quit")
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type(":import<enter>\(path)<enter>")
        #expect(screen.text.contains("CHF") && screen.text.contains("EUR"))
        try await screen.type("<right><enter>")
        try await screen.type("<tab><enter>")
        let found = try await store.items().filter { $0.name == "Mug" }.map(\.currency)
        #expect(found == [Currency("CHF"), Currency("EUR")], "\(screen.text)")
    }

    @Test func `a filter finds an inner place by its name`() async throws {
        var things = things()
        things[1].location = "House / Cellar"
        let text = try await dialogue(try MemoryStore(things), "where location in cellar", "quit")
        #expect(text.contains("1 item."))
    }

    @Test func `a name adds an item`() async throws {
        let store = try MemoryStore([])
        let text = try await dialogue(store, "add Desk lamp", "", "40", ".", "quit")
        #expect(text.contains("Added Desk lamp."), "\(text)")
        let items = try await store.items()
        #expect(items.map(\.name) == ["Desk lamp"] && items.map(\.value) == [40])
    }

    @Test func `with addsAtOnce, add creates an item without questions`() async throws {
        let store = try MemoryStore([])
        var configuration = TUIConfiguration()
        (configuration.mode, configuration.addsAtOnce) = (.plain, true)
        let streams = TestLines(["add", "quit"])
        #expect(try await frontEnd(store, configuration, lines: streams).run() == .success)
        let name = try #require(try await store.items().first?.name)
        #expect(streams.output.contains("> add\nAdded \(name). To undo this, type undo.\n> quit"))
    }

    @Test func `all features are available in plain mode`() async throws {
        let store = try MemoryStore(things())
        let text = try await dialogue(
            store, "add", "Teapot", "x", "9", "", "move 6 1", "edit 1", "Blue teapot", ".", "remove 2", "y",
            "undo",
            "search bicycle", "show 1", "search", "sort value:desc", "sort", "sections value",
            "sections none",
            "favorites", "favorites", "redo", "nonsense", "show 99", "help")
        #expect(text.contains("Teapot is now number 1."))
        #expect(text.contains("Saved Blue teapot."))
        #expect(text.contains("Undone: "))
        #expect(text.contains("Serial number: WTU-77"))
        #expect(text.contains("Section "))
        #expect(text.contains("There is no command “nonsense”."))
        #expect(text.contains("Error: Can't find the item."))
        #expect(try await store.items().map(\.name).prefix(2) == ["Blue teapot", "Shiny Mac"])
    }

    @Test func `a failing store is reported, and the input can be retried`() async throws {
        let memory = try MemoryStore(things())
        let full = LootError(.noSpace, "Can't save the item.", reason: "The disk is full.")
        let store = FailingStore(memory, failing: .apply, onCall: 1, with: full)
        let text = try await dialogue(store, "add", "Teapot", "9", "", "y", "quit")
        #expect(text.contains("The disk is full.") && text.contains("Added Teapot."))
        #expect(try await memory.items().last?.name == "Teapot")
    }

    @Test func `input that ends during an edit is reported, and nothing is saved`() async throws {
        let store = try MemoryStore(things())
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        for answers in [["edit 1", "Ladderq"], ["edit 1", "Ladderq", "7"], ["add", "Teapot"]] {
            let streams = TestLines(answers)
            let status = try await frontEnd(store, configuration, lines: streams).run()
            #expect(status == .tryAgain)
            #expect(streams.output.contains("Can't save the item. The input ended before the last field."))
            #expect(try await store.items().map(\.name) == things().map(\.name))
            #expect(try await store.items().map(\.valueInDollars) == things().map(\.valueInDollars))
        }
    }

    @Test func `an edit is saved or discarded immediately with one character`() async throws {
        let store = try MemoryStore(things())
        let text = try await dialogue(store, "edit 1", "Fork", "!", "edit 2", "Mac", ".", "add", "!", "quit")
        #expect(text.contains("Nothing was changed.") && text.contains("Saved Mac."))
        #expect(text.contains("Nothing was added."))
        #expect(try await store.items().map(\.name).prefix(2) == ["Rusty Spork", "Mac"])
        #expect(try await store.items().count == 5)
    }

    @Test func `plain mode asks about conflicts one by one`() async throws {
        for (answer, name) in [("2", "Fork"), ("1", "Spoon")] {
            let memory = try MemoryStore(things())
            let id = try #require(try await memory.items().first).id
            let isFirst = Mutex(true)
            // Another writer changes the item while the form is open.
            let store = SlowStore(memory) { call in
                guard call == .apply,
                    isFirst.withLock({
                        let was = $0; $0 = false; return was
                    })
                else { return }
                _ = try? await memory.apply(
                    [.update(id, ["name": .text("Fork"), "location": .text("Attic")])])
            }
            let text = try await dialogue(store, "edit 1", "Spoon", "7", ".", "?", answer, "quit")
            #expect(text.contains("Name was changed elsewhere, too. Yours: Spoon. Theirs: Fork."))
            let item = try #require(try await memory.item(id))
            #expect(item.name == name && item.valueInDollars == 7 && item.location == "Attic")
        }
    }

    @Test func `a store's problem is reported instead of an empty list`() async throws {
        let damage = LootError(
            .damaged, "Can't read the items.", reason: "Line 3 is broken.", advice: "Fix it.")
        let store = ProblemStore(MemoryStore())
        store.problem = damage
        let text = try await dialogue(store, "list", "quit")
        #expect(text.contains("Problem: Can't read the items. Line 3 is broken. Fix it."))
        #expect(text.contains("The items can't be shown.") && !text.contains("No items!"))
        #expect(text.components(separatedBy: "Problem: ").count == 2)
    }

    @Test func `a terminal without cursor control gets plain mode`() async throws {
        let streams = TestLines(["quit"])
        let frontEnd = try frontEnd(MemoryStore(), lines: streams, environment: ["TERM": "dumb"])
        #expect(try await frontEnd.run() == .success)
        #expect(streams.output.contains("No items!"))
    }

    @Test func `plain mode handles photos, exports that replace files, and imports with confirmation`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let photo = try FileFixtures.file(1)
        try Data(photo.bytes).write(to: URL(filePath: "\(folder)/a b.png"))
        let store = try MemoryStore(things())
        let text = try await dialogue(
            store, "photo 1 \(folder)/a b.png", "export \(folder)/a.csv", "export \(folder)/a.csv", "y",
            "photo 1", "photo 1 /nowhere", "export", "export a.txt", "import", "import /nowhere", "quit")
        #expect(text.contains("The photo of Rusty Spork is now PNG, "))
        #expect(
            text.contains("Exported 5 items to \(folder)/a.csv.") && text.contains("Replace it? y or n: "))
        #expect(try await store.items().first?.photo == photo.id)
        #expect(text.components(separatedBy: "Error: ").count == 8)
        let second = MemoryStore()
        let answers = try await dialogue(
            second, "import \(folder)/a.csv", "n", "import \(folder)/a.csv", "y", "import \(folder)/a.csv",
            "remove-photo 1", "quit")
        #expect(answers.contains("5 items to add.") && answers.contains("Nothing was imported."))
        #expect(answers.contains("Nothing to import: 5 items unchanged."))
        #expect(try await second.items().map(\.name) == things().map(\.name))
    }
}
