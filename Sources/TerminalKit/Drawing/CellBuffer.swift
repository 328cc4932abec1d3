public import TerminalText

/// What a screen shows: a cluster and a style in every column of every row.
///
/// A cluster that takes two columns lies in the first one; the second continues it. Writing over one half
/// blanks the other, as terminals do it. Writing outside is ignored.
public struct CellBuffer: Equatable, Sendable {
    /// One column of a row.
    public struct Cell: Hashable, Sendable {
        /// What stands there; a space for the second column of a wide cluster.
        public internal(set) var character: Character
        /// How it looks.
        public internal(set) var style: Style
        /// The columns it takes; 0 for the second column of a wide cluster.
        public internal(set) var width: UInt8

        static let blank = Cell(character: " ", style: .plain, width: 1)
    }

    /// How many columns and rows there are.
    public let size: Size
    private var cells: [Cell]

    /// A blank screen.
    public init(size: Size) {
        self.size = Size(width: max(0, size.width), height: max(0, size.height))
        cells = [Cell](repeating: .blank, count: self.size.width * self.size.height)
    }

    /// The cell at a place; blank outside.
    public subscript(x: Int, y: Int) -> Cell {
        contains(x, y) ? cells[y * size.width + x] : .blank
    }

    /// The text of a row, without blanks at its end.
    public func text(ofRow y: Int) -> String {
        var text = ""
        for x in 0..<size.width where self[x, y].width > 0 { text.append(self[x, y].character) }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The text of all rows, without blanks at their ends, each followed by a line feed.
    public var text: String { (0..<size.height).reduce(into: "") { $0 += text(ofRow: $1) + "\n" } }

    private func contains(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < size.width && y < size.height
    }

    /// Puts a cluster of one or two columns; nothing when it does not fit.
    mutating func put(_ character: Character, width: Int, style: Style, x: Int, y: Int) {
        guard contains(x, y), width == 1 || width == 2, x + width <= size.width else { return }
        let index = y * size.width + x
        split(at: index)
        if width == 2 { split(at: index + 1) }
        cells[index] = Cell(character: character, style: style, width: UInt8(width))
        if width == 2 { cells[index + 1] = Cell(character: " ", style: style, width: 0) }
    }

    /// Changes the look of a cell, with both halves of a wide cluster.
    mutating func restyle(x: Int, y: Int, _ change: (Style) -> Style) {
        guard contains(x, y) else { return }
        let index = y * size.width + x
        let style = change(cells[index].style)
        cells[index].style = style
        if cells[index].width == 2 { cells[index + 1].style = style }
    }

    private mutating func split(at index: Int) {
        if cells[index].width == 0 {
            cells[index - 1] = Cell(character: " ", style: cells[index - 1].style, width: 1)
        }
        if cells[index].width == 2 {
            cells[index + 1] = Cell(character: " ", style: cells[index + 1].style, width: 1)
        }
    }

    mutating func setRow(_ y: Int, _ row: ArraySlice<Cell>) {
        guard y >= 0, y < size.height, row.count == size.width else { return }
        cells.replaceSubrange((y * size.width)..<((y + 1) * size.width), with: row)
    }

    func row(_ y: Int) -> ArraySlice<Cell> { cells[(y * size.width)..<((y + 1) * size.width)] }
}
