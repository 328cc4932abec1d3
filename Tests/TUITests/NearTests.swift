import LootCore
import MemoryStorePlugin
import Testing

@testable import TUI

/// Suggestions for searches without results.
@Suite(.timeLimit(.minutes(10))) @MainActor struct NearTests {
    private func store() throws -> MemoryStore {
        try MemoryStore(things() + [Item(name: "Bosch drill", valueInDollars: 89)])
    }

    @Test func `a search with a typo shows similar items with a notice`() async throws {
        let screen = try await Screen(store(), width: 80)
        try await screen.type("/bosh<enter>")
        #expect(screen.text.contains("No item contains “bosh”. Similar items: Bosch"))
        #expect(screen.cursorLine?.contains("Bosch drill") == true && screen.text.contains("1 item found"))
        #expect(screen.text.contains("/ bosh"))
        try await screen.type("f")
        #expect(screen.cursorLine?.contains("Bosch drill (Favorite)") == true)
        #expect(screen.text.contains("Similar items"))
        try await screen.type("/<esc>")
        #expect(!screen.text.contains("Similar") && screen.text.contains("Items (6 items)"))
    }

    @Test func `a search that looks like a filter and finds nothing suggests the filter key`() async throws {
        let screen = try await Screen(store(), width: 80)
        try await screen.type("/value > 50")
        #expect(screen.text.contains("Filters start with “where”: where value > 50"))
        try await screen.type("<esc>/where value > 50<enter>")
        #expect(screen.text.contains("Bosch drill") && !screen.text.contains("Filters start"))
        try await screen.type("/<esc>/value ><enter>")
        #expect(screen.text.contains("No matching items") && !screen.text.contains("Filters start"))
    }

    @Test func `the complete message is shown on narrow screens`() async throws {
        let screen = try await Screen(store(), width: 40)
        try await screen.type("/bosh<enter>")
        #expect(
            screen.text == """
                          Items (1 item found)
                [+] Add  [ Edit ]
                Sort [Manual]│ Name │ Value │ Created
                Favorites [●──] off
                / bosh                      [ Sections ]
                [All]│ Name │ Serial numbe›
                No item contains “bosh”. Similar items:
                Bosch
                › Bosch drill                      $89


                ? keys  a add  / search  f favorite
                """)
    }

    @Test func `new items that match the words are shown`() async throws {
        let store = try store()
        let screen = try await Screen(store, width: 80)
        try await screen.type("/bosh<enter>")
        try await store.add(Item(name: "Bosh hat"), at: 0)
        #expect(await screen.shows("Bosh hat"))
        #expect(!screen.text.contains("Similar") && !screen.text.contains("Bosch drill"))
    }

    @Test func `without similar items the list is empty`() async throws {
        let screen = try await Screen(store(), width: 80)
        try await screen.type("/zzzz<enter>")
        #expect(screen.text.contains("No matching items") && !screen.text.contains("Showing"))
    }

    @Test func `plain mode reports similar items, and numbers refer to them`() async throws {
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let lines = TestLines(["search bosh", "show 1", "quit"])
        _ = try await frontEnd(store(), configuration, lines: lines).run()
        #expect(
            lines.output.contains(
                "No item contains “bosh”. Similar items: Bosch\n1 item.\n1. Bosch drill, $89"))
        #expect(lines.output.contains("Name: Bosch drill"))
    }
}
