import LootCore
import LootTesting
import MemoryStore
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

    @Test func `a dialogue says one fact a line`() async throws {
        let text = try await dialogue(try MemoryStore(things().prefix(2)), "favorite 1", "list", "quit")
        #expect(
            text == """
                Your items, line by line. Type help for the commands, quit to end.
                2 items.
                1. Rusty Spork, $5, serial number A9F03C11
                2. Shiny Mac, $950, serial number C02XK1, favorite
                > favorite 1
                Rusty Spork is a favorite.
                > list
                2 items.
                1. Rusty Spork, $5, serial number A9F03C11, favorite
                2. Shiny Mac, $950, serial number C02XK1, favorite
                > quit

                """)
    }

    @Test func `everything can be done in words`() async throws {
        let store = try MemoryStore(things())
        let text = try await dialogue(
            store, "add", "Teapot", "x", "9", "", "move 6 1", "edit 1", "Blue teapot", ".", "delete 2", "y",
            "undo",
            "search bicycle", "show 1", "search", "sort value:desc", "sort", "sections value",
            "sections none",
            "favorites", "favorites", "redo", "nonsense", "show 99", "help")
        #expect(text.contains("Teapot is number 1 now."))
        #expect(text.contains("Saved Blue teapot."))
        #expect(text.contains("Undone: "))
        #expect(text.contains("Serial number: WTU-77"))
        #expect(text.contains("Section "))
        #expect(text.contains("There is no command “nonsense”."))
        #expect(text.contains("Error: can't find the item"))
        #expect(try await store.items().map(\.name).prefix(2) == ["Blue teapot", "Shiny Mac"])
    }

    @Test func `a failing store is told, and what was typed can be tried again`() async throws {
        let memory = try MemoryStore(things())
        let full = LootError(.noSpace, "can't save", because: "the disk is full")
        let store = FailingStore(memory, failing: .apply, onCall: 1, with: full)
        let text = try await dialogue(store, "add", "Teapot", "9", "", "y", "quit")
        #expect(text.contains("the disk is full") && text.contains("Added Teapot."))
        #expect(try await memory.items().last?.name == "Teapot")
    }

    @Test func `a terminal that can't place a cursor gets the dialogue by itself`() async throws {
        let streams = TestLines(["quit"])
        let frontEnd = try frontEnd(MemoryStore(), lines: streams, environment: ["TERM": "dumb"])
        #expect(try await frontEnd.run() == .success)
        #expect(streams.output.contains("No items!"))
    }
}
