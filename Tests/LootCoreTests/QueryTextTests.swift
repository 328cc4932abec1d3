import LootCore
import LootTesting
import Testing

@Suite struct `A query as text` {
    private static let queries: [Query] = [
        .all, Query(search: Search("Spork  Öl")), Query(search: Search("a", in: ["name", .custom("Größe")])),
        Query(filter: try? Filter(parsing: "value >= 50 and (tag = light or custom.Color ~ \"a, b\")")),
        Query(favoritesOnly: true, sort: [SortKey("valueInDollars", .descending), SortKey(.custom("Size"))]),
        Query(sectioning: RuleSectioning(.bands("valueInDollars", bounds: [-5, 25]), .descending)),
        Query(
            search: Search("x"), filter: try? Filter(parsing: "not favorite = yes"), favoritesOnly: true,
            sort: [SortKey("name")], sectioning: RuleSectioning(.value(.custom("a:b")))),
    ]

    @Test(arguments: queries) func `says what it means, and is read as that`(query: Query) throws {
        let text = try #require(QueryText(query))
        #expect(try text.query() == query)
        let again = try QueryText(text.parameters())
        #expect(again == text)
        #expect(try again.query() == query)
    }

    @Test func `means the same for random queries`() throws {
        var generator = SeededGenerator(seed: 7)
        var said = 0
        for _ in 0..<500 {
            var query = ItemFixtures.query(using: &generator)
            guard let text = QueryText(query) else { continue }
            said += 1
            query.sectioning = query.sectioning.flatMap { parts in
                parts.rule.map { RuleSectioning($0, parts.direction) }
            }
            #expect(try text.query() == query)
            #expect(try QueryText(text.parameters()) == text)
        }
        #expect(said > 250)
    }

    @Test(arguments: [
        QueryText(search: "a  b & c=d"), QueryText(scope: ["name", "notes"], conditions: ["value > ", "x"]),
        QueryText(favoritesOnly: true, sort: ["value:desc", "name"], sections: .named("value:25,50")),
        QueryText(sections: .rule(nil)), QueryText(sections: .rule(RuleSectioning(.initial("name")))),
    ])
    func `goes through names and values whatever it means`(text: QueryText) throws {
        #expect(try QueryText(text.parameters()) == text)
        let renamed = text.parameters(sections: "by", rule: "how")
        #expect(try QueryText(renamed, sections: "by", rule: "how") == text)
    }

    @Test func `is none for what text can't say`() {
        struct Odd: Sectioning {
            func key(for item: Item) -> SectionKey { .missing }
            func title(for key: SectionKey) -> String { "" }
        }
        for query in [
            Query(sort: [SortKey(.custom("a,b"))]), Query(search: Search("x", in: [.custom("a,b")])),
            Query(sort: [SortKey(.custom("a:desc"))]), Query(sectioning: Odd()),
        ] { #expect(QueryText(query) == nil) }
    }

    @Test(arguments: [("favorites", "perhaps"), ("rule", "nonsense"), ("rule", "bands:9,3:valueInDollars")])
    func `says which of its values can't be read`(name: String, value: String) {
        let error = #expect(throws: LootError.self) { try QueryText([(name, value)]) }
        #expect(error?.code == .malformed)
    }

    @Test(arguments: [("favorites", "yes"), ("favorites", "ON"), ("favorites", "1"), ("favorites", "true")])
    func `takes yes and no as people write them`(name: String, value: String) throws {
        #expect(try QueryText([(name, value)]).favoritesOnly)
    }

    @Test func `takes lists with commas or one by one, and leaves out what is empty`() throws {
        let text = try QueryText([
            ("sort", "name,value:desc"), ("sort", "tags"), ("search", ""), ("where", ""), ("sections", ""),
            ("rule", ""), ("other", "x"),
        ])
        #expect(text == QueryText(sort: ["name", "value:desc", "tags"]))
        #expect(try QueryText([("rule", "none"), ("sections", "value")]).sections == .rule(nil))
    }

    @Test func `with an empty condition selects nothing by mistake`() {
        #expect(throws: LootError.self) { try QueryText(conditions: [""]).query() }
    }

    @Test func `asks for a sectioning by its name, or for the usual one`() throws {
        var asked: [String?] = []
        for sections in [QueryText.Sections.unsaid, .named("x"), .rule(nil)] {
            _ = try QueryText(sections: sections).query { name in
                asked.append(name)
                return nil
            }
        }
        #expect(asked == [nil, "x"])
    }
}
