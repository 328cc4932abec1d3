import LootCore
import Testing

@testable import LootCollection

@Suite struct `A table of ids` {
    @Test(arguments: [false, true])
    func `a table of ids finds exactly its content`(consecutive: Bool) {
        let seed = Seeds.seed(of: 0)
        var generator = SeededGenerator(seed: seed)
        var items = ChunkedArray<Item>(shift: 10)
        var table = IDTable()
        for number in 0..<3000 {
            let id = consecutive ? ItemID(high: 0, low: UInt64(number)) : ItemID(using: &generator)
            items.append(Item(id: id, name: "", dateCreated: .first))
        }
        var present: Set<Slot> = []
        for _ in 0..<20_000 {
            let slot = Slot.random(in: 0..<3000, using: &generator)
            let id = items[Int(slot)].id
            #expect(table.slot(of: id, in: items) == (present.contains(slot) ? slot : nil), "seed \(seed)")
            if present.remove(slot) != nil {
                table.remove(id, in: items)
            } else {
                table.insert(slot, id: id, in: items)
                present.insert(slot)
            }
            #expect(table.count == present.count)
        }
        for slot in 0..<Slot(3000) {
            let found = table.slot(of: items[Int(slot)].id, in: items)
            #expect(found == (present.contains(slot) ? slot : nil), "seed \(seed)")
        }
    }
}
