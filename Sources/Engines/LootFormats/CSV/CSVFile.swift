package import LootCore

/// A file of items as a table (RFC 4180, but that lines end with a line feed alone, which every program reads and which
/// lets `cut`, `tail` and `xargs` do what they are for); with tabs between the cells also known as TSV.
///
/// The first row names the columns. Read are commas, semicolons and tabs between cells, any line ends, a byte-order
/// mark, and the columns of other programs (``TableProfile``); a column that no field is called becomes a custom field
/// whose type its cells decide. An empty cell is a field that is not set. Text that a spreadsheet would take for a formula
/// has an apostrophe before it. Fields that no version knows have no place in a table and are left out.
package struct CSVFile: ItemEncoder, ItemDecoder {
    private let options: ReadOptions
    private let columns: [CSVColumn]
    private let separator: UInt8

    /// What stands between cells where nothing else is said.
    package static let comma = UInt8(ascii: ",")
    /// What stands between the cells of TSV.
    package static let tab = UInt8(ascii: "\t")

    /// Reads with these options, writes these columns with this byte between cells.
    package init(
        _ options: ReadOptions = ReadOptions(), columns: [CSVColumn] = CSVColumn.standard,
        separator: UInt8 = comma
    ) {
        self.options = options
        self.columns = columns
        self.separator = separator
    }

    // MARK: Writing

    /// Appends what comes before the first item.
    package mutating func begin(_ bytes: inout [UInt8]) {
        CSVFile.append(columns.map(\.header), separator, to: &bytes)
    }

    /// Appends the next item.
    package mutating func append(_ item: Item, to bytes: inout [UInt8]) {
        CSVFile.append(columns.map { CSVFile.cell($0, of: item) }, separator, to: &bytes)
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
