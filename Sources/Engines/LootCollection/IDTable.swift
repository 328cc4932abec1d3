import LootCore

/// From an item's id to its slot: open addressing, four bytes an entry; the ids themselves stand in the items.
struct IDTable: Sendable {
    /// Slot + 1, or 0 where nothing is.
    private var entries: ChunkedArray<UInt32>
    private var mask: Int
    /// By how many bits a hash is shifted to be a place: the highest bits count, so that what is near in the table
    /// has near hashes.
    private var shift: UInt64 { UInt64(mask.leadingZeroBitCount) }
    private(set) var count = 0
    /// Random, so that no file of chosen ids can make the table slow.
    private let seed = UInt64.random(in: .min ... .max) | 1

    private static let chunkShift = 10

    /// An empty table.
    init() {
        entries = ChunkedArray(count: 16, shift: IDTable.chunkShift) { _ in 0 }
        mask = 15
    }

    /// The ids of items that stand in these slots.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `duplicate-item`.
    init(of items: ChunkedArray<Item>) throws(LootError) {
        self.init()
        let twice = fill(with: Array(0..<Slot(items.count)), in: items)
        if let twice { throw LootError.duplicate(twice) }
    }

    /// Notes the ids of many items that stand in these slots, beside those of the slots that are in the table.
    ///
    /// - Returns: an id that is there twice; the table is to be thrown away then.
    mutating func insert(_ new: [Slot], beside old: SlotTree, in items: ChunkedArray<Item>) -> ItemID? {
        if new.count >= old.count / 4 { return fill(with: old.slots + new, in: items) }
        for slot in new {
            let id = items[Int(slot)].id
            if self.slot(of: id, in: items) != nil { return id }
            insert(slot, id: id, in: items)
        }
        return nil
    }

    /// Makes the table anew, of the ids of items that stand in these slots.
    ///
    /// - Returns: an id that is there twice; the table is to be thrown away then.
    private mutating func fill(with slots: [Slot], in items: ChunkedArray<Item>) -> ItemID? {
        var size = 16
        while size / 4 * 3 < slots.count { size *= 2 }
        (mask, count, entries) = (size - 1, slots.count, ChunkedArray(shift: IDTable.chunkShift))
        // In the order of their hashes, roughly, so that neighbors in the table are written one soon after the
        // other: at random places of a table larger than the processor's caches that takes several times as long.
        let sorted = sortedRoughly(slots, items)
        // Where each stands among these, + 1.
        var table = [UInt32](repeating: 0, count: size)
        for (number, entry) in sorted.enumerated() {
            var index = Int((UInt64(entry.hash) << 32) >> shift)
            while table[index] != 0 {
                // Items are looked at where hashes agree alone: they lie at random places.
                let other = sorted[Int(table[index]) - 1]
                if other.hash == entry.hash {
                    let id = items[Int(entry.slot - 1)].id
                    if items[Int(other.slot - 1)].id == id { return id }
                }
                index = (index + 1) & mask
            }
            table[index] = UInt32(truncatingIfNeeded: number + 1)
        }
        entries = ChunkedArray(count: size, shift: IDTable.chunkShift) { index in
            table[index] == 0 ? 0 : sorted[Int(table[index]) - 1].slot
        }
        return nil
    }

    /// The upper half of an id's hash, which decides its place, with its slot + 1.
    private struct HashedSlot {
        var hash: UInt32
        var slot: UInt32

        static let none = HashedSlot(hash: 0, slot: 0)
    }

    /// Slots with the hashes of their items' ids, by the hashes' highest eight bits.
    private func sortedRoughly(_ slots: [Slot], _ items: ChunkedArray<Item>) -> [HashedSlot] {
        var starts = [Int](repeating: 0, count: 257)
        for slot in slots { starts[Int(hash(of: items[Int(slot)].id) >> 56) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        var sorted = [HashedSlot](repeating: .none, count: slots.count)
        for slot in slots {
            let hash = hash(of: items[Int(slot)].id)
            let group = Int(hash >> 56)
            sorted[starts[group]] = HashedSlot(hash: UInt32(hash >> 32), slot: slot + 1)
            starts[group] += 1
        }
        return sorted
    }

    /// The slot of an id, nil if there is none.
    func slot(of id: ItemID, in items: ChunkedArray<Item>) -> Slot? {
        var index = place(of: id)
        while true {
            let entry = entries[index]
            if entry == 0 { return nil }
            if items[Int(entry - 1)].id == id { return entry - 1 }
            index = (index + 1) & mask
        }
    }

    /// Notes an id that is not in the table yet; its item stands in its slot already.
    mutating func insert(_ slot: Slot, id: ItemID, in items: ChunkedArray<Item>) {
        if (count + 1) > (mask + 1) / 4 * 3 { grow(items) }
        put(slot, id: id)
        count += 1
    }

    /// Forgets an id; its item still stands in its slot.
    mutating func remove(_ id: ItemID, in items: ChunkedArray<Item>) {
        var hole = place(of: id)
        while true {
            let entry = entries[hole]
            if entry == 0 { return }
            if items[Int(entry - 1)].id == id { break }
            hole = (hole + 1) & mask
        }
        count -= 1
        // What follows without a gap moves up, if it may stand there, so that no search ends too early.
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

    private mutating func grow(_ items: ChunkedArray<Item>) {
        let old = entries
        let size = (mask + 1) * 2
        entries = ChunkedArray(count: size, shift: IDTable.chunkShift) { _ in 0 }
        mask = size - 1
        for index in 0..<old.count where old[index] != 0 {
            put(old[index] - 1, id: items[Int(old[index] - 1)].id)
        }
    }
}
