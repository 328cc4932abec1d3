/// A table whose column widths depend on all its rows.
///
/// Declare the columns, call ``measure(_:)`` for each row of each section, then create a ``layout(width:colors:)``
/// and append the rows to the output one by one. Callers can write section headers, footers or blank lines between
/// rows. Rows aren't stored, so the memory use doesn't depend on their number.
public struct Table: Sendable {
    /// The handling of cells that don't fit their column.
    public enum Overflow: Sendable, Hashable {
        /// Wraps the cell over several lines of the row.
        case wrap
        /// Truncates the cell with an ellipsis.
        case cut(Truncation)
        /// Never makes the column narrower than its widest cell.
        case never
    }

    /// A column of a table.
    public struct Column: Sendable {
        /// The column's title. May be empty.
        package var title: StyledText
        /// The alignment of the cells.
        package var alignment: Alignment
        /// The handling of cells that don't fit.
        var overflow: Overflow
        /// The width below which the column isn't reduced, unless the line doesn't fit otherwise.
        var minimum: Int
        /// The column's priority when space is short. Columns with the lowest value are reduced first and, among
        /// equals, the widest.
        var resistance: Int
        /// Whether the column is omitted if it is empty in all rows.
        var isOptional: Bool

        /// Creates a column.
        public init(
            _ title: StyledText = "", alignment: Alignment = .leading, overflow: Overflow = .wrap,
            minimum: Int = 4, resistance: Int = 0, isOptional: Bool = false
        ) {
            self.title = title
            self.alignment = alignment
            self.overflow = overflow
            self.minimum = minimum
            self.resistance = resistance
            self.isOptional = isOptional
        }
    }

    /// The columns, from left to right.
    let columns: [Column]
    /// The number of spaces between columns.
    let gap: Int
    /// The characters that the terminal can draw.
    let glyphs: Glyphs

    private var natural: [Int]

    /// Creates a table.
    public init(_ columns: [Column], gap: Int = 2, glyphs: Glyphs = .unicode) {
        self.columns = columns
        self.gap = max(gap, 0)
        self.glyphs = glyphs
        self.natural = columns.map { $0.isOptional ? 0 : $0.title.restricted(to: glyphs).columnWidth }
    }

    /// Adjusts the column widths to a row. The cells correspond to the columns: missing ones count as empty, and
    /// additional ones are ignored.
    public mutating func measure(_ row: [StyledText]) {
        for (index, cell) in zip(natural.indices, row) where !cell.isEmpty {
            if natural[index] == 0 {
                natural[index] = columns[index].title.restricted(to: glyphs).columnWidth
            }
            natural[index] = max(natural[index], cell.restricted(to: glyphs).widestLine)
        }
    }

    /// Returns a layout with a width for each column, so that lines fit `width` if possible. If `width` is `nil`, as
    /// for a pipe, all columns have their natural width, and nothing is truncated or wrapped.
    public func layout(width: Int?, colors: ColorLevel) -> TableLayout {
        var widths = natural
        if let width {
            var excess = widths.reduce(gap * max(widths.count(where: { $0 > 0 }) - 1, 0), +) - max(width, 0)
            let flexible = columns.indices.filter { columns[$0].overflow != .never }
            for resistance in Set(flexible.map { columns[$0].resistance }).sorted() where excess > 0 {
                excess -= shrink(
                    &widths, flexible.filter { columns[$0].resistance == resistance }, by: excess
                ) { columns[$0].minimum }
            }
            // A line that the terminal wraps is harder to read than a column below its minimum width.
            excess -= shrink(&widths, flexible, by: excess) { _ in Table.least }
        }
        return TableLayout(table: self, widths: widths, isBounded: width != nil, colors: colors)
    }

    /// The minimum width of any column. It fits a wide character, so lines never exceed their column.
    private static let least = 2

    /// Reduces the widest columns of `group` to the width of the next widest, and so on, down to `minimum`. Returns
    /// the number of columns saved.
    private func shrink(
        _ widths: inout [Int], _ group: [Int], by excess: Int, downTo minimum: (Int) -> Int
    ) -> Int {
        var taken = 0
        while taken < excess {
            let able = group.filter { widths[$0] > max(minimum($0), 1) }
            guard let widest = able.map({ widths[$0] }).max() else { break }
            let top = able.filter { widths[$0] == widest }
            let floor = able.map { widths[$0] }.filter { $0 < widest }.max() ?? 0
            let step = max(min(widest - floor, (excess - taken) / top.count), 1)
            for index in top where taken < excess {
                let give = min(step, widths[index] - max(minimum(index), 1), excess - taken)
                widths[index] -= give
                taken += give
            }
        }
        return taken
    }
}

extension StyledText {
    /// The width of the widest line, if the text is split at line feeds.
    fileprivate var widestLine: Int {
        if !text.utf8.contains(0x0A) { return columnWidth }
        return text.split(separator: "\n").map(\.columnWidth).max() ?? 0
    }
}
