import LootCore

/// The rows of a page that have come so far, and the state that they belong to.
struct FoundItems {
    /// The number of the state; nil as long as no row has come.
    private(set) var revision: Revision?
    /// The items.
    private(set) var items: [Item] = []

    /// Nothing yet, with room for so many items.
    init(capacity: Int = 0) { items.reserveCapacity(capacity) }

    /// Adds the item of a row that holds the state's number, and then what ``ItemColumns/read`` names.
    mutating func add(_ row: SQLRow) throws(LootError) {
        if revision == nil {
            revision = row.integer(0).flatMap { UInt64(exactly: $0) }.map { Revision(rawValue: $0) }
        }
        items.append(try ItemColumns.current.item(in: row, from: 1))
    }

    /// The page that begins with the row `start`. An empty one says nothing of its revision: nil.
    func page(from start: Int) -> Page? {
        revision.map { Page(revision: $0, start: start, items: items) }
    }
}
