/// The layout of a label in millimeters from its upper left corner. The QR code is on the left with the text next to
/// it, or above the text if the label isn't much wider than it is high.
struct LabelLayout {
    /// A line of text.
    struct Line {
        let text: String
        let x: Double
        let baseline: Double
        let size: Double
        let isBold: Bool
    }

    /// The margin at each edge.
    let margin: Double
    /// The left edge of the QR code.
    let symbolX: Double
    /// The width and height of the QR code with its quiet zone.
    let side: Double
    /// The lines of text.
    private(set) var lines: [Line] = []

    init(of label: ItemLabel, on paper: LabelPaper) {
        let (width, height) = (paper.labelWidth, paper.labelHeight)
        margin = min(2, height * 0.07)
        let (innerWidth, innerHeight) = (width - 2 * margin, height - 2 * margin)
        let isBeside = width >= height * 1.4
        side = isBeside ? min(innerHeight, innerWidth / 2) : min(innerWidth, innerHeight * 0.7)
        symbolX = isBeside ? margin : (width - side) / 2
        let x = isBeside ? margin + side + 0.5 : margin
        let top = isBeside ? margin : margin + side
        place(label, x: x, top: top, width: width - margin - x, bottom: height - margin)
    }

    /// Places the name, the place below it, the contents, and the ID on the last line.
    private mutating func place(_ label: ItemLabel, x: Double, top: Double, width: Double, bottom: Double) {
        let size = min(max((bottom - top) * 0.1, 2.2), 5)
        let (smaller, spacing) = (size * 0.85, 1.2)
        let end = bottom - smaller * spacing
        func room(_ size: Double, below y: Double) -> Int { max(0, Int((end - y) / (size * spacing) + 0.01)) }
        var y = top
        func append(_ texts: [String], _ size: Double, isBold: Bool = false) {
            for text in texts {
                lines.append(Line(text: text, x: x, baseline: y + size, size: size, isBold: isBold))
                y += size * spacing
            }
        }
        // Reserve a line for the place, if there is one.
        let kept = label.place.isEmpty ? 0 : smaller * spacing
        let most = room(size, below: y + kept)
        append(
            LabelText.lines(of: label.name, width: width, size: size, atMost: most), size, isBold: true)
        append(
            LabelText.lines(of: label.place, width: width, size: smaller, atMost: room(smaller, below: y)),
            smaller)
        let contents = label.contents.joined(separator: ", ")
        append(
            LabelText.lines(of: contents, width: width, size: smaller, atMost: room(smaller, below: y)),
            smaller)
        y = max(y, end)
        append([label.id], smaller)
    }
}
