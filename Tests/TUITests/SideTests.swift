import LootActions
import LootCore
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

@Suite(.timeLimit(.minutes(10))) @MainActor struct SideTests {
    private func store() throws -> MemoryStore {
        var items = things()
        for (index, place) in ["House / Attic", "House / Attic / Box", "House / Cellar", "Shed"].enumerated()
        {
            items[index].location = place
        }
        return try MemoryStore(items)
    }

    @Test func `places are a tree, and Enter shows the contents of one`() async throws {
        let screen = try await Screen(store(), width: 80, height: 20)
        try await screen.type("t")
        #expect(screen.text.contains("▾ House"))
        #expect(screen.text.contains("3 items") && screen.text.contains("(no place)"))
        try await screen.type("<left>")
        #expect(screen.text.contains("▸ House") && !screen.text.contains("Attic"))
        try await screen.type("<right>j")
        #expect(screen.cursorLine?.contains("Attic") == true)
        try await screen.type("<enter>")
        #expect(screen.text.contains("2 items found") && screen.text.contains("Shiny Mac"))
        try await screen.type("l<esc>")
        #expect(screen.text.contains("2 items found"))
        try await screen.type("<esc>")
        #expect(screen.cursorLine?.contains("Attic") == true && screen.text.contains("‹ Items (5 items)"))
        try await screen.type("<esc>")
        #expect(screen.text.contains(" Items (5 items)") && !screen.text.contains("‹"))
    }

    @Test func `input in the search of a place is kept, and leads back to the list`()
        async throws
    {
        let screen = try await Screen(store(), width: 80, height: 20)
        try await screen.type("t<enter>/ and value > 0<enter><esc>")
        #expect(screen.text.contains("Items (5 items)") && !screen.text.contains("‹"))
    }

    @Test(arguments: [80, 120])
    func `back from an item returns to the screen that opened it`(_ width: Int)
        async throws
    {
        let store = try store()
        let screen = try await Screen(store, width: width, height: 24)
        try await screen.type("bAnn<enter>+3d<enter><enter><enter>jbBob<enter><enter><enter><enter>")
        for (key, title) in [("D", "Due and lent"), ("U", "History")] {
            try await screen.type("\(key)j<enter>")
            #expect(screen.text.contains("Serial number") && screen.text.contains("‹ \(title)"))
            let line = screen.cursorLine
            try await screen.type("<esc>")
            #expect(screen.text.contains("\(title)\n") || screen.line(of: title) == 0, "\(screen.text)")
            #expect(screen.cursorLine != nil && screen.cursorLine != line)
            try await screen.type("<esc>")
            #expect(screen.text.contains("Items (5 items)") && !screen.text.contains("‹"))
        }
        // The screen shows the change.
        try await screen.type("D<enter>b<esc>")
        #expect(!screen.text.contains("Due within") && screen.text.contains("Shiny Mac, Bob"))
    }

    @Test func `the history shows undone changes and their undos`() async throws {
        let screen = try await Screen(store(), width: 100, height: 24)
        try await screen.type("bAnn<enter>+3d<enter><enter><enter>U")
        #expect(!screen.text.contains("undone"))
        try await screen.type("u")
        #expect(screen.text.contains("Undid change ") && screen.text.contains(", undone"), "\(screen.text)")
    }

    @Test func `open screens show the changes of others, and the cursor stays on its row`() async throws {
        let store = try store()
        let screen = try await Screen(store, width: 100, height: 24)
        let items = try await store.items()
        try await screen.type("bAnn<enter>+3d<enter><enter><enter>t")
        try await screen.type("jjj")
        #expect(screen.cursorLine?.contains("Cellar") == true)
        try await store.apply([.update(items[4].id, ["location": .text("House / Balcony")])])
        #expect(await screen.shows("Balcony"))
        #expect(screen.cursorLine?.contains("Cellar") == true)
        try await screen.type("<esc>D")
        #expect(screen.text.contains("Lent (1)"))
        try await store.apply([.update(items[2].id, ["lentTo": .text("Bob")])])
        #expect(await screen.shows("Lent (2)"))
        try await screen.type("<esc>U")
        let line = screen.cursorLine?.prefix(50)
        try await store.apply([.update(items[3].id, ["notes": .text("Found")])], title: "Found by Zoe")
        #expect(await screen.shows("Found by Zoe"))
        #expect(screen.cursorLine?.prefix(50) == line)
    }

    @Test func `h leaves a place, and finally returns to the list`() async throws {
        let screen = try await Screen(store(), width: 80, height: 20)
        try await screen.type("tjj")
        #expect(screen.cursorLine?.contains("Box") == true)
        try await screen.type("h")
        #expect(screen.cursorLine?.contains("Attic") == true)
        try await screen.type("hhhh")
        #expect(screen.text.contains("Items (5 items)"))
    }

    @Test func `the history shows differences, and u undoes only the change at the cursor`() async throws {
        let store = try store()
        let screen = try await Screen(store, width: 80, height: 20)
        try await screen.type(" =value<enter>1<enter><esc>j=value<enter>2<enter>U")
        #expect(screen.cursorLine?.contains("Edit “Fluffy Bear”") == true)
        #expect(await screen.shows("Fluffy Bear: Value: $12 → $2"))
        try await screen.type("j")
        #expect(await screen.shows("Rusty Spork: Value: $5 → $1"))
        try await screen.type("u")
        #expect(screen.text.contains("Undone: "))
        #expect(try await store.items().map(\.valueInDollars).prefix(3) == [5, 950, 2])
        try await screen.type("<esc>")
        #expect(screen.text.contains("Items (5 items)"))
    }

    @Test func `on a wide screen the differences are next to the history`() async throws {
        let screen = try await Screen(store(), width: 120, height: 20)
        try await screen.type(" =value<enter>1<enter>U")
        #expect(await screen.shows("Rusty Spork: Value: $5 → $1"))
        #expect(screen.cursorLine?.contains("Rusty Spork: Value") == true, "\(screen.text)")
        screen.window.resize(to: Size(width: 80, height: 20))
        #expect(await screen.shows("Rusty Spork: Value: $5 → $1"))
        #expect(screen.cursorLine?.contains("Rusty Spork: Value") == false)
    }

    @Test func `due and lent items are visible at a glance`() async throws {
        let store = try store()
        let screen = try await Screen(store, width: 80, height: 20)
        try await screen.type("bAnn<enter>+3d<enter><enter><enter>jbBob<enter><enter><enter><enter>D")
        #expect(screen.text.contains("Due within 30 days (1)") && screen.text.contains("Lent (2)"))
        #expect(screen.text.contains("Shiny Mac, Bob"))
        try await screen.type("<enter>")
        #expect(screen.text.contains("Serial number") && screen.text.contains("Rusty Spork"))
    }

    @Test func `the palette finds items, parses arguments, and tolerates missing letters`() async throws {
        let store = try store()
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type(":bicyc")
        #expect(await screen.shows("▸ Bicycle"))
        try await screen.type("<enter>")
        #expect(screen.text.contains("WTU-77") && screen.text.contains("Serial number"))
        try await screen.type("<esc>g<ctrl-k>value 41<enter>")
        #expect(try await store.items().first?.valueInDollars == 41)
        try await screen.type(":4<enter>")
        #expect(screen.cursorLine?.contains("Bicycle") == true)
        try await screen.type(":xprt")
        #expect(screen.text.contains("export: Export to a file"))
        try await screen.type("<esc>:lend Ann until +14d<enter>")
        #expect(try await store.items()[3].lentTo == "Ann")
    }

    @Test func `w starts a filter, and Tab completes it`() async throws {
        let screen = try await Screen(store(), width: 100, height: 20)
        try await screen.type("wloc<tab>")
        #expect(screen.text.contains("where location "))
        try await screen.type("in \"House<tab>")
        #expect(screen.text.contains("where location in \"House / Attic\""))
        #expect(screen.text.contains("2 items found"))
    }

    @Test(arguments: [
        ("", "name "), ("va", "value "), ("value ", ">= "), ("value >= ", nil), ("value >= 5 ", "and "),
        ("value >= 5 and fav", "favorite "), ("not lo", "location "), ("name ", "~ "),
        ("name ~ Sp", "Spork "),
        ("purchased >", "today "), ("has ph", "photo "), ("favorite ", "and "), ("(", "name "),
    ])
    func `a filter is completed with words that can follow`(_ text: String, _ expected: String?) {
        let completion = FilterCompletion(own: .none) { _ in ["Spork"] }
        let first = completion.candidates(for: text).first
        #expect(first?.word == expected, "\(text)")
    }

    @Test func `better matches are first, and adjacent letters match better`() {
        func score(_ word: String, _ text: String) -> Int { FuzzyMatch.score([word[...]], in: text) ?? 0 }
        #expect(score("exp", "export: export to a file") > score("exp", "note: not expected"))
        #expect(score("xprt", "export") > score("xprt", "extra paper for records and tools"))
        #expect(FuzzyMatch.score(["zz"], in: "export") == nil)
    }
}
