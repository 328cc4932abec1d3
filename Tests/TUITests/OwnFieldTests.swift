import Foundation
import LootCore
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

/// Declared fields and templates in forms, in the palette, in plain mode and in imports.
@Suite(.timeLimit(.minutes(10))) @MainActor struct OwnFieldTests {
    private let file = TestConfiguration(
        """
        { "fields": { "binding": { "choices": ["Hardcover", "Paperback", "Pocket"] },
                      "height": { "type": "decimal", "unit": "cm" }, "isbn": "text" },
          "templates": { "book": { "fields": ["isbn"], "tags": ["books"], "location": "House / Shelf" },
                         "tool": { "tags": ["tools"] } } }
        """)

    private func screen(_ store: MemoryStore, width: Int = 80, height: Int = 40) async throws -> Screen {
        try await Screen(store, width: width, height: height, file: file)
    }

    /// Returns the line of a field without repeated spaces.
    private func line(_ screen: Screen, _ title: String) -> String {
        screen.text.split(separator: "\n").first { $0.contains(title) }.map {
            $0.split(separator: " ").joined(separator: " ")
        } ?? ""
    }

    /// Edits the item with the cursor at the binding.
    private func editBinding(_ store: MemoryStore) async throws -> Screen {
        let screen = try await screen(store)
        try await screen.type("<enter>")
        try await screen.goToField("binding")
        try await screen.type("e")
        return screen
    }

    @Test func `a choice is selected by its first letters, and the next one by the same letter`() async throws
    {
        let store = try MemoryStore(things())
        let screen = try await editBinding(store)
        #expect(line(screen, "binding") == "binding [ not set ▾ ]")
        try await screen.type("p")
        #expect(line(screen, "binding") == "* binding [ Paperback ▾ ]")
        try await screen.type("p")
        #expect(line(screen, "binding") == "* binding [ Pocket ▾ ]")
        try await screen.type("x")
        #expect(line(screen, "binding") == "* binding [ Pocket ▾ ]")
        try await screen.type("<backspace>")
        #expect(line(screen, "binding") == "binding [ not set ▾ ]")
        try await screen.type("po<ctrl-s>")
        #expect(try await store.items().first?.custom == ["binding": .text("Pocket")])
    }

    @Test func `Enter shows the choices, including “not set”`() async throws {
        let store = try MemoryStore(things())
        let screen = try await editBinding(store)
        try await screen.type("<enter>")
        #expect(
            ["Type to find a choice", "not set", "Hardcover", "Paperback", "Pocket"].allSatisfy {
                screen.text.contains($0)
            })
        try await screen.type("<down><down><enter>")
        #expect(line(screen, "binding") == "* binding [ Paperback ▾ ]")
        try await screen.type(" <down><enter><enter>")
        try await screen.type("not set<enter>")
        #expect(line(screen, "binding") == "binding [ not set ▾ ]")
        try await screen.type("<enter><esc>")
        #expect(screen.window.presentations.isEmpty && screen.text.contains("[ Save ]"))
    }

    @Test func `the choices match their snapshot`() async throws {
        let screen = try await Screen(MemoryStore(), width: 50, height: 14, file: file)
        try await screen.type(":template book<enter>Dune<tab><tab><tab><tab>p<enter>")
        let lines = screen.text.split(separator: "\n").filter { !$0.contains("Created") }
        #expect(
            lines.joined(separator: "\n") == """
                 ‹ Items (0 it…      New item  [ Cancel ] [ Save ]
                * Name               Dune                        █
                  Serial number                                  █
                ┌─ binding ──────────────────────────────────────┐
                │ Type to find a choice                          │
                │   not set                                      │
                │   Hardcover                                    │
                │ › Paperback                                    │
                │   Pocket                                       │
                └────────────────────────────────────────────────┘
                  Purchase price     $                   [-] [+] │
                  Purchased          [●──] off                   │
                  Warranty until     [●──] off                   │
                Ctrl-S save  Esc back  Tab next field  F1 keys
                """)
    }

    @Test func `a value that isn't one of the choices is shown, and kept unless another one is chosen`()
        async throws
    {
        var item = Item(name: "Dune")
        item.custom = ["binding": .text("Vellum")]
        let store = try MemoryStore([item])
        let screen = try await editBinding(store)
        #expect(line(screen, "binding") == "binding [ Vellum ▾ ]")
        try await screen.type("<tab><down><up><up>")
        #expect(!screen.text.contains("* "))
        let row = try #require(screen.line(of: "binding"))
        await screen.click(22, row)
        #expect(screen.text.contains("Type to find a choice"))
        try await screen.type("hard<enter><ctrl-s>")
        #expect(try await store.items().first?.custom == ["binding": .text("Hardcover")])
    }

    @Test func `the unit is next to the title`() async throws {
        let screen = try await screen(MemoryStore(things()))
        try await screen.type("<enter>")
        try await screen.showMore()
        #expect(line(screen, "height") == "height (cm) –")
    }

    @Test func `a new item has the template's values, and its form the template's fields`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("a")
        #expect(!screen.text.contains("isbn"))
        try await screen.type("<esc>:template book<enter>")
        #expect(screen.text.contains("New item") && screen.text.contains("isbn"))
        #expect(line(screen, "Tags") == "* Tags books" && screen.text.contains("House / Shelf"))
        try await screen.type("Dune<ctrl-s>")
        let item = try #require(try await store.items().last)
        #expect(item.name == "Dune" && item.tags == ["books"] && item.location == "House / Shelf")
    }

    @Test func `a form with only the template's values can be left without a question`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type(":template book<enter><esc>")
        #expect(screen.text.contains("Items (5 items)") && screen.window.presentations.isEmpty)
        try await screen.type(":template book<enter>Dune<esc>")
        #expect(screen.text.contains("Add this item?"))
    }

    @Test func `the fields of a template follow the simple fields`() async throws {
        let screen = try await screen(MemoryStore())
        try await screen.type(":template book<enter>")
        let titles = ["Name", "Value", "Created", "binding", "height (cm)", "isbn"]
        let lines = try titles.map { try #require(screen.line(of: "  \($0)")) }
        #expect(lines == lines.sorted())
    }

    private func dialogue(_ store: MemoryStore, _ lines: String...) async throws -> String {
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let streams = TestLines(lines)
        _ = try await frontEnd(store, configuration, file: file, lines: streams).run()
        return streams.output
    }

    @Test func `plain mode asks for a template's fields, and a choice is selected by its beginning`()
        async throws
    {
        let store = MemoryStore()
        let text = try await dialogue(
            store, "add book", "Dune", "9", "", "p", "pa", "20 cm", "978", "add tol", "!", "quit")
        #expect(text.contains("binding, one of Hardcover, Paperback, Pocket: p\nError: "))
        #expect(text.contains("height (cm): 20 cm"))
        #expect(text.contains("(tol)"), "a text that isn't a template is a name")
        let item = try #require(try await store.items().last)
        #expect(item.tags == ["books"] && item.location == "House / Shelf")
        #expect(
            item.custom == ["binding": .text("Paperback"), "height": .decimal(20), "isbn": .text("978")])
    }

    @Test func `imports respect declared fields, on screens and in plain mode`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID()).csv").path()
        try Data("name,height,binding\nDune,20 cm,paperback\n".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = MemoryStore()
        _ = try await dialogue(store, "import \(path)", "y", "quit")
        let expected: [String: FieldValue] = ["height": .decimal(20), "binding": .text("Paperback")]
        #expect(try await store.items().first?.custom == expected)
        let other = MemoryStore()
        let screen = try await screen(other)
        try await screen.type(":import<enter>\(path)<enter><tab><enter>")
        #expect(try await other.items().first?.custom == expected)
    }
}
