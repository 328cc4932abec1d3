import LootActions
import LootCore
import LootFormats
public import LootPlugins

extension ExporterPlugin {
    /// JSON, in the shape in which a store keeps its file.
    public static let json = own(.items(.json), "JSON, as a list's file has it.")
    /// JSON lines.
    public static let jsonLines = own(.items(.jsonLines), "JSON lines: an item on each line.")
    /// CSV with a column for every field.
    public static let csv = own(.items(.csv), "CSV with a column for every field.")
    /// CSV with tabs between its cells.
    public static let tsv = own(.items(.tsv), "CSV with tabs between its cells.")
    /// An XML property list.
    public static let propertyList = own(.items(.propertyList), "Property list in XML.")
    /// A binary property list.
    public static let binaryPropertyList = own(.items(.binaryPropertyList), "Binary property list.")
    /// The archive with items and their files.
    public static let archive = own(.archive, "An archive of items and their files.")

    /// A format that is read again.
    private static func own(_ format: ExportFormat, _ summary: String) -> ExporterPlugin {
        let endings = if case .items(let items) = format { items.fileExtensions } else { [format.name] }
        return ExporterPlugin(format.name, summary: summary, fileExtensions: endings) { _ in
            FormatExporter(format)
        }
    }
}
