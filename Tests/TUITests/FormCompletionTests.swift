import LootCore
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

/// Completion of places and tags in a form.
@Suite(.timeLimit(.minutes(10))) @MainActor struct FormCompletionTests {
    private func store() throws -> MemoryStore {
        var items = things()
        for (index, place) in ["House / Attic", "House / Attic / Box", "House / Cellar", "Shed"].enumerated()
        {
            items[index].location = place
        }
        items[0].tags = ["red", "blue"]
        return try MemoryStore(items)
    }

    /// A screen that edits a field of the last item, which has no place and no tags.
    private func screen(_ store: MemoryStore, editing title: String) async throws -> Screen {
        let screen = try await Screen(store, width: 80, height: 40)
        try await screen.type("G<enter>")
        try await screen.showMore()
        let line = try #require(screen.line(of: "  \(title)"))
        await screen.click(4, line, times: 2)
        return screen
    }

    @Test func `Tab completes the common beginning of places, and then moves on`() async throws {
        let store = try store()
        let screen = try await screen(store, editing: "Location")
        try await screen.type("hou<tab>")
        #expect(screen.text.contains("House / ") && screen.text.contains("Enter save"))
        try await screen.type("c")
        #expect(screen.text.contains("Tab House / Cellar"))
        try await screen.type("<tab>")
        #expect(screen.text.contains("Tab next field"))
        try await screen.type("<enter>")
        #expect(try await store.items().last?.location == "House / Cellar")
    }

    @Test func `a place with nested places and an unknown place aren't completed`() async throws {
        let store = try store()
        for place in ["House", "Garden"] {
            let screen = try await screen(store, editing: "Location")
            try await screen.type("<ctrl-u>\(place)<tab>")
            #expect(try await store.items().last?.location == place)
        }
    }

    @Test func `an unchanged value isn't completed`() async throws {
        let store = try MemoryStore(
            try await store().items().map { item in
                var item = item
                if item.location == nil { item.location = "Hou" }
                return item
            })
        let screen = try await screen(store, editing: "Location")
        try await screen.type("<tab><esc><esc>")
        #expect(try await store.items().last?.location == "Hou")
    }

    @Test func `Tab completes the last tag`() async throws {
        let store = try store()
        let screen = try await screen(store, editing: "Tags")
        try await screen.type("blue, r<tab><enter>")
        #expect(try await store.items().last?.tags == ["blue", "red"])
    }
}
