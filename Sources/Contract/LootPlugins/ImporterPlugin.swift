public import LootCore

/// Reads files of a format: takes the bytes as they come, and hands over what they say as text in one of the formats that
/// this program reads itself, most of all JSON lines with an item's fields on each.
public protocol ItemImporter: Sendable {
    /// Takes the next bytes of the file.
    ///
    /// - Throws: ``/LootCore/LootError`` where the file as such can't be read.
    mutating func feed(_ bytes: [UInt8]) async throws(LootError) -> ImportedText

    /// To be called when there are no more bytes.
    ///
    /// - Throws: ``/LootCore/LootError``, as for ``feed(_:)``.
    mutating func finish() async throws(LootError) -> ImportedText

    /// The files beside the items that came along and that a store has, or would have.
    ///
    /// The default implementation has none.
    var files: Set<FileID> { get }
}

extension ItemImporter {
    /// None.
    public var files: Set<FileID> { [] }
}

/// What an importer made of a part of a file.
public struct ImportedText: Sendable {
    /// An entry of the file that is no item.
    public struct Refusal: Hashable, Sendable {
        /// Where it stands; the first line and the first column are 0.
        package var line, column: Int
        /// Why it is none.
        package var why: String
        /// What a person can do about it; empty when there is nothing to do.
        package var next: String
        /// The entry as the file has it.
        package var text: String

        /// A refusal.
        public init(line: Int, column: Int = 0, why: String, next: String = "", text: String = "") {
            (self.line, self.column, self.why, self.next, self.text) = (line, column, why, next, text)
        }
    }

    /// The text, in the format that the plugin names.
    package var bytes: [UInt8]
    /// For each line of the text the line and column of the file that it was made of; none where the text is the file's own.
    package var places: [(line: Int, column: Int)] = []
    /// Entries that are no items.
    package var refusals: [Refusal]

    /// A text, nothing unless given.
    public init(
        _ bytes: [UInt8] = [], places: [(line: Int, column: Int)] = [], refusals: [Refusal] = []
    ) {
        (self.bytes, self.places, self.refusals) = (bytes, places, refusals)
    }
}

/// What an importer may know of the place where the items go.
public struct ImportTarget: Sendable {
    /// What errors call the file.
    public let name: String
    /// The store; its ``/LootCore/ItemStore/fileKeeper`` takes files that come along, before any item names them.
    public let store: any ItemStore
    /// Whether the plan is only to be shown: nothing is kept then.
    public let isTrial: Bool

    /// A place for items.
    package init(name: String, store: any ItemStore, isTrial: Bool = false) {
        (self.name, self.store, self.isTrial) = (name, store, isTrial)
    }
}

/// A format that files are imported from. `"importers": [{ "use": "bank", "account": "Joint" }]` gives it settings.
public struct ImporterPlugin: Plugin {
    /// What it says of itself.
    package let descriptor: PluginDescriptor
    /// The endings of its files' names, the usual one first.
    let fileExtensions: [String]
    /// The name of the format that its text is in: `jsonl`, `json`, `csv`, `plist`; nil where the text's beginning tells it.
    package let textFormat: String?
    /// Whether the first 512 bytes of a file, or all of a shorter one, are of this format beyond doubt.
    package let recognizes: @Sendable (_ beginning: [UInt8]) -> Bool
    /// Makes an importer of one file.
    let make: @Sendable (PluginSettings, ImportTarget) async throws(LootError) -> any ItemImporter

    /// An importer under a name.
    public init(
        _ name: String, summary: String, fileExtensions: [String] = [], textFormat: String? = "jsonl",
        options: [PluginOption] = [],
        recognizes: @escaping @Sendable (_ beginning: [UInt8]) -> Bool = { _ in false },
        make: @escaping @Sendable (PluginSettings, ImportTarget) async throws(LootError) -> any ItemImporter
    ) {
        descriptor = PluginDescriptor(.importer, name, summary: summary, options: options)
        self.fileExtensions = fileExtensions
        self.textFormat = textFormat
        self.recognizes = recognizes
        self.make = make
    }
}

/// An importer as a configuration has it.
package struct FileImporter: Sendable {
    /// The plugin.
    package let plugin: ImporterPlugin
    /// Its settings.
    let settings: PluginSettings

    /// The name by which people select it.
    package var name: String { plugin.descriptor.name }

    /// A plugin with settings.
    package init(_ plugin: ImporterPlugin, _ settings: PluginSettings = PluginSettings()) {
        (self.plugin, self.settings) = (plugin, settings)
    }

    /// An importer of one file.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` where an option is not set that the plugin can't do without.
    package func make(_ target: ImportTarget) async throws(LootError) -> any ItemImporter {
        try plugin.descriptor.requireOptions(in: settings, under: "importers")
        return try await plugin.make(settings, target)
    }
}
