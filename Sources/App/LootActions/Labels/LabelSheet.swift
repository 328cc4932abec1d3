import Localization
package import LootCore
import QRCode

/// A printable sheet of labels, each with the QR code, name, place and ID of an item.
///
/// ```swift
/// let paper = try LabelPaper(named: "L7160")
/// let sheets = try LabelSheet.sheets(for: items, on: paper, publicURL: "https://loot.example")
/// let page = LabelSheet.document(sheets)
/// ```
package struct LabelSheet: Sendable {
    /// The paper.
    let paper: LabelPaper
    /// The labels, row by row, with `nil` for used ones.
    package let labels: [ItemLabel?]

    /// Returns the sheets with the labels of items, in order.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - paper: The label paper.
    ///   - contents: The items in boxes, by the IDs of the boxes.
    ///   - used: The number of labels on the first sheet that are already used.
    ///   - publicURL: The base address for the QR codes. Without it, they contain IDs.
    /// - Returns: The sheets. Empty if there are no items.
    /// - Throws: ``/LootCore/LootError`` with code `usage` if the first sheet has no label left or the address is
    ///   invalid.
    package static func sheets(
        for items: [Item], on paper: LabelPaper, contents: [ItemID: [Item]] = [:], skipping used: Int = 0,
        publicURL: String? = nil
    ) throws(LootError) -> [LabelSheet] {
        guard (0..<paper.count).contains(used) else {
            throw LootError(
                .usage, "Can't skip \(used, one: "label", other: "labels").",
                reason: """
                    A sheet of \(TextRules.visible(paper.name)) has \(paper.count, one: "label", other: "labels").
                    """,
                advice: "Skip fewer labels.")
        }
        var labels: [ItemLabel?] = Array(repeating: nil, count: items.isEmpty ? 0 : used)
        for item in items {
            labels.append(try ItemLabel(item, contents: contents[item.id] ?? [], publicURL: publicURL))
        }
        return stride(from: 0, to: labels.count, by: paper.count).map { start in
            LabelSheet(paper: paper, labels: Array(labels[start...].prefix(paper.count)))
        }
    }

    // MARK: Documents

    /// The sheet as an SVG file in its physical size.
    package var svg: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(image.markup)" }

    /// Returns the sheets as one HTML file with a page per sheet. All sheets must have the same paper.
    package static func document(_ sheets: [LabelSheet]) -> String {
        guard let paper = sheets.first?.paper else { return "" }
        let size = "\(millimeters(paper.width))mm \(millimeters(paper.height))mm"
        let head: HTML = """
            <!doctype html>
            <html lang="\(Language.current.tag)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(localized: "Labels")</title>
            <style>
            @page { size: \(size); margin: 0; }
            body { margin: 0; background: #fff; color: #000; }
            .sheet { display: block; break-inside: avoid; break-after: page; }
            .sheet:last-child { break-after: auto; }
            @media screen {
              body { background: #ddd; font-family: system-ui, sans-serif; }
              p { margin: 1rem; }
              .sheet { margin: 1rem; max-width: calc(100% - 2rem); height: auto; background: #fff; }
            }
            @media print { p { display: none; } }
            </style>
            </head>
            <body>
            <p>\(localized: "Print this at 100% (“actual size”) and without margins, on \(paper.name).")</p>

            """
        return head.markup + sheets.map(\.image.markup).joined() + "</body>\n</html>\n"
    }

    private var image: HTML {
        let (width, height) = (millimeters(paper.width), millimeters(paper.height))
        let labels = self.labels.enumerated().compactMap { index, label in
            label.map { drawing(of: $0, at: paper.corner(of: index)) }
        }
        return """
            <svg class="sheet" xmlns="http://www.w3.org/2000/svg" width="\(width)mm" height="\(height)mm" \
            viewBox="0 0 \(width) \(height)" font-family="Helvetica, Arial, sans-serif">
            \(labels)</svg>

            """
    }

    /// Returns the drawing of a label, clipped to its edges.
    private func drawing(of label: ItemLabel, at corner: (x: Double, y: Double)) -> HTML {
        let layout = LabelLayout(of: label, on: paper)
        let lines = layout.lines.map { line -> HTML in
            let weight: HTML? = line.isBold ? " font-weight=\"bold\"" : nil
            return """
                <text x="\(millimeters(line.x))" y="\(millimeters(line.baseline))" \
                font-size="\(millimeters(line.size))"\(weight)>\(line.text)</text>

                """
        }
        let (side, modules) = (millimeters(layout.side), label.symbol.drawnSize)
        return """
            <svg x="\(millimeters(corner.x))" y="\(millimeters(corner.y))" \
            width="\(millimeters(paper.labelWidth))" height="\(millimeters(paper.labelHeight))">
            <svg x="\(millimeters(layout.symbolX))" y="\(millimeters(layout.margin))" width="\(side)" height="\(side)" \
            viewBox="0 0 \(modules) \(modules)"><path d="\(label.symbol.svgPath)" shape-rendering="crispEdges"/></svg>
            \(lines)</svg>

            """
    }
}

/// Returns a length rounded to a hundredth of a millimeter: `63.5`.
private func millimeters(_ length: Double) -> String {
    let hundredths = Int((length * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return String(whole) }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
}
