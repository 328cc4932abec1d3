import ListKit
import LootActions
import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing
import TextSearch

@testable import TUI

@Suite(.timeLimit(.minutes(10))) @MainActor struct ListScreenTests {
    @Test func `an empty list shows its constant row, which keys don't affect`() async throws {
        let screen = try await Screen(MemoryStore())
        #expect(screen.text.contains("No items!"))
        try await screen.type("dJKf<enter>")
        #expect(screen.text.contains("No items!"))
        #expect(screen.window.presentations.isEmpty)
    }

    @Test func `the list matches its snapshot`() async throws {
        let screen = try await Screen(MemoryStore(things()), width: 80, height: 13)
        #expect(
            screen.text == """
                                                Items (5 items)
                [+] Add  [ Edit ]  Sort [Manual]│ Name │ Value │ Created   Favorites [●──] off
                / Search                                                            [ Sections ]
                › Rusty Spork                                                               $5
                  A9F03C11
                  Shiny Mac (Favorite)                                                    $950
                  C02XK1
                  Fluffy Bear                                                              $12
                  Bicycle                                                                 $700
                  WTU-77
                  Folding chair                                                            $30

                ? keys  a add  / search  f favorite  d remove  u undo  : commands  q quit
                """)
    }

    @Test func `long names wrap and the row grows, and the value is never truncated`() async throws {
        let item = Item(name: "A very long name that needs three lines of its own", valueInDollars: 1_234_567)
        let screen = try await Screen(MemoryStore([item]), width: 32, height: 14)
        let rows = screen.rows
        #expect(rows.contains { $0.contains("A very long name") && $0.hasSuffix("$1,234,567") })
        #expect(rows.contains { $0.contains("three lines of its") || $0.contains("lines of its own") })
    }

    @Test func `editing mode shows its controls, and Enter deletes after confirmation`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store)
        try await screen.type("E")
        #expect(screen.text.contains("[ Done ]"))
        #expect(screen.rows.first?.hasPrefix("› ⊖  Rusty Spork") == true)
        try await screen.type("<enter>")
        #expect(screen.text.contains("Remove “Rusty Spork”?"))
        try await screen.type("<esc>")
        #expect(try await store.items().count == 5)
        try await screen.type("<enter><tab><enter>")
        #expect(try await store.items().map(\.name).first == "Shiny Mac")
        try await screen.type("E")
        #expect(screen.text.contains("[ Edit ]"))
    }

    @Test func `e opens the form of the item, and E starts edit mode`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store)
        try await screen.type("e")
        #expect(screen.text.contains("[ Save ]") && !screen.text.contains("⊖"))
        try await screen.type("!<ctrl-s><esc>")
        #expect(try await store.items().first?.name == "Rusty Spork!")
        #expect(try await store.items().count == 5)
    }

    @Test func `right opens the item and left returns, without offering to delete`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store)
        try await screen.type("<left>")
        #expect(!screen.text.contains("[ Remove ]"))
        try await screen.type("<right>")
        #expect(screen.text.contains("Serial number"))
        try await screen.type("<left>")
        #expect(!screen.text.contains("Serial number"))
        try await screen.type("<alt-left>")
        #expect(screen.text.contains("[ Remove ]"))
    }

    @Test func `favorites are marked, toggled, and filtered`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store)
        try await screen.type("f")
        #expect(screen.cursorLine?.contains("Rusty Spork (Favorite)") == true)
        try await screen.type("F")
        #expect(screen.rows.filter { $0.contains("$") }.count == 2)
        try await screen.type("F<alt-right>")
        #expect(screen.text.contains("Remove from favorites"))
        try await screen.type("<enter>")
        #expect(try await store.items().first?.isFavorite == false)
    }

    @Test func `sections have headers, footers and an index`() async throws {
        let screen = try await Screen(MemoryStore(things()), height: 20)
        try await screen.type("s<down><down><enter>")
        #expect(screen.rows.first?.hasPrefix("B ─") == true)
        #expect(screen.text.contains("1 item, $700"))
        try await screen.type("'s")
        #expect(screen.cursorLine?.contains("Shiny Mac") == true)
        try await screen.type("[")
        #expect(screen.cursorLine?.contains("Rusty Spork") == true)
        try await screen.type("J")
        #expect(screen.text.contains("can be moved only in manual order"))
    }

    @Test func `short forms select the constant row and ranges`() async throws {
        let screen = try await Screen(MemoryStore(things()), height: 20)
        try await screen.type("s<down><down><down><enter>value:25,50,75,100<enter>")
        #expect(screen.rows.filter { $0.contains("──") }.count == 3)
    }

    @Test func `a search keeps its results, and Escape returns to the previous position`() async throws {
        let screen = try await Screen(MemoryStore(things()), width: 80)
        try await screen.type("jj/bicy")
        #expect(screen.rows.first?.contains("Bicycle") == true)
        #expect(screen.text.contains("1 item found"))
        try await screen.type("<esc>")
        #expect(screen.cursorLine?.contains("Fluffy Bear") == true)
        try await screen.type("/bicy<enter>")
        #expect(screen.cursorLine?.contains("Bicycle") == true)
        try await screen.type("/wtu<tab><right><enter>")
        #expect(screen.text.contains("No matching items"))
        try await screen.type("<right><enter>")
        #expect(screen.rows.first?.contains("Bicycle") == true)
    }

    @Test func `typing where in the search bar starts a filter, and an incomplete one changes nothing`()
        async throws
    {
        let screen = try await Screen(MemoryStore(things()), width: 99)
        try await screen.type("/where name ~ bicy")
        #expect(screen.cursorLine?.contains("Bicycle") == true)
        #expect(screen.text.contains("1 item found"))
        try await screen.type(" and")
        #expect(screen.cursorLine?.contains("Bicycle") == true)
        #expect(screen.text.contains("Can't read the filter."))
        try await screen.type("<esc>")
        #expect(!screen.text.contains("found"))
    }

    @Test func `sorting keeps the cursor on its item`() async throws {
        let screen = try await Screen(MemoryStore(things()), height: 24)
        try await screen.type("jo")
        #expect(screen.text.contains("[Name]"))
        #expect(screen.cursorLine?.contains("Shiny Mac") == true)
        #expect(screen.rows.first?.contains("Bicycle") == true)
        try await screen.type("o")
        #expect(screen.rows.first?.contains("Shiny Mac") == true)
    }

    @Test func `moves can be undone and redone`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store)
        try await screen.type("JJ")
        #expect(
            try await store.items().map(\.name).prefix(3) == ["Shiny Mac", "Fluffy Bear", "Rusty Spork"])
        #expect(screen.cursorLine?.contains("Rusty Spork") == true)
        try await screen.type("uu")
        #expect(try await store.items().map(\.name).first == "Rusty Spork")
        try await screen.type("<ctrl-r>")
        #expect(try await store.items().map(\.name).first == "Shiny Mac")
        try await screen.type("uuu")
        #expect(screen.text.contains("There is nothing to undo"))
    }

    @Test func `delete asks, and undo restores the item at the cursor`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store)
        try await screen.type("jd")
        #expect(screen.text.contains("Remove “Shiny Mac”?"))
        try await screen.type("<tab><enter>")
        #expect(try await store.items().count == 4)
        #expect(screen.cursorLine?.contains("Fluffy Bear") == true)
        try await screen.type("u")
        #expect(screen.cursorLine?.contains("Shiny Mac") == true)
    }

    @Test func `changes by others appear immediately, and the cursor stays at its item`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store)
        try await screen.type("j")
        try await store.add(Item(name: "Teapot", valueInDollars: 9), at: 0)
        #expect(await screen.shows("Teapot"))
        #expect(screen.cursorLine?.contains("Shiny Mac") == true)
    }

    @Test func `the text size changes the spacing of rows immediately`() async throws {
        let screen = try await Screen(MemoryStore(things()), height: 24)
        #expect(screen.text.contains("A9F03C11"))
        try await screen.type("-")
        #expect(!screen.text.contains("A9F03C11"))
        try await screen.type("++")
        #expect(screen.text.contains("A9F03C11\n\n"))
        #expect(TextSize.allCases.count == 12 && TextSize.steps.count == 6)
        #expect(screen.text.contains("Text size 3 of 6: large"))
    }

    @Test func `a long list requests and keeps a screenful of cells`() async throws {
        let store = try MemoryStore((0..<5_000).map { Item(name: "Item \($0)") })
        let screen = try await Screen(store, height: 24)
        try await screen.type("G<pgup>g<pgdn><pgdn>jjj")
        let content = try #require(screen.window.focusedView as? ItemTableView)
        #expect(content.list.cellsMade < 80)
        #expect(content.list.numberOfRows == 5_000)
    }

    @Test func `any name is shown on any screen size`() async throws {
        let names = [
            "\u{200B}\u{200D}", "👩‍👩‍👧‍👦" + String(repeating: "🇺🇳", count: 100), "\u{202E}gnp.exe", "नमस्ते", "日本語テキスト",
            "e\u{301}\u{301}\u{301}",
        ]
        let store = try MemoryStore(names.map { Item(name: $0, valueInDollars: .max, serialNumber: $0) })
        let screen = try await Screen(store)
        for (width, height) in [(1, 1), (2, 3), (20, 5), (33, 9), (500, 200), (80, 24)] {
            screen.window.resize(to: .init(width: width, height: height))
            try await screen.type("jGg<enter><esc>?<esc>:<esc>")
            #expect(!screen.text.contains("\u{202E}"))
        }
        #expect(screen.text.contains("$9,223,372,036,854,775,807"))
    }

    @Test func `the palette finds commands, and the help lists every key`() async throws {
        let screen = try await Screen(MemoryStore(things()), width: 80, height: 140)
        try await screen.type(":fav<enter>")
        #expect(screen.window.presentations.isEmpty)
        #expect(screen.text.contains("(Favorite)"))
        try await screen.type("?")
        let offered = Action.builtIn.filter { $0.minimumItems == 1 }
        for command in Command.all(with: offered) where command != .screen(.save) {
            #expect(screen.text.contains(command.summary), "\(command)")
        }
        let favorites = screen.text.split(separator: "\n").filter { $0.contains("favorites") }
        #expect(favorites.count { $0.contains(" f  ") } == 1, "\(favorites)")
        #expect(favorites.contains { $0.contains(": unfavorite") })
        try await screen.type("undo")
        #expect(screen.text.contains(Command.screen(.undo).summary))
        #expect(!screen.text.contains(Command.screen(.redo).summary))
        try await screen.type("<ctrl-u>xyzzy")
        #expect(screen.text.contains("No key or command contains this text."))
        try await screen.type("<esc>")
        #expect(screen.window.presentations.isEmpty)
    }

    @Test func `with addsAtOnce, a key adds an item without a form, and the item can be undone`() async throws
    {
        let (items, store) = (things(), MemoryStore())
        for item in items { try await store.add(item) }
        let screen = try await Screen(store) { $0.addsAtOnce = true }
        try await screen.type("a")
        let ids = Set(items.map(\.id))
        let added = try #require(try await store.items().first { !ids.contains($0.id) })
        #expect(screen.window.presentations.isEmpty && screen.text.contains("Items (6 items)"))
        #expect(screen.cursorLine?.contains(added.name) == true)
        try await screen.type("u")
        #expect(try await store.items().count == 5)
        let usual = try await Screen(store)
        try await usual.type("a")
        #expect(try await store.items().count == 5 && !usual.text.contains("Items (5 items)"))
    }

    @Test func `a store that can't be read is reported, and read again on request`() async throws {
        let broken = LootError(.inputOutput, "Can't read the items.", reason: "The disk is gone.")
        let store = FailingStore(try MemoryStore(things()), failing: .outline, onCall: 1, with: broken)
        let screen = try await Screen(store, width: 80)
        #expect(screen.text.contains("Can't read the items") && screen.text.contains("The disk is gone."))
        #expect(!screen.text.contains("No items!") && screen.text.contains("Press F5 to try again."))
        try await screen.type("<f5>")
        #expect(!screen.text.contains("The disk is gone."))
        #expect(screen.rows.first?.contains("Rusty Spork") == true)
    }
}
