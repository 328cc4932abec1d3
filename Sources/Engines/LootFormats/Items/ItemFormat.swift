public import LootCore

/// A file format for items. The option `--format` or the name of a file selects one.
public struct ItemFormat: Hashable, Sendable {
    /// The name, such as `json`.
    public let name: String
    /// The title for people, such as `JSON`.
    package let title: Message
    /// The file extensions, preferred one first.
    public let fileExtensions: [String]
    /// Whether the format preserves all data of items. Otherwise, unknown fields are lost.
    package let isLossless: Bool

    private init(_ name: String, title: Message, fileExtensions: [String], isLossless: Bool = true) {
        self.name = name
        self.title = title
        self.fileExtensions = fileExtensions
        self.isLossless = isLossless
    }

    /// JSON, in an envelope or as a bare array.
    public static let json = ItemFormat("json", title: Message(verbatim: "JSON"), fileExtensions: ["json"])
    /// JSON Lines.
    public static let jsonLines = ItemFormat(
        "jsonl", title: "JSON lines", fileExtensions: ["jsonl", "ndjson"])
    /// CSV.
    public static let csv = ItemFormat(
        "csv", title: Message(verbatim: "CSV"), fileExtensions: ["csv"], isLossless: false)
    /// CSV with tabs as separators.
    public static let tsv = ItemFormat(
        "tsv", title: Message(verbatim: "TSV"), fileExtensions: ["tsv"], isLossless: false)
    /// Property list. XML and binary ones can be read. XML is written unless the shape is binary.
    public static let propertyList = ItemFormat("plist", title: "Property list", fileExtensions: ["plist"])
    /// Property list that is written as binary.
    public static let binaryPropertyList = ItemFormat(
        "bplist", title: "Binary property list", fileExtensions: ["bplist"])

    /// All formats.
    public static let all: [ItemFormat] = [
        json, jsonLines, csv, tsv, propertyList, binaryPropertyList,
    ]

    /// The size of an item with few fields in a file, in bytes. It serves to estimate the number of items.
    package static let typicalItemSize = 150

    /// Returns the format with a name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` and the most similar names.
    public static func named(_ name: String) throws(LootError) -> ItemFormat {
        if let format = all.first(where: { $0.name == name.lowercased() }) { return format }
        throw LootError(
            .usage, "No format is called “\(TextRules.visible(name))”.",
            advice: Suggestions.advice(for: name, among: all.map(\.name)))
    }

    /// Returns the format for the extension of a file name, or `nil` if it is unknown.
    package static func ofFile(named name: String) -> ItemFormat? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        return all.first { $0.fileExtensions.contains(ending) }
    }

    /// The format for reading. CSV and TSV are the same, because the separator is detected.
    package var asRead: ItemFormat { self == .tsv ? .csv : self }

    /// Returns a decoder.
    ///
    /// - Parameters:
    ///   - dateCreated: The creation date of items without one.
    ///   - columns: The fields of a table's columns by header, in addition to recognized headers. Columns with
    ///     a `nil` value are ignored.
    ///   - missingID: Creates the ID of an item without one, from the index of its entry in the file.
    /// - Returns: The decoder.
    public func decoder(
        dateCreated: Moment = .now, columns: [String: FieldKey?] = [:],
        missingID: @escaping @Sendable (Int) -> ItemID = { _ in ItemID() }
    ) -> any ItemDecoder {
        decoder(ReadOptions(dateCreated: dateCreated, columns: columns, missingID: missingID))
    }

    /// Returns a decoder with options.
    package func decoder(_ options: ReadOptions) -> any ItemDecoder {
        switch self {
        case .jsonLines: JSONLinesFile(options)
        case .csv, .tsv: CSVFile(options)
        case .propertyList, .binaryPropertyList: PropertyListFile(options)
        default: JSONFile(options)
        }
    }

    /// Returns an encoder. The shape and the columns apply to formats that have them.
    public func encoder(
        shape: DocumentShape = .standard, columns: [CSVColumn] = CSVColumn.standard
    ) -> any ItemEncoder {
        switch self {
        case .jsonLines: JSONLinesFile()
        case .csv: CSVFile(columns: columns)
        case .tsv: CSVFile(columns: columns, separator: CSVFile.tab)
        case .propertyList where !shape.isBinary: PropertyListFile(shape: shape)
        case .propertyList, .binaryPropertyList: BinaryItemWriter(shape: shape)
        default: JSONFile(shape: shape)
        }
    }
}
