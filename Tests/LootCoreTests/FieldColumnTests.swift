import Testing

@testable import LootCore

@Suite struct `Numbers beside the items` {
    @Test(arguments: UInt64(0)..<12)
    func `tell the same of every field as the items, whatever they become`(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        // Where few values may be numbered, the rest is looked at.
        let codes = FieldCodes(limit: seed.isMultiple(of: 2) ? 3 : 1 << 16)
        var items = (0..<(seed < 2 ? 7 : 64)).map { _ in random.item() }
        var columns = FieldColumns(items, codes)
        var found = 0
        for round in 0..<60 {
            for _ in 0..<round % 4 {
                let index = Int.random(in: items.indices, using: &random.generator)
                items[index] = random.item()
                columns.set(items[index], at: index, codes)
            }
            for _ in 0..<20 {
                let filter = random.filter(depth: 2)
                let search = Search(random.pick(["lamp", "a", "ann", "ö", "eur", "belt"]))
                let query = Query(search: random.chance(5) ? search : nil, filter: filter)
                let test = query.test
                let asked = random.chance(2) ? UInt64.max : random.generator.next()
                let passing = columns.passing(items, test, asked)
                for index in items.indices {
                    let isAsked = asked >> UInt64(index) & 1 != 0
                    let isFound = passing >> UInt64(index) & 1 != 0
                    guard isFound != (isAsked && test(items[index])) else { continue }
                    Issue.record("seed \(seed): \(filter), of \(items[index])")
                }
                found += passing.nonzeroBitCount
                var expected = MoneyTotal()
                for index in items.indices where passing >> UInt64(index) & 1 != 0 {
                    expected.add(items[index])
                }
                #expect(columns.total(items, passing) == expected, "seed \(seed): \(filter)")
            }
        }
        #expect(found > 100)
    }

    @Test func `tell of a text once for all items that have it, and ask no item of a number or a day`() throws
    {
        let asked = Asked()
        let items = (0..<64).map { index in
            var item = Item(name: "Item \(index)")
            item.location = "Shelf \(index % 3)"
            item.quantity = index
            return item
        }
        let columns = FieldColumns(items)
        let place = ItemTest(ColumnTest("location", ValueTest(.equal, .text("Shelf 1")))) { item in
            asked.count += 1
            return item.location == "Shelf 1"
        }
        #expect(columns.passing(items, place).nonzeroBitCount == 21)
        #expect(columns.passing(items, place).nonzeroBitCount == 21)
        #expect(asked.count == 3)
        let quantity = ItemTest(ColumnTest("quantity", ValueTest(.less, .integer(10)))) { _ in
            asked.count += 1
            return false
        }
        #expect(columns.passing(items, quantity) == 1 << 10 - 1)
        #expect(asked.count == 3)
    }

    @Test func `tell texts apart to the byte`() {
        let items = ["\u{E9}", "e\u{301}", "\u{E9}"].map { place in
            var item = Item(name: "Item")
            item.location = place
            return item
        }
        let columns = FieldColumns(items)
        let test = ItemTest(ColumnTest("location", ValueTest(.equal, .text("")))) { item in
            item.location?.utf8.count == 3
        }
        #expect(columns.passing(items, test) == 0b010)
    }

    private final class Asked: @unchecked Sendable { var count = 0 }
}

extension FieldColumns {
    fileprivate init(_ items: [Item], _ codes: FieldCodes = FieldCodes()) {
        self = items.withUnsafeBufferPointer { FieldColumns(of: $0, codes) }
    }

    fileprivate func passing(_ items: [Item], _ test: ItemTest, _ asked: UInt64 = .max) -> UInt64 {
        items.withUnsafeBufferPointer { items in lend(items) { test.passing($0, asked) } }
    }

    fileprivate func total(_ items: [Item], _ bits: UInt64) -> MoneyTotal {
        var total = MoneyTotal()
        items.withUnsafeBufferPointer { items in lend(items) { total.add($0, where: bits) } }
        return total
    }
}

/// Items and filters at random, of few values that are near each other or at the ends of what a field may hold.
private struct RandomValues {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    private static let digest = String(repeating: "ab", count: 32)
    private static let values: [FieldType: [FieldValue]] = [
        .integer: [-1, 0, 1, 2, 3, 1_000_000_000, .max, .min].map { .integer($0) },
        .decimal: [-0.5, 0.5, 2.5, 1e12, -1e12].map { .decimal($0) },
        .amount: [
            "-1", "-0.5", "-0.0001", "0", "0.9999", "1", "129.95", "130", "2147483647", "-2147483648.5",
        ].map {
            .amount($0)
        },
        .flag: [.flag(true), .flag(false)],
        .moment: [0, 86_399, 86_400, 1_700_000_000].compactMap { Moment(secondsSinceEpoch: $0) }.map {
            .moment($0)
        },
        .day: [-719_162, -1, 0, 1, 19_000, 2_932_896].compactMap { Day(daysSinceEpoch: $0) }.map { .day($0) },
        .text: [
            "House / Attic", "house/attic", "House", "Köln", "Ko\u{308}ln", "Ann", "", "EUR", "USD",
            "6 months", digest,
            String(repeating: "long ", count: 40),
        ].map { .text($0) },
        .list: [
            ["lamp"], ["lamp", "old"], ["Old"], ["a b", "c"], ["2026-11-20 EUR 40: New belt"],
            ["\(digest) 12 application/pdf manual.pdf"],
        ].map { .list($0) },
    ]

    mutating func value(of type: FieldType) -> FieldValue {
        pick(RandomValues.values[type] ?? [.flag(true)])
    }

    mutating func item() -> Item {
        var item = Item(
            id: ItemID(using: &generator), name: pick(["Lamp", "A lamp of brass and glass", "Ölbild"]),
            dateCreated: .first, isFavorite: chance(2))
        if chance(2) { item.value = pick(["12.5", nil]) }
        if chance(3) { return item }
        for field in Field.rare where chance(2) {
            // What a field refuses, this item does without.
            try? field.set(value(of: field.type), in: &item)
        }
        if chance(8) { item.quantity = pick([.max, .min, 1 << 40]) }
        if chance(3) { item.custom = ["size": pick([.integer(3), .text("lamp"), .decimal(2.5)])] }
        return item
    }

    mutating func filter(depth: Int) -> Filter {
        switch Int.random(in: 0..<(depth == 0 ? 5 : 9), using: &generator) {
        case 0: return .isSet(key())
        case 1..<5:
            let key = key()
            let type = Field.with(key: key)?.type ?? .integer
            let constant: FieldType =
                chance(4)
                ? pick(FieldType.allCases) : type == .list ? .text : type == .integer ? .decimal : type
            return .compare(key, pick(Filter.Comparison.allCases), value(of: chance(3) ? type : constant))
        case 5: return .not(filter(depth: depth - 1))
        case 6: return .all((0..<2).map { _ in filter(depth: depth - 1) })
        case 7: return .any((0..<2).map { _ in filter(depth: depth - 1) })
        default:
            let key = pick(["location", "vendor", "name", "currency"]) as FieldKey
            return .any((0..<5).map { _ in .compare(key, .equal, value(of: .text)) })
        }
    }

    private mutating func key() -> FieldKey { pick(Field.all.map(\.key) + ["custom.size", "id"]) }
}
