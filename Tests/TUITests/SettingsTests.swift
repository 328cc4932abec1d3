import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

@Suite(.timeLimit(.minutes(10))) @MainActor struct SettingsTests {
    @Test func `the list uses its currency, and applies another program's change of it`() async throws {
        let store = try MemoryStore(things())
        _ = try await store.apply([.set("currency", .text("EUR"))])
        let screen = try await Screen(store)
        #expect(screen.text.contains("€950") && !screen.text.contains("$950"))
        _ = try await store.apply([.set("currency", .text("GBP"))])
        #expect(await screen.shows("£950"))
    }

    @Test func `the screen of settings changes values and entries`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store, width: 80, height: 30)
        try await screen.type(":settings<enter><enter>Lake cabin<enter>")
        #expect(try await store.settings()["title"] == .text("Lake cabin"))
        #expect(screen.text.contains("Saved."))
        try await screen.type("j<enter>EURO9<enter>")
        #expect(screen.text.contains("EURO9") && screen.text.contains("!"), "\(screen.text)")
        try await screen.type("<esc>")
        #expect(screen.text.contains("5 items have amounts without"), "\(screen.text)")
        try await screen.type("<enter>GBP<enter>")
        #expect(screen.text.contains("5 items have amounts without"))
        try await screen.type("jjjjjjj<enter>dear<tab>value > 500<enter>")
        #expect(
            try await store.settings()["views"] == .object([ForeignField("dear", .text("value > 500"))]),
            "\(screen.text)")
        try await screen.type("<esc>")
        let final = try await store.settings()
        #expect(
            screen.text.contains("Lake cabin (5 items)") && screen.text.contains("dear"),
            "\(final) \(screen.text)")
    }

    @Test func `plain mode shows and changes settings`() async throws {
        let store = try MemoryStore(things().prefix(1))
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let lines = TestLines([
            "settings currency chf", "settings", "settings nix 3", "settings currency", "quit",
        ])
        #expect(try await frontEnd(store, configuration, lines: lines).run() == .success)
        #expect(lines.output.contains("currency is now CHF.") && lines.output.contains("currency: CHF"))
        #expect(lines.output.contains("1 item has amounts without a currency. They are now in CHF."))
        #expect(lines.output.contains("No setting has this name."))
        #expect(lines.output.contains("currency is no longer set."))
    }

    @Test func `plain mode shows the currency of the list`() async throws {
        let store = try MemoryStore(things().prefix(1))
        _ = try await store.apply([.set("currency", .text("EUR"))])
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let lines = TestLines(["quit"])
        #expect(try await frontEnd(store, configuration, lines: lines).run() == .success)
        #expect(lines.output.contains("1. Rusty Spork, €5"))
    }
}
