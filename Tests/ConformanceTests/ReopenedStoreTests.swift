import Foundation
import LootCore
import LootFiles
import LootFormats
import LootTesting
import Testing

/// Reads a file that another process wrote.
@Suite struct `A reopened file` {
    @Test(arguments: ["json", "plist"], [7, UInt64.random(in: 8...UInt64.max)])
    func `a reopened file answers every query like the definition`(ending: String, seed: UInt64)
        async throws
    {
        var generator = SeededGenerator(seed: seed)
        let plain = (0..<300).map { number in
            Item(
                name: "Rusty \(number % 7 == 0 ? "mac" : "Bear") number \(number)",
                valueInDollars: number % 100)
        }
        var items = ItemFixtures.items(200, seed: seed) + plain
        items.shuffle(using: &generator)
        let path = NSTemporaryDirectory() + "/loot-reopened-\(UUID()).\(ending)"
        let writer = try await open(path)
        try await writer.apply(items.map { .insert($0) })
        let added = Item(name: "A Mac that came late", valueInDollars: 77)
        try await writer.add(added)
        try await writer.close()
        let list = ItemList(items + [added])
        let search = Query(search: Search("mac"), filter: .compare("valueInDollars", .greater, .integer(50)))
        var queries = [search, Query(search: Search("MÄC 1"))]
        for _ in 0..<6 { queries.append(ItemFixtures.query(using: &generator)) }
        for query in queries {
            let store = try await open(path)
            let expected = list.answer(to: query)
            let outline = try await store.outline(of: query)
            #expect(outline == list.outline(of: query, at: outline.revision), "seed \(seed), \(query)")
            let page = try await store.page(of: query, rows: 0..<20)
            #expect(page.items == Array(expected.prefix(20)), "seed \(seed), \(query)")
            for item in page.items.prefix(3) {
                #expect(try await store.position(of: item.id, in: .all) == list.items.firstIndex(of: item))
            }
            #expect(try await store.items(of: query) == expected, "seed \(seed), \(query)")
            try await store.close()
        }
    }

    private func open(_ path: String) async throws(LootError) -> any ItemStore {
        var options = FileStoreOptions()
        options.rewriteLimit = 0
        let format = path.hasSuffix("plist") ? ItemFormat.propertyList : .json
        return try await FormatCodec(format).openStore(at: path, options: options)
    }
}
