package import LootCore
import QRCode

/// The language of a label printer.
package enum LabelPrinter: String, Sendable, CaseIterable {
    /// ZPL II, for Zebra and compatible printers.
    case zpl
    /// The raster language of Brother QL printers with 720 pins, such as QL-700, QL-820NWB.
    case brotherQL = "brother-ql"

    /// The paper if none is given.
    package var usualPaper: String { self == .zpl ? "50x25" : "62mm" }

    /// The resolution of most printers in dots per inch.
    package static let usualResolution = 203
    /// The minimum size of a module of a QR code, in dots.
    private static let leastScale = 2
    static let millimetersPerInch = 25.4

    /// Returns the labels as data for the printer. `resolution` is that of a ZPL printer in dots per inch.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` if the printer can't print on the paper, or if it is too small
    ///   for a QR code.
    package func data(
        for labels: [ItemLabel], on paper: LabelPaper, resolution: Int = usualResolution
    ) throws(LootError) -> [UInt8] {
        switch self {
        case .zpl:
            var bytes: [UInt8] = []
            for label in labels { bytes += try Self.zpl(label, paper, Double(resolution)) }
            return bytes
        case .brotherQL: return try BrotherTape(paper).data(for: labels)
        }
    }

    /// Throws if the QR code of a label can't be read in a square of this many dots.
    static func check(_ label: ItemLabel, side: Int, on paper: LabelPaper) throws(LootError) {
        if side / label.symbol.drawnSize >= leastScale { return }
        throw LootError(
            .usage, "Can't print labels on “\(TextRules.visible(paper.name))”.",
            reason: "The label is too small for the QR code at this resolution.",
            advice: "Choose a larger label, or use a shorter address for the codes.")
    }

    /// Returns a label in ZPL: the QR code as a graphic field, and the text in the printer's font.
    private static func zpl(
        _ label: ItemLabel, _ paper: LabelPaper, _ resolution: Double
    ) throws(LootError) -> [UInt8] {
        func dots(_ millimeters: Double) -> Int {
            Int((millimeters * resolution / millimetersPerInch).rounded())
        }
        let layout = LabelLayout(of: label, on: paper)
        let side = dots(layout.side)
        try check(label, side: side, on: paper)
        var code = LabelRaster(width: side, height: side)
        code.draw(label.symbol, x: 0, y: 0, side: side)
        let (total, row) = (code.bytes.count, code.rowLength)
        var text = "^XA\n^CI28\n^PW\(dots(paper.labelWidth))^LL\(dots(paper.labelHeight))^LH0,0\n"
        text += "^FO\(dots(layout.symbolX)),\(dots(layout.margin))^GFA,\(total),\(total),\(row),"
        text += code.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        text += "^FS\n"
        for line in layout.lines {
            let size = dots(line.size)
            text += "^FT\(dots(line.x)),\(dots(line.baseline))^A0N,\(size),\(size)^FH_^FD"
            text += "\(escaped(line.text))^FS\n"
        }
        return Array((text + "^XZ\n").utf8)
    }

    /// Returns text without the characters that begin commands.
    private static func escaped(_ text: String) -> String {
        text.replacing("_", with: "_5F").replacing("^", with: "_5E").replacing("~", with: "_7E")
    }
}

/// Continuous tape in a Brother QL printer. The printer has 300 dots per inch and prints a row of 720 dots at a time, of
/// which the tape covers some.
struct BrotherTape {
    private static let resolution = 300.0
    private static let pins = 720
    /// The number of dots that the tape advances at each end.
    private static let feed: UInt8 = 35

    /// The tapes: the width in millimeters, the number of dots that can be printed, and the number of pins at the right
    /// of the tape.
    private static let all = [
        (29, 306, 6), (38, 413, 12), (50, 554, 12), (54, 590, 0), (62, 696, 12),
    ].map { BrotherTape(width: $0.0, dots: $0.1, offset: $0.2) }

    private let width: Int
    private let dots: Int
    private let offset: Int

    private init(width: Int, dots: Int, offset: Int) {
        (self.width, self.dots, self.offset) = (width, dots, offset)
    }

    /// Creates the tape of a paper such as `62mm`.
    init(_ paper: LabelPaper) throws(LootError) {
        let known = BrotherTape.all.first { "\($0.width)mm" == paper.name.lowercased() }
        guard let known else {
            throw LootError(
                .usage, "Can't print labels on “\(TextRules.visible(paper.name))”.",
                reason: "Brother QL printers use continuous tape.",
                advice: "Choose \(list: BrotherTape.all.map { "\($0.width)mm" }, .or).")
        }
        self = known
    }

    private func dots(_ millimeters: Double) -> Int {
        Int((millimeters * BrotherTape.resolution / LabelPrinter.millimetersPerInch).rounded())
    }

    /// Returns labels as raster data. The tape is cut after each one.
    func data(for labels: [ItemLabel]) throws(LootError) -> [UInt8] {
        // Clear the printer's buffer, initialize it, and switch to raster mode.
        var bytes = Array(repeating: 0 as UInt8, count: 200) + [0x1B, 0x40, 0x1B, 0x69, 0x61, 0x01]
        for (index, label) in labels.enumerated() {
            let picture = try picture(of: label)
            let count = UInt32(picture.height)
            // The media: continuous tape, its width and length, the number of rows, and whether it isn't the first label.
            bytes += [0x1B, 0x69, 0x7A, 0xCE, 0x0A, UInt8(width), 0x00]
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
            bytes += [index == 0 ? 0 : 1, 0]
            // Cut after each label and at the end, and don't compress.
            bytes += [0x1B, 0x69, 0x4D, 0x40, 0x1B, 0x69, 0x41, 0x01, 0x1B, 0x69, 0x4B, 0x08]
            bytes += [0x1B, 0x69, 0x64, BrotherTape.feed, 0x00, 0x4D, 0x00]
            for y in 0..<picture.height {
                bytes += [0x67, 0x00, UInt8(BrotherTape.pins / 8)] + row(y, of: picture)
            }
            bytes.append(index == labels.count - 1 ? 0x1A : 0x0C)
        }
        return bytes
    }

    /// Returns a row for the print head, whose first pin is at the right.
    private func row(_ y: Int, of picture: LabelRaster) -> [UInt8] {
        var row = Array(repeating: 0 as UInt8, count: BrotherTape.pins / 8)
        for x in 0..<picture.width where picture[x, y] {
            let pin = offset + picture.width - 1 - x
            row[pin / 8] |= 0x80 >> UInt8(pin % 8)
        }
        return row
    }

    private func picture(of label: ItemLabel) throws(LootError) -> LabelRaster {
        let paper = LabelPaper(
            roll: "\(width)mm", width: Double(dots) / BrotherTape.resolution * LabelPrinter.millimetersPerInch
        )
        let layout = LabelLayout(of: label, on: paper)
        let side = dots(layout.side)
        try LabelPrinter.check(label, side: side, on: paper)
        var picture = LabelRaster(width: dots, height: dots(paper.labelHeight))
        picture.draw(label.symbol, x: dots(layout.symbolX), y: dots(layout.margin), side: side)
        for line in layout.lines {
            let x = dots(line.x)
            picture.draw(
                line.text, x: x, baseline: dots(line.baseline), size: dots(line.size), width: dots - x,
                isBold: line.isBold)
        }
        return picture
    }
}
