import LootCore

/// A spreadsheet in memory: an Excel workbook (`.xlsx`) or an OpenDocument spreadsheet (`.ods`).
package struct Spreadsheet {
    private let archive: ZIPReader
    private let format: Format

    private enum Format {
        case workbook
        case openDocument
    }

    /// Opens a file.
    ///
    /// - Throws: ``SpreadsheetError`` if the file is damaged, protected or of another kind.
    package init(_ bytes: [UInt8]) throws(SpreadsheetError) {
        if bytes.starts(with: Spreadsheet.compoundFile) { throw Spreadsheet.refusal(ofCompoundFile: bytes) }
        archive = try ZIPReader(bytes)
        if archive.entry("[Content_Types].xml") != nil, archive.entry("word/document.xml") == nil,
            archive.entry("ppt/presentation.xml") == nil
        {
            format = .workbook
            return
        }
        guard let type = archive.entry("mimetype") else { throw .other(archive) }
        let name = String(decoding: try archive.content(of: type, upTo: 1_000), as: UTF8.self)
        guard name.hasPrefix("application/vnd.oasis.opendocument.spreadsheet") else { throw .other(archive) }
        format = .openDocument
    }

    /// Whether a file with this beginning may be a spreadsheet, or another document in one of the same container
    /// formats.
    package static func recognizes(_ beginning: [UInt8]) -> Bool {
        ZIPReader.isArchive(beginning) || beginning.starts(with: compoundFile)
    }

    /// Reads a sheet.
    ///
    /// - Parameter sheet: The name of the sheet or its number among the visible ones, or `nil` for the first visible
    ///   one.
    /// - Returns: The sheet.
    /// - Throws: ``SpreadsheetError`` if the file is damaged or has no such sheet.
    package func read(sheet: String? = nil) throws(SpreadsheetError) -> Sheet {
        switch format {
        case .workbook: try Workbook(archive).read(sheet)
        case .openDocument: try OpenDocument(archive).read(sheet)
        }
    }

    /// The first bytes of a compound file: a document of an old version of Office, or an encrypted one of a later
    /// version.
    private static let compoundFile: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

    private static func refusal(ofCompoundFile bytes: [UInt8]) -> SpreadsheetError {
        let name: [UInt8] = "EncryptedPackage".utf8.reduce(into: []) { $0 += [$1, 0] }
        let isEncrypted = bytes.indices.contains { bytes[$0] == name[0] && bytes[$0...].starts(with: name) }
        if isEncrypted { return .encrypted }
        return SpreadsheetError(
            .malformed, "This is a file from an old version of Office, such as .xls.",
            advice: "Save the table as .xlsx and import that.")
    }
}

/// A sheet that was read.
package struct Sheet: Sendable {
    /// The cells.
    package let table: SheetTable
    /// The name.
    package let name: String
    /// The names of all visible sheets of the file.
    package let names: [String]

    init(_ table: SheetTable, at index: Int, of sheets: [SheetEntry]) {
        self.table = table
        name = sheets[index].name
        names = sheets.filter { !$0.isHidden }.map(\.name)
    }
}

/// A sheet in the list of a spreadsheet.
struct SheetEntry {
    let name: String
    let isHidden: Bool

    /// Returns the index of the sheet with a name or number, or of the first visible one.
    static func index(of choice: String?, in sheets: [SheetEntry]) throws(SpreadsheetError) -> Int {
        let visible = sheets.indices.filter { !sheets[$0].isHidden }
        guard let choice else {
            if let first = visible.first { return first }
            throw SpreadsheetError(
                .malformed, "The file has no visible sheet.",
                advice: "Unhide a sheet, or specify a hidden one.")
        }
        let index =
            sheets.firstIndex { $0.name == choice }
            ?? sheets.firstIndex { $0.name.lowercased() == choice.lowercased() }
            ?? Int(choice).flatMap { visible.indices.contains($0 - 1) ? visible[$0 - 1] : nil }
        if let index { return index }
        let names = sheets.prefix(20).map { "“\($0.name)”" as Message }
        throw SpreadsheetError(
            .malformed, "The file has no sheet “\(choice)”.",
            advice: "Choose one of \(list: names), or a number up to \(visible.count).")
    }
}

extension SpreadsheetError {
    /// The error for an archive that isn't a spreadsheet.
    fileprivate static func other(_ archive: ZIPReader) -> SpreadsheetError {
        let kinds: [(name: String, reason: Message)] = [
            ("word/document.xml", "This is a Word document, not a spreadsheet."),
            ("ppt/presentation.xml", "This is a PowerPoint presentation, not a spreadsheet."),
            (
                "Index/Document.iwa",
                "This is a Numbers, Pages or Keynote document, which can't be read as a spreadsheet."
            ),
            ("META-INF/MANIFEST.MF", "This is a Java program, not a spreadsheet."),
            ("META-INF/container.xml", "This is an e-book, not a spreadsheet."),
            ("mimetype", "This is an OpenDocument file without a table, not a spreadsheet."),
        ]
        return SpreadsheetError(
            .malformed,
            kinds.first { archive.entry($0.name) != nil }?.reason
                ?? "This is a ZIP archive, not a spreadsheet.",
            advice: "Save the table as .xlsx or CSV and import that.")
    }

    static func missing(_ name: String) -> SpreadsheetError {
        .damaged("“\(name)” is missing from the archive.")
    }
}
