import TerminalText

extension CellBuffer {
    /// A picture of the screen as SVG, the same bytes for the same screen.
    ///
    /// Every run of one style is one text element that is stretched to its columns, so that any monospaced font
    /// keeps the columns straight.
    public func svg(background: String = "#1e1e1e", foreground: String = "#d4d4d4", title: String = "")
        -> String
    {
        let (cellWidth, cellHeight) = (8, 17)
        let width = size.width * cellWidth + 16
        let height = size.height * cellHeight + 16
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img">
            <title>\(title.visible().xmlEscaped)</title>
            <rect width="100%" height="100%" rx="6" fill="\(background)"/>
            <g font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" \
            xml:space="preserve">

            """
        for y in 0..<size.height {
            for run in runs(ofRow: y) where run.text.contains(where: { $0 != " " }) || run.hasGround {
                let isInverse = run.style.attributes.contains(.inverse)
                var front = run.style.foreground.hex ?? foreground
                var back = run.style.background.hex ?? background
                if isInverse { (front, back) = (back, front) }
                let x = 8 + run.x * cellWidth
                let top = 8 + y * cellHeight
                if run.hasGround {
                    svg += "<rect x=\"\(x)\" y=\"\(top)\" width=\"\(run.columns * cellWidth)\""
                    svg += " height=\"\(cellHeight)\" fill=\"\(back)\"/>\n"
                }
                guard run.text.contains(where: { $0 != " " }) else { continue }
                svg += "<text x=\"\(x)\" y=\"\(top + 13)\" textLength=\"\(run.columns * cellWidth)\""
                svg += " lengthAdjust=\"spacingAndGlyphs\" fill=\"\(front)\"\(run.style.svgAttributes)>"
                svg += run.text.xmlEscaped + "</text>\n"
            }
        }
        return svg + "</g>\n</svg>\n"
    }

    private struct Run {
        var x: Int
        var columns: Int
        var text: String
        var style: Style
        var hasGround: Bool { style.background != .standard || style.attributes.contains(.inverse) }
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
        let lines = [
            attributes.contains(.underline) ? "underline" : nil,
            attributes.contains(.strikethrough) ? "line-through" : nil,
        ].compactMap { $0 }
        return lines.isEmpty ? result : result + " text-decoration=\"\(lines.joined(separator: " "))\""
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
