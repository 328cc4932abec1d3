/// Columns of text, measured over all rows that are to share them.
///
/// Declare the columns, ``measure(_:)`` every row of every section, then ask for a ``layout(width:colors:)``
/// and append the rows to the output one by one. Between rows a caller writes what it likes: section headers,
/// footers, blank lines. Time and memory per row stay the same however many rows there are; no row is kept.
public struct Table: Sendable {
    /// What happens to a cell that doesn't fit its column.
    public enum Overflow: Sendable, Hashable {
        /// It goes on below, and the row gets more lines.
        case wrap
        /// It is cut, with an ellipsis.
        case cut(Truncation)
        /// Nothing: the column never gets narrower than its widest cell.
        case never
    }

    /// One column.
    public struct Column: Sendable {
        /// What stands above it; empty for nothing.
        package var title: StyledText
        /// Where its cells stand.
        package var alignment: Alignment
        /// What happens to a cell that doesn't fit.
        var overflow: Overflow
        /// The columns it keeps when space is short, as long as a line fits the width with that.
        var minimum: Int
        /// How strongly it resists being made narrower: space is taken from the least resistant columns
        /// first, and among equals from the widest.
        var resistance: Int
        /// Whether it is left out, with its title, where no row has anything in it.
        var isOptional: Bool

        /// Makes a column.
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
    /// The empty columns of the terminal between two columns of the table.
    let gap: Int
    /// What the terminal can draw.
    let glyphs: Glyphs

    private var natural: [Int]

    /// Makes a table that has seen no row yet.
    public init(_ columns: [Column], gap: Int = 2, glyphs: Glyphs = .unicode) {
        self.columns = columns
        self.gap = max(gap, 0)
        self.glyphs = glyphs
        self.natural = columns.map { $0.isOptional ? 0 : $0.title.restricted(to: glyphs).columnWidth }
    }

    /// Takes a row into account. A row has a cell per column; cells that are missing count as empty, and
    /// those beyond the last column are left out.
    public mutating func measure(_ row: [StyledText]) {
        for (index, cell) in zip(natural.indices, row) where !cell.isEmpty {
            if natural[index] == 0 {
                natural[index] = columns[index].title.restricted(to: glyphs).columnWidth
            }
            natural[index] = max(natural[index], cell.restricted(to: glyphs).widestLine)
        }
    }

    /// Gives every column its width, such that a line fits `width` as far as columns can give way. Without a
    /// width (a pipe) every column is as wide as it likes, and nothing is cut or wrapped.
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
            // A line that the terminal breaks is harder to read than a column below its minimum.
            excess -= shrink(&widths, flexible, by: excess) { _ in Table.least }
        }
        return TableLayout(table: self, widths: widths, isBounded: width != nil, colors: colors)
    }

    /// A wide character fits, so that no line is wider than its column.
    private static let least = 2

    /// Takes columns away from the widest of `group` until they are as wide as the next, and so on, down to what
    /// `minimum` says.
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
    /// The width of the widest of the lines that line feeds make of it.
    fileprivate var widestLine: Int {
        if !text.utf8.contains(0x0A) { return columnWidth }
        return text.split(separator: "\n").map(\.columnWidth).max() ?? 0
    }
}
