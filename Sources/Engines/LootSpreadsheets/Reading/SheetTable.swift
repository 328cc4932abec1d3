import LootCore

/// The cells of a sheet as a table in CSV format whose cells are marked with their types, for the reader of CSV tables.
package struct SheetTable: Sendable {
    /// The type of a cell.
    package enum Kind: UInt8 {
        /// Text, as in a CSV table.
        case text = 0
        /// A number with a decimal point, possibly followed by the code of a currency or a percent sign.
        case number = 1
        /// The reason why the cell has no value, such as `#REF!`, or `=` for a formula without a saved value.
        case problem = 2
    }

    /// The table. A byte with the number of its kind precedes the content of a cell that isn't text.
    package private(set) var bytes: [UInt8] = []
    /// The row of the sheet for each line of the table, beginning with 0.
    package private(set) var rows: [Int] = []

    /// The cells of the current row: their kinds and the ends of their contents.
    private var cells: [(kind: Kind, end: Int)] = []
    private var content: [UInt8] = []
    /// The number of columns in the first row.
    private var width = 0
    private let limit: Int

    /// The maximum number of columns, the same as in spreadsheet programs.
    static let mostColumns = 16_384

    /// Creates an empty table. Its text can be 100 times as large as the file.
    init(fileSize: Int) { limit = 64 << 20 + 100 * min(fileSize, 1 << 34) }

    /// Appends a cell to the current row. Columns without a cell are empty, and later cells of the same column are
    /// ignored.
    mutating func append(_ kind: Kind, _ text: [UInt8], column: Int) throws(SpreadsheetError) {
        guard column >= cells.count, !text.isEmpty else { return }
        guard column < SheetTable.mostColumns else {
            throw SpreadsheetError(.malformed, "The sheet has more than \(SheetTable.mostColumns) columns.")
        }
        while cells.count < column { cells.append((.text, content.count)) }
        content += text
        cells.append((kind, content.count))
        try check(content.count)
    }

    /// Ends the current row, which has the given number in the sheet, beginning with 0. Empty rows are skipped.
    mutating func endRow(_ row: Int, times count: Int = 1) throws(SpreadsheetError) {
        defer {
            cells.removeAll(keepingCapacity: true)
            content.removeAll(keepingCapacity: true)
        }
        if cells.isEmpty { return }
        if width == 0 { width = cells.count }
        for repetition in 0..<count {
            var start = 0
            for index in 0..<max(width, cells.count) {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                guard index < cells.count else { continue }
                append(cells[index].kind, start..<cells[index].end)
                start = cells[index].end
            }
            bytes.append(0x0A)
            let lines = content.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
            rows.append(contentsOf: repeatElement(row + repetition, count: lines))
            try check(0)
        }
    }

    private mutating func append(_ kind: Kind, _ range: Range<Int>) {
        let isQuoted = content[range].contains {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A
        }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        if kind != .text { bytes.append(kind.rawValue) }
        if !isQuoted { return bytes.append(contentsOf: content[range]) }
        for byte in content[range] {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func check(_ more: Int) throws(SpreadsheetError) {
        if bytes.count + more > limit { throw .bomb }
    }
}
