import TerminalText

/// How a text breaks into lines at a width, with the place of each in the text.
struct TextLines {
    /// UTF-8 offsets; what separates lines lies between them.
    private(set) var lines: [Range<Int>] = []

    /// Breaks by words, inside of words where they are longer than a line. A space at which a line ends stays at
    /// its end, so that every place of the text is on a line.
    init(_ text: String, width: Int) {
        let width = max(1, width)
        var start = 0
        var columns = 0
        var lastBreak: (offset: Int, columns: Int)?
        var offset = 0
        for character in text {
            let length = character.utf8.count
            if character.isNewline {
                lines.append(start..<offset)
                start = offset + length
                columns = 0
                lastBreak = nil
            } else {
                let wide = TextLines.columns(of: character)
                if columns + wide > width, offset > start, character != " " {
                    if let place = lastBreak, place.offset > start {
                        lines.append(start..<place.offset)
                        start = place.offset
                        columns -= place.columns
                    } else {
                        lines.append(start..<offset)
                        start = offset
                        columns = 0
                    }
                    lastBreak = nil
                }
                columns += wide
                if character == " " || character == "-" { lastBreak = (offset + length, columns) }
            }
            offset += length
        }
        lines.append(start..<offset)
    }

    /// The line that an offset is on: at a soft break the later one.
    func line(of offset: Int) -> Int {
        var low = 0
        var high = lines.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle].lowerBound <= offset { low = middle } else { high = middle }
        }
        return low
    }

    static func columns(of character: Character) -> Int {
        character == "\t" ? 4 : String(character).visible().columnWidth
    }

    /// What is drawn for a part of a line.
    static func shown(_ part: Substring) -> String {
        part.contains("\t")
            ? part.map { $0 == "\t" ? "    " : String($0).visible() }.joined() : String(part).visible()
    }
}
