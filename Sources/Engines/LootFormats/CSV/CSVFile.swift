package import LootCore

/// A table of items in CSV format (RFC 4180). If tabs separate the cells, it is also known as TSV. Unlike in the RFC,
/// lines end with a single line feed, which all programs can read and which works with `cut`, `tail` and `xargs`.
///
/// The first row contains the headers. Cells can be separated by commas, semicolons or tabs. All line terminators, a
/// byte-order mark, and the columns of other programs (``TableProfile``) are supported. Unknown columns become custom
/// fields, whose types are inferred from the cells. An empty cell is an unset field. An apostrophe precedes text that
/// a spreadsheet would interpret as a formula. Unknown fields of items aren't written.
package struct CSVFile: ItemEncoder, ItemDecoder {
    private let options: ReadOptions
    private let columns: [CSVColumn]
    private let separator: UInt8

    /// The default separator.
    package static let comma = UInt8(ascii: ",")
    /// The separator in TSV files.
    package static let tab = UInt8(ascii: "\t")

    /// Creates a file format. The options apply to reading, the columns and the separator to writing.
    package init(
        _ options: ReadOptions = ReadOptions(), columns: [CSVColumn] = CSVColumn.standard,
        separator: UInt8 = comma
    ) {
        self.options = options
        self.columns = columns
        self.separator = separator
    }

    // MARK: Writing

    /// Writes the header row.
    package mutating func begin(_ bytes: inout [UInt8]) {
        CSVFile.append(columns.map(\.header), separator, to: &bytes)
    }

    /// Writes an item.
    package mutating func append(_ item: Item, to bytes: inout [UInt8]) {
        CSVFile.append(columns.map { CSVFile.cell($0, of: item) }, separator, to: &bytes)
    }

    /// Does nothing, because the format has no footer.
    package mutating func end(_ bytes: inout [UInt8]) {}

    private static func cell(_ column: CSVColumn, of item: Item) -> String {
        column.value(of: item).map(cell) ?? ""
    }

    /// Returns a value as the text of a cell. Text that looks like a formula is escaped.
    package static func cell(of value: FieldValue) -> String {
        switch value {
        case .text, .list: FormulaText.guarded(value.description)
        default: value.description
        }
    }

    /// Appends a row of cells.
    package static func append(_ cells: [String], _ separator: UInt8 = comma, to bytes: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(separator) }
            let needsQuotes = cell.utf8.contains { byte in
                byte == UInt8(ascii: "\"") || byte == separator || byte == 0x0A || byte == 0x0D
            }
            guard needsQuotes else {
                bytes.append(contentsOf: cell.utf8)
                continue
            }
            bytes.append(UInt8(ascii: "\""))
            for byte in cell.utf8 {
                if byte == UInt8(ascii: "\"") { bytes.append(byte) }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(0x0A)
    }

    // MARK: Reading

    /// Reads all rows. Malformed rows and rows with invalid values are reported as refused entries. An unclosed
    /// quotation mark with much text after it ends reading.
    @discardableResult
    package func read(
        _ bytes: Span<UInt8>, each receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) -> DocumentShape {
        var table = TableReader(options)
        try table.begin(bytes)
        table.survey(bytes)
        try table.read(bytes, each: receive)
        return .list
    }
}
