public import LootCore
public import LootPlugins

/// The plugins that a configuration can select from. A value: who needs it is given it.
public struct Registry: Sendable {
    private var storePlugins: [StorePlugin] = []
    private var decoratorPlugins: [DecoratorPlugin] = []
    private var sectioningPlugins: [SectioningPlugin] = []
    private var catalogPlugins: [CatalogPlugin] = []
    private var importerPlugins: [ImporterPlugin] = []
    private var exporterPlugins: [ExporterPlugin] = []
    private var hookPlugins: [HookPlugin] = []
    private var frontEndPlugins: [FrontEndPlugin] = []
    /// The program of its own that has a name and is not trusted, so that its plugins are not here.
    package var untrusted: @Sendable (_ name: String) -> PluginProgram? = { _ in nil }

    /// A registry without plugins.
    public init() {}

    /// A registry with these plugins.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first plugin that can't be registered.
    public init(
        stores: [StorePlugin] = [], decorators: [DecoratorPlugin] = [], sectionings: [SectioningPlugin] = [],
        catalogs: [CatalogPlugin] = [], importers: [ImporterPlugin] = [], exporters: [ExporterPlugin] = [],
        hooks: [HookPlugin] = [], frontEnds: [FrontEndPlugin] = []
    ) throws(LootError) {
        for plugin in stores { try register(plugin) }
        for plugin in decorators { try register(plugin) }
        for plugin in sectionings { try register(plugin) }
        for plugin in catalogs { try register(plugin) }
        for plugin in importers { try register(plugin) }
        for plugin in exporters { try register(plugin) }
        for plugin in hooks { try register(plugin) }
        for plugin in frontEnds { try register(plugin) }
    }

    /// Adds a store.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` when another store has its name or one of its schemes, or
    ///   its description contradicts itself.
    package mutating func register(_ plugin: StorePlugin) throws(LootError) {
        try check(plugin)
        for scheme in plugin.schemes {
            if let other = store(forScheme: scheme) {
                throw refusal(
                    plugin.descriptor, "“\(other.descriptor.name)” has the scheme “\(scheme)” already")
            }
        }
        if !plugin.schemes.isEmpty, !plugin.descriptor.options.contains(where: { $0.name == "url" }) {
            throw refusal(plugin.descriptor, "it has schemes, but no option “url” to take their addresses")
        }
        storePlugins.append(plugin)
    }

    /// Adds a wrapper around stores.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` when another one has its name, or its description
    ///   contradicts itself.
    mutating func register(_ plugin: DecoratorPlugin) throws(LootError) {
        try check(plugin)
        decoratorPlugins.append(plugin)
    }

    /// Adds a sectioning.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` when another one has its name, or its description
    ///   contradicts itself.
    package mutating func register(_ plugin: SectioningPlugin) throws(LootError) {
        try check(plugin)
        sectioningPlugins.append(plugin)
    }

    /// Adds a catalog of products.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` when another one has its name, or its description
    ///   contradicts itself.
    mutating func register(_ plugin: CatalogPlugin) throws(LootError) {
        try check(plugin)
        catalogPlugins.append(plugin)
    }

    /// Adds an importer.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` when another one has its name, or its description
    ///   contradicts itself.
    package mutating func register(_ plugin: ImporterPlugin) throws(LootError) {
        try check(plugin)
        importerPlugins.append(plugin)
    }

    /// Adds an exporter.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` when another one has its name, or its description
    ///   contradicts itself.
    package mutating func register(_ plugin: ExporterPlugin) throws(LootError) {
        try check(plugin)
        exporterPlugins.append(plugin)
    }

    /// Adds a hook.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` when another one has its name, or its description
    ///   contradicts itself.
    package mutating func register(_ plugin: HookPlugin) throws(LootError) {
        try check(plugin)
        hookPlugins.append(plugin)
    }

    /// Adds a front end.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` when another one has its name or one of its commands, or
    ///   its description contradicts itself.
    mutating func register(_ plugin: FrontEndPlugin) throws(LootError) {
        try check(plugin)
        for command in plugin.commands {
            try check(command, of: plugin.descriptor)
            if let other = frontEnd(for: command) {
                throw refusal(
                    plugin.descriptor, "“\(other.descriptor.name)” has the command “\(command.name)” already")
            }
        }
        frontEndPlugins.append(plugin)
    }

    /// Puts a front end in the place of the one that has its name, if there is one.
    package mutating func replace(_ plugin: FrontEndPlugin) {
        let name = plugin.descriptor.name
        guard let index = frontEndPlugins.firstIndex(where: { $0.descriptor.name == name }) else { return }
        frontEndPlugins[index] = plugin
    }

    /// The plugins of this registry and of another.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` for the first one that can't be registered.
    package func with(_ other: Registry) throws(LootError) -> Registry {
        var all = self
        for plugin in other.storePlugins { try all.register(plugin) }
        for plugin in other.decoratorPlugins { try all.register(plugin) }
        for plugin in other.sectioningPlugins { try all.register(plugin) }
        for plugin in other.catalogPlugins { try all.register(plugin) }
        for plugin in other.importerPlugins { try all.register(plugin) }
        for plugin in other.exporterPlugins { try all.register(plugin) }
        for plugin in other.hookPlugins { try all.register(plugin) }
        for plugin in other.frontEndPlugins { try all.register(plugin) }
        return all
    }

