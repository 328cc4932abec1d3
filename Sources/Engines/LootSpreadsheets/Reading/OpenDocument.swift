/// Reads an OpenDocument spreadsheet (ISO 26300).
struct OpenDocument {
    private let archive: ZIPReader

    init(_ archive: ZIPReader) { self.archive = archive }

    func read(_ choice: String?) throws(SpreadsheetError) -> Sheet {
        if let manifest = archive.entry("META-INF/manifest.xml") {
            var reader = try XMLReader(manifest, in: archive)
            while case let token = try reader.next(), token != .done {
                if token == .start, reader.isNamed("encryption-data") { throw .encrypted }
            }
        }
        guard let content = archive.entry("content.xml") else { throw .missing("content.xml") }
        // The sheets must be known before one of them is read.
        let sheets = try self.sheets(XMLReader(content, in: archive))
        let wanted = try SheetEntry.index(of: choice, in: sheets)
        var reader = try XMLReader(content, in: archive)
        var index = -1
        while case let token = try reader.next(), token != .done {
            guard token == .start, reader.isNamed("table") else { continue }
            index += 1
            if index < wanted { try reader.skip() }
            guard index == wanted else { continue }
            var sheet = OpenDocumentSheet(reader, fileSize: archive.bytes.count)
            return Sheet(try sheet.read(), at: wanted, of: sheets)
        }
        throw .missing("content.xml")
    }

    private func sheets(_ content: consuming XMLReader) throws(SpreadsheetError) -> [SheetEntry] {
        var reader = content
        var sheets: [SheetEntry] = []
        var hidden: Set<String> = []
        var style = ""
        while case let token = try reader.next(), token != .done {
            guard token == .start else { continue }
            if reader.isNamed("style") {
                style = reader.attribute("name") ?? ""
            } else if reader.isNamed("table-properties"), reader.attribute("display", is: "false") {
                hidden.insert(style)
            } else if reader.isNamed("table") {
                let isHidden = reader.attribute("style-name").map(hidden.contains) ?? false
                sheets.append(SheetEntry(name: reader.attribute("name") ?? "", isHidden: isHidden))
                try reader.skip()
            }
        }
        return sheets
    }
}

/// Reads the cells of a sheet in an OpenDocument spreadsheet.
struct OpenDocumentSheet {
    private var reader: XMLReader
    private var table: SheetTable
    private var row = 0

    /// The maximum number of repetitions of a row or a cell with content.
    private static let mostRepetitions = 1 << 20

    /// Creates a reader at the start tag of the sheet.
    init(_ reader: consuming XMLReader, fileSize: Int) {
        self.reader = reader
        table = SheetTable(fileSize: fileSize)
    }

    mutating func read() throws(SpreadsheetError) -> SheetTable {
        let outer = reader.depth - 1
        while reader.depth > outer {
            guard case let token = try reader.next(), token != .done else { break }
            if token == .start, reader.isNamed("table-row") { try readRow() }
        }
        return table
    }

    private mutating func readRow() throws(SpreadsheetError) {
        let count = min(max(1, reader.number("number-rows-repeated") ?? 1), OpenDocumentSheet.mostRepetitions)
        let outer = reader.depth - 1
        var column = 0
        while reader.depth > outer {
            guard case let token = try reader.next(), token != .done else { break }
            guard token == .start else { continue }
            if reader.isNamed("table-cell") || reader.isNamed("covered-table-cell") {
                column += try readCell(column)
            } else {
                try reader.skip()
            }
        }
        try table.endRow(row, times: count)
        row += count
    }

    /// Reads a cell. Returns the number of columns it occupies.
    private mutating func readCell(_ column: Int) throws(SpreadsheetError) -> Int {
        let count = min(
            max(1, reader.number("number-columns-repeated") ?? 1), OpenDocumentSheet.mostRepetitions)
        let type = reader.attribute("calcext:value-type") ?? reader.attribute("value-type")
        let value = (reader.attribute("office:value") ?? "").utf8
        let currency = reader.attribute("currency")
        let date = reader.attribute("date-value") ?? reader.attribute("time-value") ?? ""
        let flag = reader.attribute("boolean-value") ?? ""
        let string = reader.attribute("string-value")
        let hasFormula = reader.attribute("formula") != nil
        let shown = try text()
        guard type != nil || !shown.isEmpty || hasFormula else { return count }
        for column in column..<column + count {
            switch type {
            case "float": try table.append(.number, SheetNumber.digits(Array(value)), column: column)
            case "percentage": try table.appendPercent(Array(value), column: column)
            case "currency":
                let code = currency.map { " \($0)" } ?? ""
                try table.append(.number, SheetNumber.digits(Array(value)) + code.utf8, column: column)
            case "date": try table.append(.text, Array(date.utf8), column: column)
            case "time": try table.append(.text, OpenDocumentSheet.time(date), column: column)
            case "boolean": try table.append(.text, Array(flag.utf8), column: column)
            case "error": try table.appendError(shown, column: column)
            case nil where shown.isEmpty: try table.append(.problem, [UInt8(ascii: "=")], column: column)
            default:
                try table.append(.text, shown.isEmpty ? Array((string ?? "").utf8) : shown, column: column)
            }
        }
        return count
    }

    /// Returns the text of the cell, up to its end tag. Paragraphs become lines, and comments are skipped.
    private mutating func text() throws(SpreadsheetError) -> [UInt8] {
        var text: [UInt8] = []
        var (paragraphs, inParagraph) = (0, 0)
        let outer = reader.depth - 1
        while reader.depth > outer {
            switch try reader.next() {
            case .start:
                if reader.isNamed("p") || reader.isNamed("h") {
                    if paragraphs > 0 { text.append(0x0A) }
                    (paragraphs, inParagraph) = (paragraphs + 1, reader.depth)
                } else if reader.isNamed("s") {
                    let count = min(max(1, reader.number("c") ?? 1), 1_000)
                    text.append(contentsOf: repeatElement(0x20, count: count))
                } else if reader.isNamed("tab") {
                    text.append(0x09)
                } else if reader.isNamed("line-break") {
                    text.append(0x0A)
                } else if !reader.isNamed("span"), !reader.isNamed("a") {
                    try reader.skip()
                }
            case .text: if inParagraph > 0 { reader.appendText(to: &text) }
            case .end: if reader.depth < inParagraph { inParagraph = 0 }
            case .done: return text
            }
        }
        return text
    }

    /// Returns a time such as `PT10H30M00S` as `10:30`.
    private static func time(_ text: String) -> [UInt8] {
        var parts: [Character: String] = [:]
        var digits = ""
        for character in text {
            if character.isNumber { digits.append(character) }
            if "HMS".contains(character) { parts[character] = digits }
            if !character.isNumber { digits = "" }
        }
        let seconds = parts["S"].map { $0 == "00" || $0 == "0" ? "" : ":\($0)" } ?? ""
        return Array("\(parts["H"] ?? "00"):\(parts["M"] ?? "00")\(seconds)".utf8)
    }
}
