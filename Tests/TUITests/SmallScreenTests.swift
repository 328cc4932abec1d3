import LootCore
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

/// Messages on very small screens.
@Suite(.timeLimit(.minutes(10))) @MainActor struct SmallScreenTests {
    /// Returns the words on the screen regardless of line breaks.
    private func words(_ screen: Screen) -> String {
        screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func screen() async throws -> Screen {
        try await Screen(try MemoryStore(things()), width: 20, height: 5)
    }

    @Test func `a complete message can be read on 20 columns, until the next key`() async throws {
        let screen = try await screen()
        try await screen.type("E")
        #expect(
            words(screen).hasSuffix("Enter removes an item. J and K or the mouse move it."),
            "\(screen.text)")
        try await screen.type("j")
        #expect(
            screen.cursorLine?.contains("Shiny") == true && !screen.text.contains("removes it"),
            "\(screen.text)")
        try await screen.type("EC")
        #expect(
            words(screen).hasSuffix("Columns are shown if the terminal is at least 88 characters wide."),
            "\(screen.text)")
        try await screen.type("n")
        #expect(words(screen).hasSuffix("Press / to search first."), "\(screen.text)")
    }

    @Test func `undo is below its message and can be clicked`() async throws {
        let screen = try await screen()
        try await screen.type("@Attic<enter>")
        #expect(words(screen).hasSuffix("Location set for “Rusty Spork”. [ Undo: u ]"), "\(screen.text)")
        let line = try #require(screen.line(of: "[ Undo: u ]"))
        await screen.click(3, line)
        #expect(words(screen).contains("Undone: "))
    }

    @Test func `an alert shows its complete title, and its message can be scrolled`() async throws {
        let screen = try await screen()
        try await screen.type("jd")
        #expect(words(screen).hasPrefix("Remove “Shiny Mac”?"), "\(screen.text)")
        #expect(screen.text.contains("[ Cancel ]") && screen.text.contains("[ Remove ]"))
        var seen = words(screen)
        for _ in 0..<4 {
            try await screen.type("<down>")
            seen += " " + words(screen)
        }
        #expect(seen.contains("Undo brings it back."), "\(seen)")
        try await screen.type("<esc>")
        #expect(screen.cursorLine?.contains("Shiny Mac") == true)
    }

    @Test func `clicking a store's problem shows it completely`() async throws {
        let store = ProblemStore(try MemoryStore(things()))
        store.problem = LootError(
            .readOnly, "Can't change anything.", reason: "The disk is locked.", advice: "Ask Ann.")
        let screen = try await Screen(store, width: 20, height: 5)
        #expect(screen.text.hasPrefix("! ") && !words(screen).contains("Ask Ann"))
        await screen.click(2, 0)
        var seen = words(screen)
        for _ in 0..<4 {
            try await screen.type("j")
            seen += " " + words(screen)
        }
        #expect(seen.contains("Ask Ann."), "\(seen)")
    }

    @Test func `a message that is longer than a line needs two`() async throws {
        let screen = try await Screen(try MemoryStore(things()), width: 44, height: 12)
        try await screen.type("jY")
        #expect(words(screen).hasSuffix("”, if the terminal allows it."), "\(screen.text)")
    }
}
