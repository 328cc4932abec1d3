import LootPlugins

/// A list of plugins in a configuration. The raw value is its key.
enum PluginList: String, CaseIterable, Sendable {
    case catalogs
    case importers
    case exporters
    case hooks
    case actions

    /// The kind of the list's plugins.
    var kind: PluginDescriptor.Kind {
        switch self {
        case .catalogs: .catalog
        case .importers: .importer
        case .exporters: .exporter
        case .hooks: .hook
        case .actions: .action
        }
    }

    /// The description in the schema.
    var summary: String {
        switch self {
        case .catalogs: "The catalogs in which products are looked up by barcode, in their order"
        case .importers: "Settings of importers; those that are listed are tried first, in their order"
        case .exporters: "Settings of exporters; those that are listed are tried first, in their order"
        case .hooks: "What is asked before changes are made and told after, in their order"
        case .actions: "Settings of actions"
        }
    }
}
