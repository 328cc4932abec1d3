package import LootPlugins

package import LootCore

/// Hands a file on as it is, for formats that this program reads itself.
package struct TextImporter: ItemImporter {
    /// An importer of one file.
    package init() {}

    /// The bytes themselves.
    package mutating func feed(_ bytes: [UInt8]) async throws(LootError) -> ImportedText {
        ImportedText(bytes)
    }

    /// Nothing more.
    package mutating func finish() async throws(LootError) -> ImportedText { ImportedText() }
}