    /// What every plugin says of itself: each kind behind the other, in the order in which they were registered.
    package var plugins: [PluginDescriptor] {
        PluginDescriptor.Kind.allCases.flatMap(descriptors)
    }

    /// The words that start a front end, with the front end.
    package var commands: [(command: FrontEndPlugin.Command, plugin: PluginDescriptor)] {
        frontEndPlugins.flatMap { plugin in plugin.commands.map { ($0, plugin.descriptor) } }
    }

    /// The store with this name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` that tells the nearest names, or all.
    package func store(_ name: String) throws(LootError) -> StorePlugin {
        try find(name, in: storePlugins, of: .store)
    }

    /// The wrapper with this name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` that tells the nearest names, or all.
    package func decorator(_ name: String) throws(LootError) -> DecoratorPlugin {
        try find(name, in: decoratorPlugins, of: .decorator)
    }

    /// The sectioning with this name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` that tells the nearest names, or all.
    package func sectioning(_ name: String) throws(LootError) -> SectioningPlugin {
        try find(name, in: sectioningPlugins, of: .sectioning)
    }

    /// The catalog with this name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` that tells the nearest names, or all.
    package func catalog(_ name: String) throws(LootError) -> CatalogPlugin {
        try find(name, in: catalogPlugins, of: .catalog)
    }

    /// The importers, in the order in which they were registered.
    package var importers: [ImporterPlugin] { importerPlugins }

    /// The exporters, in the order in which they were registered.
    package var exporters: [ExporterPlugin] { exporterPlugins }

    /// The hooks that are asked without being listed.
    var standingHooks: [HookPlugin] { hookPlugins.filter(\.isStanding) }

    /// The hook with this name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` that tells the nearest names, or all.
    package func hook(_ name: String) throws(LootError) -> HookPlugin {
        try find(name, in: hookPlugins, of: .hook)
    }

    /// The front end with this name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` that tells the nearest names, or all.
    package func frontEnd(_ name: String) throws(LootError) -> FrontEndPlugin {
        try find(name, in: frontEndPlugins, of: .frontEnd)
    }

    /// The store that takes addresses of a scheme whole; schemes are the same in either case.
    func store(forScheme scheme: some StringProtocol) -> StorePlugin? {
        storePlugins.first { $0.schemes.contains { $0.lowercased() == scheme.lowercased() } }
    }

    /// The front end that a command starts.
    func frontEnd(for command: FrontEndPlugin.Command) -> FrontEndPlugin? {
        frontEndPlugins.first { $0.commands.contains { $0.name == command.name } }
    }

    /// What the plugin of a kind with this name says of itself.
    func descriptor(_ name: String, of kind: PluginDescriptor.Kind) -> PluginDescriptor? {
        descriptors(of: kind).first { $0.name == name }
    }

    /// The names of all plugins of a kind.
    func names(of kind: PluginDescriptor.Kind) -> [String] { descriptors(of: kind).map(\.name) }

    private func descriptors(of kind: PluginDescriptor.Kind) -> [PluginDescriptor] {
        switch kind {
        case .store: storePlugins.map(\.descriptor)
        case .decorator: decoratorPlugins.map(\.descriptor)
        case .sectioning: sectioningPlugins.map(\.descriptor)
        case .catalog: catalogPlugins.map(\.descriptor)
        case .importer: importerPlugins.map(\.descriptor)
        case .exporter: exporterPlugins.map(\.descriptor)
        case .hook: hookPlugins.map(\.descriptor)
        case .frontEnd: frontEndPlugins.map(\.descriptor)
        }
    }

    private func find<P: Plugin>(_ name: String, in plugins: [P], of kind: PluginDescriptor.Kind)
        throws(LootError) -> P
    {
        if let plugin = plugins.first(where: { $0.descriptor.name == name }) { return plugin }
        throw LootError(
            .configuration, "can't find the \(kind.noun) “\(TextRules.visible(name))”",
            because: "no \(kind.noun) has this name", next: suggestion(for: name, of: kind).next,
            remedy: suggestion(for: name, of: kind).remedy)
    }

    /// What a person who typed a wrong name may have meant.
    func suggestion(for name: String, of kind: PluginDescriptor.Kind) -> (
        next: String, remedy: LootError.Remedy?
    ) {
        if let program = untrusted(name) { return program.invitation }
        let names = names(of: kind)
        return (
            names.isEmpty ? "There is none to choose" : Suggestions.sentence(for: name, among: names), nil
        )
    }
}

extension PluginDescriptor.Kind {
    /// What messages call a plugin of this kind.
    var noun: String {
        switch self {
        case .store: "store"
        case .decorator: "store wrapper"
        case .sectioning: "sectioning"
        case .catalog: "catalog"
        case .importer: "importer"
        case .exporter: "exporter"
        case .hook: "hook"
        case .frontEnd: "front end"
        }
    }
}
