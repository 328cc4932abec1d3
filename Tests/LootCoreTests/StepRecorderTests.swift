import LootCore
import Testing

struct StepRecorderTests {
    /// Rows that change one by one, for comparison with the recorder.
    private struct Rows {
        var items: [Item]
        var recorder = StepRecorder()

        mutating func remove(at row: Int) -> Item {
            let item = items.remove(at: row)
            recorder.remove(item.id, at: row)
            return item
        }

        mutating func insert(_ item: Item, at row: Int) {
            items.insert(item, at: row)
            recorder.insert(item.id, at: row)
        }

        mutating func rename(at row: Int, _ name: String) {
            items[row].name = name
            recorder.change(items[row].id, at: row)
        }

        func step() -> AnswerStep {
            let outline = ItemList(items).outline(of: .all, at: Revision(rawValue: 2))
            return recorder.step(from: Revision(rawValue: 1), to: outline) { id in
                items.first { $0.id == id }
            }
        }
    }

    private func items(_ count: Int) -> [Item] { (0..<count).map { Item(name: "Item \($0)") } }

    @Test(arguments: UInt64(1)...40)
    func `one step has the effect of many insertions, removals and changes`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let old = items(Int.random(in: 0...12, using: &generator))
        var rows = Rows(items: old)
        var hand: [Item] = []
        for number in 0..<Int.random(in: 1...30, using: &generator) {
            let count = rows.items.count
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where count > 0: hand.append(rows.remove(at: Int.random(in: 0..<count, using: &generator)))
            case 1 where !hand.isEmpty:
                rows.insert(hand.removeLast(), at: Int.random(in: 0...count, using: &generator))
            case 2 where count > 0:
                rows.rename(at: Int.random(in: 0..<count, using: &generator), "Name \(number)")
            default:
                rows.insert(Item(name: "New \(number)"), at: Int.random(in: 0...count, using: &generator))
            }
        }
        let step = rows.step()
        var result = old
        step.apply(to: &result)
        #expect(result == rows.items, "seed \(seed)")
        let map = RowMap(step)
        for (row, item) in old.enumerated() {
            #expect(
                map.row(after: row) == rows.items.firstIndex { $0.id == item.id }, "seed \(seed), row \(row)")
        }
    }

    @Test(arguments: UInt64(1)...40)
    func `comparing two answers creates a step between them`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let old = items(Int.random(in: 0...12, using: &generator))
        var new = old.shuffled(using: &generator).dropFirst(Int.random(in: 0...4, using: &generator)).map(
            \.self)
        for index in new.indices where Bool.random(using: &generator) { new[index].name += "!" }
        new += items(Int.random(in: 0...3, using: &generator))
        let outline = ItemList(new).outline(of: .all, at: Revision(rawValue: 2))
        var result = old
        AnswerStep(from: Revision(rawValue: 1), old, to: outline, new).apply(to: &result)
        #expect(result == new, "seed \(seed)")
    }

    @Test func `an item that was removed and inserted at the same position has changed`() {
        var rows = Rows(items: items(5))
        rows.insert(rows.remove(at: 2), at: 2)
        let step = rows.step()
        #expect(step.removed.isEmpty && step.inserted.isEmpty && step.moved.isEmpty)
        #expect(step.changed.map(\.row) == [2])
    }

    @Test func `an item that was inserted and removed leaves no trace`() {
        var rows = Rows(items: items(3))
        rows.insert(Item(name: "Passing"), at: 1)
        _ = rows.remove(at: 1)
        #expect(rows.step().isEmpty)
    }

    @Test func `rows that only shift aren't in the step`() {
        var rows = Rows(items: items(100))
        rows.insert(Item(name: "First"), at: 0)
        let step = rows.step()
        #expect(step.inserted.map(\.row) == [0])
        #expect(step.removed.isEmpty && step.moved.isEmpty && step.changed.isEmpty)
    }
}
