import LootCore
import LootTesting
import Testing
import TextSearch

@Suite struct ItemListTests {
    private let items = ["A", "B", "C", "D"].map { Item(name: $0, valueInDollars: 10) }

    private func names(_ list: ItemList) -> String { list.items.map(\.name).joined() }

    @Test func `each kind of change has its effect`() throws {
        var list = ItemList(items)
        let new = Item(name: "X")
        let steps: [(Change, String)] = [
            (.insert(new), "ABCDX"), (.move(new.id, to: 0), "XABCD"), (.move(items[0].id, to: 3), "XBCAD"),
            (.move(items[0].id, to: 3), "XBCAD"), (.remove(items[1].id), "XCAD"),
            (.insert(items[1], at: 1), "XBCAD"),
            (.insert(Item(name: "Y"), at: 5), "XBCADY"), (.update(new.id, ["name": .text("Z")]), "ZBCADY"),
        ]
        for (change, expected) in steps {
            let applied = try list.apply([change])
            #expect(names(list) == expected)
            #expect(applied.count == 1)
        }
    }

    @Test func `an applied insertion contains its position`() throws {
        var list = ItemList(items)
        let new = Item(name: "X")
        #expect(
            try list.apply([.insert(new)]) == [AppliedChange(.insert(new, at: 4), inverse: .remove(new.id))])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `any changes are reverted by their inverses in reverse order`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed + 1000)
        let start = ItemList(ItemFixtures.items(8, seed: seed))
        var list = start
        var applied: [AppliedChange] = []
        for _ in 0..<40 {
            guard let item = list.items.randomElement(using: &generator) else { continue }
            let new = ItemFixtures.item(using: &generator)
            let position = Int.random(in: 0..<list.items.count, using: &generator)
            let change: Change =
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: .insert(new, at: .position(position))
                case 1: .update(item.id, Patch(from: item, to: new))
                case 2: .move(item.id, to: .position(position))
                default: list.items.count > 3 ? .remove(item.id) : .insert(new)
                }
            applied += try list.apply([change])
        }
        let end = list
        _ = try list.apply(applied.reversed().map(\.inverse))
        #expect(list == start)
        for (left, right) in zip(list.items, start.items) { #expect(left.difference(from: right) == nil) }
        _ = try list.apply(applied.map(\.change))
        #expect(list == end)
    }

    @Test func `a transaction is applied completely or not at all`() {
        var list = ItemList(items)
        let good: [Change] = [.remove(items[0].id), .move(items[3].id, to: 0)]
        for (bad, code) in [
            (.remove(items[0].id), .noSuchItem), (.insert(items[1]), .duplicateItem),
            (.insert(Item(name: "X"), at: 4), .positionOutOfRange),
            (.insert(Item(name: "X"), at: -1), .positionOutOfRange),
            (.move(items[1].id, to: 3), .positionOutOfRange),
            (.move(items[1].id, to: .position(.min)), .positionOutOfRange),
            (.insert(Item(name: "\n")), .invalidValue), (.update(items[1].id, ["x": nil]), .unknownField),
        ] as [(Change, LootError.Code)] {
            let error = #expect(throws: LootError.self) { try list.apply(good + [bad]) }
            #expect(error?.code == code)
            #expect(error?.item == bad.item)
            #expect(names(list) == "ABCD")
        }
        #expect(throws: LootError.self) {
            try list.apply([.insert(items[0], at: 0), .insert(items[0], at: 0)])
        }
    }

    @Test func `an empty list has only the first position`() throws {
        var list = ItemList()
        #expect(throws: LootError.self) { try list.apply([.insert(items[0], at: 1)]) }
        _ = try list.apply([.insert(items[0], at: 0)])
        #expect(names(list) == "A")
    }

    @Test func `pages are limited to existing rows`() {
        let list = ItemList(items)
        func page(_ rows: Range<Int>) -> (Int, String) {
            let page = list.page(of: .all, rows: rows, at: .initial)
            return (page.start, page.items.map(\.name).joined())
        }
        #expect(page(1..<3) == (1, "BC"))
        #expect(page(3..<100) == (3, "D"))
        #expect(page(.min ..< .max) == (0, "ABCD"))
        #expect(page(2..<2).1 == "" && page(7..<9).1 == "" && page(-9 ..< -3).1 == "")
    }
}

