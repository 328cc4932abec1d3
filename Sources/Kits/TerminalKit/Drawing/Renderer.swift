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
    private var output: [UInt8] = []
    /// Where the terminal's cursor is, where that is certain.
    private var place: Point?
    private var style = Look(.plain)

    /// A renderer for a terminal of which nothing is known.
    package init(colors: ColorLevel) { self.colors = colors }

    /// Forgets what the terminal shows, because another program wrote to it or its size changed.
    package mutating func invalidate() {
        shown = nil
        shownCursor = nil
    }

    /// The bytes that make the terminal show `buffer`, with its cursor at `cursor` or hidden.
    package mutating func bytes(for buffer: CellBuffer, cursor: Point?) -> [UInt8] {
        output = []
        place = nil
        style = Look(.plain)
        var old = shown ?? CellBuffer(size: buffer.size)
        if shown == nil || old.size != buffer.size {
            old = CellBuffer(size: buffer.size)
            write("\u{1B}[m\u{1B}[2J")
        } else if movesLines, let shift = LineShift(from: old, to: buffer) {
            write(shift.sequence)
            old.shift(shift)
        }
        for y in 0..<buffer.size.height { renderRow(y, from: old, to: buffer) }
        setStyle(Look(.plain))
        shown = buffer
        finishCursor(cursor)
        guard isSynchronized, output.count > 64 else { return output }
        return Array(ControlSequences.synchronizedBegin.utf8) + output
            + Array(ControlSequences.synchronizedEnd.utf8)
    }

    private mutating func write(_ sequence: String) { output += sequence.utf8 }

    private mutating func finishCursor(_ cursor: Point?) {
        if let cursor {
            if place != cursor, !output.isEmpty || shownCursor != cursor { move(to: cursor) }
            if shownCursor == nil { write("\u{1B}[?25h") }
        } else if shownCursor != nil {
            output = Array("\u{1B}[?25l".utf8) + output
        }
        shownCursor = cursor
    }

    private mutating func renderRow(_ y: Int, from old: CellBuffer, to new: CellBuffer) {
        let (first, end) = (y * new.size.width, (y + 1) * new.size.width)
        guard let changed = new.firstDifference(inRow: y, from: old) else {
            cellsSkipped += end - first
            return
        }
        let blankFrom = Self.blankTail(of: new, in: first..<end)
        // The first half of a wide cluster is written when only the second one differs.
        var index = changed > first && new.cells[changed].width == 0 ? changed - 1 : changed
        cellsSkipped += index - first
        /// Up to here everything is written, changed or not, because a disputed cluster may have spilled.
        var forced = first
        while index < end {
            let cell = new.cells[index]
            let width = max(1, cell.width)
            let isSame =
                new.isSame(at: index, as: old) && (width == 1 || new.isSame(at: index + 1, as: old))
            guard !isSame || index < forced else {
                cellsSkipped += width
                index += width
                continue
            }
            bridge(to: index - first, y: y, of: new)
            if index >= blankFrom, end - index > 4, index >= forced {
                setStyle(Look(.plain))
                write("\u{1B}[K")
                cellsWritten += end - index
                return
            }
            write(index, of: new, width: width)
            if index + width >= end { place = nil }
            if !cell.isASCII, new.character(at: index).isWidthDisputed {
                forced = max(forced, index + Self.widest(new.character(at: index)))
                if index + width == end, width == 1 { restore(before: index, y: y, of: new) }
            }
            index += width
        }
    }

    /// A cluster in the last column that a terminal takes for wide begins there one column to the left, over
    /// what stood before it.
    private mutating func restore(before index: Int, y: Int, of buffer: CellBuffer) {
        let first = y * buffer.size.width
        guard index > first else { return }
        let start = buffer.cells[index - 1].width == 0 ? index - 2 : index - 1
        move(to: Point(x: start - first, y: y))
        write(start, of: buffer, width: index - start)
    }

    /// Writes a cell where the cursor is.
    private mutating func write(_ index: Int, of buffer: CellBuffer, width: Int) {
        let cell = buffer.cells[index]
        setStyle(cell.look)
        cellsWritten += width
        let isDisputed = !cell.isASCII && buffer.character(at: index).isWidthDisputed
        if isDisputed, width == 2, let at = place {
            // Where the terminal draws it in one column, nothing old shall stay in the other.
            write("  ")
            place = nil
            move(to: at)
        }
        if cell.isLong { output += buffer.character(at: index).utf8 } else { cell.append(to: &output) }
        place = isDisputed ? nil : place.map { Point(x: $0.x + width, y: $0.y) }
    }

    /// Brings the cursor to a column, by writing what stands between when that is shorter than moving.
    private mutating func bridge(to x: Int, y: Int, of buffer: CellBuffer) {
        let first = y * buffer.size.width
        if let place, place.y == y, place.x < x, x - place.x <= 3,
            buffer.cells[first + place.x..<first + x].allSatisfy({
                $0.look == style && $0.width == 1 && $0.isASCII
            })
        {
            for cell in buffer.cells[first + place.x..<first + x] { cell.append(to: &output) }
            self.place = Point(x: x, y: y)
        } else {
            move(to: Point(x: x, y: y))
        }
    }

    private mutating func move(to target: Point) {
        defer { place = target }
        guard let place else {
            write(Self.absolute(target))
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
        write(best)
    }

    private static func absolute(_ point: Point) -> String {
        if point == .zero { return "\u{1B}[H" }
        return point.x == 0 ? "\u{1B}[\(point.y + 1)H" : "\u{1B}[\(point.y + 1);\(point.x + 1)H"
    }

    private mutating func setStyle(_ wanted: Look) {
        guard wanted != style else { return }
        write(wanted.style.sequence(after: style.style, colors: colors))
        style = wanted
    }

    /// Where the blanks begin that the end of a row consists of.
    private static func blankTail(of buffer: CellBuffer, in row: Range<Int>) -> Int {
        var end = row.upperBound
        while end > row.lowerBound, buffer.cells[end - 1] == .blank { end -= 1 }
        return end
    }

    /// The most columns that any terminal may take for a cluster.
    private static func widest(_ character: Character) -> Int {
        let columns = character.unicodeScalars.reduce(0) { $0 + max(1, Character($1).columnWidth) }
        return max(2, columns)
    }
}
