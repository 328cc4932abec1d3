import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

/// Maintenance and repairs on screens and in plain mode.
@Suite(.timeLimit(.minutes(10))) @MainActor struct CareTests {
    private func day(_ text: String) throws -> Day { try #require(Day(text, today: .today)) }

    private func pump() throws -> Item {
        var item = Item(name: "Pump", valueInDollars: 5)
        item.serviceEvery = CalendarSpan(1, .month)
        item.nextService = try day("+3d")
        item.currency = Currency("CHF")
        return item
    }

    private func screen(_ store: any ItemStore) async throws -> Screen {
        try await Screen(store, width: 80, height: 24)
    }

    /// Returns the text on the screen as one line.
    private func words(_ screen: Screen) -> String {
        screen.text.split { " \n│".contains($0) }.joined(separator: " ")
    }

    /// The keys from the date field to the button that records a repair.
    private let repair = "<tab><tab><tab><enter>"

    @Test func `maintenance is recorded with a note, a cost and a date, and undone in one step`()
        async throws
    {
        let pump = try pump()
        let store = try MemoryStore([pump])
        let screen = try await screen(store)
        try await screen.type(":serviced<enter>")
        #expect(screen.text.contains("Maintenance of “Pump”") && screen.text.contains("are optional."))
        try await screen.type("Oil, filter<tab>40<tab>-3d<enter>")
        let item = try #require(try await store.item(pump.id))
        let entry = CareEntry(on: try day("-3d"), cost: 40, in: Currency("CHF"), note: "Oil, filter")
        #expect(item.careLog == [entry])
        #expect(try item.nextService == day("-3d").adding(CalendarSpan(1, .month)))
        #expect(screen.text.contains("“Pump” was serviced.") && screen.text.contains("Undo: u"))
        try await screen.type("u")
        #expect(try await store.item(pump.id) == pump)
    }

    @Test func `an empty form records maintenance today`() async throws {
        let pump = try pump()
        let store = try MemoryStore([pump])
        let screen = try await screen(store)
        try await screen.type("<enter>:serviced<enter><enter><enter><enter>")
        #expect(try await store.item(pump.id)?.careLog == [CareEntry(on: .today)])
        #expect(screen.text.contains("“Pump” was serviced."))
        try await screen.type(":serviced<enter><enter><enter><enter>")
        #expect(screen.text.contains("“Pump” already has this entry."))
    }

    @Test func `a repair doesn't change the next service`() async throws {
        let pump = try pump()
        let store = try MemoryStore([pump])
        let screen = try await screen(store)
        try await screen.type(":serviced<enter>New belt<tab>EUR 12.50<tab>\(repair)")
        let item = try #require(try await store.item(pump.id))
        #expect(item.careLog == [CareEntry(cost: "12.5", in: Currency("EUR"), note: "New belt")])
        #expect(item.nextService == pump.nextService)
        #expect(screen.text.contains("Added “New belt” to the maintenance log of “Pump”."))
        try await screen.type("u")
        #expect(try await store.item(pump.id) == pump)
        try await screen.type(":serviced<enter><tab><tab>\(repair)")
        #expect(try await store.item(pump.id)?.careLog == [CareEntry(note: "Repaired")])
    }

    @Test(arguments: [
        (
            "Belt<tab>much<tab>", "Can't read the cost “much”.",
            "<backspace><backspace><backspace><backspace>40<tab>"
        ),
        (
            "Belt<tab>1,299<tab>", "can mean 1299 or 1.299",
            String(repeating: "<backspace>", count: 5) + "40<tab>"
        ),
        ("Belt<tab>-40<tab>", "is less than 0", "<backspace><backspace><backspace>40<tab>"),
        ("Belt<tab>40<tab>soon", "“soon” isn't a date", "<backspace><backspace><backspace><backspace>"),
    ])
    func `invalid input is reported at its field and kept`(
        typed: String, problem: String, mended: String
    ) async throws {
        let pump = try pump()
        let store = try MemoryStore([pump])
        let screen = try await screen(store)
        try await screen.type(":serviced<enter>\(typed)<enter>")
        let words = words(screen)
        #expect(words.lowercased().contains(problem.lowercased()) && words.contains("Belt"))
        #expect(try await store.item(pump.id) == pump)
        try await screen.type("\(mended)<enter>")
        #expect(
            try await store.item(pump.id)?.careLog
                == [CareEntry(cost: 40, in: Currency("CHF"), note: "Belt")])
    }

    @Test func `an item without a schedule is reported, and a repair can be recorded`() async throws {
        let store = try MemoryStore([Item(name: "Lamp", valueInDollars: 5)])
        let screen = try await screen(store)
        try await screen.type(":serviced<enter>New bulb<tab>3<tab><enter>")
        #expect(screen.text.contains("Can't set the next service of “Lamp”"))
        #expect(words(screen).contains("Choose Repair, or set how often") && screen.text.contains("New bulb"))
        #expect(try await store.items().first?.hasDetails == false)
        try await screen.type("<tab><tab>\(repair)")
        #expect(try await store.items().first?.careLog == [CareEntry(cost: 3, note: "New bulb")])
    }

    @Test func `an error of the store is reported, and the input is kept`() async throws {
        let full = LootError(.noSpace, "Can't save the item.", reason: "The disk is full.")
        let memory = try MemoryStore([try pump()])
        let screen = try await screen(FailingStore(memory, failing: .apply, onCall: 1, with: full))
        try await screen.type(":serviced<enter>Oil<tab><tab><enter>")
        #expect(screen.text.contains("The disk is full") && screen.text.contains("Oil"))
        try await screen.type("<tab><tab><enter>")
        #expect(try await memory.items().first?.careLog == [CareEntry(note: "Oil")])
    }

    @Test func `a read-only store is reported immediately, and canceling records nothing`() async throws {
        let memory = try MemoryStore([try pump()])
        let screen = try await screen(ProblemStore(memory, isReadOnly: true))
        try await screen.type(":serviced<enter>")
        #expect(screen.window.presentations.isEmpty && screen.text.contains("This store is read-only."))
        let other = try await self.screen(memory)
        try await other.type(":serviced<enter>Oil<esc>")
        #expect(other.window.presentations.isEmpty)
        #expect(try await memory.items().first?.careLog == [])
    }

    private func dialogue(_ store: any ItemStore, _ lines: String...) async throws -> String {
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let streams = TestLines(lines)
        #expect(try await frontEnd(store, configuration, lines: streams).run() == .success)
        return streams.output
    }

    @Test func `in plain mode, maintenance can have a note and a cost`() async throws {
        let pump = try pump()
        let store = try MemoryStore([pump])
        let text = try await dialogue(
            store, "serviced 1", "serviced 1 Oil for the pump for EUR 40", "serviced 1", "serviced 1 for 7",
            "serviced 1 Oil for winter", "undo", "quit")
        #expect(
            text.contains(
                "Recorded for Pump: Serviced. To undo this, type undo.\nThe next service is due on ")
        )
        #expect(text.contains("The next service is due on \(try day("today+1m"))."))
        #expect(text.contains("Recorded for Pump: Oil for the pump, €40."))
        #expect(text.contains("> serviced 1\nPump already has this entry.\n"))
        #expect(text.contains("Recorded for Pump: Serviced, CHF\u{A0}7."))
        #expect(text.contains("Recorded for Pump: Oil for winter. "))
        #expect(text.contains("Undone: Service “Pump”."))
        #expect(
            try await store.item(pump.id)?.careLog == [
                CareEntry(), CareEntry(cost: 40, in: Currency("EUR"), note: "Oil for the pump"),
                CareEntry(cost: 7, in: Currency("CHF")),
            ])
    }

    @Test func `in plain mode, a repair doesn't change the next service`() async throws {
        let pump = try pump()
        let store = try MemoryStore([pump, Item(name: "Lamp", valueInDollars: 5)])
        let text = try await dialogue(
            store, "care 1 New belt for 40", "care 2 Bulb", "care 1", "care 1 for 40", "care",
            "care 9 Belt", "care 1 Belt for 1,299", "care 1 Belt for -3", "serviced 2", "quit")
        #expect(text.contains("Recorded for Pump: New belt, CHF\u{A0}40. To undo this, type undo.\n> "))
        #expect(text.contains("Recorded for Lamp: Bulb."))
        let missing =
            "Error: Can't run the command. The command needs an item number and a description of the work. "
        #expect(text.ranges(of: missing).count == 3)
        #expect(text.contains("Type, for example, “care 1 New belt for 40”."))
        #expect(
            text.contains("“9 Belt” isn't the number of an item.")
                && text.contains("can mean 1299 or 1.299"))
        #expect(text.contains("is less than 0"))
        #expect(text.contains("or record a repair, for example “care 2 New belt for 40”."))
        let item = try await store.item(pump.id)
        #expect(item?.careLog == [CareEntry(cost: 40, in: Currency("CHF"), note: "New belt")])
        #expect(item?.nextService == pump.nextService)
        let readOnly = LootError(.readOnly, "Can't save the item.", reason: "This store is read-only.")
        let refusing = FailingStore(store, failing: .apply, with: readOnly)
        let refused = try await dialogue(refusing, "serviced 1 Oil", "quit")
        #expect(refused.contains("Error: Can't save the item. This store is read-only."))
        #expect(!refused.contains("Noted"))
    }
}
