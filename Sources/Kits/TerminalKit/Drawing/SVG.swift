import TerminalText

extension CellBuffer {
    /// Returns a picture of the screen as SVG. The same screen produces the same bytes.
    ///
    /// Each word is a text element at its column, stretched to its width, so that columns are aligned in any
    /// monospaced font. Text elements contain no leading, trailing or repeated spaces, which some viewers omit.
    public func svg(background: String = "#1e1e1e", foreground: String = "#d4d4d4", title: String = "")
        -> String
    {
        let width = size.width * Self.cell.width + 16
        let height = size.height * Self.cell.height + 16
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img">
            <title>\(title.visible().xmlEscaped)</title>
            <rect width="100%" height="100%" rx="6" fill="\(background)"/>
            <g font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14">

            """
        for y in 0..<size.height {
            let top = 8 + y * Self.cell.height
            for run in runs(ofRow: y) {
                var front = run.style.foreground.hex ?? foreground
                var back = run.style.background.hex ?? background
                if run.style.attributes.contains(.inverse) { (front, back) = (back, front) }
                if run.hasGround { svg += run.box(from: top, height: Self.cell.height, back) }
                for word in run.words {
                    svg += "<text x=\"\(8 + word.x * Self.cell.width)\" y=\"\(top + 13)\""
                    svg +=
                        " textLength=\"\(word.columns * Self.cell.width)\" lengthAdjust=\"spacingAndGlyphs\""
                    svg += " fill=\"\(front)\"\(run.style.svgAttributes)>\(word.text.xmlEscaped)</text>\n"
                }
                if run.style.attributes.contains(.underline) {
                    svg += run.box(from: top + 15, height: 1, front)
                }
                if run.style.attributes.contains(.strikethrough) {
                    svg += run.box(from: top + 9, height: 1, front)
                }
            }
        }
        return svg + "</g>\n</svg>\n"
    }

    private static let cell = Size(width: 8, height: 17)

    private struct Run {
        var x: Int
        var columns: Int
        var text: String
        var style: Style
        var hasGround: Bool { style.background != .standard || style.attributes.contains(.inverse) }

        /// The parts of the text between repeated spaces. A run contains spaces only if all its characters are one
        /// column wide.
        var words: [Run] {
            var words: [Run] = []
            var blanks = 1
            for (offset, character) in text.enumerated() {
                if character == " " {
                    blanks += 1
                } else if blanks == 1, var word = words.popLast() {
                    word.text += " \(character)"
                    word.columns += 2
                    words.append(word)
                    blanks = 0
                } else if blanks == 0, var word = words.popLast() {
                    word.text.append(character)
                    word.columns += 1
                    words.append(word)
                } else {
                    let width = columns == text.count ? 1 : columns
                    words.append(Run(x: x + offset, columns: width, text: String(character), style: style))
                    blanks = 0
                }
            }
            return words
        }

        /// Returns a rectangle with the width of the run.
        func box(from top: Int, height: Int, _ color: String) -> String {
            "<rect x=\"\(8 + x * cell.width)\" y=\"\(top)\" width=\"\(columns * cell.width)\""
                + " height=\"\(height)\" fill=\"\(color)\"/>\n"
        }
    }

    private func runs(ofRow y: Int) -> [Run] {
        var runs: [Run] = []
        for x in 0..<size.width where self[x, y].width > 0 {
            let cell = self[x, y]
            if cell.width == 1, let last = runs.last, last.style == cell.style,
                last.columns == last.text.count
            {
                runs[runs.count - 1].text.append(cell.character)
                runs[runs.count - 1].columns += 1
            } else {
                runs.append(
                    Run(x: x, columns: Int(cell.width), text: String(cell.character), style: cell.style))
            }
        }
        return runs
    }
}

extension Style {
    fileprivate var svgAttributes: String {
        var result = ""
        if attributes.contains(.bold) { result += " font-weight=\"bold\"" }
        if attributes.contains(.italic) { result += " font-style=\"italic\"" }
        if attributes.contains(.dim) { result += " opacity=\"0.65\"" }
        return result
    }
}

extension Color {
    fileprivate var hex: String? {
        switch self {
        case .standard: nil
        case .rgb(let red, let green, let blue): Self.hex(red, green, blue)
        case .ansi(let color): Self.sixteen[Int(color.rawValue)]
        case .palette(let index) where index < 16: Self.sixteen[Int(index)]
        case .palette(let index) where index < 232:
            Self.hex(
                Self.level((index - 16) / 36), Self.level((index - 16) / 6 % 6), Self.level((index - 16) % 6))
        case .palette(let index):
            Self.hex(8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10)
        }
    }

    private static func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }

    private static func hex(_ parts: UInt8...) -> String {
        parts.reduce("#") { $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }

    private static let sixteen = [
        "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
        "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
    ]
}

extension String {
    fileprivate var xmlEscaped: String {
        reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }
}
