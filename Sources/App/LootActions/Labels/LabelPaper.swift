package import LootCore

/// A sheet of label paper and the arrangement of its labels, in millimeters.
package struct LabelPaper: Hashable, Sendable {
    /// The name, for example `L7160`, `70x37` or `62mm`.
    package let name: String
    /// The width of a sheet.
    package let width: Double
    /// The height of a sheet.
    let height: Double
    /// The number of columns.
    package let columns: Int
    /// The number of rows.
    package let rows: Int
    /// The width of a label.
    let labelWidth: Double
    /// The height of a label.
    package let labelHeight: Double
    /// The distance from the left edge of the sheet to the first label.
    let left: Double
    /// The distance from the top edge of the sheet to the first label.
    let top: Double
    /// The distance between the left edges of neighboring labels.
    let columnStep: Double

    /// The number of labels on a sheet.
    package var count: Int { columns * rows }

    /// Returns the upper left corner of a label by its number on the sheet, row by row.
    func corner(of index: Int) -> (x: Double, y: Double) {
        (left + Double(index % columns) * columnStep, top + Double(index / columns) * labelHeight)
    }

    // MARK: Known papers

    private static let a4 = (width: 210.0, height: 297.0)
    private static let letter = (width: 215.9, height: 279.4)

    /// Avery papers, which other brands copy. The names with an L are A4, the others US Letter.
    package static let all = [
        LabelPaper("L7160", a4, 3, 7, label: (63.5, 38.1), gap: 2.54),
        LabelPaper("L7163", a4, 2, 7, label: (99.1, 38.1), gap: 2.54),
        LabelPaper("L7651", a4, 5, 13, label: (38.1, 21.2), gap: 2.5),
        LabelPaper("5160", letter, 3, 10, label: (66.675, 25.4), gap: 3.175),
        LabelPaper("5163", letter, 2, 5, label: (101.6, 50.8), gap: 4.7625),
    ]

    /// Creates a centered grid of labels with gaps between columns and none between rows.
    private init(
        _ name: String, _ page: (width: Double, height: Double), _ columns: Int, _ rows: Int,
        label: (width: Double, height: Double), gap: Double
    ) {
        self.name = name
        (width, height) = page
        (self.columns, self.rows) = (columns, rows)
        (labelWidth, labelHeight) = label
        columnStep = label.width + gap
        left = (page.width - label.width - Double(columns - 1) * columnStep) / 2
        top = (page.height - Double(rows) * label.height) / 2
    }

    // MARK: Reading

    /// The minimum width and height of a label for a readable QR code.
    private static let least = 12.0
    /// The height of labels cut from a roll.
    private static let rollHeight = 29.0

    /// Creates a paper by its name: one of ``all``; the size of a label on A4, `70x37`, or on US Letter,
    /// `66x25@letter`; or the width of a roll, `62mm`, from which labels of 29 mm are cut.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage`.
    package init(named name: String) throws(LootError) {
        if let known = LabelPaper.all.first(where: { $0.name == name.uppercased() }) {
            self = known
            return
        }
        let text = name.lowercased()
        if text.hasSuffix("mm"), let width = LabelPaper.number(text.dropLast(2)) {
            let page = (width: width, height: LabelPaper.rollHeight)
            try LabelPaper.check(page, within: LabelPaper.letter, name)
            self.init(name, page, 1, 1, label: page, gap: 0)
            return
        }
        let isLetter = text.hasSuffix("@letter")
        let sides = text.dropLast(isLetter ? "@letter".count : 0).split(
            separator: "x", omittingEmptySubsequences: false
        ).map { LabelPaper.number($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            throw LabelPaper.refusal(name, "No paper has this name.")
        }
        let page = isLetter ? LabelPaper.letter : LabelPaper.a4
        try LabelPaper.check((width, height), within: page, name)
        self.init(
            name, page, Int(page.width / width), Int(page.height / height), label: (width, height), gap: 0)
    }

    /// Creates labels cut from a roll with a printable width.
    init(roll name: String, width: Double) {
        let page = (width: width, height: LabelPaper.rollHeight)
        self.init(name, page, 1, 1, label: page, gap: 0)
    }

    private static func check(
        _ label: (width: Double, height: Double), within page: (width: Double, height: Double), _ name: String
    ) throws(LootError) {
        if label.width < least || label.height < least {
            throw refusal(name, "A label must be at least \(Int(least)) mm wide and high.")
        }
        if label.width > page.width || label.height > page.height {
            throw refusal(name, "It is larger than the paper.")
        }
    }

    /// Parses a number of millimeters: `63`, `63.5`.
    private static func number(_ text: Substring) -> Double? {
        let isNumber = text.utf8.allSatisfy {
            $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return isNumber ? Double(text) : nil
    }

    private static func refusal(_ name: String, _ reason: Message) -> LootError {
        LootError(
            .usage, "Can't print labels on “\(TextRules.visible(name))”.", reason: reason,
            advice: """
                Choose \(list: all.map(\.name), .or). You can also enter the size of a label in millimeters, such as \
                70x37 (A4) or 66x25@letter, or the width of a roll, such as 62mm.
                """)
    }
}
