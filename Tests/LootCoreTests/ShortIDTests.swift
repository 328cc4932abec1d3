import LootCore
import Testing

@Suite struct ShortIDTests {
    private func id(_ text: String) throws -> ItemID { try #require(ItemID(text)) }

    @Test func `ids are shown with eight digits if these are unique`() throws {
        let ids = [
            try id("2f1d7c60-0000-4000-8000-000000000001"), try id("2f1d7c61-0000-4000-8000-000000000001"),
        ]
        #expect(ids.map { ShortIDs(ids)[$0] } == ["2f1d7c60", "2f1d7c61"])
        #expect(ShortIDs([])[ids[0]] == "2f1d7c60" && ShortIDs([ids[0], ids[0]])[ids[0]] == "2f1d7c60")
    }

    @Test(arguments: [
        ("4d1692a0-1000-4000-8000-000000000000", "4d1692a0-1"),
        ("4d1692a0-0001-4000-8000-000000000000", "4d1692a0-0001"),
        ("4d1692a0-0000-4001-8000-000000000000", "4d1692a0-0000-4001"),
        ("4d1692a0-0000-4000-9000-000000000000", "4d1692a0-0000-4000-9"),
        ("4d1692a0-0000-4000-8000-100000000000", "4d1692a0-0000-4000-8000-1"),
        ("4d1692a0-0000-4000-8000-000000000001", "4d1692a0-0000-4000-8000-000000000001"),
    ])
    func `ids with the same beginning are shown as long as necessary`(text: String, shown: String) throws {
        let (one, other) = (try id("4d1692a0-0000-4000-8000-000000000000"), try id(text))
        let ids = ShortIDs([other, one])
        #expect(ids[other] == shown && ids[one].count == shown.count && ids[one] != shown)
    }

    @Test func `similar ids among many are shown as long as necessary`() throws {
        var generator = SeededGenerator(seed: 8)
        var ids = (0..<5000).map { _ in ItemID(using: &generator) }
        let twin = ItemID(high: ids[77].high, low: ids[77].low ^ 1 << 60)
        let alone = ShortIDs(ids)
        #expect(Set(ids.map { alone[$0] }).count == ids.count)
        ids.append(twin)
        let both = ShortIDs(ids)
        #expect(both[twin] != both[ids[77]] && both[twin].count == 20)
    }

    @Test func `any ids are distinguishable`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let ids = (0..<20).map { _ in
                ItemID(high: 0x4D16_92A0_0000_4000, low: .random(in: 0..<1 << 12, using: &generator))
            }
            let short = ShortIDs(ids)
            #expect(Set(ids.map { short[$0] }).count == Set(ids).count)
        }
    }
}
