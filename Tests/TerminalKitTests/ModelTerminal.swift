import TerminalKit
import TerminalText

/// A small terminal that interprets the renderer's output.
struct ModelTerminal {
    /// The width of characters on which terminals disagree.
    enum Measure: CaseIterable {
        /// By grapheme cluster, as `TerminalKit` does.
        case byCluster
        /// Scalar by scalar, like `wcwidth`: joined emoji are separate.
        case byScalar
        /// All characters of disputed width have one column.
        case narrow
    }

    struct Cell: Equatable {
        var text = " "
        var style = Style.plain
        /// 0 for the second half of a wide cluster.
        var width = 1
    }

    let measure: Measure
    let size: Size
    private(set) var rows: [[Cell]]
    private(set) var cursor = Point.zero
    private(set) var isCursorShown = false
    private(set) var unknown: [String] = []
    private var style = Style.plain
    private var lastWritten = 0
    private var region: Range<Int>

    init(size: Size, measure: Measure = .byCluster) {
        self.size = size
        region = 0..<size.height
        self.measure = measure
        rows = [[Cell]](repeating: [Cell](repeating: Cell(), count: size.width), count: size.height)
    }

    func text(ofRow y: Int) -> String { rows[y].filter { $0.width > 0 }.map(\.text).joined() }

    mutating func feed(_ bytes: [UInt8]) {
        var text = ""
        var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            guard scalar.value < 0x20 else {
                text.unicodeScalars.append(scalar)
                continue
            }
            show(text)
            text = ""
            switch scalar {
            case "\r": cursor.x = 0
            case "\n": cursor.y = min(cursor.y + 1, size.height - 1)
            case "\u{1B}":
                guard scalars.popFirst() == "[" else {
                    unknown.append("escape")
                    continue
                }
                var parameters = ""
                while let next = scalars.popFirst() {
                    if next.value >= 0x40 {
                        obey(Character(next), parameters)
                        break
                    }
                    parameters.unicodeScalars.append(next)
                }
            default: unknown.append("control \(scalar.value)")
            }
        }
        show(text)
    }

    private mutating func obey(_ final: Character, _ parameters: String) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = max(1, numbers.first ?? 1)
        switch final {
        case "H":
            cursor = Point(
                x: min(max(1, numbers.count > 1 ? numbers[1] : 1), size.width) - 1,
                y: min(first, size.height) - 1)
        case "C": cursor.x = min(cursor.x + first, size.width - 1)
        case "D": cursor.x = max(cursor.x - first, 0)
        case "K": for x in cursor.x..<size.width { put(Cell(style: ground), x: x) }
        case "J":
            rows = [[Cell]](repeating: [Cell](repeating: Cell(), count: size.width), count: size.height)
        case "r":
            region = (first - 1)..<(numbers.count > 1 ? numbers[1] : size.height)
            cursor = .zero
        case "M", "L": moveLines(final == "M" ? first : -first)
        case "m": setStyle(numbers)
        case "h", "l":
            if parameters == "?25" { isCursorShown = final == "h" }
        default: unknown.append("\(parameters)\(final)")
        }
    }

    /// Deletes or inserts lines at the cursor within the scroll region.
    private mutating func moveLines(_ count: Int) {
        guard region.contains(cursor.y) else { return }
        let part = cursor.y..<region.upperBound
        let blank = [Cell](repeating: Cell(style: ground), count: size.width)
        let moved = part.map { y in part.contains(y + count) ? rows[y + count] : blank }
        rows.replaceSubrange(part, with: moved)
        cursor.x = 0
    }

    private var ground: Style { Style(background: style.background) }

    private mutating func setStyle(_ numbers: [Int]) {
        var rest = numbers[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: style = .plain
            case 1: style.attributes.insert(.bold)
            case 2: style.attributes.insert(.dim)
            case 3: style.attributes.insert(.italic)
            case 4: style.attributes.insert(.underline)
            case 7: style.attributes.insert(.inverse)
            case 9: style.attributes.insert(.strikethrough)
            case 22: style.attributes.subtract([.bold, .dim])
            case 23: style.attributes.remove(.italic)
            case 24: style.attributes.remove(.underline)
            case 27: style.attributes.remove(.inverse)
            case 29: style.attributes.remove(.strikethrough)
            case 30...37: style.foreground = ansi(code - 30)
            case 39: style.foreground = .standard
            case 40...47: style.background = ansi(code - 40)
            case 49: style.background = .standard
            case 90...97: style.foreground = ansi(code - 82)
            case 100...107: style.background = ansi(code - 92)
            case 38, 48:
                var color = Color.standard
                if rest.popFirst() == 5 {
                    color = .palette(UInt8(rest.popFirst() ?? 0))
                } else {
                    let parts = (0..<3).map { _ in UInt8(rest.popFirst() ?? 0) }
                    color = .rgb(parts[0], parts[1], parts[2])
                }
                if code == 38 { style.foreground = color } else { style.background = color }
            default: unknown.append("style \(code)")
            }
        }
    }

    private func ansi(_ index: Int) -> Color { .ansi(ANSIColor(rawValue: UInt8(index)) ?? .black) }

    private mutating func show(_ text: String) {
        if measure == .byScalar {
            for scalar in text.unicodeScalars {
                show(String(scalar), width: Character(scalar).columnWidth)
            }
        } else {
            for character in text {
                let isNarrow = measure == .narrow && character.isWidthDisputed
                show(String(character), width: isNarrow ? 1 : character.columnWidth)
            }
        }
    }

    private mutating func show(_ text: String, width: Int) {
        guard width > 0 else {
            // A combining mark joins the previous character.
            rows[cursor.y][lastWritten].text += text
            return
        }
        if cursor.x + width > size.width { cursor.x = size.width - width }
        lastWritten = cursor.x
        for x in 0..<width {
            put(Cell(text: x == 0 ? text : " ", style: style, width: x == 0 ? width : 0), x: cursor.x + x)
        }
        // Automatic wrapping is off, so the cursor stays in the last column.
        cursor.x = min(cursor.x + width, size.width - 1)
    }

    /// Writes a cell. Overwriting half of a wide cluster blanks the other half.
    private mutating func put(_ cell: Cell, x: Int) {
        let old = rows[cursor.y][x]
        if old.width == 0, x > 0, cell.width != 0 {
            rows[cursor.y][x - 1] = Cell(style: rows[cursor.y][x - 1].style)
        }
        if old.width == 2, x + 1 < size.width { rows[cursor.y][x + 1] = Cell(style: old.style) }
        rows[cursor.y][x] = cell
    }
}
