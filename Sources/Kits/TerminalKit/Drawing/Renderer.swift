package import TerminalText

/// Computes the bytes that update a terminal. Only cells that differ are written, with the shortest cursor movements.
///
/// Terminals disagree about the width of some clusters. After such a cluster, the cursor is positioned absolutely, and
/// cells that the terminal may have drawn over are written again. A terminal that measures differently therefore shows
/// only that cluster incorrectly.
package struct Renderer {
    /// The colors that the terminal supports.
    package var colors: ColorLevel
    /// Whether the terminal is known to support synchronized output.
    package var isSynchronized = false
    /// Whether the terminal may scroll lines. Must be false while it shows images, because terminals differ in
    /// whether images scroll along.
    package var movesLines = true
    /// The number of cells written so far.
    package private(set) var cellsWritten = 0
    /// The number of unchanged cells so far.
    package private(set) var cellsSkipped = 0

    private var shown: CellBuffer?
    private var shownCursor: Point?
    private var output: [UInt8] = []
    /// The position of the terminal's cursor, or `nil` if it is uncertain.
    private var place: Point?
    private var style = Look(.plain)

    /// Creates a renderer for a terminal with unknown contents.
    package init(colors: ColorLevel) { self.colors = colors }

    /// Discards the known contents of the terminal, because another program wrote to it or its size changed.
    package mutating func invalidate() {
        shown = nil
        shownCursor = nil
    }

    /// Returns the bytes that make the terminal show `buffer`, with its cursor at `cursor`, or hidden if it is `nil`.
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
        // If only the second half of a wide cluster differs, start at the first half.
        var index = changed > first && new.cells[changed].width == 0 ? changed - 1 : changed
        cellsSkipped += index - first
        /// Cells before this index are written even if they haven't changed, because a cluster of disputed width may
        /// have covered them.
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

    /// Writes the cell before a cluster in the last column again. A terminal that considers the cluster wide draws it
    /// over that cell.
    private mutating func restore(before index: Int, y: Int, of buffer: CellBuffer) {
        let first = y * buffer.size.width
        guard index > first else { return }
        let start = buffer.cells[index - 1].width == 0 ? index - 2 : index - 1
        move(to: Point(x: start - first, y: y))
        write(start, of: buffer, width: index - start)
    }

    /// Writes a cell at the cursor.
    private mutating func write(_ index: Int, of buffer: CellBuffer, width: Int) {
        let cell = buffer.cells[index]
        setStyle(cell.look)
        cellsWritten += width
        let isDisputed = !cell.isASCII && buffer.character(at: index).isWidthDisputed
        if isDisputed, width == 2, let at = place {
            // If the terminal draws the cluster in one column, the second one must not keep its old contents.
            write("  ")
            place = nil
            move(to: at)
        }
        if cell.isLong { output += buffer.character(at: index).utf8 } else { cell.append(to: &output) }
        place = isDisputed ? nil : place.map { Point(x: $0.x + width, y: $0.y) }
    }

    /// Moves the cursor to a column. Writes the cells in between if that takes fewer bytes.
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

    /// Returns the index at which the blank end of a row begins.
    private static func blankTail(of buffer: CellBuffer, in row: Range<Int>) -> Int {
        var end = row.upperBound
        while end > row.lowerBound, buffer.cells[end - 1] == .blank { end -= 1 }
        return end
    }

    /// Returns the maximum width that any terminal may use for a cluster.
    private static func widest(_ character: Character) -> Int {
        let columns = character.unicodeScalars.reduce(0) { $0 + max(1, Character($1).columnWidth) }
        return max(2, columns)
    }
}
