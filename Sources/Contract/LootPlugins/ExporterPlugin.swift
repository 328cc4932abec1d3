public import LootCore

/// Writes items as files of a format.
public protocol ItemExporter: Sendable {
    /// Writes the items piece by piece to a sink, until they or the sink's interest end.
    ///
    /// - Returns: what the file lacks, since the store has no more than its name: an error for each file of each item.
    /// - Throws: ``/LootCore/LootError``, also what the sink throws.
    func write(
        _ rows: ItemRows, files: (any FileKeeper)?, to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> [LootError]
}

/// A format that items are exported to. `"exporters": [{ "use": "notes", "folder": "~/Notes" }]` gives it settings.
public struct ExporterPlugin: Plugin {
    /// What it says of itself.
    package let descriptor: PluginDescriptor
    /// The endings of its files' names, the usual one first.
    let fileExtensions: [String]
    /// Makes an exporter of one file.
    let make: @Sendable (PluginSettings) throws(LootError) -> any ItemExporter

    /// An exporter under a name.
    public init(
        _ name: String, summary: String, fileExtensions: [String] = [], options: [PluginOption] = [],
        make: @escaping @Sendable (PluginSettings) throws(LootError) -> any ItemExporter
    ) {
        descriptor = PluginDescriptor(.exporter, name, summary: summary, options: options)
        self.fileExtensions = fileExtensions
        self.make = make
    }
}

/// An exporter as a configuration has it.
package struct FileExporter: Sendable {
    /// The plugin.
    let plugin: ExporterPlugin
    /// Its settings.
    let settings: PluginSettings

    /// The name by which people select it.
    package var name: String { plugin.descriptor.name }
    /// The usual ending of its files' names.
    package var fileExtension: String { plugin.fileExtensions.first ?? name }

    /// A plugin with settings.
    package init(_ plugin: ExporterPlugin, _ settings: PluginSettings = PluginSettings()) {
        (self.plugin, self.settings) = (plugin, settings)
    }

    /// An exporter of one file.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` where an option is not set that the plugin can't do without.
    package func make() throws(LootError) -> any ItemExporter {
        try plugin.descriptor.requireOptions(in: settings, under: "exporters")
        return try plugin.make(settings)
    }
}
