import LootCore
import LootTesting
import MemoryStorePlugin
import TerminalKit
import TerminalText
import Testing

@testable import TUI

@Suite(.timeLimit(.minutes(10))) @MainActor struct SplitTests {
    private func store() throws -> MemoryStore {
        var items = things()
        items[0].location = "House / Attic"
        items[0].tags = ["red"]
        return try MemoryStore(items)
    }

    @Test func `from 100 columns on, the details are next to the list and follow the cursor`() async throws {
        let screen = try await Screen(store(), width: 100, height: 20)
        #expect(screen.text.contains("House / Attic"))
        try await screen.type("j")
        #expect(!screen.text.contains("House / Attic") && screen.text.contains("C02XK1"))
        try await screen.type("|")
        #expect(!screen.text.contains("Quantity"))
        let narrow = try await Screen(store(), width: 99, height: 20)
        #expect(!narrow.text.contains("Quantity"))
    }

    @Test func `l moves to the details, one field is edited, and h returns`() async throws {
        let store = try store()
        let screen = try await Screen(store, width: 110, height: 30)
        try await screen.type("l")
        #expect(screen.text.contains("Items (5 items)") && screen.text.contains("› Name"))
        try await screen.type("<enter>")
        #expect(screen.text.contains("Enter save") && !screen.text.contains("[ Files… ]"))
        try await screen.type(" of iron<enter>")
        #expect(try await store.items().first?.name == "Rusty Spork of iron")
        #expect(screen.text.contains("Saved “Rusty Spork of iron”."))
        try await screen.type("h")
        #expect(screen.cursorLine?.contains("Rusty Spork of iron") == true)
        try await screen.type("j")
        #expect(screen.cursorLine?.contains("Shiny Mac") == true)
    }

    @Test func `with open details, clicking another row shows that row`() async throws {
        let screen = try await Screen(store(), width: 110, height: 30)
        for (x, keys) in [(8, "l"), (12, "le")] {
            try await screen.type("g\(keys)")
            let y = try #require(screen.line(of: "Bicycle"))
            await screen.click(x, y)
            #expect(screen.cursorLine?.contains("Bicycle") == true, "\(keys)")
            #expect(screen.text.contains("WTU-77") && !screen.text.contains("[ Edit ]  Items"))
            try await screen.type("k")
            #expect(screen.cursorLine?.contains("Fluffy Bear") == true)
        }
        // A double click opens the details, and a click on a button activates it.
        try await screen.type("gl")
        let y = try #require(screen.line(of: "Bicycle"))
        await screen.click(16, y, times: 2)
        #expect(screen.text.contains("› Name"))
        let button = try #require(screen.line(of: "[+] Add"))
        await screen.click(1, button)
        #expect(screen.text.contains("[ Cancel ] [ Save ]"))
    }

    @Test func `clicking elsewhere asks about the input first`() async throws {
        let store = try store()
        let screen = try await Screen(store, width: 110, height: 30)
        try await screen.type("le!")
        let y = try #require(screen.line(of: "Bicycle"))
        await screen.click(8, y)
        #expect(screen.text.contains("Save the changes?"))
        try await screen.type("<enter>")
        #expect(try await store.items().first?.name == "Rusty Spork!")
        #expect(screen.cursorLine?.contains("Rusty Spork!") == true)
    }

    @Test func `a list next to details has the columns that fit`() async throws {
        for (width, shown) in [(100, ["A9F03C11"]), (135, ["A9F03C11", "House / Attic"])] {
            let screen = try await Screen(store(), width: width, height: 20)
            let line = try #require(screen.cursorLine)
            let list = String(line.prefix { $0 != "│" })
            #expect(list.contains("Rusty Spork") && list.contains("$5"))
            for text in shown { #expect(list.contains(text), "\(screen.text)") }
            #expect(screen.text.contains("Serial number"))
        }
        // The fields of a view are completely visible, in columns or below the names.
        let file = TestConfiguration(
            """
            { "views": { "where": { "where": "value > 0", "fields": "serial,location,tags,quantity" } } }
            """)
        let view = try await Screen(store(), width: 100, height: 20, file: file)
        try await view.type("}")
        #expect(view.text.contains("A9F03C11 · ") && view.text.contains("Tags: red"), "\(view.text)")
    }

    @Test func `Tab saves one field and edits the next, and a switch needs no second key`() async throws {
        let store = try store()
        let screen = try await Screen(store, width: 80, height: 30)
        try await screen.type("<enter><enter>!<tab><tab>77<enter>")
        let item = try #require(try await store.items().first)
        #expect(item.name == "Rusty Spork!" && item.valueInDollars == 77)
        try await screen.showMore()
        let favorite = try #require(screen.line(of: "Favorite"))
        await screen.click(3, favorite, times: 2)
        #expect(try await store.items().first?.isFavorite == true)
    }

    @Test func `pressing outside of an edit asks before anything is lost`() async throws {
        let store = try store()
        let screen = try await Screen(store, width: 110, height: 30)
        try await screen.type("le!")
        await screen.click(5, 8)
        #expect(screen.text.contains("Save the changes?"))
        try await screen.type("<enter>")
        #expect(try await store.items().first?.name == "Rusty Spork!")
    }

    @Test func `wide lists have columns that can be sorted by their titles`() async throws {
        let screen = try await Screen(store(), width: 160, height: 20)
        let titles = try #require(screen.line(of: "Location"))
        let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines[titles].contains("Name") && lines[titles].contains("Serial number")
                && lines[titles].contains("Value"))
        #expect(lines[titles + 1].contains("Rusty Spork") && lines[titles + 1].contains("House / Attic"))
        await screen.click(3, titles)
        #expect(screen.rows.contains { $0.contains("Name ↑") } || screen.text.contains("Name ↑"))
        #expect(screen.text.split(separator: "\n")[titles + 1].contains("Bicycle"))
        await screen.click(3, titles)
        #expect(screen.text.contains("Name ↓"))
    }

    @Test func `a narrowed window shows only the open details, and then the list again`() async throws {
        let screen = try await Screen(store(), width: 110, height: 24)
        try await screen.type("l")
        screen.window.resize(to: Size(width: 60, height: 24))
        await screen.session.settle()
        #expect(screen.text.contains("› Name") && !screen.text.contains("Bicycle"))
        try await screen.type("<esc>")
        #expect(screen.text.contains("Bicycle"))
    }

    @Test func `custom colors are parsed, and invalid ones reported`() throws {
        var configuration = TUIConfiguration()
        configuration.colors = ["cursor=bold white on #102030", "mark=214"]
        let theme = configuration.colored(.dark)
        #expect(theme.cursor == .init(.bold, foreground: .ansi(.white), background: .rgb(16, 32, 48)))
        #expect(theme.mark == .init(foreground: .palette(214)) && theme.bar == Theme.dark.bar)
        for text in ["cursor", "curser=red", "mark=reddish", "mark=#12", "bar=300"] {
            #expect(throws: LootError.self, "\(text)") { try ThemeColor(text) }
        }
    }
}
