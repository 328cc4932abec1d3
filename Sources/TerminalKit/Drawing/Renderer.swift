package import TerminalText

/// Turns what a screen shall show into the bytes that change what it shows: only what differs is written, by
/// the shortest ways there.
///
/// After a cluster on whose width terminals disagree, the cursor is placed absolutely and the cells that such
/// a terminal may have drawn over are written again, so that a terminal that measures differently is wrong
/// about that cluster and about nothing else.
package struct Renderer {
    /// The colors the terminal has.
    package var colors: ColorLevel
    /// Whether the terminal is known to hold a frame back until it is whole.
    package var isSynchronized = false
    /// Whether lines that only went up or down may be moved by the terminal. Not while it shows pictures, which would
    /// stay or go along as each terminal likes.
    package var movesLines = true
    /// Cells written so far.
    package private(set) var cellsWritten = 0
    /// Cells left alone so far.
    package private(set) var cellsSkipped = 0

    private var shown: CellBuffer?
    private var shownCursor: Point?
    private var output = ""
    /// Where the terminal's cursor is, where that is certain.
    private var place: Point?
    private var style = Style.plain

    /// A renderer for a terminal of which nothing is known.
    package init(colors: ColorLevel) { self.colors = colors }

    /// Forgets what the terminal shows, because another program wrote to it or its size changed.
    package mutating func invalidate() {
        shown = nil
        shownCursor = nil
    }

    /// The bytes that make the terminal show `buffer`, with its cursor at `cursor` or hidden.
    package mutating func bytes(for buffer: CellBuffer, cursor: Point?) -> [UInt8] {
        output = ""
        place = nil
        style = .plain
        var old = shown ?? CellBuffer(size: buffer.size)
        if shown == nil || old.size != buffer.size {
            old = CellBuffer(size: buffer.size)
            output += "\u{1B}[m\u{1B}[2J"
        } else if movesLines, let shift = LineShift(from: old, to: buffer) {
            output += shift.sequence
            old.shift(shift)
        }
        for y in 0..<buffer.size.height { renderRow(y, from: old, to: buffer) }
        setStyle(.plain)
        shown = buffer
        finishCursor(cursor)
        guard isSynchronized, output.utf8.count > 64 else { return Array(output.utf8) }
        return Array((ControlSequences.synchronizedBegin + output + ControlSequences.synchronizedEnd).utf8)
    }

    private mutating func finishCursor(_ cursor: Point?) {
        if let cursor {
            if place != cursor, !output.isEmpty || shownCursor != cursor { move(to: cursor) }
            if shownCursor == nil { output += "\u{1B}[?25h" }
        } else if shownCursor != nil {
            output = "\u{1B}[?25l" + output
        }
        shownCursor = cursor
    }

    private mutating func renderRow(_ y: Int, from old: CellBuffer, to new: CellBuffer) {
        let oldRow = Array(old.row(y))
        let newRow = Array(new.row(y))
        guard oldRow != newRow else {
            cellsSkipped += newRow.count
            return
        }
        let blankFrom = Self.blankTail(of: newRow)
        var x = 0
        /// Up to here everything is written, changed or not, because a disputed cluster may have spilled.
        var forced = 0
        while x < newRow.count {
            let cell = newRow[x]
            let width = max(1, Int(cell.width))
            let isChanged = oldRow[x] != cell || width == 2 && oldRow[x + 1] != newRow[x + 1]
            guard isChanged || x < forced else {
                cellsSkipped += width
                x += width
                continue
            }
            if x >= blankFrom, oldRow.count - x > 4, x >= forced {
                bridge(to: x, y: y, row: newRow)
                setStyle(.plain)
                output += "\u{1B}[K"
                cellsWritten += newRow.count - x
                return
            }
            bridge(to: x, y: y, row: newRow)
            write(cell, width: width)
            if x + width >= newRow.count { place = nil }
            if cell.character.isWidthDisputed {
                forced = max(forced, x + Self.widest(cell.character))
                if x + width == newRow.count, width == 1 { restore(before: x, y: y, row: newRow) }
            }
            x += width
        }
    }

    /// A cluster in the last column that a terminal takes for wide begins there one column to the left, over
    /// what stood before it.
    private mutating func restore(before x: Int, y: Int, row: [CellBuffer.Cell]) {
        guard x > 0 else { return }
        let start = row[x - 1].width == 0 ? x - 2 : x - 1
        move(to: Point(x: start, y: y))
        write(row[start], width: x - start)
    }

    /// Writes a cell where the cursor is.
    private mutating func write(_ cell: CellBuffer.Cell, width: Int) {
        setStyle(cell.style)
        cellsWritten += width
        let isDisputed = cell.character.isWidthDisputed
        if isDisputed, width == 2, let at = place {
            // Where the terminal draws it in one column, nothing old shall stay in the other.
            output += "  "
            place = nil
            move(to: at)
        }
        output.append(cell.width == 0 ? " " : cell.character)
        place = isDisputed ? nil : place.map { Point(x: $0.x + width, y: $0.y) }
    }

    /// Brings the cursor to a column, by writing what stands between when that is shorter than moving.
    private mutating func bridge(to x: Int, y: Int, row: [CellBuffer.Cell]) {
        if let place, place.y == y, place.x < x, x - place.x <= 3,
            row[place.x..<x].allSatisfy({
                $0.style == style && $0.width == 1 && $0.character.isASCII
            })
        {
            for cell in row[place.x..<x] { output.append(cell.character) }
            self.place = Point(x: x, y: y)
        } else {
            move(to: Point(x: x, y: y))
        }
    }

    private mutating func move(to target: Point) {
        defer { place = target }
        guard let place else {
            output += Self.absolute(target)
            return
        }
        if place == target { return }
        var best = Self.absolute(target)
        if place.y == target.y {
            let distance = target.x - place.x
            if target.x == 0 {
                best = "\r"
            } else {
                let count = abs(distance) == 1 ? "" : String(abs(distance))
                let relative = "\u{1B}[\(count)\(distance > 0 ? "C" : "D")"
                if relative.utf8.count < best.utf8.count { best = relative }
            }
        } else if target.x == 0, target.y == place.y + 1 {
            best = "\r\n"
        }
        output += best
    }

    private static func absolute(_ point: Point) -> String {
        if point == .zero { return "\u{1B}[H" }
        return point.x == 0 ? "\u{1B}[\(point.y + 1)H" : "\u{1B}[\(point.y + 1);\(point.x + 1)H"
    }

    private mutating func setStyle(_ wanted: Style) {
        output += wanted.sequence(after: style, colors: colors)
        style = wanted
    }

    /// Where the blanks begin that the end of a row consists of.
    private static func blankTail(of row: [CellBuffer.Cell]) -> Int {
        var end = row.count
        while end > 0, row[end - 1] == .blank { end -= 1 }
        return end
    }

    /// The most columns that any terminal may take for a cluster.
    private static func widest(_ character: Character) -> Int {
        let columns = character.unicodeScalars.reduce(0) { $0 + max(1, Character($1).columnWidth) }
        return max(2, columns)
    }
}
