import LootCore

/// The lines on which the entries of a file stand, by the ids that they mean: a table of its own, since a file may
/// have a million of them. Ids are random, or mixed with a number that is.
struct EntryLines {
    private var entries: [(id: ItemID, line: Int)] = []
    /// The number of an entry and one, or 0 where none is.
    private var places = [UInt32](repeating: 0, count: 64)
    private let seed = UInt64.random(in: .min ... .max) | 1

    /// The line that was noted for an id; nil if none was.
    subscript(id: ItemID) -> Int? {
        let place = place(of: id)
        return places[place] == 0 ? nil : entries[Int(places[place]) - 1].line
    }

    /// Notes the line of an id for which none was noted.
    mutating func note(_ line: Int, for id: ItemID) {
        if entries.count >= places.count / 2 { grow() }
        let place = place(of: id)
        entries.append((id, line))
        places[place] = UInt32(truncatingIfNeeded: entries.count)
    }

    /// Where an id stands, or would.
    private func place(of id: ItemID) -> Int {
        var place = home(of: id)
        while places[place] != 0, entries[Int(places[place]) - 1].id != id {
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    private func home(of id: ItemID) -> Int {
        let mixed = (id.high ^ id.low &* 0x9E37_79B9_7F4A_7C15) &* seed
        return Int(truncatingIfNeeded: (mixed ^ mixed >> 32) >> 16) & (places.count - 1)
    }

    private mutating func grow() {
        places = [UInt32](repeating: 0, count: places.count * 4)
        for (number, entry) in entries.enumerated() {
            var place = home(of: entry.id)
            while places[place] != 0 { place = (place + 1) & (places.count - 1) }
            places[place] = UInt32(truncatingIfNeeded: number + 1)
        }
    }
}
