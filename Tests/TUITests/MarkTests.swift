import Foundation
import LootCore
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing
import TextSearch

@testable import TUI

@Suite(.timeLimit(.minutes(10))) @MainActor struct MarkTests {
    private func screen(_ store: MemoryStore, width: Int = 80) async throws -> Screen {
        try await Screen(store, width: width, height: 20)
    }

    private func marked(_ screen: Screen) -> [String] {
        screen.rows.filter { $0.dropFirst().first == "✓" }.map {
            String($0.dropFirst(2).split(separator: "  ").first ?? "")
        }
    }

    @Test func `Space marks and moves on, v marks a range, * marks all, and Escape clears`() async throws {
        let screen = try await screen(try MemoryStore(things()))
        try await screen.type(" ")
        #expect(marked(screen) == ["Rusty Spork"] && screen.cursorLine?.contains("Shiny Mac") == true)
        #expect(screen.text.contains("Items (5 items, 1 marked)"))
        try await screen.type("vjj")
        #expect(marked(screen) == ["Rusty Spork", "Shiny Mac (Favorite)", "Fluffy Bear", "Bicycle"])
        try await screen.type("v<esc>")
        #expect(marked(screen) == [])
        try await screen.type("*")
        #expect(marked(screen).count == 5 && screen.text.contains("5 marked"))
        try await screen.type("g ")
        #expect(marked(screen).count == 4 && !marked(screen).contains("Rusty Spork"))
        try await screen.type("<esc>")
        #expect(marked(screen) == [])
    }

    @Test func `marked items are deleted in one step, and one undo restores them`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type(" j d")
        #expect(screen.text.contains("Remove 2 items?"))
        try await screen.type("y")
        #expect(try await store.items().map(\.name) == ["Shiny Mac", "Bicycle", "Folding chair"])
        #expect(screen.text.contains("Removed 2 items."))
        try await screen.type("u")
        #expect(try await store.items().map(\.name) == things().map(\.name))
    }

    @Test func `a period repeats the last action or change of a field for other items`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type(".")
        #expect(screen.text.contains("There is nothing to repeat."))
        try await screen.type("@Attic<enter>")
        try await screen.type("j.jj .vj.")
        #expect(try await store.items().map(\.location) == ["Attic", "Attic", nil, "Attic", "Attic"])
        try await screen.type("<esc>gb")
        try await screen.type("Ann<tab><tab><tab><enter>")
        try await screen.type("jj.")
        #expect(try await store.items().map(\.lentTo) == ["Ann", nil, "Ann", nil, nil])
        #expect(try await store.history(limit: 9).undoable.count == 6)
    }

    @Test func `a confirmation also counts items that were marked before a range`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type(" jjvjd")
        #expect(screen.text.contains("Remove 3 items?"))
        try await screen.type("y")
        #expect(try await store.items().map(\.name) == ["Shiny Mac", "Fluffy Bear"])
    }

    @Test func `a range includes items that were added in it`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("jvj")
        try await store.add(Item(name: "Teapot"), at: 0)
        #expect(await screen.shows("Teapot"))
        try await screen.type("v")
        #expect(marked(screen) == ["Shiny Mac (Favorite)", "Fluffy Bear"])
        try await screen.type("dy")
        #expect(try await store.items().map(\.name) == ["Teapot", "Rusty Spork", "Bicycle", "Folding chair"])
    }

    @Test func `tags, places, favorites and loans apply to all marked items`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("*#red, blue<enter>")
        #expect(try await store.items().allSatisfy { $0.tags == ["red", "blue"] })
        try await screen.type("#+green,-red<enter>")
        #expect(try await store.items().allSatisfy { $0.tags == ["blue", "green"] })
        try await screen.type("<esc>gvjj@House / Attic<enter>")
        #expect(try await store.items().filter { $0.location == "House / Attic" }.count == 3)
        try await screen.type("<esc>g  bAnn<enter>+14d<enter><enter><enter>")
        #expect(try await store.items().filter { $0.lentTo == "Ann" }.count == 2)
        try await screen.type("*f")
        #expect(try await store.items().allSatisfy(\.isFavorite))
        try await screen.type("f")
        #expect(try await store.items().allSatisfy { !$0.isFavorite })
        let steps = try await store.history(limit: 100).undoable.count
        #expect(steps == 6)
    }

    @Test func `a tag typed for several marked items is added to their tags`() async throws {
        var items = things()
        items[0].tags = ["old"]
        items[1].tags = ["red", "old"]
        let store = try MemoryStore(items)
        let screen = try await screen(store)
        try await screen.type(" j #red, -old , blue<enter>")
        let tags = try await store.items().map(\.tags)
        #expect(tags[0] == ["red", "blue"] && tags[2] == ["red", "blue"] && tags[1] == ["red", "old"])
        try await screen.type("<esc>gj#green<enter>")
        #expect(try await store.items()[1].tags == ["green"], "for one item, which shows its tags")
    }

    @Test func `changed items stay marked until Escape`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type(" j #red<enter>")
        #expect(screen.text.contains("Tags set for 2 items. They stay marked until you press Esc."))
        #expect(marked(screen) == ["Rusty Spork", "Fluffy Bear"])
        try await screen.type("f")
        #expect(try await store.items().map(\.isFavorite) == [true, true, true, false, false])
        try await screen.type("<esc>")
        #expect(marked(screen) == [])
        try await screen.type(" d")
        try await screen.type("y")
        #expect(try await store.items().count == 4 && marked(screen) == [])
        #expect(screen.text.contains("Items (4 items)"))
    }

    @Test func `changed items stay marked even if they no longer match`()
        async throws
    {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("wvalue <lt> 20<enter>*=value<enter>25<enter>")
        #expect(screen.text.contains("0 items found, 2 marked"))
        try await screen.type("f")
        #expect(try await store.items().map(\.isFavorite) == [true, true, true, false, false])
        #expect(try await store.items().map(\.valueInDollars) == [25, 950, 25, 700, 30])
    }

    @Test func `a confirmation lists the first items and the number of others`()
        async throws
    {
        let items = (1...61).map { Item(name: "Thing \($0)") }
        let screen = try await screen(try MemoryStore(items))
        try await screen.type("*d")
        #expect(screen.text.contains("Remove 61 items?"))
        #expect(
            screen.text.contains("“Thing 1”, “Thing 2”, “Thing 3”, “Thing 4”, “Thing 5” and 56 "),
            "\(screen.text)")
        try await screen.type("<esc><esc>j j d")
        #expect(screen.text.contains("“Thing 2” and “Thing 4”."), "\(screen.text)")
    }

    @Test func `invalid input can be corrected, and the marks are kept`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("  =value<enter>much<enter>")
        #expect(screen.text.contains("! "))
        try await screen.type("<ctrl-u>40<enter>")
        #expect(try await store.items().map(\.valueInDollars) == [40, 40, 12, 700, 30])
    }

    @Test func `marks are kept during another search, and each list is marked separately`()
        async throws
    {
        let screen = try await screen(try MemoryStore(things()))
        try await screen.type(" /bicy<enter>")
        #expect(screen.text.contains("1 item found, 1 marked"))
        try await screen.type("<esc><esc>")
        try await screen.type("/bicy<enter>")
        #expect(screen.text.contains("1 item found"))
        try await screen.type("*")
        #expect(marked(screen) == ["Bicycle"])
        try await screen.type("/<ctrl-u><enter>")
        #expect(marked(screen) == [])
    }

    @Test func `y copies names, Y ids`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("jy")
        #expect(screen.window.pasteboard == "Shiny Mac")
        try await screen.type("  yY")
        #expect(
            screen.window.pasteboard
                == (try await store.items())[1...2].map(\.id.description).joined(separator: "\n"))
    }

    @Test func `unknown keys and keys that lost their command are reported`() async throws {
        let screen = try await screen(try MemoryStore(things()))
        try await screen.type("z")
        #expect(screen.text.contains("“z” does nothing here. ? lists the keys."))
        try await screen.type("n")
        #expect(screen.text.contains("Press / to search first."))
        let other = try await Screen(try MemoryStore(things()), width: 80) { $0.keys = ["remove=a"] }
        #expect(other.text.contains("“a” is now the key for remove, and add has no key"))
    }

    @Test func `clearing a search stays at the current item`() async throws {
        let screen = try await screen(try MemoryStore(things()))
        try await screen.type("/bicy<enter><esc>")
        #expect(screen.cursorLine?.contains("Bicycle") == true && screen.text.contains("5 items"))
    }

    @Test func `Tab completes the common beginning of paths`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "inner"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["items-a.json", "items-b.json"] {
            try Data("[]".utf8).write(to: folder.appending(path: name))
        }
        let screen = try await screen(try MemoryStore(things()))
        try await screen.type(":import<enter>\(folder.path())/it<tab>")
        #expect(screen.text.contains("/items-") && !screen.text.contains("items-a"))
        try await screen.type("b<tab>")
        #expect(screen.text.contains("items-b.json"))
        try await screen.type("<ctrl-u>\(folder.path())/in<tab>")
        #expect(screen.text.contains("/inner/"))
    }

    @Test func `clicking a hint runs its command`() async throws {
        let screen = try await screen(try MemoryStore(things()))
        let y = try #require(screen.line(of: "? keys  a add"))
        await screen.click(9, y)
        #expect(screen.text.contains("New item"))
    }

    @Test func `the right button opens a menu for the row`() async throws {
        let screen = try await screen(try MemoryStore(things()))
        let y = try #require(screen.line(of: "Fluffy Bear"))
        await screen.mouse(.press(.right), 5, y)
        await screen.mouse(.release, 5, y)
        #expect(screen.text.contains("“Fluffy Bear” ") && screen.text.contains("[ Open ]"))
    }

    @Test func `the menu shows the effect on this item or the marked ones`() async throws {
        let screen = try await screen(try MemoryStore(things()))
        func menu(_ name: String) async throws -> [String] {
            let y = try #require(screen.line(of: name))
            await screen.mouse(.press(.right), 5, y)
            await screen.mouse(.release, 5, y)
            return screen.text.split(separator: "\n").compactMap { line in
                line.split(separator: "[ ").last.flatMap {
                    $0.contains(" ]") ? $0.split(separator: " ]").first : nil
                }
            }.map(String.init)
        }
        let one = try await menu("Shiny Mac")
        #expect(
            one.suffix(13) == [
                "Open", "Remove from favorites", "Lend…", "More…", "Tags…", "Move to another place…",
                "Set a field…", "Copy its name", "Set a photo…", "Files…", "Mark it", "Remove it", "Cancel",
            ])
        try await screen.type("<esc>bAnn<enter><enter><enter><enter>")
        #expect(try await menu("Shiny Mac").contains("Return…"))
        try await screen.type("<esc>*")
        #expect(try await menu("Bicycle").contains("Remove them"))
    }
}
