import LootCore

/// Creates random items, changes and queries from few distinct values, so that ties are common.
struct RandomInventory {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    static let names = [
        "Lamp", "lamp", "Lämp", "Łamp", "a", "Z", "Rusty Spork", "Rusty spork",
        "A very long name that goes on",
        "A very long name that goes off", "Ñandú", "straße", "STRASSE", "7 of 9", "東京タワー", "é", "e\u{301}",
        "fifteen letters",
        "fifteen letters and more", "fifteen letters and", "Fifteen letters, fourteen more",
    ]

    /// All fields, the ID, a custom field, and a custom field without values.
    static let sortFields: [FieldKey] =
        Field.all.map(\.key) + ["id", "custom.size", "nothing"]

    mutating func item() -> Item {
        var item = Item(
            id: ItemID(using: &generator), name: pick(RandomInventory.names), valueInDollars: value(),
            serialNumber: chance(3) ? nil : pick(["A1", "a1", "B2", ""]),
            dateCreated: Moment(secondsSinceEpoch: Int64.random(in: 0...9, using: &generator) * 31_000_000)
                ?? .first, isFavorite: chance(3))
        if chance(2) {
            if chance(2) { item.quantity = Int.random(in: 0...3, using: &generator) }
            if chance(2) { item.location = pick(["Attic", "attic", "Cellar"]) }
            if chance(2) { item.tags = pick([["red"], ["red", "big"], ["Big"]]) }
            if chance(3) { item.purchaseDate = Day(daysSinceEpoch: pick([0, 400, 20_000])) }
            if chance(3) { item.custom = ["size": pick([.integer(3), .decimal(2.5), .text("M")])] }
        }
        return item
    }

    private mutating func value() -> Int { chance(40) ? Int.max : Int.random(in: 0...99, using: &generator) }

    mutating func patch() -> Patch {
        pick([
            ["name": .text(pick(RandomInventory.names))], ["valueInDollars": .integer(value())],
            ["isFavorite": .flag(chance(2))], ["location": chance(3) ? nil : .text(pick(["Attic", "Shed"]))],
            ["quantity": .integer(2), "valueInDollars": .integer(value())], ["serialNumber": nil],
            ["tags": .list(["new"])], ["custom.size": .integer(4)], [:],
            ["purchasePrice": .amount("129.95"), "currency": .text("EUR")],
            ["location": nil, "currency": nil],
            ["notes": .text("Bought of Ann"), "vendor": .text("Shop")],
            ["purchaseDate": nil, "quantity": nil],
        ])
    }

    /// Returns a change that is usually valid for a list of these items.
    mutating func change(of items: [Item]) -> Change {
        if chance(30) {
            return pick([
                .remove(ItemID(using: &generator)), .insert(Item(name: "\n")), .move(ItemID(), to: 0),
                .insert(item(), at: .position(items.count + 1)),
                .insert(items.first ?? Item(name: "bell\u{7}")),
                .update(items.last?.id ?? ItemID(), ["quantity": .integer(.max)]),
                .move(items.last?.id ?? ItemID(), to: .position(items.count)), .insert(item(), at: -1),
            ])
        }
        let place: Destination =
            chance(3) ? .last : .position(Int.random(in: 0...items.count, using: &generator))
        guard !items.isEmpty else { return .insert(item(), at: place) }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<3: return .insert(item(), at: place)
        case 3..<5: return .remove(pick(items).id)
        case 5..<8: return .update(pick(items).id, patch())
        default:
            return .move(pick(items).id, to: .position(Int.random(in: 0..<items.count, using: &generator)))
        }
    }

    static let filters: [Filter] = [
        .compare("valueInDollars", .greaterOrEqual, .integer(50)), .isSet("location"),
        .not(.compare("location", .equal, .text("attic"))), .compare("location", .inside, .text("attic")),
        .all([.compare("tags", .contains, .text("e")), .compare("quantity", .less, .integer(3))]),
        .any([.compare("tags", .equal, .text("big")), .compare("custom.size", .greater, .integer(2))]),
        .compare("purchasePrice", .greater, .amount("129.9")), .not(.isSet("purchaseDate")),
        .compare("purchaseDate", .less, .day(Day(daysSinceEpoch: 20_000) ?? .first)),
        .any([.isSet("notes"), .compare("currency", .equal, .text("EUR"))]), .isSet("custom.size"),
    ]

    mutating func query() -> Query {
        var query = Query()
        if chance(3) {
            query.search = Search(pick(["a", "lamp", "am", "rusty sp", "LÄM", "red", "o t", "spork"]))
        }
        if chance(8) { query.search = Search("a", in: ["name"]) }
        if chance(3) { query.filter = pick(RandomInventory.filters) }
        query.favoritesOnly = chance(5)
        for _ in 0..<pick([0, 1, 1, 2, 3]) {
            let field = pick(RandomInventory.sortFields)
            query.sort.append(SortKey(field, pick([.ascending, .descending])))
        }
        if chance(2) {
            let rule: SectionRule = pick([
                .bands("valueInDollars", bounds: [25, 50, 75]), .initial("name"), .year("dateCreated"),
                .month("purchaseDate"), .flag("isFavorite"), .value("location"), .value("name"),
                .value("tags"),
            ])
            query.sectioning = TestSectioning(rule, pick([.ascending, .descending]))
        }
        return query
    }
}

/// A sectioning for any rule.
struct TestSectioning: Sectioning {
    let rule: SectionRule?
    let direction: SortDirection

    init(_ rule: SectionRule, _ direction: SortDirection = .ascending) {
        self.rule = rule
        self.direction = direction
    }

    func title(for key: SectionKey) -> String { "\(key)" }
}
