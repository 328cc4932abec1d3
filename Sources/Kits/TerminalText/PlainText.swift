extension String {
    /// The lines this text takes at a width, at least one; none is wider, unless a single cluster is.
    package func wrapped(to columns: Int, by wrapping: Wrapping = .word) -> [String] {
        TextBreaking.lines(of: self, columns: max(columns, 1), by: wrapping).map { String(self[$0]) }
    }

    /// This text if it fits a width, else as much of it as fits beside an ellipsis.
    package func truncated(
        to columns: Int, at truncation: Truncation = .tail, glyphs: Glyphs = .unicode
    ) -> String {
        if columnWidth <= columns { return self }
        let ellipsis = glyphs.ellipsis.prefix(max(columns, 0))
        let kept = TextBreaking.kept(
            of: self, columns: max(columns, 0) - ellipsis.count, truncation: truncation)
        return String(self[kept.head]) + ellipsis + self[kept.tail]
    }

    /// This text filled with spaces to a width; text that is wider stays as it is.
    package func padded(to columns: Int, alignment: Alignment = .leading) -> String {
        let space = alignment.space(around: columnWidth, in: columns)
        return String(repeating: " ", count: space.before) + self + String(repeating: " ", count: space.after)
    }
}
