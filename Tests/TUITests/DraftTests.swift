import Foundation
import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

@Suite(.timeLimit(.minutes(10))) @MainActor struct `Drafts after a program ended` {
    private let folder = NSTemporaryDirectory() + "loot-drafts-\(UUID().uuidString)"

    /// Types in a terminal session, and ends it with a signal or by closing the terminal.
    private func end(
        _ store: any ItemStore, after keys: String, bySignal signal: Int32?
    ) async throws -> (status: LootPlugins.ExitStatus?, output: String) {
        let terminal = MemoryTerminal()
        let lines = TestLines()
        let frontEnd = try frontEnd(
            store, lines: lines, terminal: terminal,
            environment: ["TERM": "xterm", "XDG_STATE_HOME": folder])
        let run = Task { try await frontEnd.run() }
        terminal.type(keys)
        await terminal.receives("*")
        if let signal { terminal.send(.asked(signal: signal)) } else { terminal.closeInput() }
        return (try? await run.value, lines.output)
    }

    private func screen(_ store: any ItemStore) async throws -> Screen {
        try await Screen(
            store, width: 60, height: 30, environment: ["TERM": "xterm", "XDG_STATE_HOME": folder])
    }

    @Test(arguments: [1, 15, nil] as [Int32?])
    func `a draft is kept, and offered when the item opens again`(signal: Int32?) async throws {
        let store = try MemoryStore(things())
        let ended = try await end(store, after: "\re!", bySignal: signal)
        if let signal {
            #expect(ended.status?.rawValue == 128 + signal)
            #expect(ended.output.contains("when you open the form again:\n  Name: Rusty Spork → Rusty"))
        }
        #expect(try await store.items().map(\.name) == things().map(\.name))
        let again = try await screen(store)
        try await again.type("<enter>")
        #expect(again.text.contains("Unsaved input"))
        #expect(again.text.contains("Name: Rusty Spork → Rusty Spork!"))
        try await again.type("<enter>")
        #expect(again.session.unsavedChanges == ["Name: Rusty Spork → Rusty Spork!"])
        try await again.type("<ctrl-s>")
        #expect(try await store.items()[0].name == "Rusty Spork!")
        let last = try await screen(store)
        try await last.type("<enter>")
        #expect(!last.text.contains("Unsaved input"))
    }

    @Test func `a draft of a new item is offered for the next new item`() async throws {
        let store = try MemoryStore(things())
        _ = try await end(store, after: "aLadder", bySignal: 1)
        let again = try await screen(store)
        try await again.type("<enter>")
        #expect(!again.text.contains("Unsaved input"))
        try await again.type("<esc>a")
        #expect(again.text.contains("Unsaved input") && again.text.contains("Name: Ladder"))
        try await again.type("<enter><ctrl-s>")
        #expect(try await store.items().last?.name == "Ladder")
    }

    @Test func `the drafts of several items are separate`() async throws {
        let store = try MemoryStore(things())
        _ = try await end(store, after: "\re!", bySignal: 1)
        _ = try await end(store, after: "j\re?", bySignal: 1)
        let again = try await screen(store)
        try await again.type("<enter>")
        #expect(again.text.contains("Name: Rusty Spork → Rusty Spork!"))
        try await again.type("<tab><enter><esc>")
        try await again.type("j<enter>")
        #expect(again.text.contains("Name: Shiny Mac → Shiny Mac?"))
    }

    @Test func `a draft is deleted on request, and kept otherwise`() async throws {
        let store = try MemoryStore(things())
        _ = try await end(store, after: "\re!", bySignal: 15)
        let first = try await screen(store)
        try await first.type("<enter><esc>")
        #expect(!first.text.contains("Unsaved input") && first.session.unsavedChanges.isEmpty)
        let second = try await screen(store)
        try await second.type("<enter>")
        #expect(second.text.contains("Unsaved input"))
        try await second.type("<tab><enter>")
        let third = try await screen(store)
        try await third.type("<enter>")
        #expect(!third.text.contains("Unsaved input"))
    }

    @Test func `a draft is merged with later changes by others`() async throws {
        let store = try MemoryStore(things())
        _ = try await end(store, after: "\re!", bySignal: 1)
        let id = try #require(try await store.items().first).id
        _ = try await store.apply([
            .update(id, ["name": .text("Shiny Spork"), "valueInDollars": .integer(6)])
        ])
        let again = try await screen(store)
        try await again.type("<enter><enter>")
        #expect(again.text.contains("Shiny Spork") && again.text.contains("Rusty Spork!"))
        #expect(again.session.unsavedChanges.count == 1)
    }
}
