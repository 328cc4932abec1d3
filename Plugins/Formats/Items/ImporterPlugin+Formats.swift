import LootActions
import LootCore
public import LootFormats
public import LootPlugins

extension ImporterPlugin {
    /// Returns an importer for items in a format, written by this program, another one or a person.
    public static func items(_ format: ItemFormat) -> ImporterPlugin {
        ImporterPlugin(
            format.name, summary: summaries[format] ?? format.title,
            fileExtensions: format.fileExtensions,
            textFormat: format.name
        ) { _, _ in TextImporter() }
    }

    /// The importer for archives of items and their files.
    public static let archive = ImporterPlugin(
        "tar", summary: "An archive of items and their files, as created by an export.",
        fileExtensions: ["tar"],
        textFormat: "json", recognizes: ArchiveImporter.recognizes
    ) { _, target in ArchiveImporter(target) }

    /// The importer for Excel workbooks.
    public static let workbook = spreadsheet(
        "xlsx", "Excel workbook: the first sheet, or the sheet that you name.", ["xlsx", "xlsm"])

    /// The importer for OpenDocument spreadsheets.
    public static let openDocument = spreadsheet(
        "ods", "OpenDocument spreadsheet: the first sheet, or another one by name.", ["ods"])

    private static func spreadsheet(_ name: String, _ summary: Message, _ endings: [String]) -> ImporterPlugin
    {
        ImporterPlugin(
            name, summary: summary, fileExtensions: endings, textFormat: "csv",
            recognizes: SpreadsheetImporter.recognizes
        ) { _, target in SpreadsheetImporter(target) }
    }

    private static let summaries: [ItemFormat: Message] = [
        .json: "JSON: an array of items, or a list file.",
        .jsonLines: "JSON lines: one item per line.",
        .csv: "CSV: with commas, semicolons or tabs.",
        .tsv: "Tab-separated values.",
        .propertyList: "Property list, in XML or binary format.",
        .binaryPropertyList: "Binary property list.",
    ]
}
