/// The beginnings of ids that tell items apart: what a list shows and a person types.
///
/// All have the same length, of at least eight digits, so that they stand below each other.
package struct ShortIDs: Sendable {
    private let length: Int

    /// The beginnings that tell these ids apart.
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

    /// All of a few ids; of many, those that begin like another one. Sorting a million would take longer than all else
    /// that a list does.
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

    /// The beginning of one of the ids.
    package subscript(id: ItemID) -> String {
        length == 8 ? id.short : String(id.description.prefix(length))
    }
}
