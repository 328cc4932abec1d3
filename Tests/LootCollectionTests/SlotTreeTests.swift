import LootCore
import Testing

@testable import LootCollection

@Suite struct `A slot tree` {
    private func entries(_ tree: SlotTree) -> [Slot] {
        var entries: [Slot] = []
        tree.forEach(in: 0..<tree.count) { entries.append($0) }
        return entries
    }

    @Test(arguments: [0, 1, 120, 121, 128, 129, 15_000])
    func `a tree that is built from entries has their order`(count: Int) {
        let tree = SlotTree(0..<Slot(count))
        #expect(entries(tree) == Array(0..<Slot(count)))
        #expect(tree.brokenInvariants("tree") == [])
    }

    @Test func `random insertions and removals keep the shape and the order of a tree`() {
        let seed = Seeds.seed(of: 0)
        var generator = SeededGenerator(seed: seed)
        var tree = SlotTree()
        var expected: [Slot] = []
        // The tree grows, shrinks to nothing, and grows again.
        for (insertions, steps) in [(9, 12_000), (1, 14_000), (6, 3000)] {
            for _ in 0..<steps {
                if expected.isEmpty || Int.random(in: 0..<10, using: &generator) < insertions {
                    let position = Int.random(in: 0...expected.count, using: &generator)
                    let slot = Slot.random(in: 0...1_000_000, using: &generator)
                    tree.insert(slot, at: position)
                    expected.insert(slot, at: position)
                } else {
                    let position = Int.random(in: 0..<expected.count, using: &generator)
                    tree.remove(at: position)
                    expected.remove(at: position)
                }
            }
            #expect(entries(tree) == expected, "seed \(seed)")
            #expect(tree.brokenInvariants("tree") == [], "seed \(seed)")
        }
    }

    @Test func `a tree can be emptied from both ends`() {
        for fromFront in [true, false] {
            var tree = SlotTree(0..<20_000)
            while tree.count > 0 { tree.remove(at: fromFront ? 0 : tree.count - 1) }
            #expect(tree.brokenInvariants("tree") == [])
            tree.insert(7, at: 0)
            #expect(entries(tree) == [7])
        }
    }

    @Test func `a tree finds the end of a condition, in all entries and in a range`() {
        let tree = SlotTree((0..<20_000).map { $0 * 2 })
        for target: Slot in [0, 1, 2, 239, 240, 241, 17_000, 39_998, 39_999, 50_000] {
            for part in [0..<20_000, 0..<0, 120..<240, 119..<5000, 19_999..<20_000, 7..<8] {
                let expected = part.first { Slot($0 * 2) >= target } ?? part.upperBound
                #expect(tree.partition(in: part) { $0 < target } == expected, "\(target) in \(part)")
            }
        }
    }

    @Test func `a copied tree doesn't change`() {
        var tree = SlotTree(0..<20_000)
        let copy = tree
        for _ in 0..<500 {
            tree.insert(1, at: 10_000)
            tree.remove(at: 0)
        }
        #expect(entries(copy) == Array(0..<20_000))
    }
}
