/// The updates that a list was given and what its data source answers do not fit together.
///
/// The mistake is in the program: either the updates do not say all that changed, or the data had not
/// changed yet when they were applied. The list has already reloaded everything when this is thrown, so it
/// shows what the data source has.
public struct InternalInconsistency: Error, Equatable, Sendable {
    /// The rows of one section, counted.
    package struct RowCount: Equatable, Sendable {
        /// The section, as it is numbered after the updates.
        package var section: Int
        /// How many rows it had before.
        package var before: Int
        /// How many were inserted.
        package var inserted: Int
        /// How many were deleted.
        package var deleted: Int
        /// How many were moved in from anywhere, this section included.
        package var movedIn: Int
        /// How many were moved out to anywhere, this section included.
        package var movedOut: Int
        /// How many the data source says it has now.
        package var after: Int

        /// How many it should have now.
        package var expected: Int { before + inserted - deleted + movedIn - movedOut }
    }

    /// When a place is counted.
    package enum Moment: String, Equatable, Sendable {
        /// Before all changes.
        case before
        /// After all changes.
        case after
    }

    /// What does not fit.
    package enum Reason: Equatable, Sendable {
        /// A section's rows before, and the changes, do not give its rows after.
        case rowCount(RowCount)
        /// The sections before, and the changes, do not give the sections after.
        case sectionCount(before: Int, inserted: Int, deleted: Int, after: Int)
        /// A row was named that does not exist at that moment; `count` is how many its section has then.
        case noSuchRow(RowPath, Moment, count: Int)
        /// A section was named that does not exist at that moment; `count` is how many there are then.
        case noSuchSection(Int, Moment, count: Int)
        /// A row was named twice.
        case rowNamedTwice(RowPath, Moment)
        /// A section was named twice.
        case sectionNamedTwice(Int, Moment)
    }

    /// What does not fit.
    package var reason: Reason

    init(_ reason: Reason) {
        self.reason = reason
    }
}

extension InternalInconsistency: CustomStringConvertible {
    /// What does not fit, and what to do about it.
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
