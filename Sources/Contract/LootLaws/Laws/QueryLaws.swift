import LootCore
import LootQueryText

extension StoreConformance {
    static let queryLaws: [Case] = [
        Case("sorting by each field matches the definition and is stable", needs: []) {
            trial in
            let (store, list) = try await trial.openToQuery(seed: 50)
            let keys =
                Field.all.map(\.key) + [Field.idKey] + ItemFixtures.customFields.map { .custom($0.name) }
            for key in keys + ["custom.Any", "custom.nobody has it"] {
                for direction in [SortDirection.ascending, .descending] {
                    try await store.mustAnswer(Query(sort: [SortKey(key, direction)]), like: list)
                }
            }
            let sort = [
                SortKey("isFavorite", .descending), SortKey("location"),
                SortKey("valueInDollars", .descending),
            ]
            try await store.mustAnswer(Query(sort: sort), like: list)
        },
        Case("a search ignores case and accents", needs: []) { trial in
            let (store, list) = try await trial.openToQuery(seed: 51)
            let words =
                ItemFixtures.words + [
                    "mac", "cafe", "CAFÉ", "strasse", "STRAẞE", "angstrom", "ελλαδα", "e", "fluffy bear",
                    "bear fluffy", "%",
                    "_", "nothing has this", "attic", "red",
                ]
            for word in words {
                try await store.mustAnswer(Query(search: Search(word)), like: list)
                try await store.mustAnswer(Query(search: Search(word, in: ["name"])), like: list)
            }
            try await store.mustAnswer(Query(search: Search("r", in: ["tags", "custom.Color"])), like: list)
        },
        Case("filters match the definition", needs: []) { trial in
            let (store, list) = try await trial.openToQuery(seed: 52)
            let first = list.items.first.map { $0.id.description } ?? ""
            let filters = [
                "value >= 50 and location = \"Attic\"", "not (location = \"attic\")", "favorite",
                "not favorite",
                "location is set", "location is not set", "tags = red", "tags ~ old", "name ^ shi",
                "name ~ ''",
                "custom.Color ~ a", "custom.Pages < 50", "custom.Weight > 0", "custom.Any is set",
                "custom.Insured = true", "created < 2023-06-01", "purchased >= 2023-06-01",
                "custom.Lent > 2023-01-01",
                "custom.Serviced > 2023-01-01", "quantity != 1", "all", "none", "value = \(Int.max)",
                "id = \"\(first)\"", "id ^ \"\(first.prefix(4))\"", "price < 60 or price >= 100",
                "value in (1, 2, 3)", "location in (attic, 'KÜCHE', Cellar, x, y, z)",
                "location not in (attic)",
                "location in House", "location in 'house / Attic'", "not (location in 'House/Attic/box 3')",
                "tags in red", "notes ~ /^[a-m].*\\n/", "name ~ /mac|str(a|ä)(ss|ß)e/", "not (name ~ /\\d/)",
                "value between 20 and 60", "value > 49.5", "value = 50.5", "value <= -0.5", "value < 1e300",
                "created = 2024", "created < 2024-03", "created > 2024-03-05", "created <= 2024-03-05",
                "(purchased <= 2024-03-05 or purchased is not set and created <= 2024-03-05) "
                    + "and (disposal is not set or disposedOn > 2024-03-05)",
                "depreciation = 'declining 20%'", "replacement > 20 and replacement != 50",
                "created between 2023 and 2024-06", "purchased = 2025", "warranty not between 2023 and 2024",
                "created > 2024-03-05T12:00:00Z", "purchased <= 2024-03-05T12:00:00Z",
                "custom.Serviced = 2024",
                "custom.Lent = 2024-05", "custom.Lent > 2024-05-05T10:00:00Z", "has photo", "has file",
                "files ~ receipt", "files = 'réceipt (2).pdf'", "not (files ^ shiny)", "files ~ /pdf$/",
                "has tags and is favorite",
                "value - price > 10", "value * quantity >= 1000", "(value + 10) / 3 = quantity",
                "price < value",
                "value / 0 > 1", "not (value - price > 10)", "custom.Pages * 2 > value",
                "(custom.Weight) < value", "quantity < 2.5", "quantity <= 2.5", "quantity > 2.5",
                "quantity >= 2.5", "quantity = 2.5", "quantity != 2.5", "quantity < 1.0001",
                "quantity > 1.9999",
                "quantity between 1.5 and 2.5", "custom.Pages < 50.5", "custom.Pages > 49.5",
                "custom.Weight <= 3", "custom.Weight < 3", "custom.Weight >= 0.1", "value < 50.0001",
            ]
            for filter in filters {
                try await store.mustAnswer(Query(filter: try Filter(parsing: filter)), like: list)
            }
            try await store.mustAnswer(Query(favoritesOnly: true), like: list)
        },
        Case("sections match the definition", needs: []) { trial in
            let (store, list) = try await trial.openToQuery(seed: 53)
            let rules: [SectionRule] = [
                .bands("valueInDollars", bounds: [50]), .bands("valueInDollars", bounds: [25, 50, 75, 100]),
                .bands("quantity", bounds: [1]), .initial("name"), .initial("location"), .year("dateCreated"),
                .year("purchaseDate"), .month("dateCreated"), .month("custom.Serviced"), .flag("isFavorite"),
                .flag("custom.Insured"), .value("location"), .value("tags"), .value("quantity"),
                .value("dateCreated"),
                .value("custom.Color"), .value("custom.Any"), .bands("custom.Color", bounds: [1]),
                .bands("custom.Weight", bounds: ["-1.5", "0.1", 3]),
                .bands("quantity", bounds: ["1.5", 2, 12]),
            ]
            for rule in rules {
                for direction in [SortDirection.ascending, .descending] {
                    let sectioning = SectioningByRule(rule: rule, direction: direction)
                    try await store.mustAnswer(Query(sectioning: sectioning), like: list)
                }
                let query = Query(
                    filter: .compare("valueInDollars", .less, .integer(80)),
                    sort: [SortKey("name", .descending)],
                    sectioning: SectioningByRule(rule: rule, direction: .ascending))
                try await store.mustAnswer(query, like: list)
            }
            try await store.mustAnswer(Query(sectioning: SectioningByLength()), like: list)
        },
        Case("random queries match the definition", needs: []) { trial in
            let (store, list) = try await trial.openToQuery(seed: 54)
            var generator = SeededGenerator(seed: 54)
            for _ in 0..<100 {
                let query = ItemFixtures.query(using: &generator)
                let start = Int.random(in: 0...20, using: &generator)
                let rows = start..<start + 20
                let answer = try await store.answer(to: query, rows: rows)
                let expected = list.answer(to: query, rows: rows, at: answer.outline.revision)
                try requireSame(answer.outline, answer.page, rows, query, like: expected)
                let outline = try await store.outline(of: query)
                let page = try await store.page(of: query, rows: rows)
                try requireSame(outline, page, rows, query, like: expected)
            }
        },
        Case("the position of an item matches the answer", needs: []) { trial in
            let (store, list) = try await trial.openToQuery(seed: 55)
            var generator = SeededGenerator(seed: 55)
            for _ in 0..<20 {
                let query = ItemFixtures.query(using: &generator)
                let answer = list.answer(to: query)
                for item in list.items.shuffled(using: &generator).prefix(8) {
                    let expected = answer.firstIndex { $0.id == item.id }
                    let position = try await store.position(of: item.id, in: query)
                    try require(
                        position == expected,
                        "in \(query.spelled) an item is at \(String(describing: position)), not \(String(describing: expected))"
                    )
                }
            }
        },
        Case("answers are correct after each change") { trial in
            let (store, items) = try await trial.openToQuery(seed: 56)
            var list = items
            let queries = [
                Query(
                    sectioning: SectioningByRule(
                        rule: .bands("valueInDollars", bounds: [25, 50]), direction: .ascending)),
                Query(sort: [SortKey("name"), SortKey("valueInDollars", .descending)]),
                Query(favoritesOnly: true),
                Query(search: Search("e")),
            ]
            for (position, item) in list.items.prefix(12).enumerated() {
                let change: Change =
                    switch position % 4 {
                    case 0:
                        .update(
                            item.id,
                            ["valueInDollars": .integer(position * 5), "name": .text("Renamed \(position)")])
                    case 1: .remove(item.id)
                    case 2: .move(item.id, to: .position(list.items.count - 1))
                    default: .update(item.id, ["isFavorite": .flag(!item.isFavorite)])
                    }
                try await store.mustMake([change], like: &list)
                for query in queries { try await store.mustAnswer(query, like: list) }
            }
        },
    ]
}

extension Trial {
    /// Returns a store with items, and the list that defines the expected results.
    fileprivate func openToQuery(seed: UInt64) async throws -> (any ItemStore, ItemList) {
        let store = try await open()
        if conformance.capabilities.contains(.writable) {
            _ = try await store.apply(ItemFixtures.items(40, seed: seed).map { .insert($0) })
        }
        return (store, ItemList(try await store.items()))
    }
}
