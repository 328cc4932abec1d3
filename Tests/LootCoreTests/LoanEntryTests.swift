import Testing

@testable import LootCore

@Suite struct LoanEntryTests {
    @Test(arguments: [
        "lent: Ann", "lent 2026-11-20: Ann", "lent 2026-11-20 until 2026-12-04 x3: Ann: the neighbor",
        "reserved 2027-01-02 until 2027-01-09: Ben", "returned on 2026-12-01: Ann",
        "returned 2026-11-20 until 2026-12-04 on 2026-12-01 x3: Ann",
    ])
    func `an entry can be written and read`(text: String) throws {
        #expect(try #require(LoanEntry(text)).description == text)
        try Field.with(key: "loans")?.check(.list([text]))
    }

    @Test(arguments: [
        "", "lent", "lent:", "lent : Ann", "Ann", "given: Ann", "reserved: Ben", "returned: Ann",
        "lent x0: Ann",
        "lent x-1: Ann", "lent 2026-13-01: Ann", "lent until: Ann", "lent on 2026-12-01: Ann",
        "lent  x2: Ann",
    ])
    func `other text is refused`(text: String) {
        #expect(LoanEntry(text) == nil)
        #expect(throws: LootError.self) { try Field.with(key: "loans")?.check(.list([text])) }
    }

    @Test func `the borrower decides whether an item is lent`() {
        var item = Item(name: "Chairs")
        item.lend([LoanEntry(to: "Ann", quantity: 2), LoanEntry(to: "Ben", quantity: 1)], others: [])
        #expect(item.lentTo == "Ann, Ben" && item.openLoans.count == 2)
        // Another program returned the item.
        item.lentTo = nil
        #expect(item.openLoans.isEmpty)
        item.lentTo = "Jo"
        #expect(item.openLoans == [LoanEntry(to: "Jo")])
    }

    @Test func `an asset number has a prefix, a count and a width`() {
        #expect(AssetNumber("A-0017").map { "\($0.with(18))" } == "A-0018")
        #expect(AssetNumber("99").map { "\($0.with(100))" } == "100")
        #expect(AssetNumber("A-") == nil && AssetNumber("") == nil)
        #expect(AssetNumber(String(repeating: "9", count: 19)) == nil)
    }
}
