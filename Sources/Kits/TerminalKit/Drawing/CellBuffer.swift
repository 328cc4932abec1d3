import TerminalText

/// The contents of a screen: a cluster and a style for each cell.
///
/// A cluster that is two columns wide is in the first cell, and the second one continues it. Overwriting one half
/// blanks the other, as in terminals. Drawing outside the screen is ignored.
public struct CellBuffer: Equatable, Sendable {
    /// A cell: one column of a row.
    struct Cell: Hashable, Sendable {
        /// The cluster, or a space in the second column of a wide one.
        let character: Character
        let style: Style
        /// The width in columns, or 0 for the second column of a wide cluster.
        let width: UInt8
    }

    /// The number of columns and rows.
    package let size: Size
    private(set) var cells: [PackedCell]
    /// Clusters that are too long for a packed cell, by the index of the cell.
    private var long: [Int: Character] = [:]

    /// Creates a blank screen.
    init(size: Size) {
        self.size = Size(width: max(0, size.width), height: max(0, size.height))
        cells = [PackedCell](repeating: .blank, count: self.size.width * self.size.height)
    }

    /// The cell at a position. Blank outside the screen.
    subscript(x: Int, y: Int) -> Cell {
        guard contains(x, y) else { return Cell(character: " ", style: .plain, width: 1) }
        let index = y * size.width + x
        let cell = cells[index]
        return Cell(character: character(at: index), style: cell.look.style, width: UInt8(cell.width))
    }

    /// Returns the text of a row, without spaces at its end.
    func text(ofRow y: Int) -> String {
        var text = ""
        for x in 0..<size.width where self[x, y].width > 0 { text.append(self[x, y].character) }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The text of all rows, without spaces at their ends, each followed by a line feed.
    public var text: String { (0..<size.height).reduce(into: "") { $0 += text(ofRow: $1) + "\n" } }

    private func contains(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < size.width && y < size.height
    }

    /// Returns the cluster of a cell, or a space for the second column of a wide one.
    func character(at index: Int) -> Character {
        cells[index].isLong ? long[index] ?? " " : cells[index].character
    }

    /// Returns whether a cell has the same contents on another screen of the same size.
    func isSame(at index: Int, as other: CellBuffer) -> Bool {
        cells[index] == other.cells[index] && (!cells[index].isLong || long[index] == other.long[index])
    }

    /// Returns the index of the first cell in a row that differs from another screen of the same size, or `nil` if
    /// there is none.
    func firstDifference(inRow y: Int, from other: CellBuffer) -> Int? {
        (y * size.width..<(y + 1) * size.width).first { !isSame(at: $0, as: other) }
    }

    /// Draws a cluster that is one or two columns wide, if it fits. With `colors`, colors that the style doesn't set
    /// are taken from the cell.
    mutating func put(
        _ character: Character, width: Int, _ look: Look, keepingColors colors: Bool = false, x: Int, y: Int
    ) {
        guard contains(x, y), width == 1 || width == 2, x + width <= size.width else { return }
        let index = y * size.width + x
        put(PackedCell.text(character), isWide: width == 2, look, keepingColors: colors, at: index)
        if cells[index].isLong { long[index] = character }
    }

    /// Draws ASCII characters. They must fit in the row.
    mutating func put(ASCII letters: some Sequence<UInt8>, _ look: Look, x: Int, y: Int) {
        var index = y * size.width + x
        for letter in letters {
            put(UInt64(letter), isWide: false, look, keepingColors: true, at: index)
            index += 1
        }
    }

    private mutating func put(
        _ text: UInt64, isWide: Bool, _ look: Look, keepingColors: Bool, at index: Int
    ) {
        let look = keepingColors ? look.onColors(of: cells[index].look) : look
        part(at: index)
        cells[index] = PackedCell(text: text, isWide: isWide, look: look)
        if isWide {
            part(at: index + 1)
            cells[index + 1] = .second(look)
        }
    }

    /// Fills a rectangle with a cluster that is one column wide. The rectangle must be within the screen.
    mutating func fill(_ area: Rect, _ character: Character, _ look: Look) {
        let text = PackedCell.text(character)
        for y in area.minY..<area.maxY {
            for index in y * size.width + area.minX..<y * size.width + area.maxX {
                put(text, isWide: false, look, keepingColors: false, at: index)
                if cells[index].isLong { long[index] = character }
            }
        }
    }

    /// Changes the style of all cells in a rectangle, including both halves of wide clusters that begin in it. The
    /// rectangle must be within the screen.
    mutating func restyle(_ area: Rect, _ change: (Look) -> Look) {
        for y in area.minY..<area.maxY {
            for index in y * size.width + area.minX..<y * size.width + area.maxX where cells[index].width > 0
            {
                let look = change(cells[index].look)
                cells[index].look = look
                if cells[index].isWide { cells[index + 1].look = look }
            }
        }
    }

    /// Blanks the other half of a wide cluster before a cell is overwritten.
    private mutating func part(at index: Int) {
        let cell = cells[index]
        if cell.isLong { long[index] = nil }
        if cell.isWide { cells[index + 1] = PackedCell(text: 0x20, look: cells[index + 1].look) }
        if cell.width == 0 {
            if cells[index - 1].isLong { long[index - 1] = nil }
            cells[index - 1] = PackedCell(text: 0x20, look: cells[index - 1].look)
        }
    }

    func row(_ y: Int) -> ArraySlice<PackedCell> { cells[y * size.width..<(y + 1) * size.width] }

    /// Copies a row from another screen of the same width. If `source` is `nil`, the row becomes blank.
    mutating func setRow(_ y: Int, to source: Int?, of other: CellBuffer) {
        let offset = y * size.width
        for x in 0..<size.width {
            let place = source.map { $0 * size.width + x }
            cells[offset + x] = place.map { other.cells[$0] } ?? .blank
            if !long.isEmpty || !other.long.isEmpty { long[offset + x] = place.flatMap { other.long[$0] } }
        }
    }
}
