import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

/// A form never saves or loses anything unexpectedly.
@Suite(.timeLimit(.minutes(10))) @MainActor struct EditingTests {
    private func screen(
        _ store: any ItemStore, width: Int = 80, height: Int = 24
    ) async throws -> Screen {
        try await Screen(store, width: width, height: height)
    }

    /// Returns whether a store still has its original items.
    private func isUntouched(_ store: MemoryStore) async throws -> Bool {
        try await store.items().map { item in Field.all.map { item.value(for: $0.key) } }
            == things().map { item in Field.all.map { item.value(for: $0.key) } }
    }

    @Test(arguments: [
        "<enter>q<esc>", "<enter><down><down><down><down><down><down><down><down><esc>", "<enter>xyz 12<esc>",
        "<enter>+++---<del><backspace><esc><esc>", "<enter>jjjjjjjjkkG g<right><left><esc>",
    ])
    func `viewing an item changes nothing, whatever key is pressed`(keys: String) async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type(keys)
        if keys.hasSuffix("<esc><esc>") { try await screen.type("<esc>") }
        #expect(try await isUntouched(store))
        #expect(screen.text.contains("Items (5 items)"))
    }

    @Test func `arrow keys and the wheel move through a form and change nothing`()
        async throws
    {
        let store = try MemoryStore(things())
        let screen = try await screen(store, height: 14)
        try await screen.type("<enter>e")
        for _ in 0..<30 { try await screen.type("<down>") }
        for _ in 0..<30 { try await screen.type("<up>") }
        for y in 2..<12 {
            let x = [2, 20, 42][y % 3]
            await screen.mouse(.wheel(x: 0, y: 1), x, y)
            await screen.mouse(.wheel(x: 0, y: -1), x, y)
        }
        #expect(!screen.text.contains("* "))
        try await screen.type("<esc><esc>")
        #expect(screen.window.presentations.isEmpty)
        #expect(try await isUntouched(store))
    }

    @Test(arguments: ["e", "<enter>"])
    func `e opens the form and Enter edits the field at the cursor`(key: String) async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("<enter>j" + key)
        #expect(screen.text.contains("[ Save ]"))
        try await screen.type("!<ctrl-s>")
        #expect(try await store.items().first?.serialNumber == "A9F03C11!")
        #expect(screen.text.contains("› Serial number") && screen.text.contains("[ Edit ]"))
    }

    @Test func `a click on Edit or a double click on a field starts editing, a single click doesn't`()
        async throws
    {
        let screen = try await screen(MemoryStore(things()))
        try await screen.type("<enter>")
        let line = try #require(screen.line(of: "Serial number"))
        await screen.click(20, line)
        #expect(screen.text.contains("› Serial number") && !screen.text.contains("[ Save ]"))
        screen.window.advance(to: .seconds(5))
        await screen.click(20, line, times: 2)
        #expect(screen.text.contains("[ Save ]"))
        try await screen.type("!")
        #expect(screen.text.contains("A9F03C11!"))
        let other = try await self.screen(MemoryStore(things()))
        try await other.type("<enter>")
        await other.click(75, 0)
        #expect(other.text.contains("[ Save ]"))
    }

    @Test(arguments: ["<esc>", "<ctrl-c>", "<shift-tab><enter>"])
    func `leaving with unsaved changes asks, and saves only on request`(key: String) async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        // The last keys go from the first field back to Cancel, which follows Save in the bar.
        let leave = key == "<shift-tab><enter>" ? "<shift-tab><shift-tab><enter>" : key
        try await screen.type("<enter>eq" + leave)
        #expect(screen.text.contains("Save the changes?"))
        #expect(screen.text.contains("Name: Rusty Spork → Rusty Sporkq"))
        try await screen.type("<esc>")
        #expect(screen.window.presentations.isEmpty && screen.text.contains("Rusty Sporkq"))
        #expect(try await isUntouched(store))
        try await screen.type("<esc><tab><enter>")
        #expect(screen.text.contains("Nothing was changed.") && screen.text.contains("[ Edit ]"))
        #expect(try await isUntouched(store))
        try await screen.type("eq<esc><enter>")
        #expect(screen.text.contains("Saved “Rusty Sporkq”."))
        #expect(try await store.items().first?.name == "Rusty Sporkq")
        try await screen.type("u")
        #expect(screen.text.contains("Undone") && screen.text.contains("Rusty Spork\n"))
        #expect(try await store.items().first?.name == "Rusty Spork")
    }

    @Test func `a mistyped letter adds no item`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("a?<esc>")
        #expect(screen.text.contains("Add this item?") && screen.text.contains("Name: ?"))
        try await screen.type("<tab><enter>")
        #expect(screen.text.contains("Nothing was added."))
        #expect(try await isUntouched(store))
        try await screen.type("a?<esc><enter>")
        #expect(try await store.items().last?.name == "?")
    }

    @Test func `command keys are text while a form is edited`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("<enter>e")
        try await screen.showMore()
        // Type keys in the control for favorites, and in the one for a date before it.
        try await screen.type("<del>dfuaq?p:<shift-tab><del>dfu")
        #expect(screen.window.presentations.isEmpty && screen.text.contains("[ Save ]"))
        #expect(try await isUntouched(store))
        try await screen.type("<f1>")
        #expect(
            screen.text.contains("│ ctrl-c ") && screen.text.contains("ctrl-s")
                && !screen.text.contains("? f1"))
    }

    @Test func `closing the terminal saves nothing`() async throws {
        let store = try MemoryStore(things())
        let terminal = MemoryTerminal()
        let run = Task { try await frontEnd(store, terminal: terminal).run() }
        terminal.type("\re!")
        await terminal.receives("*")
        terminal.closeInput()
        _ = try? await run.value
        #expect(try await isUntouched(store))
    }

    @Test func `a signal saves nothing, and the shell shows the input`() async throws {
        let store = try MemoryStore(things())
        let terminal = MemoryTerminal()
        let lines = TestLines()
        let run = Task { try await frontEnd(store, lines: lines, terminal: terminal).run() }
        terminal.type("\re!")
        await terminal.receives("*")
        terminal.send(.asked(signal: 15))
        #expect(try await run.value.rawValue == 143)
        #expect(lines.output.contains("saved:\n  Name: Rusty Spork → Rusty Spork!\n"))
        #expect(try await isUntouched(store))
    }

    @Test func `Ctrl-C asks once about unsaved changes if the store never answers`() async throws {
        let gate = Gate()
        let memory = try MemoryStore(things())
        let store = SlowStore(memory) { if $0 == .apply { await gate.wait() } }
        let terminal = MemoryTerminal()
        let run = Task { try await frontEnd(store, terminal: terminal).run() }
        terminal.type("\re!\u{13}")
        await terminal.receives("Working…")
        #expect(try await isUntouched(memory))
        terminal.type("\u{3}")
        await terminal.receives("Ctrl-C again")
        terminal.type("\u{3}")
        #expect(try await run.value == .success)
        await gate.open()
    }

    @Test func `fields that both sides changed are shown next to each other, and a person chooses`()
        async throws
    {
        let store = try MemoryStore(things())
        let screen = try await screen(store, height: 32)
        let id = try #require(try await store.items().first).id
        try await screen.type("<enter>e!<tab>X-1<tab>7")
        _ = try await store.apply(
            ItemTransaction(
                [
                    .update(
                        id, ["name": .text("Fork"), "location": .text("Attic"), "serialNumber": .text("B")])
                ],
                author: "anna"))
        #expect(await screen.shows("≠ Theirs, changed elsewhere: Fork"))
        #expect(screen.text.contains("Changed by anna. Your input is kept."))
        #expect(screen.text.contains("Rusty Spork!") && screen.text.contains("Attic"))
        #expect(
            screen.text.contains("≠ Theirs, changed elsewhere: B")
                && screen.text.contains("[ Use all theirs ]"))
        try await screen.type("<ctrl-s>")
        #expect(screen.text.contains("Not saved: it was also changed elsewhere."))
        #expect(try await store.item(id)?.name == "Fork")
        // The first choice has the focus. Tab moves it to the next one.
        try await screen.type("<enter>")
        #expect(!screen.text.contains("elsewhere: Fork") && !screen.text.contains("[ Use all theirs ]"))
        try await screen.type("<tab><enter><ctrl-s>")
        let item = try #require(try await store.item(id))
        #expect(item.name == "Rusty Spork!" && item.serialNumber == "B" && item.valueInDollars == 7)
        #expect(item.location == "Attic")
    }

    @Test func `the details show the history with its authors`() async throws {
        let store = try MemoryStore(things())
        let id = try #require(try await store.items().first).id
        _ = try await store.apply(
            ItemTransaction([.update(id, ["valueInDollars": .integer(6)])], author: "anna"))
        let screen = try await screen(store, height: 30)
        try await screen.type("<enter>")
        #expect(screen.text.contains("History") && screen.text.contains(", anna: Value: $5 → $6"))
        try await screen.type("f")
        #expect(screen.text.contains("Favorite: no → yes"))
        try await screen.type("e")
        #expect(!screen.text.contains("History"))
    }

    @Test(arguments: [false, true])
    func `all conflicts can be settled together`(takingTheirs: Bool) async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store, height: 40)
        let id = try #require(try await store.items().first).id
        try await screen.type("<enter>e!<tab>X-1<tab>7")
        _ = try await store.apply([.update(id, ["name": .text("Fork"), "valueInDollars": .integer(9)])])
        #expect(await screen.shows("[ Keep all mine ]"))
        let title = takingTheirs ? "[ Use all theirs ]" : "[ Keep all mine ]"
        let line = try #require(screen.line(of: title))
        await screen.click(4, line)
        try await screen.type("<ctrl-s>")
        let item = try #require(try await store.item(id))
        #expect(item.name == (takingTheirs ? "Fork" : "Rusty Spork!"))
        #expect(item.valueInDollars == (takingTheirs ? 9 : 7) && item.serialNumber != "A9F03C11")
    }

    @Test func `favorite, undo and removal work in the details`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("<enter>f")
        #expect(screen.text.contains("Added “Rusty Spork” to favorites."))
        #expect(try await store.items().first?.isFavorite == true)
        try await screen.type("u")
        #expect(try await store.items().first?.isFavorite == false)
        try await screen.type("d")
        #expect(screen.text.contains("Remove “Rusty Spork”?"))
        try await screen.type("<tab><enter>")
        #expect(screen.text.contains("Items (4 items)") && screen.text.contains("[ Undo: u ]"))
        try await screen.type("aTeapot<ctrl-s>")
        #expect(screen.text.contains("Added “Teapot”."))
        try await screen.type("u")
        #expect(screen.text.contains("Items (4 items)") && screen.text.contains("Undone: Add “Teapot”"))
    }

    @Test func `a store's problem is shown as long as it exists`() async throws {
        let memory = MemoryStore()
        let store = ProblemStore(memory)
        let damage = LootError(
            .damaged, "Can't read the items.", reason: "Line 3 is broken.", advice: "Fix it.")
        store.problem = damage
        let screen = try await screen(store)
        #expect(screen.text.contains("! Can't read the items. Line 3 is broken. Fix it."))
        #expect(screen.text.contains("The items can't be shown.") && !screen.text.contains("No items!"))
        #expect(!screen.text.contains("0 items"))
        try await screen.type("a")
        #expect(!screen.text.contains("New item") && screen.text.contains("Line 3 is broken."))
        store.problem = nil
        try await memory.add(things()[0])
        #expect(await screen.shows("Rusty Spork"))
        #expect(!screen.text.contains("Can't read") && screen.text.contains("The store is working again."))
        #expect(screen.cursorLine?.contains("Rusty Spork") == true)
        store.problem = damage
        try await screen.type("<f5>")
        #expect(screen.text.contains("! Can't read the items"))
        #expect(screen.window.presentations.isEmpty)
    }

    @Test func `a read-only store is reported, and items can be viewed`() async throws {
        let store = ProblemStore(try MemoryStore(things()), isReadOnly: true)
        let screen = try await screen(store)
        #expect(screen.text.contains("This store is read-only."))
        try await screen.type("<enter>e")
        #expect(screen.text.contains("Serial number") && !screen.text.contains("[ Save ]"))
    }

    @Test func `the smallest screens also ask about unsaved changes`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store, width: 20, height: 5)
        try await screen.type("<enter>eq<esc>")
        for answer in ["[ Save ]", "[ Discard ]", "[ Keep editing ]"] {
            #expect(screen.text.contains(answer))
        }
        try await screen.type("<esc><esc><tab><enter><esc>")
        #expect(try await isUntouched(store))
    }

    /// Edits an item with the cursor at its warranty, which has no date yet.
    private func editWarranty(_ store: MemoryStore) async throws -> Screen {
        let screen = try await screen(store, height: 40)
        try await screen.type("<enter>")
        try await screen.goToField("Warranty")
        try await screen.type("e")
        return screen
    }

    @Test func `dates accept the same formats as elsewhere`() async throws {
        let store = try MemoryStore(things())
        let screen = try await editWarranty(store)
        try await screen.type("+")
        #expect(screen.text.contains("2026-11-30, today, +14d"))
        try await screen.type("14d<enter>")
        let day = try #require(Day("+14d", today: .today))
        #expect(screen.text.contains("* Warranty until     [──●] on   \(day)"))
        try await screen.type("<tab>t")
        try await screen.type("oday<enter><ctrl-s>")
        #expect(try await store.items().first?.warrantyUntil == .today)
    }

    @Test func `an invalid date is reported and changes nothing`() async throws {
        let store = try MemoryStore(things())
        let screen = try await editWarranty(store)
        try await screen.type("2027-02-30<enter>")
        #expect(screen.text.contains("! ") && screen.text.contains("2027-02-30"))
        try await screen.type("<esc>")
        #expect(!screen.text.contains("* "))
        try await screen.type("2027-02-28<enter><tab><enter>")
        try await screen.type("<ctrl-u><enter><ctrl-s>")
        #expect(try await store.items().first?.hasDetails == false)
    }
}
