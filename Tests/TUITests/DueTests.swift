import LootActions
import LootCore
import LootPlugins
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

@Suite(.timeLimit(.minutes(10))) @MainActor struct DueTests {
    private func day(_ text: String) throws -> Day { try #require(Day(text, today: .today)) }

    private func lentDrill() throws -> Item {
        var item = Item(name: "Drill", valueInDollars: 89, serialNumber: "D-1")
        (item.lentTo, item.lentUntil) = ("Ann", try day("-3d"))
        return item
    }

    @Test func `a line above the list shows due items, and disappears when there are none`() async throws {
        let store = try MemoryStore([try lentDrill(), Item(name: "Lamp", valueInDollars: 5)])
        let screen = try await Screen(store, width: 80, height: 16)
        await screen.waits(for: "1 overdue: Drill, due back from Ann, 3 days overdue  [ Show: D ]")
        #expect(screen.text.contains("D-1 · lent to Ann, 3 days overdue"))
        try await screen.type("b")
        #expect(screen.text.contains("Returned “Drill”.") && screen.text.contains("Undo: u"))
        await screen.waits(for: "overdue", false)
        #expect(try await store.items().first?.isLent == false)
        try await screen.type("u")
        await screen.waits(for: "1 overdue: Drill")
    }

    @Test func `on small screens the rows get the space`() async throws {
        let screen = try await Screen(MemoryStore([try lentDrill()]), width: 60, height: 16)
        await screen.waits(for: "[ Show")
        screen.window.resize(to: Size(width: 60, height: 11))
        #expect(!screen.text.contains("[ Show"))
    }

    @Test func `due items are listed and can be opened`() async throws {
        var pump = Item(name: "Pump", valueInDollars: 5)
        pump.nextService = try day("today")
        let screen = try await Screen(MemoryStore([pump, try lentDrill()]), width: 80, height: 24)
        await screen.waits(for: "1 of them overdue")
        try await screen.type("D")
        #expect(screen.text.contains("Overdue (1)") && screen.text.contains("Drill, due back from Ann"))
        #expect(screen.text.contains("Pump, service") && screen.text.contains("Lent (1)"))
        try await screen.type("<enter>")
        #expect(screen.text.contains("Serial number") && screen.text.contains("D-1"))
        try await screen.type("b")
        #expect(screen.text.contains("Returned “Drill”."))
    }

    @Test func `an empty list of due items shows a message`() async throws {
        let screen = try await Screen(MemoryStore(things()), width: 80) {
            $0.dueWithin = CalendarSpan(2, .week)
        }
        try await screen.type("D")
        #expect(screen.text.contains("Nothing is due within 2 weeks, and nothing is on loan."))
    }

    @Test func `lending asks for a name and a date`() async throws {
        let store = try MemoryStore([Item(name: "Saw", valueInDollars: 5)])
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type("b")
        #expect(screen.text.contains("Lend: “Saw”"))
        try await screen.type("Bob<tab>+14d<enter><enter><enter>")
        #expect(try await store.items().first?.lentTo == "Bob")
        #expect(try await store.items().first?.lentUntil == day("+14d"))
        #expect(screen.text.contains("Lent “Saw” to Bob until"))
    }

    @Test(arguments: ["<tab>+14d<enter>", "Bob<tab>2025-02-30<enter>"])
    func `invalid input is reported, and nothing is lent`(keys: String) async throws {
        let store = try MemoryStore([Item(name: "Saw", valueInDollars: 5)])
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type("b" + keys)
        #expect(screen.text.contains("Lend: “Saw”"))
        #expect(try await store.items().first?.hasDetails == false)
    }

    @Test func `plain mode lists due items line by line`() async throws {
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let store = try MemoryStore([try lentDrill(), Item(name: "Pump", valueInDollars: 5)])
        let lines = TestLines([
            "due", "return 1", "return 1", "lend 1 Eve Adams until +14d", "lend 1", "lend 2 Bob until soon",
            "quit",
        ])
        #expect(try await frontEnd(store, configuration, lines: lines).run() == .success)
        let text = lines.output
        #expect(text.contains("1. Drill, $89, serial number D-1, lent to Ann, 3 days overdue"))
        #expect(text.contains("1 overdue.\nDrill, due back from Ann, \(try day("-3d")), 3 days overdue\n"))
        #expect(text.contains("Returned “Drill”.\n> return 1\nNo changes were needed.\n"))
        #expect(text.contains("Lent “Drill” to Eve Adams until \(try day("+14d"))."))
        #expect(text.contains("Enter a value for “to”") && text.contains("“soon” isn't a date"))
    }

    @Test func `an invalid date can be corrected, and the input is kept`() async throws {
        let store = try MemoryStore([Item(name: "Saw", valueInDollars: 5)])
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type("bBob<tab>soon<enter><enter><enter>")
        #expect(screen.text.contains("Lend: “Saw”") && screen.text.contains("“soon” isn't a date"))
        #expect(screen.text.contains("Bob") && screen.text.contains("soon"))
        try await screen.type("<backspace><backspace><backspace><backspace>+14d<enter><enter><enter>")
        #expect(try await store.items().first?.lentTo == "Bob")
        #expect(try await store.items().first?.lentUntil == day("+14d"))
    }
}

extension Screen {
    /// Waits until the given text appears or disappears.
    fileprivate func waits(for text: String, _ isShown: Bool = true) async {
        while self.text.contains(text) != isShown, !Task.isCancelled {
            await Task.yield()
            await session.settle()
        }
    }
}
