import LootActions
import LootCore
public import LootPlugins

extension ImporterPlugin {
    /// JSON, in an envelope or as a bare array.
    public static let json = text("json", "JSON: an array of items, or the file of a list.", ["json"])
    /// JSON lines.
    public static let jsonLines = text("jsonl", "JSON lines: an item on each line.", ["jsonl", "ndjson"])
    /// CSV, of this program, another one, or a person.
    public static let csv = text("csv", "CSV: with commas, semicolons or tabs.", ["csv"])
    /// The same by the name that an export with tabs has.
    public static let tsv = text("tsv", "CSV with tabs between its cells.", ["tsv"])
    /// Property lists, XML and binary.
    public static let propertyList = text("plist", "Property list, XML or binary.", ["plist"])
    /// Property lists, by the other ending of their names.
    public static let binaryPropertyList = text("bplist", "Binary property list.", ["bplist"])

    /// The archive with items and their files.
    public static let archive = ImporterPlugin(
        "tar", summary: "An archive of items and their files, as an export makes it.",
        fileExtensions: ["tar"],
        textFormat: "json", recognizes: ArchiveImporter.recognizes
    ) { _, target in ArchiveImporter(target) }

    /// A format that is read as it is.
    private static func text(_ name: String, _ summary: String, _ endings: [String]) -> ImporterPlugin {
        ImporterPlugin(name, summary: summary, fileExtensions: endings, textFormat: name) { _, _ in
            TextImporter()
        }
    }
}
