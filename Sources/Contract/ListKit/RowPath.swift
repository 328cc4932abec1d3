/// The section of a row and its index in the section, both counted from zero.
public struct RowPath: Hashable, Comparable, Sendable {
    /// The index of the section.
    public var section: Int
    /// The index of the row in its section.
    public var row: Int

    /// Creates a path. It may be invalid; lists ignore paths that don't exist.
    public init(section: Int = 0, row: Int) {
        self.section = section
        self.row = row
    }

    /// Compares paths by their order on the screen: by section, then by row.
    public static func < (left: RowPath, right: RowPath) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

extension RowPath: CustomStringConvertible {
    /// The section and the row, such as `0.12`.
    public var description: String { "\(section).\(row)" }
}
