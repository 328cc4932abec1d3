import LootCollection
import LootCore

/// The lines of a file by the IDs of its entries, for millions of entries.
struct EntryLines {
    private var entries: [(id: ItemID, line: Int)] = []
    private var table = IDTable()

    /// Reserves space for `count` IDs.
    mutating func reserve(_ count: Int) {
        entries.reserveCapacity(count)
        table.reserve(count) { [entries] in entries[Int($0)].id }
    }

    /// Returns the line of an ID, or `nil` if it isn't in the table.
    func line(of id: ItemID) -> Int? {
        table.slot(of: id) { entries[Int($0)].id }.map { entries[Int($0)].line }
    }

    /// Inserts the line of an ID that isn't in the table.
    mutating func insert(_ line: Int, for id: ItemID) {
        let slot = Slot(truncatingIfNeeded: entries.count)
        entries.append((id, line))
        table.insert(slot, id: id) { [entries] in entries[Int($0)].id }
    }
}
