/// A table with fixed column widths. Appends rows to an output.
///
/// Every line ends with a line feed, without trailing spaces.
public struct TableLayout: Sendable {
    private let table: Table
    /// The widths of the columns, from left to right.
    package let widths: [Int]
    private let starts: [Int]
    private let isBounded: Bool
    private let colors: ColorLevel

    init(table: Table, widths: [Int], isBounded: Bool, colors: ColorLevel) {
        self.table = table
        self.widths = widths
        // Omit empty columns together with their gap.
        self.starts = widths.indices.map { index in
            widths[..<index].reduce(0) { $1 == 0 ? $0 : $0 + $1 + table.gap }
        }
        self.isBounded = isBounded
        self.colors = colors
    }

    /// The width of a full line.
    package var width: Int { widths.reduce(table.gap * max(widths.count(where: { $0 > 0 }) - 1, 0), +) }

    /// Appends the titles of the columns, unless all are empty.
    public func appendHeader(to output: inout String) {
        let titles = zip(table.columns, widths).map { $1 == 0 ? "" : $0.title }
        if !titles.allSatisfy(\.isEmpty) { append(titles, to: &output) }
    }

    /// Appends a horizontal line for each column.
    package func appendRule(to output: inout String) {
        append(
            widths.map { StyledText(String(repeating: table.glyphs.horizontalLine, count: $0)) }, to: &output)
    }

    /// Appends a row, with as many lines as its tallest cell. The cells correspond to the columns: missing ones count
    /// as empty, and additional ones are ignored.
    public func append(_ row: [StyledText], to output: inout String) {
        var taller: [(column: Int, lines: ArraySlice<StyledText>)] = []
        var cursor = 0
        for (index, cell) in zip(widths.indices, row) {
            let cell = cell.restricted(to: table.glyphs)
            let columnWidth = cell.columnWidth
            let isTall = cell.text.utf8.contains(0x0A)
            if !isTall && (!isBounded || columnWidth <= widths[index]) {
                write(cell, columnWidth, in: index, after: &cursor, to: &output)
                continue
            }
            let lines = lines(of: cell, in: index)
            if let first = lines.first {
                write(first, first.columnWidth, in: index, after: &cursor, to: &output)
            }
            if lines.count > 1 { taller.append((index, lines.dropFirst())) }
        }
        output += "\n"
        while !taller.isEmpty {
            var cursor = 0
            for (index, lines) in taller {
                guard let first = lines.first else { continue }
                write(first, first.columnWidth, in: index, after: &cursor, to: &output)
            }
            output += "\n"
            taller = taller.compactMap { $0.lines.count > 1 ? ($0.column, $0.lines.dropFirst()) : nil }
        }
    }

    private func lines(of cell: StyledText, in index: Int) -> [StyledText] {
        guard isBounded else { return cell.wrapped(to: .max) }
        switch table.columns[index].overflow {
        case .wrap:
            return cell.wrapped(to: widths[index])
        case .cut(let truncation):
            return cell.wrapped(to: .max).map {
                $0.truncated(to: widths[index], at: truncation, glyphs: table.glyphs)
            }
        case .never:
            return cell.wrapped(to: .max)
        }
    }

    /// Writes a cell at its position. `cursor` is the current width of the line.
    private func write(
        _ cell: StyledText, _ columnWidth: Int, in index: Int, after cursor: inout Int,
        to output: inout String
    ) {
        if cell.isEmpty { return }
        let space = table.columns[index].alignment.space(around: cell.text, in: widths[index])
        let spaces = max(starts[index] + space.before - cursor, cursor > 0 ? table.gap : 0)
        output += String(repeating: " ", count: spaces)
        cell.render(into: &output, colors: colors)
        cursor += spaces + columnWidth
    }
}
