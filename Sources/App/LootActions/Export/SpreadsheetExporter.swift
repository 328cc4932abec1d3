package import LootCore
import LootFormats
import LootPlugins
import LootSpreadsheets

/// Writes items as an Excel workbook with the columns of the CSV format. Numbers, amounts, days and flags are cells of
/// these types, so that the workbook can calculate with them.
package struct SpreadsheetExporter: ItemExporter {
    package init() {}

    package func write(
        _ rows: ItemRows, files: (any FileKeeper)?, to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> [LootError] {
        let columns = try await FormatExporter.columns(rows)
        guard rows.count < WorkbookWriter.mostRows else {
            throw LootError(
                .unsupported, "Can't write the spreadsheet.",
                reason: """
                    A sheet can have up to 1,048,576 rows, but there are \(rows.count, one: "item", other: "items").
                    """,
                advice: "Export them as CSV, or in parts.", remedy: .filter)
        }
        let day = Moment.now.day.components
        var workbook = WorkbookWriter(ZIPWriter(year: day.year, month: day.month, day: day.day))
        var bytes: [UInt8] = []
        try SpreadsheetExporter.attempt { () throws(SpreadsheetError) in
            bytes =
                try workbook.begin(sheet: String(localized: "Items"))
                + workbook.append(row: columns.map { .text($0.header) })
        }
        var isWanted = true
        try await rows.forEachPage { (page) async throws(LootError) in
            for item in page.items {
                let cells = try columns.map { (column) throws(LootError) in
                    try SpreadsheetExporter.cell(column, of: item)
                }
                try SpreadsheetExporter.attempt { () throws(SpreadsheetError) in
                    bytes += try workbook.append(row: cells)
                }
            }
            if !bytes.isEmpty { isWanted = try await sink(bytes) }
            bytes = []
            return isWanted
        }
        guard isWanted else { return [] }
        try SpreadsheetExporter.attempt { () throws(SpreadsheetError) in bytes = try workbook.end() }
        _ = try await sink(bytes)
        return []
    }

    private static func attempt(_ body: () throws(SpreadsheetError) -> Void) throws(LootError) {
        do { try body() } catch { throw LootError(error, "Can't write the spreadsheet.") }
    }

    /// Returns the cell for a field. A number that a spreadsheet would round is written as text.
    private static func cell(_ column: CSVColumn, of item: Item) throws(LootError) -> WorkbookWriter.Cell {
        guard let value = column.value(of: item) else { return .empty }
        let text = value.description
        switch value {
        case .integer, .decimal: return isExact(text) ? .number(text) : .text(text)
        case .amount: return isExact(text) ? .amount(text) : .text(text)
        case .day(let day) where WorkbookWriter.canWrite(day: Int(day.daysSinceEpoch)):
            return .day(Int(day.daysSinceEpoch))
        case .flag(let flag): return .flag(flag)
        default:
            guard text.utf16.count <= WorkbookWriter.longestText else {
                throw LootError(
                    .unsupported, "Can't write the spreadsheet.",
                    reason: """
                        A cell can have up to 32,767 characters, but \(TextRules.quoted(item.name)) \
                        contains longer text.
                        """,
                    advice: "Shorten the text, or export as CSV.", item: item.id, field: column.field)
            }
            return .text(text)
        }
    }

    /// Whether a spreadsheet keeps all digits of a number.
    private static func isExact(_ text: String) -> Bool {
        let digits = text.utf8.filter { (0x30...0x39).contains($0) }.drop { $0 == 0x30 }
        return digits.count <= 15 && !text.contains { $0.isLetter }
    }
}

extension LootError {
    /// Creates the error for an operation that failed because of a spreadsheet or an archive.
    init(_ error: SpreadsheetError, _ failure: Message, place: String? = nil) {
        self.init(error.code, failure, reason: error.reason, advice: error.advice, place: place)
    }
}
