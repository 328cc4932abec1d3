import TerminalText

/// Text that is broken into lines of a width. Each line is a range of the text.
struct TextLines {
    /// The ranges of the lines in UTF-8 offsets, without line breaks.
    private(set) var lines: [Range<Int>] = []

    /// Breaks text between words and after hyphens, or within words that are longer than a line. Spaces at
    /// the end of a line are part of it, so that every position of the text is on a line.
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

    /// Returns the line of an offset. At a soft line break, this is the later one.
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

    /// Returns the visible form of a part of a line.
    static func shown(_ part: Substring) -> String {
        part.contains("\t")
            ? part.map { $0 == "\t" ? "    " : String($0).visible() }.joined() : String(part).visible()
    }
}
