import CommandLineKit
import LootActions
import LootCore
import LootFormats
import TerminalText

/// What a command lists that is not items: columns, each with a name for programs and a title for people, and a row for
/// each thing.
struct Records {
    /// A column.
    struct Column {
        /// What programs know it by.
        let name: String
        /// What a person reads above it; nil for one that only programs get.
        let title: String?
        /// How it behaves in a table.
        var layout = Table.Column(overflow: .never)

        /// A column, at the right edge of which numbers stand where `isNumber` says so; where `wraps`, it gives way, and
        /// where it `resists` after the others.
        init(
            _ name: String, _ title: String?, isNumber: Bool = false, wraps: Bool = false,
            resists: Bool = false
        ) {
            self.name = name
            self.title = title
            layout = Table.Column(
                alignment: isNumber ? .trailing : .leading, overflow: wraps ? .wrap : .never,
                minimum: wraps ? 8 : 4,
                resistance: resists ? 1 : 0)
        }
    }

    /// What stands in a row under a column.
    struct Cell {
        let value: ForeignValue?
        let text: StyledText

        /// A value, and what a person reads.
        init(_ value: ForeignValue?, _ text: StyledText) {
            self.value = value
            self.text = text
        }

        /// A text, the same for all.
        init(_ text: String?, _ style: Style = Style()) {
            self.init(text.map { .text($0) }, StyledText(text ?? "", style, lineBreaks: .kept))
        }

        /// A whole number.
        init(_ number: Int, _ style: Style = Style()) {
            self.init(.number(String(number)), StyledText(String(number), style))
        }
    }

    private struct Row {
        let cells: [Cell]
        let json: [UInt8]?
    }

    let columns: [Column]
    /// The columns that programs get, in their order.
    private let shared: [Int]
    /// The column that names each thing.
    private let id: Int
    private var rows: [Row] = []
    /// Whether a table has the titles above its columns.
    var hasTitles = false

    /// Nothing under these columns. Programs get those that `sharing` names, in that order, or all of them; `id` is the name
    /// of the one that names each thing, the first unless given.
    init(_ columns: [Column], sharing names: [String]? = nil, id: String? = nil) {
        self.columns = columns
        func index(_ name: String) -> Int? { columns.firstIndex { $0.name == name } }
        shared = names?.compactMap(index) ?? Array(columns.indices)
        self.id = id.flatMap(index) ?? 0
    }

    var isEmpty: Bool { rows.isEmpty }

    /// Adds a thing. Where JSON tells more of it than the columns, `json` is that.
    mutating func append(_ cells: [Cell], json: [UInt8]? = nil) { rows.append(Row(cells: cells, json: json)) }

    /// The records as a table for people.
    func table(_ context: CommandContext, isHeaded: Bool) -> String {
        let shown = columns.indices.filter { columns[$0].title != nil }
        var table = Table(
            shown.map { index in
                var column = columns[index].layout
                if isHeaded { column.title = StyledText(columns[index].title ?? "", Style(.dim)) }
                return column
            }, glyphs: context.glyphs)
        let texts = rows.map { row in shown.map { row.cells[$0].text } }
        for row in texts { table.measure(row) }
        let layout = table.layout(width: context.width, colors: context.colors)
        var text = ""
        if isHeaded { layout.appendHeader(to: &text) }
        for row in texts { layout.append(row, to: &text) }
        return text
    }

    /// The records in a format for programs, or as Markdown.
    func bytes(_ format: OutputFormat, hasHeader: Bool) throws(LootError) -> [UInt8] {
        var bytes: [UInt8] = []
        let isForPeople = format.isForPeople
        let shown = isForPeople ? columns.indices.filter { columns[$0].title != nil } : shared
        let writer = try RowWriter(
            format, columns: shown.map { columns[$0].name }, id: shown.firstIndex(of: id) ?? 0,
            hasHeader: hasHeader)
        if format == .binaryPropertyList {
            throw LootError(
                .usage, "can't write this as a binary property list", because: "only items are written so",
                next: "Choose plist, or another format")
        }
        guard let writer else {
            appendObjects(format, to: &bytes)
            return bytes
        }
        writer.begin(
            shown.map { columns[$0].name }, titles: shown.map { columns[$0].title ?? "" },
            alignments: shown.map { columns[$0].layout.alignment == .trailing }, to: &bytes)
        for row in rows {
            writer.append(
                shown.map { index in
                    let cell = row.cells[index]
                    if isForPeople { return cell.text.text }
                    guard format.isForSpreadsheets, case .text(let text)? = cell.value else {
                        return cell.value.plain
                    }
                    return FormulaText.guarded(text)
                }, to: &bytes)
        }
        return bytes
    }

    private func appendObjects(_ format: OutputFormat, to bytes: inout [UInt8]) {
        if format == .propertyList {
            bytes += ForeignValue.array(rows.map { .object(fields(of: $0)) }).propertyList
            return
        }
        let isList = format == .json
        if isList { bytes.append(UInt8(ascii: "[")) }
        for (index, row) in rows.enumerated() {
            if isList { bytes += (index == 0 ? "\n" : ",\n").utf8 }
            if let json = row.json {
                bytes += json
            } else {
                ForeignValue.object(fields(of: row)).appendJSON(to: &bytes)
            }
            if !isList { bytes.append(0x0A) }
        }
        if isList { bytes += (rows.isEmpty ? "]\n" : "\n]\n").utf8 }
    }

    private func fields(of row: Row) -> [ForeignField] {
        shared.compactMap { index in row.cells[index].value.map { ForeignField(columns[index].name, $0) } }
    }
}

extension ForeignValue? {
    /// The value as one text: a list with commas between its entries, numbers by their names likewise, `EUR 51`, any other
    /// object as JSON, nothing for what is not set.
    fileprivate var plain: String {
        switch self {
        case nil, .null?: return ""
        case .text(let text)?: return text
        case .number(let digits)?: return digits
        case .flag(let flag)?: return String(flag)
        case .array(let values)?: return values.map { ($0 as ForeignValue?).plain }.joined(separator: ",")
        case .object(let fields)? where fields.allSatisfy({ $0.value.isNumber }):
            return fields.map { "\($0.key) \(($0.value as ForeignValue?).plain)" }.joined(separator: ", ")
        case let other?:
            var bytes: [UInt8] = []
            other.appendJSON(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension ForeignValue {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}

extension CommandContext {
    /// Writes records as `--format` says; where there are none, a person reads `empty`.
    func write(_ records: Records, empty: String = "") throws(LootError) {
        let format = self[OutputFormat.option]
        if format != .table {
            return write(try records.bytes(format, hasHeader: !self[OutputFormat.noHeader]))
        }
        guard records.isEmpty else {
            beginItems()
            return write(records.table(self, isHeaded: records.hasTitles && !self[OutputFormat.noHeader]))
        }
        // Of a store that is not in order nothing tells whether it is empty.
        if damage == nil, !empty.isEmpty { line(empty) }
    }

    /// Names and what stands behind them, below each other.
    func write(facts: [(String, StyledText)]) {
        var records = Records([.init("name", ""), .init("value", "", wraps: true)])
        for (name, text) in facts { records.append([.init(name, Style(.dim)), .init(nil, text)]) }
        write(records.table(self, isHeaded: false))
    }
}
