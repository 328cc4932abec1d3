import LootActions
import LootCore
import LootQueryText
import LootTesting
import MemoryStorePlugin
import Testing
import TextSearch

@Suite struct `Similar words` {
    private static func store() throws -> MemoryStore {
        let names = ["Bosch drill", "Bosch saw", "Bush radio", "Mikrowelle", "Café table", "lamp"]
        var items = names.map { Item(name: $0) }
        items[5].tags = ["Küche"]
        items[4].custom["Maker"] = .text("Ercol")
        return try MemoryStore(items)
    }

    @Test(arguments: [
        ("bosh", "Bosch"), ("boshc", "Bosch"), ("obsch", "Bosch"), ("boscch", "Bosch"), ("bosxh", "Bosch"),
        ("drlil", "drill"), ("bosh saw", "Bosch saw"), ("bosh drlil", "Bosch drill"),
        ("mikrowele", "Mikrowelle"),
        ("kuchw", "Küche"), ("tabel", "table"), ("ercpl", "Ercol"), ("busch", "Bosch"),
        ("bosh radio", "Bush radio"),
        ("caff", "Café"),
    ])
    func `the similar word with one typo that most items contain is found`(text: String, near: String)
        async throws
    {
        let found = try #require(try await Self.store().near(Query(search: Search(text))))
        #expect(Folding.same(found.text, near), "\(found.text)")
        #expect(try await !Self.store().page(of: found.query, rows: 0..<9).items.isEmpty)
    }

    @Test(arguments: ["bosch", "bos", "lmp", "bxsxh", "drill radio", "zzzzzz", "bosh table", ""])
    func `no similar word is suggested for a found, a short or a very different word`(text: String)
        async throws
    {
        #expect(try await Self.store().near(Query(search: Search(text))) == nil)
    }

    @Test func `the message contains the missing word and the suggestion`() async throws {
        let near = try #require(try await Self.store().near(Query(search: Search("bosh drlil"))))
        #expect(near.sentence == "No item contains “bosh” or “drlil”. Similar items: Bosch drill")
    }

    @Test func `suggestions respect the fields, the filter and the order`() async throws {
        let store = try Self.store()
        #expect(try await store.near(Query(search: Search("kuchw", in: ["name"]))) == nil)
        let query = Query(
            search: Search("bosh"), filter: try Filter(parsing: "name ~ radio"), sort: [SortKey("name")])
        let near = try #require(try await store.near(query))
        #expect(near.words == ["Bush"] && near.query.sort == query.sort && near.query.filter == query.filter)
    }

    @Test func `without a search there are no suggestions`() async throws {
        #expect(try await Self.store().near(Query(filter: try Filter(parsing: "none"))) == nil)
    }
}
