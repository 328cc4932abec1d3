import LootActions
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

    @Test func `maintenance is recorded with a note, a cost and a date, and undone in one step`()
        async throws
    {
        let pump = try pump()
        let store = try MemoryStore([pump])
        let screen = try await screen(store)
        try await screen.type(":serviced Oil, filter cost 40 on -3d<enter>")
        let item = try #require(try await store.item(pump.id))
        let entry = CareEntry(on: try day("-3d"), cost: 40, in: Currency("CHF"), note: "Oil, filter")
        #expect(item.careLog == [entry])
        #expect(try item.nextService == day("-3d").adding(CalendarSpan(1, .month)))
        #expect(
            screen.text.contains("The next service of “Pump” is due on") && screen.text.contains("Undo: u"))
        try await screen.type("u")
        #expect(try await store.item(pump.id) == pump)
    }

    @Test func `in plain mode, maintenance can have a note, a cost and a date`() async throws {
        let pump = try pump()
        let store = try MemoryStore([pump])
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let streams = TestLines([
            "serviced 1", "serviced 1 Oil cost EUR 40 repair yes", "serviced 1 cost much", "quit",
        ])
        #expect(try await frontEnd(store, configuration, lines: streams).run() == .success)
        #expect(streams.output.contains("The next service of “Pump” is due on \(try day("today+1m"))."))
        #expect(streams.output.contains("“Oil” is in the maintenance log of “Pump”."))
        #expect(streams.output.contains("Can't read the cost “much”."))
        #expect(
            try await store.item(pump.id)?.careLog == [
                CareEntry(), CareEntry(cost: 40, in: Currency("EUR"), note: "Oil"),
            ])
    }

    @Test(arguments: [
        ("Pump repair", ["note": "Pump", "repair": "true"]),
        ("Pump repair cost EUR 40", ["note": "Pump", "repair": "true", "cost": "EUR 40"]),
        ("Pump repair no", ["note": "Pump", "repair": "no"]), ("repair", ["repair": "true"]),
    ])
    func `a flag needs no value in a typed line`(line: String, arguments: [String: String]) {
        #expect(Action.service.arguments(in: line) == arguments)
    }

    @Test func `in plain mode, a repair doesn't change the next service`() async throws {
        let pump = try pump()
        let store = try MemoryStore([pump])
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let streams = TestLines(["serviced 1 Belt repair", "quit"])
        #expect(try await frontEnd(store, configuration, lines: streams).run() == .success)
        #expect(streams.output.contains("“Belt” is in the maintenance log of “Pump”."))
        #expect(try await store.item(pump.id)?.careLog == [CareEntry(note: "Belt")])
        #expect(try await store.item(pump.id)?.nextService == pump.nextService)
    }
}
