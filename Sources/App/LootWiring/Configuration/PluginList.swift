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
        case .catalogs: "The product catalogs, in order of precedence"
        case .importers: "Settings of importers. Listed importers are tried first, in order"
        case .exporters: "Settings of exporters. Listed exporters are tried first, in order"
        case .hooks: "The hooks that are called before and after changes, in order"
        case .actions: "Settings of actions"
        }
    }
}
