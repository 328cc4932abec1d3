package import LootCore

/// A file of items as a table (RFC 4180).
///
/// The first row names the columns. Read are commas, semicolons and tabs between cells, any line ends, a byte-order
/// mark, and the columns of other programs (``TableProfile``); a column that no field is called becomes a custom field
/// whose type its cells decide. An empty cell is a field that is not set. Text that a spreadsheet would take for a formula
/// has an apostrophe before it. Fields that no version knows have no place in a table and are left out.
package struct CSVFile: ItemEncoder, ItemDecoder {
    private let options: ReadOptions
    private let columns: [CSVColumn]

    /// Reads with these options, writes these columns.
    package init(_ options: ReadOptions = ReadOptions(), columns: [CSVColumn] = CSVColumn.standard) {
        self.options = options
        self.columns = columns
    }

    // MARK: Writing

    /// Appends what comes before the first item.
    package mutating func begin(_ bytes: inout [UInt8]) {
        CSVFile.append(columns.map(\.header), to: &bytes)
    }

    /// Appends the next item.
    package mutating func append(_ item: Item, to bytes: inout [UInt8]) {
        CSVFile.append(columns.map { CSVFile.cell($0, of: item) }, to: &bytes)
    }

    /// Appends what comes behind the last item.
    package mutating func end(_ bytes: inout [UInt8]) {}

    private static func cell(_ column: CSVColumn, of item: Item) -> String {
        guard let value = item.value(for: column.field), column.isOfEveryType || value.type == column.type
        else { return "" }
        return cell(of: value)
    }

    /// A value as it stands in a table: digits are a number, and no text is a formula.
    package static func cell(of value: FieldValue) -> String {
        switch value {
        case .text, .list: FormulaText.guarded(value.description)
        default: value.description
        }
    }

    /// Appends a row of any cells.
    package static func append(_ cells: [String], to bytes: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            let needsQuotes = cell.utf8.contains { byte in
                byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D
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
        bytes.append(contentsOf: "\r\n".utf8)
    }

    // MARK: Reading

    /// A row that can't be cut into cells is an entry that is refused, and so is one whose cells the fields refuse. A
    /// quote that is never closed ends the reading if much comes behind it.
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
