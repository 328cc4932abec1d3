import CommandLineKit
import LootActions
import LootCore
import LootFormats
import TerminalText

/// A list of records other than items. Columns have a name for programs and a title for people.
struct Records {
    /// A column.
    struct Column {
        /// The name in machine-readable formats.
        let name: String
        /// The title in tables, or `nil` for a column that is only included in machine-readable output.
        let title: String?
        /// The layout in tables.
        var layout = Table.Column(overflow: .never)

        /// Creates a column. Numbers are right-aligned. A wrapping column is narrowed if space is short; one
        /// that also resists is narrowed last.
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

    /// A cell of a row.
    struct Cell {
        let value: ForeignValue?
        let text: StyledText

        /// Creates a cell with separate contents for programs and people.
        init(_ value: ForeignValue?, _ text: StyledText) {
            self.value = value
            self.text = text
        }

        /// Creates a cell with the same text for programs and people.
        init(_ text: String?, _ style: Style = Style()) {
            self.init(text.map { .text($0) }, StyledText(text ?? "", style, lineBreaks: .kept))
        }

        /// Creates a cell with the origin of a setting. Programs get the words `default` and `list` in English.
        init(origin: String) {
            let text =
                switch origin {
                case "default": String(localized: "default")
                case "list": String(localized: "list")
                default: origin
                }
            self.init(.text(origin), StyledText(text, Style(.dim)))
        }

        /// Creates a cell with an integer.
        init(_ number: Int, _ style: Style = Style()) {
            self.init(.number(String(number)), StyledText(String(number), style))
        }
    }

    private struct Row {
        let cells: [Cell]
        let json: [UInt8]?
    }

    let columns: [Column]
    /// The columns in machine-readable formats, in order.
    private let shared: [Int]
    /// The column that identifies records.
    private let id: Int
    private var rows: [Row] = []
    /// Whether a table has column titles.
    var hasTitles = false

    /// Creates an empty list with the given columns. Machine-readable formats contain the columns of `sharing`, in
    /// that order, or all columns. `id` is the name of the identifying column, by default the first.
    init(_ columns: [Column], sharing names: [String]? = nil, id: String? = nil) {
        self.columns = columns
        func index(_ name: String) -> Int? { columns.firstIndex { $0.name == name } }
        shared = names?.compactMap(index) ?? Array(columns.indices)
        self.id = id.flatMap(index) ?? 0
    }

    var isEmpty: Bool { rows.isEmpty }

    /// Appends a record. `json` is its JSON form, if it contains more than the columns.
    mutating func append(_ cells: [Cell], json: [UInt8]? = nil) { rows.append(Row(cells: cells, json: json)) }

    /// Returns the records as a table for people.
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

    /// Returns the records in a machine-readable format or as Markdown.
    func bytes(_ format: OutputFormat, hasHeader: Bool) throws(LootError) -> [UInt8] {
        var bytes: [UInt8] = []
        let isForPeople = format.isForPeople
        let shown = isForPeople ? columns.indices.filter { columns[$0].title != nil } : shared
        let writer = try RowWriter(
            format, columns: shown.map { columns[$0].name }, id: shown.firstIndex(of: id) ?? 0,
            hasHeader: hasHeader)
        if format == .binaryPropertyList {
            throw LootError(
                .usage, "Can't write this as a binary property list.",
                reason: "Only items can be written in this format.",
                advice: "Use plist or another format.")
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
    /// The value as a single text: the elements of an array separated by commas, an object of numbers likewise with
    /// its keys (`EUR 51`), any other object as JSON, or an empty string for a missing value.
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
    /// Writes records in the format of `--format`. If there are none, a table is replaced with the text `empty`.
    func write(_ records: Records, empty: String = "") throws(LootError) {
        let format = self[OutputFormat.option]
        if format != .table {
            return write(try records.bytes(format, hasHeader: !self[OutputFormat.noHeader]))
        }
        guard records.isEmpty else {
            beginItems()
            return write(records.table(self, isHeaded: records.hasTitles && !self[OutputFormat.noHeader]))
        }
        // A damaged store may not really be empty.
        if damage == nil, !empty.isEmpty { line(empty) }
    }

    /// Writes names and values, one pair per line.
    func write(facts: [(String, StyledText)]) {
        var records = Records([.init("name", ""), .init("value", "", wraps: true)])
        for (name, text) in facts { records.append([.init(name, Style(.dim)), .init(nil, text)]) }
        write(records.table(self, isHeaded: false))
    }
}