@Suite struct QueryTests {
    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `an answer is filtered, and sorted by section, then by keys, then by the user's order`(
        seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed + 1000)
        let list = ItemList(ItemFixtures.items(60, seed: seed))
        let query = ItemFixtures.query(using: &generator)
        let answer = list.answer(to: query)
        #expect(Set(answer.map(\.id)) == Set(list.items.filter(query.selects).map(\.id)))
        let positions = Dictionary(list.items.enumerated().map { ($1.id, $0) }) { first, _ in first }
        for (left, right) in zip(answer, answer.dropFirst()) {
            let order = query.order(left, right)
            #expect(order != .descending)
            if order == .same { #expect((positions[left.id] ?? 0) < (positions[right.id] ?? 0)) }
        }
        let outline = list.outline(of: query, at: .initial)
        #expect(outline.count == answer.count)
        #expect(outline.total == answer.reduce(0) { $0 + $1.total })
        #expect(
            zip(outline.sections, outline.sections.dropFirst()).allSatisfy { $0.rows.upperBound == $1.start })
        #expect(outline.sections.allSatisfy { $0.count > 0 })
        for section in outline.sections {
            let keys = Set(answer[section.rows].map { query.sectioning?.key(for: $0) })
            #expect(keys == [section.key])
        }
    }

    @Test func `the query for all items has the user's order`() throws {
        #expect(Query.all.isInUserOrder && Query.all.selectsAll)
        #expect(!Query(sort: [SortKey("name")]).isInUserOrder)
        #expect(Query(search: Search("x"), favoritesOnly: true).isInUserOrder)
        #expect(!Query(favoritesOnly: true).selectsAll && !Query(search: Search("x")).selectsAll)
        #expect(!Query(filter: .all([])).selectsAll)
    }

    @Test func `equal queries have equal hash values`() {
        var (first, second) = (SeededGenerator(seed: 1), SeededGenerator(seed: 1))
        var all: Set<Query> = []
        for _ in 0..<200 {
            let (left, right) = (ItemFixtures.query(using: &first), ItemFixtures.query(using: &second))
            #expect(left == right && left.hashValue == right.hashValue)
            all.insert(left)
        }
        #expect(all.count > 100)
    }

    @Test func `rules group items as described`() throws {
        var item = Item(name: "Éclair", valueInDollars: 50, dateCreated: try #require(Moment("2026-11-20")))
        item.tags = ["red", "old"]
        item.custom = ["N": .decimal(1.5), "F": .flag(true)]
        for (rule, key) in [
            (.bands("valueInDollars", bounds: [50]), .number(1)),
            (.bands("valueInDollars", bounds: [51, 60]), .number(0)),
            (.bands("name", bounds: [1]), .missing), (.bands("purchasePrice", bounds: [1]), .missing),
            (.initial("name"), .text("E")), (.initial("valueInDollars"), .missing),
            (.initial("location"), .missing),
            (.year("dateCreated"), .number(2026)), (.month("dateCreated"), .number(202_611)),
            (.year("purchaseDate"), .missing),
            (.year("name"), .missing), (.flag("isFavorite"), .number(1)), (.flag("custom.F"), .number(0)),
            (.flag("custom.none"), .number(1)), (.value("tags"), .text("red")),
            (.value("quantity"), .number(1)),
            (.value("dateCreated"), .text("2026-11-20T00:00:00Z")), (.value("custom.N"), .text("1.5")),
            (.value("location"), .missing), (.value("isFavorite"), .number(0)),
        ] as [(SectionRule, SectionKey)] {
            #expect(rule.key(for: item) == key, "\(rule)")
        }
    }

    @Test func `the order of section keys is total, and by bytes if they fold the same`() {
        let keys: [SectionKey] = [
            .number(.min), .number(-1), .number(0), .number(.max), .text(""), .text("a"), .text("A"),
            .text("á"),
            .text("a\u{301}"), .text("b"), .missing,
        ]
        for first in keys {
            for second in keys {
                #expect(SectionKey.order(first, second) == SectionKey.order(second, first).reversed)
                #expect((SectionKey.order(first, second) == .same) == (first == second))
                #expect(first != second || first.hashValue == second.hashValue)
            }
        }
        #expect(Set(keys).count == keys.count)
        #expect(keys.shuffled().sorted { SectionKey.order($0, $1) == .ascending }.last == .missing)
    }
}
