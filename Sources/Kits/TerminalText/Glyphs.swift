/// The set of characters that a terminal can draw.
public enum Glyphs: Sendable, Hashable, CaseIterable {
    /// All of Unicode.
    case unicode
    /// Printable ASCII characters.
    case ascii

    /// Creates the set of characters for the output of a process with the given environment variables. `isTerminal` is
    /// whether the output is a terminal.
    ///
    /// The first nonempty variable of `LC_ALL`, `LC_CTYPE` and `LANG` determines the result: ``unicode`` if
    /// it names UTF-8, and ``ascii`` if not. The result is also ``unicode`` if none of them is set, or if the
    /// output isn't a terminal.
    public init(environment: [String: String], isTerminal: Bool) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = locale?.lowercased() ?? "utf-8"
        self = !isTerminal || name.contains("utf-8") || name.contains("utf8") ? .unicode : .ascii
    }

    /// The mark for omitted text.
    var ellipsis: String { self == .unicode ? "…" : "..." }

    /// A segment of a horizontal line, one column wide.
    var horizontalLine: String { self == .unicode ? "─" : "-" }

    /// A segment of a vertical line, one row high.
    var verticalLine: String { self == .unicode ? "│" : "|" }

    /// The intersection of a horizontal and a vertical line.
    var cross: String { self == .unicode ? "┼" : "+" }
}

extension String {
    /// Returns this text limited to the given characters.
    ///
    /// For ``Glyphs/ascii``, replaces punctuation, arrows, box-drawing characters and control pictures with common
    /// substitutes, and other characters with one `?` per column. Keeps line breaks.
    package func restricted(to glyphs: Glyphs) -> String {
        if glyphs == .unicode || utf8.allSatisfy({ $0 < 0x80 }) { return self }
        var result = ""
        for character in self {
            if character.isASCII {
                result.append(character)
            } else if let scalar = character.unicodeScalars.first, let known = scalar.asciiStandIn {
                result += known
            } else {
                result += String(repeating: "?", count: character.columnWidth)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    fileprivate var asciiStandIn: String? {
        switch value {
        case 0x2400...0x241F: "^" + String(Character(Unicode.Scalar(UInt8(value - 0x2400 + 0x40))))
        case 0x2421: "^?"
        case 0x00A0, 0x2000...0x200A, 0x202F: " "
        case 0x2010...0x2015, 0x2212, 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x2550: "-"
        case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x2551: "|"
        case 0x250C...0x254B, 0x2552...0x2570: "+"
        case 0x2580...0x2590, 0x2593, 0x25A0: "#"
        case 0x2591, 0x2592: ":"
        case 0x2018, 0x2019: "'"
        case 0x201C, 0x201D: "\""
        case 0x2022, 0x00B7, 0x2605, 0x2606, 0x25CF: "*"
        case 0x25CB: "o"
        case 0x2026: "..."
        case 0x00D7, 0x2715, 0x2717: "x"
        case 0x2713, 0x2714: "v"
        case 0x2190: "<-"
        case 0x2192: "->"
        case 0x2191, 0x25B2, 0x25B4: "^"
        case 0x2193, 0x25BC, 0x25BE: "v"
        case 0x25B6, 0x25B8, 0x203A: ">"
        case 0x25C0, 0x25C2, 0x2039: "<"
        case 0x00BB: ">>"
        case 0x2264: "<="
        case 0x2265: ">="
        case 0x20AC: "EUR"
        default: nil
        }
    }
}
