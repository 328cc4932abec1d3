package import LootCore

/// Reads a table: first the header, then a survey of cells to infer their format, then all rows.
///
/// ```swift
/// var table = TableReader(options)
/// try table.begin(bytes)
/// table.survey(bytes, rows: 4_000)
/// try table.read(bytes, each: receive)
/// if !table.isSettled { table.survey(bytes) }  // Discard everything and read again.
/// ```
package struct TableReader: Sendable {
    private let options: ReadOptions
    private var separator: UInt8 = 0x2C
    private var header: TableHeader?
    private var rowColumns: [RowColumn] = []
    private var facts: [ColumnFacts] = []
    /// Whether all rows were surveyed.
    private var isCompletelySurveyed = false
    private var index = 0
    private var measured = 0
    /// The columns to survey, and those with the names and references of entries.
    private var noted: [Int] = []
    private var name: Int?
    private var reference: Int?
    /// The names of entries by their references.
    private var names: [String: String] = [:]

    /// Creates a reader.
    package init(_ options: ReadOptions) { self.options = options }

    /// Whether this program wrote the table. If so, it can be read in pieces and needs no survey.
    package var isOwn: Bool { header?.isOwn ?? false }

    /// A summary of how the table is read.
    package var reading: TableReading {
        TableReading(
            program: header?.program, separator: String(decoding: [separator], as: UTF8.self),
            columns: header?.columns ?? [], measured: measured)
    }

    /// The names of custom fields whose types are inferred from cells.
    package var untypedNames: Set<String> {
        Set((header?.columns ?? []).filter { $0.kind == .own && $0.declaredType == nil }.map(\.ownName))
    }

    /// Uses the names and types of declared fields for columns with the same name, ignoring case.
    package mutating func declare(_ fields: OwnFields) {
        guard var header, !fields.isEmpty else { return }
        for index in header.columns.indices where header.columns[index].kind == .own {
            guard let field = fields[header.columns[index].ownName] else { continue }
            header.columns[index].useByHeader = .own(field.name)
            header.columns[index].use = .own(field.name)
            header.columns[index].knownType = field.type
        }
        self.header = header
    }

    /// Sets the types that custom fields have in other items.
    package mutating func expect(_ types: [String: FieldType]) {
        guard var header else { return }
        for index in header.columns.indices where header.columns[index].kind == .own {
            if let type = types[header.columns[index].ownName], header.columns[index].knownType == nil {
                header.columns[index].knownType = type
            }
        }
        self.header = header
    }

    // MARK: Header

    /// Reads the header, the first row that isn't empty.
    package mutating func begin(_ bytes: Span<UInt8>) throws(FormatError) {
        var start = bytes.startOfText
        separator = options.hasTypedCells ? CSVFile.comma : CSVScanner.separator(of: bytes)
        // Skip a first line such as `sep=;`, which only specifies the separator for spreadsheet programs.
        if !options.hasTypedCells, bytes.starts(with: "sep=", at: start), start + 4 < bytes.count {
            separator = bytes[start + 4]
            start = bytes.firstIndex(of: 0x0A, from: start) + 1
        }
        var scanner = scanner(at: min(start, bytes.count))
        while scanner.position < bytes.count {
            let row = scanner.position
            do throws(Fault) {
                let cells = try scanner.row(bytes)
                if cells.allSatisfy({ $0.text.isEmpty }) { continue }
                try checkIsText(cells, at: row)
                header = try TableHeader(cells, separator: separator, options)
                rowColumns = header?.columns.map(RowColumn.init) ?? []
                firstRow = scanner.position
                return
            } catch { throw error.error(in: bytes) }
        }
        throw FormatError(
            .malformed, "The table is empty. Its header is missing.",
            at: SourcePosition(ofByte: 0, in: bytes))
    }

    private func scanner(at position: Int) -> CSVScanner {
        CSVScanner(position: position, separator: separator, isTyped: options.hasTypedCells)
    }

    /// The position of the first row after the header.
    private(set) var firstRow = 0

    private func checkIsText(_ cells: [CSVScanner.Cell], at byte: Int) throws(Fault) {
        guard cells.contains(where: { $0.text.utf8.contains { $0 < 0x09 } }) else { return }
        throw Fault(
            "This isn't a table. It contains bytes that don't occur in text.",
            advice: "Save the table as CSV.", at: byte)
    }

    // MARK: Survey

    /// Surveys the cells of up to `rows` rows and infers how to read the columns.
    package mutating func survey(_ bytes: Span<UInt8>, rows: Int = .max) {
        guard var header, !header.isOwn else { return }
        for index in header.columns.indices { header.columns[index].use = header.columns[index].useByHeader }
        look(bytes, rows, &header)
        let unfit = header.columns.indices.filter { header.columns[$0].reading.isUnsuitable }
        if !unfit.isEmpty {
            // Columns without valid cells become custom fields, whose types must be inferred as well.
            for index in unfit { header.columns[index].use = .own(header.columns[index].label) }
            look(bytes, rows, &header)
        }
        self.header = header
        rowColumns = header.columns.map(RowColumn.init)
    }

    private mutating func look(_ bytes: Span<UInt8>, _ rows: Int, _ header: inout TableHeader) {
        // Resolving references to containing entries requires the names of all entries.
        let most = header.columns.contains { $0.kind == .parent } ? .max : rows
        facts = header.columns.map { ColumnFacts(of: $0) }
        let plain: Set<TableColumn.Kind> = [.text, .other, .leftOut, .parent]
        noted = header.columns.indices.filter { !plain.contains(header.columns[$0].kind) }
        name = header.columns.firstIndex { $0.use == .field("name") }
        reference = header.columns.firstIndex { if case .reference = $0.use { true } else { false } }
        var scanner = scanner(at: firstRow)
        var count = 0
        while scanner.position < bytes.count, count < most {
            guard let cells = try? scanner.row(bytes) else {
                if scanner.isOpen { break }
                scanner.skipLine(bytes)
                continue
            }
            count += 1
            take(cells, in: &header)
            note(cells, in: &header)
        }
        isCompletelySurveyed = scanner.position >= bytes.count
        let readings = readings(header.columns)
        for index in readings.indices { header.columns[index].reading = readings[index] }
    }

    private mutating func note(_ cells: [CSVScanner.Cell], in header: inout TableHeader) {
        guard cells.count == header.columns.count else { return }
        for index in noted {
            let text = cells[index].text.trimmed
            if !text.isEmpty { facts[index].note(text, cells[index].kind, of: header.columns[index]) }
        }
    }

    /// Records example cells, and the name by which other entries refer to this one.
    private mutating func take(_ cells: [CSVScanner.Cell], in header: inout TableHeader) {
        guard cells.count == header.columns.count else { return }
        for index in cells.indices where header.columns[index].example == nil {
            let text = cells[index].text.trimmed
            if !text.isEmpty { header.columns[index].example = text }
        }
        guard let reference, let name else { return }
        names[cells[reference].text.trimmed] = cells[name].text.trimmed
    }

    /// Returns how to read each column, according to the surveyed cells.
    private func readings(_ columns: [TableColumn]) -> [CellReading] {
        let others = facts.reduce(into: ColumnFacts.Trait()) { $0.formUnion($1.seen) }
        return zip(columns, facts).map { $1.reading(of: $0, others: others, mark: options.decimalMark) }
    }

    /// Whether all rows were read correctly: no later cell contradicts the survey.
    package var isSettled: Bool {
        guard let header, !header.isOwn, !isCompletelySurveyed else { return true }
        return readings(header.columns) == header.columns.map(\.reading)
    }

    // MARK: Rows

    /// Reads the rows after the header.
    package mutating func read(
        _ bytes: Span<UInt8>, each receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) {
        (index, measured) = (0, 0)
        try readRows(bytes, from: firstRow, receive)
    }

    /// Reads the rows from a position on.
    mutating func readRows(
        _ bytes: Span<UInt8>, from start: Int, _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) {
        guard var header else { return }
        var scanner = scanner(at: start)
        var lines = LineCounter()
        let notes = !isCompletelySurveyed && !header.isOwn
        while scanner.position < bytes.count {
            let start = scanner.position
            do throws(Fault) {
                let cells = try scanner.row(bytes)
                if cells.allSatisfy({ $0.text.isEmpty }), cells.count == 1 || !header.isOwn { continue }
                if notes { note(cells, in: &header) }
                defer { index += 1 }
                guard cells.count == header.columns.count else {
                    throw Fault(
                        """
                        This row has \(cells.count, one: "cell", other: "cells"), but the header has \
                        \(header.columns.count).
                        """, at: start)
                }
                var row = TableRow(rowColumns, header.lesserNames, names, options)
                let item = try row.read(cells, index: index, at: start..<scanner.position)
                if row.isMeasured { measured += 1 }
                do { try receive(.item(item)) } catch { throw Fault(error) }
            } catch {
                if error.isPlaced || scanner.isOpen { throw error.error(in: bytes) }
                // A malformed row ends at the end of its line.
                if scanner.position <= error.byte { scanner.skipLine(bytes) }
                let placed = error.error { lines.position(ofByte: $0, in: bytes) }
                try receive(.refused(placed, bytes: start..<scanner.position))
            }
        }
    }
}
