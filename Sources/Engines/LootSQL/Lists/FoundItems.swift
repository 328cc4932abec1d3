import LootCore

/// The items received so far, and their revision.
struct FoundItems {
    /// The revision, or `nil` before the first row.
    private(set) var revision: Revision?
    private(set) var items: [Item] = []

    private let hasRevision: Bool

    /// Creates an empty result with a reserved capacity. `hasRevision` is true if each row starts with the revision.
    init(hasRevision: Bool = true, capacity: Int = 0) {
        self.hasRevision = hasRevision
        items.reserveCapacity(capacity)
    }

    /// Adds the item of a row with the columns ``ItemColumns/read``, which may follow the revision.
    mutating func add(_ row: SQLRow) throws(LootError) {
        if hasRevision, revision == nil {
            revision = row.integer(0).flatMap { UInt64(exactly: $0) }.map { Revision(rawValue: $0) }
        }
        items.append(try ItemColumns.current.item(in: row, from: hasRevision ? 1 : 0))
    }

    /// Returns the page that begins at row `start`, or `nil` if it is empty, because its revision is unknown.
    func page(from start: Int) -> Page? {
        revision.map { Page(revision: $0, start: start, items: items) }
    }
}
