import LootCore
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

@Suite(.timeLimit(.minutes(10))) @MainActor struct DetailScreenTests {
    @Test func `every field has a row with a control`() async throws {
        let screen = try await Screen(MemoryStore(things()), width: 80, height: 40)
        try await screen.type("<enter>")
        try await screen.showMore()
        let fields = Field.all.filter { $0.key != "loans" && !Filter.disposalFields.contains($0.key) }
        for field in fields { #expect(screen.text.contains(field.title.text), "\(field.name)") }
        #expect(screen.text.contains("$5") && screen.text.contains("2026-11-20 10:00:00 UTC"))
        try await screen.type("e")
        for field in fields { #expect(screen.text.contains(field.title.text), "\(field.name)") }
        #expect(screen.text.contains("[-] [+]") && screen.text.contains("[●──] off"))
        #expect(screen.text.contains("2026-11-20 10:00"))
    }

    @Test func `the basic fields come first, then those in use, and the others are under More`() async throws
    {
        var ladder = Item(name: "Ladder", valueInDollars: 80, serialNumber: "L-1")
        (ladder.location, ladder.vendor) = ("Attic", "Shop")
        let screen = try await Screen(MemoryStore([ladder]), width: 80, height: 20)
        let titles = ["Name", "Serial number", "Value", "Created", "Location", "Vendor", "[ More ("]
        for keys in ["<enter>", "e"] {
            try await screen.type(keys)
            let lines = titles.compactMap { screen.line(of: $0) }
            let first = try #require(lines.first)
            #expect(lines == Array(first..<first + titles.count), "\(screen.text)")
        }
    }

    @Test func `leaving saves changes and shows them immediately, with a message and undo`()
        async throws
    {
        let store = try MemoryStore(things())
        let screen = try await Screen(store, width: 80)
        try await screen.type("<enter>e with a twist<tab><tab>77")
        await screen.click(1, 0)
        #expect(screen.text.contains("Saved “Rusty Spork with a twist”.  [ Undo: u ]"))
        #expect(screen.cursorLine?.contains("Rusty Spork with a twist") == true)
        #expect(screen.cursorLine?.hasSuffix("$77") == true)
        #expect(try await store.items().first?.valueInDollars == 77)
        let line = try #require(screen.line(of: "[ Undo: u ]"))
        await screen.click(45, line)
        #expect(
            screen.text.contains("Undone: Edit “Rusty Spork with a twist”") || screen.text.contains("Undone"))
        #expect(try await store.items().first?.valueInDollars == 5)
    }

    @Test func `adding opens an empty form, and the cursor moves to the new item`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type("aTeapot<enter>9<ctrl-s><esc>")
        #expect(screen.cursorLine?.contains("Teapot") == true)
        #expect(try await store.items().count == 6)
        try await screen.type("a<esc>")
        #expect(try await store.items().count == 6)
    }

    @Test func `a problem is shown at its field, and the input is kept`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type("<enter>e<tab><tab>--<ctrl-s>")
        #expect(screen.text.contains("! ") && screen.text.contains("isn't an amount."))
        #expect(screen.window.presentations.isEmpty && screen.text.contains("Not saved."))
        await screen.click(1, 0)
        #expect(screen.text.contains("--") && screen.text.contains("[ Save ]"))
        try await screen.type("<esc><tab><enter>")
        #expect(!screen.text.contains("--"))
        #expect(try await store.items().first?.valueInDollars == 5)
    }

    @Test func `a letter doesn't change a number, even if the number is selected`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type("<enter>e<tab><tab>?x<ctrl-s>")
        #expect(try await store.items().first?.valueInDollars == 5)
    }

    @Test func `on narrow screens controls are below their titles`() async throws {
        let screen = try await Screen(MemoryStore(things()), width: 24, height: 12)
        try await screen.type("<enter>e!")
        let lines = screen.text.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines[1].hasPrefix("* Name") && lines[2].hasPrefix("Rusty Spork!"))
        #expect(lines[3].hasPrefix("Serial number") && lines[4].contains("A9F03C11"))
    }

    @Test func `a full disk is reported, and the edit is kept and can be retried`() async throws {
        let full = LootError(
            .noSpace, "Can't save the items.", reason: "The disk is full.", advice: "Make room.")
        let memory = try MemoryStore(things())
        let store = FailingStore(memory, failing: .apply, onCall: 1, with: full)
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type("<enter>e!<ctrl-s>")
        #expect(screen.text.contains("The disk is full. Make room."))
        #expect(screen.text.contains("Rusty Spork!"))
        #expect(try await memory.items().first?.name == "Rusty Spork")
        try await screen.type("<enter>")
        #expect(screen.text.contains("Saved “Rusty Spork!”."))
        #expect(try await memory.items().first?.name == "Rusty Spork!")
    }

    @Test func `an item that another writer removed can be added again`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type("<enter>e!")
        try await store.remove(try #require(try await store.items().first).id)
        #expect(await screen.shows("Removed elsewhere"))
        try await screen.type("<ctrl-s>")
        #expect(await screen.shows("Add it again"))
        try await screen.type("<enter>")
        #expect(await screen.shows("Rusty Spork!"))
        #expect(try await store.items().contains { $0.name == "Rusty Spork!" })
    }

    @Test func `changes by another writer appear, and the input is kept`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type("<enter>e!")
        let id = try #require(try await store.items().first).id
        _ = try await store.apply([.update(id, ["location": .text("Attic")])])
        #expect(await screen.shows("Attic"))
        #expect(screen.text.contains("Rusty Spork!"))
        try await screen.type("<ctrl-s>")
        let item = try #require(try await store.item(id))
        #expect(item.name == "Rusty Spork!" && item.details.location == "Attic")
    }

    @Test func `switches, steppers, dates and custom fields work`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store, width: 80, height: 30)
        try await screen.type("<enter>e")
        try await screen.press("[+]", inFieldOf: "Value")
        try await screen.showMore()
        // Favorite, number, quantity, minimum, location, tags, notes, purchased.
        try await screen.type(" <tab>")
        try await screen.press("[+]", inFieldOf: "Quantity")
        try await screen.press("[+]", inFieldOf: "Quantity")
        try await screen.type("<tab><tab><tab><tab>a, b<tab><tab> <ctrl-s>")
        let item = try #require(try await store.items().first)
        #expect(item.valueInDollars == 6)
        #expect(item.isFavorite)
        #expect(item.details.quantity == 3)
        #expect(item.details.tags == ["a", "b"])
        #expect(item.details.purchaseDate != nil)
    }
}
