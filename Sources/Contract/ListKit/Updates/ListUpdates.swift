/// What changed in the data since the list last looked.
///
/// What goes away, and what is reloaded, is named by where it was before all the changes; what comes in by
/// where it is after all of them; a move goes from a place before to a place after. The order in which
/// they are listed means nothing. Rows that neither go nor come close up around those that do. A row may
/// be both moved and reloaded; otherwise each is named once. All rows of an inserted or reloaded section
/// are new, except those moved into it.
public struct ListUpdates: Equatable, Sendable {
    /// From a place before all changes to a place after them.
    public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
        /// The place before the changes.
        public var source: Place
        /// The place after the changes.
        public var target: Place

        /// A move from `source`, before, to `target`, after.
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

    /// These changes, and no others.
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
