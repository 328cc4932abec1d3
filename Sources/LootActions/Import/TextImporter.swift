public import LootPlugins

public import LootCore

/// Hands a file on as it is, for formats that this program reads itself.
public struct TextImporter: ItemImporter {
    /// An importer of one file.
    public init() {}

    /// The bytes themselves.
    public mutating func feed(_ bytes: [UInt8]) async throws(LootError) -> ImportedText {
        ImportedText(bytes)
    }

    /// Nothing more.
    public mutating func finish() async throws(LootError) -> ImportedText { ImportedText() }
}
