extension String {
    /// Returns this text wrapped to lines of the given width, at least one line. A line is wider only if it consists of
    /// a single grapheme cluster that is wider.
    package func wrapped(to columns: Int, by wrapping: Wrapping = .word) -> [String] {
        TextBreaking.lines(of: self, columns: max(columns, 1), by: wrapping).map { String(self[$0]) }
    }

    /// Returns this text shortened to the given width with an ellipsis, or unchanged if it fits.
    package func truncated(
        to columns: Int, at truncation: Truncation = .tail, glyphs: Glyphs = .unicode
    ) -> String {
        if columnWidth <= columns { return self }
        let ellipsis = (truncation == .clip ? "" : glyphs.ellipsis).prefix(max(columns, 0))
        let kept = TextBreaking.kept(
            of: self, columns: max(columns, 0) - ellipsis.count, truncation: truncation)
        return String(self[kept.head]) + ellipsis + self[kept.tail]
    }

    /// Returns this text padded with spaces to the given width, or unchanged if it is wider.
    package func padded(to columns: Int, alignment: Alignment = .leading) -> String {
        let space = alignment.space(around: self, in: columns)
        return String(repeating: " ", count: space.before) + self + String(repeating: " ", count: space.after)
    }
}
