package import LootCore

/// A hash table from item IDs to slots. It uses open addressing and four bytes per entry. The IDs themselves are stored
/// elsewhere, and callers pass a closure that returns the ID in a slot.
package struct IDTable: Sendable {
    /// Slot + 1 for each entry, or 0 if it's empty.
    private var entries: ChunkedArray<UInt32>
    private var mask: Int
    /// The number of bits by which a hash is shifted to get an index. The index consists of the highest bits, so that
    /// neighboring entries have similar hashes.
    private var shift: UInt64 { UInt64(mask.leadingZeroBitCount) }
    package private(set) var count = 0
    /// A random seed, so that a file with maliciously chosen IDs can't make the table slow.
    private let seed = UInt64.random(in: .min ... .max) | 1

    private static let chunkShift = 10

    /// Creates an empty table for `capacity` entries.
    package init(capacity: Int = 0) {
        let size = IDTable.size(for: capacity)
        entries = ChunkedArray(count: size, shift: IDTable.chunkShift) { _ in 0 }
        mask = size - 1
    }

    /// Returns the table size for `count` entries. At least a quarter of the table stays empty.
    private static func size(for count: Int) -> Int {
        var size = 16
        while size / 4 * 3 < count { size *= 2 }
        return size
    }

    /// Creates a table of the given items. The index of each item is its slot.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `duplicate-item` if two items have the same ID.
    init(of items: ChunkedArray<Item>) throws(LootError) {
        self.init(capacity: items.count)
        let size = mask + 1
        var entries = [UInt32](repeating: 0, count: size)
        for slot in 0..<items.count {
            let id = items[slot].id
            var index = place(of: id)
            while entries[index] != 0 {
                if items[Int(entries[index] - 1)].id == id { throw LootError.duplicate(id) }
                index = (index + 1) & mask
            }
            entries[index] = Slot(slot) + 1
        }
        self.entries = ChunkedArray(count: size, shift: IDTable.chunkShift) { entries[$0] }
        count = items.count
    }

    /// Reserves space for `count` entries.
    package mutating func reserve(_ count: Int, idOf: (Slot) -> ItemID) {
        if count > (mask + 1) / 4 * 3 { grow(to: IDTable.size(for: count), idOf) }
    }

    /// Returns the slot of the given ID, or `nil` if the table doesn't contain the ID.
    package func slot(of id: ItemID, idOf: (Slot) -> ItemID) -> Slot? {
        var index = place(of: id)
        while true {
            let entry = entries[index]
            if entry == 0 { return nil }
            if idOf(entry - 1) == id { return entry - 1 }
            index = (index + 1) & mask
        }
    }

    /// Inserts the given ID. The table must not contain it yet, and `idOf` must already return it for the slot.
    package mutating func insert(_ slot: Slot, id: ItemID, idOf: (Slot) -> ItemID) {
        if (count + 1) > (mask + 1) / 4 * 3 { grow(to: (mask + 1) * 2, idOf) }
        put(slot, id: id)
        count += 1
    }

    /// Removes the given ID. Its item must still be in its slot.
    mutating func remove(_ id: ItemID, in items: ChunkedArray<Item>) {
        var hole = place(of: id)
        while true {
            let entry = entries[hole]
            if entry == 0 { return }
            if items[Int(entry - 1)].id == id { break }
            hole = (hole + 1) & mask
        }
        count -= 1
        // Move up the contiguous entries that follow if their home position allows it, so that lookups don't end too
        // early.
        var index = hole
        while true {
            index = (index + 1) & mask
            let entry = entries[index]
            if entry == 0 { break }
            let home = place(of: items[Int(entry - 1)].id)
            if (index - home) & mask >= (index - hole) & mask {
                entries[hole] = entry
                hole = index
            }
        }
        entries[hole] = 0
    }

    private func hash(of id: ItemID) -> UInt64 {
        let mixed = (id.high &* seed) ^ (id.low &* 0x9E37_79B9_7F4A_7C15)
        let (high, low) = mixed.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return high ^ low
    }

    private func place(of id: ItemID) -> Int { Int(hash(of: id) >> shift) }

    private mutating func put(_ slot: Slot, id: ItemID) {
        var index = place(of: id)
        while entries[index] != 0 { index = (index + 1) & mask }
        entries[index] = slot + 1
    }

    private mutating func grow(to size: Int, _ idOf: (Slot) -> ItemID) {
        let old = entries
        entries = ChunkedArray(count: size, shift: IDTable.chunkShift) { _ in 0 }
        mask = size - 1
        for index in 0..<old.count where old[index] != 0 {
            put(old[index] - 1, id: idOf(old[index] - 1))
        }
    }
}

extension IDTable {
    /// Returns the slot of the given ID, or `nil` if the table doesn't contain the ID.
    func slot(of id: ItemID, in items: ChunkedArray<Item>) -> Slot? { slot(of: id) { items[Int($0)].id } }

    /// Inserts the given ID. The table must not contain it yet, and its item must already be in its slot.
    mutating func insert(_ slot: Slot, id: ItemID, in items: ChunkedArray<Item>) {
        insert(slot, id: id) { items[Int($0)].id }
    }
}
