import LootCore

/// Reads the cells of a sheet in an Excel workbook.
struct WorksheetReader {
    private var reader: XMLReader
    private let styles: [CellStyle]
    private let strings: SharedStrings
    private let uses1904: Bool
    private var table: SheetTable

    init(
        _ reader: consuming XMLReader, styles: [CellStyle], strings: SharedStrings, uses1904: Bool,
        fileSize: Int
    ) {
        self.reader = reader
        (self.styles, self.strings, self.uses1904) = (styles, strings, uses1904)
        table = SheetTable(fileSize: fileSize)
    }

    mutating func read() throws(SpreadsheetError) -> SheetTable {
        var row = -1
        var column = 0
        while case let token = try reader.next(), token != .done {
            if token == .start, reader.isNamed("row") {
                row = max(row + 1, reader.number("r").map { $0 - 1 } ?? row + 1)
                column = 0
            } else if token == .start, reader.isNamed("c") {
                column = reader.column("r") ?? column
                try readCell(column)
                column += 1
            } else if token == .end, reader.isNamed("row") {
                try table.endRow(row)
            }
        }
        return table
    }

    /// The types of cells.
    private enum Kind {
        case number, sharedText, text, flag, error, date
    }

    private mutating func readCell(_ column: Int) throws(SpreadsheetError) {
        let kind = kind()
        let style = reader.number("s").flatMap { styles.indices.contains($0) ? styles[$0] : nil } ?? .number
        var text: [UInt8] = []
        var (hasFormula, hasValue) = (false, false)
        let outer = reader.depth - 1
        var isValue = false
        while reader.depth > outer {
            switch try reader.next() {
            case .start:
                isValue = reader.isNamed("v")
                if isValue { hasValue = true }
                if reader.isNamed("f") { hasFormula = true }
                if reader.isNamed("is") {
                    hasValue = true
                    try CellText.read(&reader, into: &text)
                }
            case .end: isValue = false
            case .text: if isValue { reader.appendText(to: &text) }
            case .done: return
            }
        }
        guard !text.isEmpty else {
            // A formula whose result is an empty text has a saved result.
            let isSaved = !hasFormula || hasValue && kind == .text
            return isSaved ? () : try table.append(.problem, [UInt8(ascii: "=")], column: column)
        }
        switch kind {
        case .text:
            CellText.decode(&text, from: 0)
            try table.append(.text, text, column: column)
        case .sharedText:
            guard let index = Int(String(decoding: text, as: UTF8.self)), let shared = strings[index] else {
                throw .damaged("A cell refers to a string that is missing.")
            }
            try table.append(.text, Array(shared), column: column)
        case .flag:
            try table.append(.text, Array((text == [0x31] ? "true" : "false").utf8), column: column)
        case .error: try table.appendError(text, column: column)
        case .date: try table.append(.text, text, column: column)
        case .number: try append(text, style, column)
        }
    }

    private func kind() -> Kind {
        if reader.attribute("t", is: "s") { return .sharedText }
        if reader.attribute("t", is: "str") || reader.attribute("t", is: "inlineStr") { return .text }
        if reader.attribute("t", is: "b") { return .flag }
        if reader.attribute("t", is: "e") { return .error }
        return reader.attribute("t", is: "d") ? .date : .number
    }

    private mutating func append(_ text: [UInt8], _ style: CellStyle, _ column: Int) throws(SpreadsheetError)
    {
        switch style {
        case .number: try table.append(.number, SheetNumber.digits(text), column: column)
        case .percent: try table.appendPercent(text, column: column)
        case .currency(let currency, let decimals):
            let digits = SheetNumber.digits(text, decimals: decimals)
            try table.append(.number, digits + [0x20] + currency.code.utf8, column: column)
        case .date, .time, .dateTime, .duration:
            if let date = SheetNumber.date(text, style, since1904: uses1904) {
                try table.append(.text, date, column: column)
            } else {
                try table.append(.number, SheetNumber.digits(text), column: column)
            }
        }
    }
}

extension SheetTable {
    /// Appends a fraction as a percentage.
    mutating func appendPercent(_ text: [UInt8], column: Int) throws(SpreadsheetError) {
        guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else { return }
        try append(.number, SheetNumber.digits(number * 100) + [UInt8(ascii: "%")], column: column)
    }

    /// Appends an error of a formula. `#N/A` means that there is no value.
    mutating func appendError(_ text: [UInt8], column: Int) throws(SpreadsheetError) {
        if text.elementsEqual("#N/A".utf8) { return }
        try append(
            .problem, text.first == UInt8(ascii: "#") ? text : [UInt8(ascii: "#")] + text, column: column)
    }
}
