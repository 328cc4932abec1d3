import LootCore

/// An item on its way into an order.
struct SortEntry {
    var slot: Slot
    /// The place in the user's order, which decides between equals.
    var ordinal: UInt32
    /// The part of what the item sorts by that is compared now.
    var prefix = SortPrefix.none
}

extension [SortEntry] {
    /// Sorts by all of an order's keys, then by the user's order.
    mutating func sort(by order: QueryOrder, of content: Content) {
        var extractor = SortPrefix.Extractor()
        sort(by: order, of: content, &extractor, key: 0, offset: 0)
    }

    /// Sorts entries that are equal in all keys before this one, and in this one's text before the offset: by a part
    /// that is copied from each item once, then those that are equal in it by the next part. Items are far apart in
    /// memory, so looking at them for each comparison would cost several times as much.
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
