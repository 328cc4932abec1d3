import LootMerge
import Testing

@testable import LootCore

@Suite struct CareEntryTests {
    private let today = Day("2026-11-23") ?? .first

    private func parse(_ text: String) throws -> FieldValue? {
        try #require(Field.with(key: "careLog")).parse(text, today: today)
    }

    @Test(arguments: [
        "2026-11-20: Serviced", "2026-11-20 40: 3 new belts", "2026-11-20 EUR 40.0005: Belt: new; old, both",
        "0001-01-01 0: \\",
    ])
    func `an entry is read back unchanged`(text: String) {
        #expect(CareEntry(text)?.description == text)
    }

    @Test(arguments: [
        "", ":", "2026-11-20", "2026-11-20:", "2026-11-20: ", "2026-11-20:x", "2026-11-20:  x",
        "2026-11-20: x ",
        "2026-02-30: x", "2026-11-20 40.0: x", "2026-11-20 40.00001: x", "2026-11-20 eur 40: x",
        "2026-11-20 EUR: x", "2026-11-20 40 EUR: x", "2026-11-20 -4: x", "2026-11-20  4: x", "today: x",
        "2026-11-20: x\ny",
    ])
    func `other text isn't an entry`(text: String) throws {
        #expect(CareEntry(text) == nil)
        let error = #expect(throws: LootError.self) {
            try Field.with(key: "careLog")?.check(.list([text]))
        }
        #expect(error?.code == .invalidValue && error?.field == "careLog" && error?.reason.isEmpty == false)
    }

    @Test(arguments: [
        ("2026-11-20 New belt", "has no colon before the description"),
        ("2026-02-30: x", "doesn't begin with a date"),
        ("today 4.00001: x", "has more than four decimal places"),
        ("today: ", "has no description"),
        ("today 4 moons: x", "“moons” in “today 4 moons: x” isn't a currency"),
    ])
    func `an invalid entry is rejected with the reason`(text: String, reason: String) {
        let error = #expect(throws: LootError.self) { try parse(text) }
        #expect(error?.reason.text.contains(reason) == true && error?.field == "careLog")
    }

    @Test func `an entry is parsed in many formats and stored in one, and the log is sorted by date`() throws
    {
        let value = try parse("today €40:New belt, yesterday 1.50 CHF :  Oil\\, filter, 3 days ago: Serviced")
        var item = Item(name: "Pump")
        try item.set(value, for: "careLog")
        let log = ["2026-11-20: Serviced", "2026-11-22 CHF 1.5: Oil, filter", "2026-11-23 EUR 40: New belt"]
        #expect(item.value(for: "careLog") == .list(log))
        #expect(try parse(FieldValue.list(log).description) == .list(log))
    }

    @Test func `entries of both sides are kept, earliest first`() throws {
        var base = Item(name: "Pump")
        base.careLog = [CareEntry(on: today, note: "Base")]
        var (ours, theirs) = (base, base)
        ours.careLog.append(CareEntry(on: today, note: "Ours"))
        theirs.careLog.append(CareEntry(on: .first, cost: 4, note: "Theirs"))
        let merged = Merge.item(base: base, ours: ours, theirs: theirs)
        #expect(merged.item.careLog.map(\.note) == ["Theirs", "Base", "Ours"] && merged.conflicts.isEmpty)
    }

    @Test func `a cost keeps its currency in a merge`() throws {
        let base = Item(name: "Pump", value: 1)
        var (ours, theirs) = (base, base)
        (ours.currency, ours.value) = (Currency("EUR"), 2)
        (theirs.currency, theirs.value) = (Currency("USD"), 3)
        theirs.careLog = [CareEntry(on: today, cost: 4)]
        var merged = Merge.item(base: base, ours: ours, theirs: theirs)
        #expect(merged.item.careLog.isEmpty && merged.conflicts.contains { $0.field == "careLog" })
        theirs.careLog = [CareEntry(on: today, cost: 4, in: Currency("USD"))]
        merged = Merge.item(base: base, ours: ours, theirs: theirs)
        #expect(merged.item.careLog == theirs.careLog)
    }
}
