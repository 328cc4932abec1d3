public import LootCore

/// A type that writes items in a file format.
public protocol ItemExporter: Sendable {
    /// Writes the items to a sink, piece by piece. Stops when the sink returns `false`.
    ///
    /// - Returns: An error for each file of an item that the store no longer contains.
    /// - Throws: ``/LootCore/LootError``, including the errors of the sink.
    func write(
        _ rows: ItemRows, files: (any FileKeeper)?, to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> [LootError]
}

/// A plugin for exporting items to a format. `"exporters": [{ "use": "notes", "folder": "~/Notes" }]` configures it.
public struct ExporterPlugin: Plugin {
    /// The description of the plugin.
    package let descriptor: PluginDescriptor
    /// The filename extensions, beginning with the default one.
    let fileExtensions: [String]
    /// Creates an exporter for one file.
    let make: @Sendable (PluginSettings) throws(LootError) -> any ItemExporter

    /// Creates a named exporter.
    public init(
        _ name: String, summary: Message, fileExtensions: [String] = [], options: [PluginOption] = [],
        make: @escaping @Sendable (PluginSettings) throws(LootError) -> any ItemExporter
    ) {
        descriptor = PluginDescriptor(.exporter, name, summary: summary, options: options)
        self.fileExtensions = fileExtensions
        self.make = make
    }
}

/// An exporter with its configured settings.
package struct FileExporter: Sendable {
    /// The plugin.
    let plugin: ExporterPlugin
    /// The settings.
    let settings: PluginSettings

    /// The name of the plugin.
    package var name: String { plugin.descriptor.name }
    /// The default filename extension.
    package var fileExtension: String { plugin.fileExtensions.first ?? name }

    /// Creates an exporter from a plugin and its settings.
    package init(_ plugin: ExporterPlugin, _ settings: PluginSettings = PluginSettings()) {
        (self.plugin, self.settings) = (plugin, settings)
    }

    /// Creates an exporter for one file.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if a required option isn't set.
    package func make() throws(LootError) -> any ItemExporter {
        try plugin.descriptor.requireOptions(in: settings, under: "exporters")
        return try plugin.make(settings)
    }
}
