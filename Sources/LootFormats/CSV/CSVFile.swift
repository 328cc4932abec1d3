public import LootCore

/// A file of items as a table (RFC 4180).
///
/// The first row names the columns. Read are commas, semicolons and tabs between cells, any line ends, a byte-order
/// mark, and the `HB.` columns of HomeBox; a column that no field is called becomes a custom field. An empty cell is
/// a field that is not set. Fields that no version knows have no place in a table and are left out.
public struct CSVFile: ItemEncoder, ItemDecoder {
    private let options: ReadOptions
    private let columns: [CSVColumn]

    /// Reads with these options, writes these columns.
    public init(_ options: ReadOptions = ReadOptions(), columns: [CSVColumn] = CSVColumn.standard) {
        self.options = options
        self.columns = columns
    }

    // MARK: Writing

    /// Appends what comes before the first item.
    public mutating func begin(_ bytes: inout [UInt8]) {
        CSVFile.append(columns.map(\.header), to: &bytes)
    }

    /// Appends the next item.
    public mutating func append(_ item: Item, to bytes: inout [UInt8]) {
        CSVFile.append(columns.map { CSVFile.cell($0, of: item) }, to: &bytes)
    }

    /// Appends what comes behind the last item.
    public mutating func end(_ bytes: inout [UInt8]) {}

    private static func cell(_ column: CSVColumn, of item: Item) -> String {
        guard let value = item.value(for: column.field), value.type == column.type else { return "" }
        return value.description
    }

    /// Appends a row of any cells.
    public static func append(_ cells: [String], to bytes: inout [UInt8]) {
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
    public func read(
        _ bytes: Span<UInt8>, each receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) -> DocumentShape {
        var table = CSVTable(options)
        try table.read(bytes, each: receive)
        try table.finish(bytes)
        return .list
    }
}

/// A table that is being read: what its columns hold, once that is known.
struct CSVTable {
    private let options: ReadOptions
    private var separator: UInt8?
    private var header: CSVHeader?
    private var index = 0

    init(_ options: ReadOptions) { self.options = options }

    /// Reads whole rows.
    mutating func read(
        _ bytes: Span<UInt8>, each receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) {
        let separator = separator ?? CSVScanner.separator(of: bytes)
        self.separator = separator
        var scanner = CSVScanner(position: header == nil ? bytes.startOfText : 0, separator: separator)
        var lines = LineCounter()
        while scanner.position < bytes.count {
            let start = scanner.position
            do throws(Fault) {
                let cells = try scanner.row(bytes)
                if cells.count == 1, cells[0].text.isEmpty { continue }
                if let header {
                    defer { index += 1 }
                    let item = try header.item(
                        cells, index: index, at: start..<scanner.position, options)
                    do { try receive(.item(item)) } catch { throw Fault(error) }
                } else {
                    header = try CSVHeader(cells, options)
                }
            } catch {
                if error.isPlaced || header == nil || scanner.isOpen { throw error.error(in: bytes) }
                // A row that could not be cut ends with its line.
                if scanner.position <= error.byte { scanner.skipLine(bytes) }
                let position = lines.position(ofByte: error.byte, in: bytes)
                try receive(.refused(error.error(at: position), bytes: start..<scanner.position))
            }
        }
    }

    /// Refuses a table without a header.
    func finish(_ bytes: Span<UInt8>) throws(FormatError) {
        guard header == nil else { return }
        throw FormatError(
            .malformed, "the table is empty: not even a header is there",
            at: SourcePosition(ofByte: 0, in: bytes))
    }
}
