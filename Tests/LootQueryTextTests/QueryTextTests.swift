import LootCore
import LootQueryText
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

    @Test(arguments: queries) func `the text of a query is parsed as the same query`(query: Query) throws {
        let text = try #require(QueryText(query))
        #expect(try text.query() == query)
        let again = try QueryText(text.parameters())
        #expect(again == text)
        #expect(try again.query() == query)
    }

    @Test func `the text of a random query is parsed as the same query`() throws {
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
    func `the text of a query can contain any names and values`(text: QueryText) throws {
        #expect(try QueryText(text.parameters()) == text)
        let renamed = text.parameters(sections: "by", rule: "how")
        #expect(try QueryText(renamed, sections: "by", rule: "how") == text)
    }

    @Test func `queries that can't be expressed have no text`() {
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
    func `invalid values are named`(name: String, value: String) {
        let error = #expect(throws: LootError.self) { try QueryText([(name, value)]) }
        #expect(error?.code == .malformed)
    }

    @Test(arguments: [("favorites", "yes"), ("favorites", "ON"), ("favorites", "1"), ("favorites", "true")])
    func `the usual words for yes and no are accepted`(name: String, value: String) throws {
        #expect(try QueryText([(name, value)]).favoritesOnly)
    }

    @Test func `lists are separated by commas or repeated, and empty entries are ignored`() throws {
        let text = try QueryText([
            ("sort", "name,value:desc"), ("sort", "tags"), ("search", ""), ("where", ""), ("sections", ""),
            ("rule", ""), ("other", "x"),
        ])
        #expect(text == QueryText(sort: ["name", "value:desc", "tags"]))
        #expect(try QueryText([("rule", "none"), ("sections", "value")]).sections == .rule(nil))
    }

    @Test func `an empty condition is rejected`() {
        #expect(throws: LootError.self) { try QueryText(conditions: [""]).query() }
    }

    @Test func `a sectioning is requested by name, or the default one is used`() throws {
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
