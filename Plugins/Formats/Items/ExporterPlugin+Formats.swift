import LootActions
import LootCore
public import LootFormats
public import LootPlugins

extension ExporterPlugin {
    /// Returns an exporter that writes all fields of items in a format.
    public static func items(_ format: ItemFormat) -> ExporterPlugin {
        own(
            .items(format), summaries[format] ?? format.title,
            endings: format.fileExtensions)
    }

    /// The exporter for archives of items and their files.
    public static let archive = own(.archive, "An archive of items and their files.", endings: ["tar"])

    /// The exporter for Excel workbooks.
    public static let spreadsheet = ExporterPlugin(
        "xlsx", summary: "An Excel workbook with a column for every field.", fileExtensions: ["xlsx"]
    ) { _ in SpreadsheetExporter() }

    private static let summaries: [ItemFormat: Message] = [
        .json: "JSON, in the same format as a list file.", .jsonLines: "JSON lines: one item per line.",
        .csv: "CSV with a column for every field.",
        .tsv: "Tab-separated values with a column for every field.",
        .propertyList: "Property list in XML.", .binaryPropertyList: "Binary property list.",
    ]

    /// Creates an exporter for a format that can be imported again.
    private static func own(_ format: ExportFormat, _ summary: Message, endings: [String]) -> ExporterPlugin {
        ExporterPlugin(format.name, summary: summary, fileExtensions: endings) { _ in FormatExporter(format) }
    }
}
