import LootActions
import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Synchronization
import TerminalKit
import Testing
import TextSearch

@testable import TUI

/// Keys that are typed while the store is busy. None is lost, and each reaches the intended screen.
@Suite(.timeLimit(.minutes(10))) struct SlowStoreTests {
    /// Types all keys at once while calls of a kind wait for a gate. Opens the gate once `shown` is on the
    /// screen, and returns the final names and values. The last keys must quit the program.
    private func outcome(
        _ items: [Item], slow call: StoreCall, _ keys: String, until shown: String
    ) async throws -> [String] {
        let gate = Gate()
        let memory = try MemoryStore(items)
        let store = SlowStore(memory) { if $0 == call { await gate.wait() } }
        let terminal = MemoryTerminal()
        let run = Task { try await frontEnd(store, terminal: terminal).run() }
        terminal.type(keys)
        await terminal.receives(shown)
        await gate.open()
        #expect(try await run.value == .success)
        return try await memory.items().map { "\($0.name) \($0.valueInDollars)" }
    }

    @Test func `keys typed while an item is added apply to the next one`() async throws {
        let all = try await outcome(
            [], slow: .apply, "aLamp\t\t40\u{13}qaBear\t\t12\u{13}qaMac\t\t950\u{13}qq",
            until: "Working…")
        #expect(all == ["Lamp 40", "Bear 12", "Mac 950"])
    }

    @Test func `moves and favorites that are typed ahead run in order`() async throws {
        let all = try await outcome(things(), slow: .apply, "JJfkJd\t\rq", until: "Working…")
        #expect(all == ["Shiny Mac 950", "Rusty Spork 5", "Bicycle 700", "Folding chair 30"])
    }

    @Test func `keys wait for their rows`() async throws {
        let all = try await outcome(things(), slow: .page, "jd\t\rq", until: "Working…")
        #expect(all.count == 4 && !all.contains("Shiny Mac 950"))
    }

    @Test func `a slow search doesn't delay letters`() async throws {
        let gate = Gate()
        let reads = Mutex(0)
        var items = things()
        items[0].nextService = .first
        let store = SlowStore(try MemoryStore(items)) { call in
            guard call == .outline else { return }
            let number = reads.withLock { count in
                count += 1
                return count
            }
            // The first calls read the list and the due items.
            if number > 1 + DueDate.Kind.allCases.count { await gate.wait() }
        }
        let terminal = MemoryTerminal()
        let run = Task { try await frontEnd(store, terminal: terminal).run() }
        await terminal.receives("1 overdue")
        terminal.type("/m")
        await terminal.receives("Working…")
        _ = terminal.takeOutput()
        terminal.type("ac")
        await terminal.receives("c")
        await gate.open()
        await terminal.receives("1 item")
        terminal.type("\rq")
        #expect(try await run.value == .success)
        // The last three reads are the searches for “m” and “mac”, without one for the letter in between, and
        // the number of hidden items.
        #expect(reads.withLock { $0 } == 1 + DueDate.Kind.allCases.count + 3)
    }

    @Test func `Ctrl-C ends the program even if the store never answers`() async throws {
        let store = SlowStore(try MemoryStore(things())) { call in
            if call == .apply { try? await Task.sleep(for: .seconds(100_000)) }
        }
        let terminal = MemoryTerminal()
        let run = Task { try await frontEnd(store, terminal: terminal).run() }
        terminal.type("fjjj")
        await terminal.receives("Working…")
        terminal.type("\u{3}")
        #expect(try await run.value == .success)
        #expect(!terminal.isOpen)
    }
}
