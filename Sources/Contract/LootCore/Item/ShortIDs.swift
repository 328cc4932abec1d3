/// Unique prefixes of IDs, which lists show and people type.
///
/// All prefixes have the same length of at least eight digits, so that they align.
package struct ShortIDs: Sendable {
    private let length: Int

    /// Computes the prefixes for a set of IDs.
    package init(_ ids: some Sequence<ItemID>) {
        let sorted = ShortIDs.alike(Array(ids)).sorted()
        var digits = 8
        for (left, right) in zip(sorted, sorted.dropFirst()) where left != right {
            let isEarly = left.high != right.high
            let difference = isEarly ? left.high ^ right.high : left.low ^ right.low
            digits = max(digits, difference.leadingZeroBitCount / 4 + (isEarly ? 1 : 17))
        }
        length = digits + [8, 12, 16, 20].count { $0 < digits }
    }

    /// Returns all IDs if there are few, otherwise those that share their beginning with another one. Sorting a
    /// million IDs would take longer than everything else that a list does.
    private static func alike(_ ids: [ItemID]) -> [ItemID] {
        if ids.count < 4096 { return ids }
        func place(_ id: ItemID) -> (word: Int, bit: UInt64) {
            (Int(id.high >> 46), 1 << (id.high >> 40 & 63))
        }
        var once = [UInt64](repeating: 0, count: 1 << 18)
        var again = once
        for id in ids {
            let (word, bit) = place(id)
            again[word] |= once[word] & bit
            once[word] |= bit
        }
        return ids.filter { id in
            let (word, bit) = place(id)
            return again[word] & bit != 0
        }
    }

    /// Returns the prefix of one of the IDs.
    package subscript(id: ItemID) -> String {
        length == 8 ? id.short : String(id.description.prefix(length))
    }
}
