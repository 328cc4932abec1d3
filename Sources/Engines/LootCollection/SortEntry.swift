import LootCore
import TextSearch

/// An item to be sorted.
struct SortEntry {
    var slot: Slot
    /// The position in the user's order. It decides between items with equal keys.
    var ordinal: UInt32
    /// The part of the sort key that is currently compared.
    var prefix = SortPrefix.none
}

extension [SortEntry] {
    /// Sorts the entries by all keys of the given order, and then by the user's order.
    mutating func sort(by order: QueryOrder, of content: Content) {
        var extractor = SortPrefix.Extractor()
        sort(by: order, of: content, &extractor, key: 0, offset: 0)
    }

    /// Sorts entries that are equal in all keys before `key`, and in the text of this key before `offset`. Compares a
    /// prefix that is copied from each item once, then sorts entries with equal prefixes by the next part. Comparing
    /// the items directly would be several times slower because they are scattered in memory.
    private mutating func sort(
        by order: QueryOrder, of content: Content, _ extractor: inout SortPrefix.Extractor, key: Int,
        offset: Int
    ) {
        guard key < order.keys.count else { return sort { $0.ordinal < $1.ordinal } }
        if count <= 8 || !order.keys[key].hasPrefixes {
            return sort { left, right in
                let order = order.order(content[left.slot], content[right.slot], from: key)
                return order == .same ? left.ordinal < right.ordinal : order == .ascending
            }
        }
        for index in indices {
            self[index].prefix = extractor.prefix(
                of: content[self[index].slot], by: order.keys[key], offset: offset)
        }
        sort { left, right in
            left.prefix == right.prefix ? left.ordinal < right.ordinal : left.prefix < right.prefix
        }
        var start = 0
        while start < count {
            let prefix = self[start].prefix
            var end = start + 1
            while end < count, self[end].prefix == prefix { end += 1 }
            let isDone = prefix.isLast && key + 1 == order.keys.count
            if end - start > 1, !isDone {
                var run = Array(self[start..<end])
                run.sort(
                    by: order, of: content, &extractor, key: prefix.isLast ? key + 1 : key,
                    offset: prefix.isLast ? 0 : offset + SortPrefix.length)
                replaceSubrange(start..<end, with: run)
            }
            start = end
        }
    }
}
