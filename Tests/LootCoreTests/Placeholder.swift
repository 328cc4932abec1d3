import LootCore
import Testing

@Test func `a random item is valid`() throws {
    try Item.random().validate()
}

@Test func `an item takes at most eighty bytes`() {
    #expect(MemoryLayout<Item>.stride <= 80)
}

@Test func quick() throws {
    #expect(Folding.fold("ÀÉß Straße ﬁ Øre Æ한") == Folding.fold("aess strasse fi ore ae한"))
    #expect(SearchWord("mac").isFound(in: "Shiny MAĆ"))
    let f = try Filter(parsing: "value >= 50 and (location = \"Attic\" or not favorite)")
    #expect(try Filter(parsing: f.description) == f)
    #expect(Day("2024-02-29")?.description == "2024-02-29")
    #expect(Moment("2026-11-20T10:00:00+02:00")?.description == "2026-11-20T08:00:00Z")
    #expect(Moment("1969-12-31T23:59:59Z")?.secondsSinceEpoch == -1)
    #expect(
        Moment.first.description == "0001-01-01T00:00:00Z"
            && Moment.last.description == "9999-12-31T23:59:59Z")
    let id = ItemID()
    #expect(
        ItemID(id.description) == id && ItemID(id.uuid) == id
    )
}
