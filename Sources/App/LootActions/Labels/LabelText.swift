/// Breaks text into lines that fit a width. Uses estimated character widths because the printer's fonts are unknown.
struct LabelText {
    /// Returns at most `count` lines, each at most `width` wide. If text is cut off, the last line ends with `…`.
    static func lines(of text: String, width: Double, size: Double, atMost count: Int) -> [String] {
        guard count > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        var room = width
        for word in text.split(separator: " ") {
            let needed = length(of: word, size)
            if !line.isEmpty {
                let space = length(of: " ", size)
                if needed + space <= room {
                    line += " " + word
                    room -= needed + space
                    continue
                }
                lines.append(line)
                (line, room) = ("", width)
            }
            // Break a word that is longer than a line at the line's end.
            for character in word {
                let needed = length(of: [character], size)
                if needed > room, !line.isEmpty {
                    lines.append(line)
                    (line, room) = ("", width)
                }
                line.append(character)
                room -= needed
            }
        }
        if !line.isEmpty { lines.append(line) }
        guard lines.count > count else { return lines }
        var last = lines[count - 1]
        while !last.isEmpty, length(of: last + "…", size) > width { last.removeLast() }
        return lines.prefix(count - 1) + [last + "…"]
    }

    private static func length(of text: some Sequence<Character>, _ size: Double) -> Double {
        text.reduce(0) { $0 + width(of: $1) } * size
    }

    /// Returns the width of a character in a bold sans-serif font of size one. It is overestimated rather than
    /// underestimated.
    private static func width(of character: Character) -> Double {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x11FF, 0x2E80...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFF60, 0x1F000...: return 1.05
        default: break
        }
        if "iljtfrI.,:;!|'’()[]-/ ".contains(character) { return 0.36 }
        if "mwMWÆŒ@%…—".contains(character) { return 0.95 }
        return character.isUppercase ? 0.74 : 0.62
    }
}
