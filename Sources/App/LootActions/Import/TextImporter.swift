package import LootPlugins

package import LootCore

/// An importer that passes a file on unchanged, for built-in formats.
package struct TextImporter: ItemImporter {
    package init() {}

    /// Returns the bytes unchanged.
    package mutating func feed(_ bytes: [UInt8]) async throws(LootError) -> ImportedText {
        ImportedText(bytes)
    }

    /// Returns no further text.
    package mutating func finish() async throws(LootError) -> ImportedText { ImportedText() }
}
