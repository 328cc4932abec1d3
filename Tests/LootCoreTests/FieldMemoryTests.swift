import Testing

@testable import LootCore

@Suite struct `What an item refers to` {
    @Test func `is known of every field that the details keep as it is`() {
        // What is made of something else when it is asked for has no place.
        let made: Set<FieldKey> = ["currency", "serviceEvery", "careLog", "photo", "files"]
        let known = Set(ItemDetails.places.keys)
        #expect(known.isDisjoint(with: made))
        #expect(known.union(made) == Set(Field.rare.map(\.key)))
    }

    @Test func `is fetched of the items that are asked alone, whatever they hold`() throws {
        var generator = SeededGenerator(seed: 4)
        let items = (0..<200).map { index in
            var item = Item(
                id: ItemID(using: &generator),
                name: index.isMultiple(of: 2) ? "Lamp" : "A lamp of brass and glass")
            if index.isMultiple(of: 3) {
                item.serialNumber = index.isMultiple(of: 4) ? "B7" : "A number of many digits"
            }
            if index.isMultiple(of: 5) {
                item.location = index.isMultiple(of: 10) ? "Attic" : "House / Attic / Box of lamps"
                item.tags = ["brass"]
                item.purchaseDate = Day("2026-01-02")
            }
            return item
        }
        let texts = [
            "name ~ lamp", "serial ~ many", "location in House", "tags = brass", "purchased < 2027-01-01",
            "notes ~ x", "quantity = 1", "currency = EUR", "every is set",
        ]
        for text in texts {
            let test = try Filter(parsing: text).test
            for start in stride(from: 0, to: 200, by: 37) {
                let some = Array(items[start..<min(start + 64, 200)])
                let asked = generator.next()
                let found = some.withUnsafeBufferPointer { items in
                    ItemBlock.lend(items, nil) { test.passing($0, asked) }
                }
                for index in some.indices {
                    let isAsked = asked >> UInt64(index) & 1 != 0
                    #expect((found >> UInt64(index) & 1 != 0) == (isAsked && test(some[index])), "\(text)")
                }
                let total = some.withUnsafeBufferPointer { items in
                    var total = MoneyTotal()
                    ItemBlock.lend(items, nil) { total.add($0, where: found) }
                    return total
                }
                var expected = MoneyTotal()
                for index in some.indices where found >> UInt64(index) & 1 != 0 { expected.add(some[index]) }
                #expect(total == expected)
            }
        }
    }
}
