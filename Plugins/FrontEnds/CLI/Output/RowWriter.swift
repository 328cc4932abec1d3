import LootCore
import LootFormats

/// A writer for row-based formats.
struct RowWriter {
    private enum Way {
        case cells(separator: UInt8)
        case markdown
        case ids(column: Int)
        case template(RowTemplate)
    }

    private let way: Way
    private let hasHeader: Bool

    /// Creates a writer for rows with the given columns. `id` is the index of the identifying column. Returns `nil`
    /// if the format isn't row-based.
    ///
    /// - Throws: `LootError` with code `unknown-field` if a template contains the name of an unknown column.
    init?(_ format: OutputFormat, columns: [String], id: Int, hasHeader: Bool) throws(LootError) {
        self.hasHeader = hasHeader
        switch format {
        case .csv: way = .cells(separator: CSVFile.comma)
        case .tsv: way = .cells(separator: CSVFile.tab)
        case .markdown: way = .markdown
        case .ids: way = .ids(column: id)
        case .template(let text):
            way = .template(
                try RowTemplate(text) { (name) throws(LootError) in
                    if let index = columns.firstIndex(where: { $0.lowercased() == name.lowercased() }) {
                        return index
                    }
                    throw LootError(
                        .unknownField, "Can't find “\(TextRules.visible(name))”.",
                        reason: "This list has no column with this name.",
                        advice: Suggestions.advice(for: name, among: columns))
                })
        case .table, .json, .jsonLines, .propertyList, .binaryPropertyList, .calendar: return nil
        }
    }

    /// Appends the header. `titles` are the column titles for people.
    func begin(_ names: [String], titles: [String], alignments: [Bool], to bytes: inout [UInt8]) {
        switch way {
        case .cells(let separator): if hasHeader { CSVFile.append(names, separator, to: &bytes) }
        case .markdown:
            // Markdown tables always require a header row.
            append(titles.map { hasHeader ? $0 : "" }, to: &bytes)
            bytes += "|\(alignments.map { $0 ? "---:" : "---" }.joined(separator: "|"))|\n".utf8
        case .ids, .template: break
        }
    }

    /// Appends a row.
    func append(_ cells: [String], to bytes: inout [UInt8]) {
        switch way {
        case .cells(let separator): CSVFile.append(cells, separator, to: &bytes)
        case .markdown: bytes += "| \(cells.map(RowWriter.markdown).joined(separator: " | ")) |\n".utf8
        case .ids(let column): bytes += "\(cells[column])\n".utf8
        case .template(let template): bytes += "\(template.line(cells))\n".utf8
        }
    }

    private static func markdown(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("|", with: "\\|").replacing("\n", with: "<br>")
    }
}
