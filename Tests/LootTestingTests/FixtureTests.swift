import LootCore
import LootTesting
import Testing

@Suite struct FixtureTests {
    @Test func `random items are valid and differ from each other`() throws {
        let items = ItemFixtures.items(500, seed: 5)
        for item in items { try item.validate() }
        #expect(Set(items.map(\.id)).count == 500)
        for field in Field.all {
            let values = Set(items.map { field.value(of: $0) })
            #expect(values.count > 1, "every random item has the same \(field.name)")
        }
        for (name, _) in ItemFixtures.customFields { #expect(items.contains { $0.custom[name] != nil }) }
        #expect(items.contains { !$0.foreign.isEmpty })
    }

    @Test func `a seed determines the items`() {
        #expect(ItemFixtures.items(50, seed: 6) == ItemFixtures.items(50, seed: 6))
        #expect(ItemFixtures.items(50, seed: 6) != ItemFixtures.items(50, seed: 7))
        var (first, second) = (SeededGenerator(seed: 1), SeededGenerator(seed: 1))
        #expect(
            (0..<10).map { _ in ItemFixtures.query(using: &first) }
                == (0..<10).map { _ in ItemFixtures.query(using: &second) })
    }

    @Test func `the generator matches the published one`() {
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
    }

    @Test func `a difference is reported to the byte`() {
        let id = ItemID()
        let item = Item(id: id, name: "Caf\u{E9}", dateCreated: .first)
        #expect(item.difference(from: item) == nil)
        #expect(
            item.difference(from: Item(id: id, name: "Cafe\u{301}", dateCreated: .first))
                == #"name is "Caf\u{00E9}", not "Cafe\u{0301}""#)
        var other = item
        other.foreign = ItemFixtures.foreignFields
        #expect(item.difference(from: other)?.hasPrefix("the foreign fields are []") == true)
        other = item
        other.custom["Pages"] = .integer(3)
        #expect(item.difference(from: other) == #"the custom fields are [], not ["Pages"]"#)
    }
}
