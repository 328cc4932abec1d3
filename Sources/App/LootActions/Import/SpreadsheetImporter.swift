package import LootCore
package import LootPlugins
import LootSpreadsheets

/// Reads a sheet of a spreadsheet. It returns the cells as a table whose cells are marked with their types.
package struct SpreadsheetImporter: ItemImporter {
    private let target: ImportTarget
    private var bytes: [UInt8] = []
    /// The sheet that was read, and the names of the other visible ones.
    private(set) var sheet: ImportPlan.Sheet?

    /// The maximum size of a file.
    private static let greatestSize = 1 << 30

    /// Creates an importer for one file.
    package init(_ target: ImportTarget) { self.target = target }

    /// Keeps the next bytes of the file. The directory of a spreadsheet is at its end.
    package mutating func feed(_ bytes: [UInt8]) async throws(LootError) -> ImportedText {
        guard self.bytes.count + bytes.count <= SpreadsheetImporter.greatestSize else {
            throw LootError(
                .malformed, "Can't import \(target.name).", reason: "The file is larger than 1 GiB.",
                advice: "Save the table as CSV, and import that file.", place: target.name)
        }
        self.bytes += bytes
        return ImportedText()
    }

    /// Reads the sheet.
    package mutating func finish() async throws(LootError) -> ImportedText {
        if !Spreadsheet.recognizes(Array(bytes.prefix(512))) {
            throw BinaryKind(of: bytes)?.refusal(target.name)
                ?? LootError(
                    .malformed, "Can't import \(target.name).", reason: "This isn't a spreadsheet.",
                    advice: "Specify the format of the file.", place: target.name)
        }
        do throws(SpreadsheetError) {
            let read = try Spreadsheet(bytes).read(sheet: target.sheet)
            bytes = []
            let table = read.table
            sheet = ImportPlan.Sheet(name: read.name, names: read.names)
            if !table.bytes.isEmpty { return ImportedText(table.bytes, places: table.rows.map { ($0, 0) }) }
        } catch {
            throw LootError(error, "Can't import \(target.name).", place: target.name)
        }
        var error = LootError(
            .malformed, "Can't import \(target.name).",
            reason: "The sheet \(TextRules.quoted(sheet?.name ?? "")) is empty.",
            advice: "Choose another sheet.",
            field: "sheet", place: target.name)
        error.candidates = sheet?.names ?? []
        throw error
    }

    /// Returns whether a file that begins with these bytes is a spreadsheet, or is easily confused with one.
    package static func recognizes(_ beginning: [UInt8]) -> Bool { Spreadsheet.recognizes(beginning) }
}
