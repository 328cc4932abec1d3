import LootCore

/// The entries of a file that would change something, in the file's order. New items are stored as the changes that
/// insert them because there may be a million.
package struct ImportEntries: RandomAccessCollection, Sendable {
    /// The insertions of the new items.
    private(set) var insertions: [Change] = []
    /// The lines of the new items.
    private var lines: [Int] = []
    /// The entries that change items, with their indexes in the collection.
    private var updates: [(index: Int, entry: ImportPlan.Entry)] = []

    init() {}

    /// The index of the first entry.
    package var startIndex: Int { 0 }

    /// The index after the last entry.
    package var endIndex: Int { insertions.count + updates.count }

    /// Whether any entry changes an existing item.
    var hasUpdates: Bool { !updates.isEmpty }

    /// Returns the entry at an index. Complexity: O(log *n*), where *n* is the number of changed items.
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

    /// Reserves space for `count` new items.
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
