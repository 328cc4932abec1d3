import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

@Suite(.timeLimit(.minutes(10))) @MainActor struct SettingsTests {
    @Test func `the list shows its currency, and follows a change of another program`() async throws {
        let store = try MemoryStore(things())
        _ = try await store.apply([.set("currency", .text("EUR"))])
        let screen = try await Screen(store)
        #expect(screen.text.contains("€950") && !screen.text.contains("$950"))
        _ = try await store.apply([.set("currency", .text("GBP"))])
        #expect(await screen.shows("£950"))
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
