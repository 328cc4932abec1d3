/// Changes of the data that a list shows.
///
/// Deleted and reloaded rows and sections are given by their position before all changes, inserted ones by their
/// position after all changes, and moves by both. The order within an array has no effect. A row may be both moved
/// and reloaded; apart from that, each may be listed only once. All rows of an inserted or reloaded section count as
/// new, except those moved into it.
public struct ListUpdates: Equatable, Sendable {
    /// A move from a position before all changes to a position after them.
    public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
        /// The position before the changes.
        public var source: Place
        /// The position after the changes.
        public var target: Place

        /// Creates a move.
        public init(from source: Place, to target: Place) {
            self.source = source
            self.target = target
        }
    }

    /// Deleted rows.
    public var deletedRows: [RowPath]
    /// Inserted rows.
    public var insertedRows: [RowPath]
    /// Rows with changed content.
    public var reloadedRows: [RowPath]
    /// Moved rows.
    public var movedRows: [Move<RowPath>]
    /// Deleted sections.
    public var deletedSections: [Int]
    /// Inserted sections.
    public var insertedSections: [Int]
    /// Sections whose rows are all replaced.
    public var reloadedSections: [Int]
    /// Moved sections.
    public var movedSections: [Move<Int>]

    /// Creates a set of updates.
    public init(
        deletedRows: [RowPath] = [], insertedRows: [RowPath] = [], reloadedRows: [RowPath] = [],
        movedRows: [Move<RowPath>] = [], deletedSections: [Int] = [], insertedSections: [Int] = [],
        reloadedSections: [Int] = [], movedSections: [Move<Int>] = []
    ) {
        self.deletedRows = deletedRows
        self.insertedRows = insertedRows
        self.reloadedRows = reloadedRows
        self.movedRows = movedRows
        self.deletedSections = deletedSections
        self.insertedSections = insertedSections
        self.reloadedSections = reloadedSections
        self.movedSections = movedSections
    }

    /// Whether there are no changes.
    public var isEmpty: Bool { self == ListUpdates() }

    var changesSections: Bool {
        !(deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty
            && movedSections.isEmpty)
    }
}
