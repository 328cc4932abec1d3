import LootCore

/// The entries of a file that would change something, in the file's order. There may be a million new items, and so
/// these are kept as the changes that they become.
package struct ImportEntries: RandomAccessCollection, Sendable {
    /// What adds the new items.
    private(set) var insertions: [Change] = []
    /// The lines of the new items.
    private var lines: [Int] = []
    /// The entries that change items, and where they stand among all.
    private var updates: [(index: Int, entry: ImportPlan.Entry)] = []

    init() {}

    /// Where the first one is.
    package var startIndex: Int { 0 }

    /// Behind the last one.
    package var endIndex: Int { insertions.count + updates.count }

    /// Whether any of them changes an item.
    var hasUpdates: Bool { !updates.isEmpty }

    /// The entry at a place.
    package subscript(index: Int) -> ImportPlan.Entry {
        var (low, high) = (0, updates.count)
        while low < high {
            let middle = (low + high) / 2
            if updates[middle].index < index { low = middle + 1 } else { high = middle }
        }
        if low < updates.count, updates[low].index == index { return updates[low].entry }
        let change = insertions[index - low]
        let item = if case .insert(let item, _) = change { item } else { Item() }
        return .added(item, line: lines[index - low])
    }

    /// Makes room for `count` new items.
    mutating func reserve(_ count: Int) {
        insertions.reserveCapacity(count)
        lines.reserveCapacity(count)
    }

    mutating func append(added item: consuming Item, line: Int) {
        insertions.append(.insert(item))
        lines.append(line)
    }

    mutating func append(changed item: Item, from old: Item, line: Int) {
        updates.append((endIndex, .changed(item, from: old, line: line)))
    }
}
