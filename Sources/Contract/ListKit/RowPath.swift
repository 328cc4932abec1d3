/// Where a row stands: its section, and its place in that section. Both count from zero.
public struct RowPath: Hashable, Comparable, Sendable {
    /// The section the row stands in.
    public var section: Int
    /// The row's place in its section.
    public var row: Int

    /// A path to `row` of `section`. Nothing is checked here; the list checks paths where it takes them.
    public init(section: Int = 0, row: Int) {
        self.section = section
        self.row = row
    }

    /// Paths are ordered as the rows are on the screen: by section, then by row.
    public static func < (left: RowPath, right: RowPath) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

extension RowPath: CustomStringConvertible {
    /// `section.row`, as in `0.12`.
    public var description: String { "\(section).\(row)" }
}
