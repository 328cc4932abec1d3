import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Testing

@testable import LootActions

@Suite struct `Lines of many entries` {
    @Test(arguments: [0, 5_000])
    func `lines are found by the recorded ids only`(expected: Int) {
        var generator = SeededGenerator(seed: 7)
        let ids = (0..<3_000).map { _ in ItemID(using: &generator) }
        var lines = EntryLines()
        lines.reserve(expected)
        for (line, id) in ids.enumerated() {
            #expect(lines.line(of: id) == nil)
            lines.insert(line, for: id)
        }
        let found = ids.map { lines.line(of: $0) }
        #expect(found == (0..<3_000).map { $0 })
        #expect(lines.line(of: ItemID(using: &generator)) == nil)
    }

    @Test(arguments: [Int?.none, 10, 1 << 40])
    func `lines are found regardless of the declared file size`(size: Int?) async throws {
        let ids = (0..<2_000).map { ItemID(high: 1, low: UInt64($0)) }
        let known = Item(id: ids[1_500], name: "Known")
        var text = ids.map { #"{"id":"\#($0)","name":"Lamp"}"# }
        text[1_700] = text[3]
        let store = try MemoryStore([known])
        var planner = try await ImportPlanner(store, name: "f", size: size)
        try await planner.feed(Array("[\n\(text.joined(separator: ",\n"))\n]".utf8))
        let plan = try await planner.finish()
        #expect(plan.added == 1_998 && plan.changed == 1 && plan.refusals.count == 1)
        #expect(plan.refusals.first?.error.position.line == 1_701)
        #expect(plan.entries.map(\.line) == (1...2_000).filter { $0 != 1_701 })
        #expect(plan.entries.map(\.item.id) == ids.filter { $0 != ids[1_700] })
        try await Inventory(store, for: .owner).commit(plan)
        #expect(try await store.summary().count == 1_999)
    }
}
