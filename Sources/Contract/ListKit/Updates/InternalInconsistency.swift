/// The error that is thrown if the updates of a list don't match its data source.
///
/// It indicates a mistake in the program: the updates are incomplete, or the data hadn't changed yet when they were applied.
/// When this error is thrown, the list has already reloaded everything and shows the data of the data source.
public struct InternalInconsistency: Error, Equatable, Sendable {
    /// The numbers of rows in a section.
    public struct RowCount: Equatable, Sendable {
        /// The section, counted after the updates.
        public var section: Int
        /// The number of rows before the updates.
        public var before: Int
        /// The number of inserted rows.
        public var inserted: Int
        /// The number of deleted rows.
        public var deleted: Int
        /// The number of rows moved into the section, including from itself.
        public var movedIn: Int
        /// The number of rows moved out of the section, including to itself.
        public var movedOut: Int
        /// The number of rows that the data source reports now.
        public var after: Int

        /// The expected number of rows.
        public var expected: Int { before + inserted - deleted + movedIn - movedOut }
    }

    /// Whether a position refers to the state before or after the updates.
    public enum Moment: String, Equatable, Sendable {
        /// Before the updates.
        case before
        /// After the updates.
        case after
    }

    /// The inconsistency.
    public enum Reason: Equatable, Sendable {
        /// The number of rows in a section doesn't match the updates.
        case rowCount(RowCount)
        /// The number of sections doesn't match the updates.
        case sectionCount(before: Int, inserted: Int, deleted: Int, after: Int)
        /// A row doesn't exist at that time; its section has `count` rows.
        case noSuchRow(RowPath, Moment, count: Int)
        /// A section doesn't exist at that time; there are `count` sections.
        case noSuchSection(Int, Moment, count: Int)
        /// A row is listed twice.
        case rowNamedTwice(RowPath, Moment)
        /// A section is listed twice.
        case sectionNamedTwice(Int, Moment)
    }

    /// The inconsistency.
    public var reason: Reason

    init(_ reason: Reason) {
        self.reason = reason
    }
}

extension InternalInconsistency: CustomStringConvertible {
    /// The inconsistency and how to avoid it.
    public var description: String {
        switch reason {
        case .rowCount(let rows):
            """
            section \(rows.section) has \(rows.after) rows after the update but should have \
            \(rows.expected): \(rows.before) before + \(rows.inserted) inserted - \(rows.deleted) deleted \
            + \(rows.movedIn) moved in - \(rows.movedOut) moved out; \(Self.advice)
            """
        case .sectionCount(let before, let inserted, let deleted, let after):
            """
            there are \(after) sections after the update but should be \(before + inserted - deleted): \
            \(before) before + \(inserted) inserted - \(deleted) deleted; \(Self.advice)
            """
        case .noSuchRow(let path, let moment, let count):
            """
            row \(path.row) of section \(path.section) is named in the update but does not exist \
            \(moment.rawValue) it, when that section has \(count) rows; \(Self.places)
            """
        case .noSuchSection(let section, let moment, let count):
            """
            section \(section) is named in the update but does not exist \(moment.rawValue) it, when there \
            are \(count) sections; \(Self.places)
            """
        case .rowNamedTwice(let path, let moment):
            """
            row \(path.row) of section \(path.section), as counted \(moment.rawValue) the update, is named \
            twice; name each row once
            """
        case .sectionNamedTwice(let section, let moment):
            "section \(section), as counted \(moment.rawValue) the update, is named twice; name each section once"
        }
    }

    private static let advice = "change the data first, then apply updates that say all that changed"
    private static let places =
        "what is deleted, reloaded or moved away counts as before, what is inserted or moved in as after"
}
