import LootCore

/// The difference between two lists of items, and the changes that make them identical.
struct MirrorDifference {
    /// The changes to apply to the copy.
    private(set) var changes: [Change] = []
    private var missing = 0
    private var superfluous = 0
    private var different = 0
    private var displaced = 0

    /// Compares a copy with the original items.
    init(of copy: [Item], from items: [Item]) {
        var positions: [ItemID: Int] = [:]
        for (position, item) in items.enumerated() { positions[item.id] = position }
        // Items whose relative order is correct stay in place. The others are removed and inserted again.
        var present: [(position: Int, item: Item)] = []
        for item in copy {
            guard let position = positions[item.id] else {
                superfluous += 1
                changes.append(.remove(item.id))
                continue
            }
            present.append((position, item))
        }
        let staying = MirrorDifference.longestAscent(present.map(\.position))
        var kept = Set<Int>()
        var updates: [Change] = []
        for (index, old) in present.enumerated() {
            let new = items[old.position]
            let patch = Patch(from: old.item, to: new)
            let isSame = old.item.foreign == new.foreign
            if !patch.isEmpty || !isSame { different += 1 }
            guard staying.contains(index), isSame else {
                if !staying.contains(index) { displaced += 1 }
                changes.append(.remove(new.id))
                continue
            }
            kept.insert(old.position)
            if !patch.isEmpty { updates.append(.update(new.id, patch)) }
        }
        changes += updates
        // Insert in ascending order, so that all earlier positions are already correct.
        for (position, item) in items.enumerated() where !kept.contains(position) {
            changes.append(.insert(item, at: .position(position)))
        }
        missing = items.count - present.count
    }

    /// A description of the difference for the user.
    var message: Message {
        """
        The mirror differs from its store. Missing items: \(missing). Additional: \(superfluous). \
        Different: \(different). In another position: \(displaced).
        """
    }

    /// Returns the indices of a longest increasing subsequence of distinct numbers.
    private static func longestAscent(_ numbers: [Int]) -> Set<Int> {
        // `ends` contains, for each length, the index of the smallest number that ends an increasing subsequence of
        // that length, and `before` the predecessor of each index.
        var ends: [Int] = []
        var before = [Int?](repeating: nil, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            before[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var staying: Set<Int> = []
        var next = ends.last
        while let index = next {
            staying.insert(index)
            next = before[index]
        }
        return staying
    }
}
