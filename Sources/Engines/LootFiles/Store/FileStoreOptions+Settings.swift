import LootCore
package import LootPlugins

extension FileStoreOptions {
    /// Returns the configuration options of a store in a file.
    package static func settings(defaultFile: String) -> [PluginOption] {
        [
            PluginOption("path", .path, default: .text(defaultFile), "The file."),
            PluginOption("readOnly", .flag, default: false, "Whether the store rejects changes."),
            PluginOption(
                "patience", .integer(0...3600), default: 10,
                "The maximum time to wait for other programs that are writing, in seconds."),
            PluginOption(
                "rewriteLimit", .integer(0...Int.max), default: 16_777_216,
                """
                The maximum size, in bytes, of a file for which a process's first change is written directly. Other \
                changes are saved in a journal first.
                """
            ),
        ]
    }

    /// Creates options from the settings of a configuration.
    package init(_ settings: PluginSettings) {
        self.init()
        isReadOnly = settings.flag("readOnly")
        patience = settings.integer("patience").map { .seconds($0) } ?? patience
        rewriteLimit = settings.integer("rewriteLimit") ?? rewriteLimit
    }
}
