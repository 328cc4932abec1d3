public import LootCore

/// A type that reads a file format. It receives a file in chunks and converts it to text in a built-in format,
/// preferably JSON lines with the fields of one item each.
public protocol ItemImporter: Sendable {
    /// Reads the next bytes of the file.
    ///
    /// - Throws: ``/LootCore/LootError`` if the file can't be parsed.
    mutating func feed(_ bytes: [UInt8]) async throws(LootError) -> ImportedText

    /// Finishes the file. Called after the last bytes.
    ///
    /// - Throws: ``/LootCore/LootError``, as for ``feed(_:)``.
    mutating func finish() async throws(LootError) -> ImportedText

    /// The attached files in the import that the store contains, or would contain after it.
    ///
    /// The default implementation returns an empty set.
    var files: Set<FileID> { get }
}

extension ItemImporter {
    /// Returns an empty set.
    public var files: Set<FileID> { [] }
}

/// The output of an importer for a part of a file.
public struct ImportedText: Sendable {
    /// An entry of the file that can't be imported.
    public struct Refusal: Hashable, Sendable {
        /// The position. Lines and columns begin with 0.
        public var line, column: Int
        /// The reason.
        public var reason: Message
        /// Advice on how to fix the entry, or an empty message.
        public var advice: Message
        /// The entry as in the file.
        public var text: String

        /// Creates a rejected entry.
        public init(
            line: Int, column: Int = 0, reason: Message, advice: Message = "", text: String = ""
        ) {
            (self.line, self.column, self.text) = (line, column, text)
            (self.reason, self.advice) = (reason, advice)
        }
    }

    /// The items in the plugin's text format, which is JSON lines by default.
    public var bytes: [UInt8]
    /// The position of each line of the text in the original file. Empty if the text has the same lines as
    /// the file.
    public var places: [(line: Int, column: Int)] = []
    /// The rejected entries.
    public var refusals: [Refusal]

    /// Creates an output.
    public init(
        _ bytes: [UInt8] = [], places: [(line: Int, column: Int)] = [], refusals: [Refusal] = []
    ) {
        (self.bytes, self.places, self.refusals) = (bytes, places, refusals)
    }
}

/// The destination of an import.
public struct ImportTarget: Sendable {
    /// The name of the file for error messages.
    public let name: String
    /// The store. Importers put attached files into its ``/LootCore/ItemStore/fileKeeper`` before any item refers to
    /// them.
    public let store: any ItemStore
    /// Whether the import is only a preview. If so, importers must not store files.
    public let isTrial: Bool
    /// The name or number of the chosen sheet, or `nil` for the first one.
    public let sheet: String?

    /// Creates a destination.
    public init(name: String, store: any ItemStore, isTrial: Bool = false, sheet: String? = nil) {
        (self.name, self.store, self.isTrial, self.sheet) = (name, store, isTrial, sheet)
    }
}

/// A plugin for importing items from a format. `"importers": [{ "use": "bank", "account": "Joint" }]` configures it.
public struct ImporterPlugin: Plugin {
    /// The description of the plugin.
    package let descriptor: PluginDescriptor
    /// The filename extensions, beginning with the default one.
    let fileExtensions: [String]
    /// The format of the importer's text: `jsonl`, `json`, `csv` or `plist`, or `nil` to detect it.
    package let textFormat: String?
    /// Returns whether the first 512 bytes of a file, or all of a shorter one, identify this format with certainty.
    package let recognizes: @Sendable (_ beginning: [UInt8]) -> Bool
    /// Creates an importer for one file.
    let make: @Sendable (PluginSettings, ImportTarget) async throws(LootError) -> any ItemImporter

    /// Creates a named importer.
    public init(
        _ name: String, summary: Message, fileExtensions: [String] = [], textFormat: String? = "jsonl",
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

/// An importer with its configured settings.
package struct FileImporter: Sendable {
    /// The plugin.
    package let plugin: ImporterPlugin
    /// The settings.
    let settings: PluginSettings

    /// The name of the plugin.
    package var name: String { plugin.descriptor.name }

    /// Creates an importer from a plugin and its settings.
    package init(_ plugin: ImporterPlugin, _ settings: PluginSettings = PluginSettings()) {
        (self.plugin, self.settings) = (plugin, settings)
    }

    /// Creates an importer for one file.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if a required option isn't set.
    package func make(_ target: ImportTarget) async throws(LootError) -> any ItemImporter {
        try plugin.descriptor.requireOptions(in: settings, under: "importers")
        return try await plugin.make(settings, target)
    }
}
