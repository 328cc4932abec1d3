import LootCore

/// The items that have come so far, and the state that they belong to.
struct FoundItems {
    /// The number of the state; nil as long as no row has come.
    private(set) var revision: Revision?
    /// The items.
    private(set) var items: [Item] = []

    private let hasRevision: Bool

    /// Nothing yet, with room for `capacity` items; whether rows begin with the state's number.
    init(hasRevision: Bool = true, capacity: Int = 0) {
        self.hasRevision = hasRevision
        items.reserveCapacity(capacity)
    }

    /// Adds the item of a row that holds what ``ItemColumns/read`` names, perhaps behind the state's number.
    mutating func add(_ row: SQLRow) throws(LootError) {
        if hasRevision, revision == nil {
            revision = row.integer(0).flatMap { UInt64(exactly: $0) }.map { Revision(rawValue: $0) }
        }
        items.append(try ItemColumns.current.item(in: row, from: hasRevision ? 1 : 0))
    }

    /// The page that begins with the row `start`. An empty one says nothing of its revision: nil.
    func page(from start: Int) -> Page? {
        revision.map { Page(revision: $0, start: start, items: items) }
    }
}
