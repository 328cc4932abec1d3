import LootFormats

/// The positions in a file of the lines that an importer made from it. Empty if the file is read without an importer.
struct OriginalPositions {
    private var places: [(line: Int, column: Int)] = []

    var isEmpty: Bool { places.isEmpty }

    /// Adds the positions of the next lines of the importer's output.
    mutating func append(_ new: [(line: Int, column: Int)]) { places += new }

    /// Returns the line of the file for a line of the text.
    func line(_ line: Int) -> Int { places.indices.contains(line) ? places[line].line : line }

    /// Returns the position in the file for a position in the text.
    func position(_ position: SourcePosition) -> SourcePosition {
        guard places.indices.contains(position.line) else { return position }
        let place = places[position.line]
        return SourcePosition(line: place.line, column: place.column, byte: position.byte)
    }
}
