public import LootCore

/// A format that files of items have: what front ends list, and what `--format` and a file's name choose.
public struct ItemFormat: Hashable, Sendable {
    /// The name: `json`.
    public let name: String
    /// What a person reads: `JSON`.
    package let title: String
    /// The endings of its files' names, the usual one first.
    public let fileExtensions: [String]
    /// Whether it holds all there is to an item. What is not kept by one that does not: fields that this version does
    /// not know.
    package let isLossless: Bool

    private init(_ name: String, title: String, fileExtensions: [String], isLossless: Bool = true) {
        self.name = name
        self.title = title
        self.fileExtensions = fileExtensions
        self.isLossless = isLossless
    }

    /// JSON, in an envelope or as a bare array.
    public static let json = ItemFormat("json", title: "JSON", fileExtensions: ["json"])
    /// JSON lines.
    public static let jsonLines = ItemFormat(
        "jsonl", title: "JSON lines", fileExtensions: ["jsonl", "ndjson"])
    /// CSV.
    public static let csv = ItemFormat("csv", title: "CSV", fileExtensions: ["csv"], isLossless: false)
    /// CSV with tabs between its cells.
    public static let tsv = ItemFormat("tsv", title: "TSV", fileExtensions: ["tsv"], isLossless: false)
    /// Property list: XML and binary are read. XML is written, or binary where the shape says so.
    public static let propertyList = ItemFormat("plist", title: "Property list", fileExtensions: ["plist"])
    /// Property list that is written binary.
    public static let binaryPropertyList = ItemFormat(
        "bplist", title: "Binary property list", fileExtensions: ["bplist"])

    /// All of them.
    public static let all: [ItemFormat] = [
        json, jsonLines, csv, tsv, propertyList, binaryPropertyList,
    ]

    /// The format with this name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` that lists the nearest names.
    public static func named(_ name: String) throws(LootError) -> ItemFormat {
        if let format = all.first(where: { $0.name == name.lowercased() }) { return format }
        throw LootError(
            .usage, "can't find the format “\(TextRules.visible(name))”", because: "no format has that name",
            next: Suggestions.sentence(for: name, among: all.map(\.name)))
    }

    /// The format that a file's name tells by its ending; nil if it tells none.
    package static func ofFile(named name: String) -> ItemFormat? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        return all.first { $0.fileExtensions.contains(ending) }
    }

    /// The same for who reads: what stands between the cells of a table it tells itself.
    package var asRead: ItemFormat { self == .tsv ? .csv : self }

    /// What reads it.
    ///
    /// - Parameters:
    ///   - dateCreated: the creation date of items that have none.
    ///   - columns: the columns of a table by their header, and the fields they hold, where the header alone does not tell. A
    ///     column that is mapped to nil is left out.
    ///   - missingID: makes the id of an item that has none, from its place among the file's entries (the first has 0).
    /// - Returns: the decoder.
    public func decoder(
        dateCreated: Moment = .now, columns: [String: FieldKey?] = [:],
        missingID: @escaping @Sendable (Int) -> ItemID = { _ in ItemID() }
    ) -> any ItemDecoder {
        decoder(ReadOptions(dateCreated: dateCreated, columns: columns, missingID: missingID))
    }

    /// What reads it, with options.
    package func decoder(_ options: ReadOptions) -> any ItemDecoder {
        switch self {
        case .jsonLines: JSONLinesFile(options)
        case .csv, .tsv: CSVFile(options)
        case .propertyList, .binaryPropertyList: PropertyListFile(options)
        default: JSONFile(options)
        }
    }

    /// What writes it: in a shape, where the format has several; with these columns, if it is a table.
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
