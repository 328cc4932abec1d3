import LootCore

/// A hash table from item ids to the lines of a file, optimized for millions of entries. Hashes include a random
/// seed, so that maliciously chosen ids can't make the table slow.
struct EntryLines {
    /// The slot of an id. Valid until the next insertion.
    struct Place {
        fileprivate let index: Int
        fileprivate let mark: UInt32
        /// The line of the id, or `nil` if it isn't in the table.
        let line: Int?
    }

    /// The index of an entry plus one, or 0 for an empty slot, and a part of the id's hash, which avoids most
    /// comparisons of ids.
    private struct Mark {
        var hash: UInt32
        var number: UInt32

        static let none = Mark(hash: 0, number: 0)
    }

    private var entries: [(id: ItemID, line: Int)] = []
    private var marks = [Mark](repeating: .none, count: 64)
    private let seed = UInt64.random(in: .min ... .max) | 1

    /// Reserves space for `count` ids.
    mutating func reserve(_ count: Int) {
        entries.reserveCapacity(count)
        grow(toHold: count)
    }

    /// Returns the slot of an id, whether it is in the table or not.
    mutating func place(of id: ItemID) -> Place {
        if entries.count + 1 > marks.count / 4 * 3 { grow(toHold: marks.count * 2) }
        let hash = hash(of: id)
        let mark = UInt32(truncatingIfNeeded: hash)
        var index = home(of: hash)
        while marks[index].number != 0 {
            if marks[index].hash == mark {
                let entry = entries[Int(marks[index].number) - 1]
                if entry.id == id { return Place(index: index, mark: mark, line: entry.line) }
            }
            index = (index + 1) & (marks.count - 1)
        }
        return Place(index: index, mark: mark, line: nil)
    }

    /// Inserts the line of an id at an empty slot.
    mutating func note(_ line: Int, for id: ItemID, at place: Place) {
        entries.append((id, line))
        marks[place.index] = Mark(hash: place.mark, number: UInt32(truncatingIfNeeded: entries.count))
    }

    private func hash(of id: ItemID) -> UInt64 {
        let mixed = (id.high ^ id.low &* 0x9E37_79B9_7F4A_7C15) &* seed
        return mixed ^ mixed >> 32
    }

    private func home(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 16) & (marks.count - 1) }

    private mutating func grow(toHold count: Int) {
        var size = marks.count
        while size / 4 * 3 < count { size *= 2 }
        if size == marks.count { return }
        marks = []
        marks.reserveCapacity(size)
        marks.append(contentsOf: repeatElement(.none, count: size))
        for (number, entry) in entries.enumerated() {
            let hash = hash(of: entry.id)
            var index = home(of: hash)
            while marks[index].number != 0 { index = (index + 1) & (size - 1) }
            marks[index] = Mark(
                hash: UInt32(truncatingIfNeeded: hash), number: UInt32(truncatingIfNeeded: number + 1))
        }
    }
}
