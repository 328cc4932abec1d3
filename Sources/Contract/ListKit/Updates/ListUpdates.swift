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
        /// Where it was before.
        var source: Place
        /// Where it is after.
        var target: Place

        /// A move from `source`, before, to `target`, after.
        public init(from source: Place, to target: Place) {
            self.source = source
            self.target = target
        }
    }

    /// Rows that are gone.
    package var deletedRows: [RowPath]
    /// Rows that are new.
    package var insertedRows: [RowPath]
    /// Rows that have other content.
    package var reloadedRows: [RowPath]
    /// Rows that stand elsewhere.
    package var movedRows: [Move<RowPath>]
    /// Sections that are gone.
    package var deletedSections: [Int]
    /// Sections that are new.
    package var insertedSections: [Int]
    /// Sections that have other rows.
    package var reloadedSections: [Int]
    /// Sections that stand elsewhere.
    package var movedSections: [Move<Int>]

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

    /// Whether nothing changed.
    package var isEmpty: Bool { self == ListUpdates() }

    var changesSections: Bool {
        !(deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty
            && movedSections.isEmpty)
    }
}
