public import LootCore
public import LootPlugins

/// A collection of plugins from which a configuration can select.
public struct Registry: Sendable {
    private var storePlugins: [StorePlugin] = []
    private var decoratorPlugins: [DecoratorPlugin] = []
    private var sectioningPlugins: [SectioningPlugin] = []
    private var catalogPlugins: [CatalogPlugin] = []
    private var importerPlugins: [ImporterPlugin] = []
    private var exporterPlugins: [ExporterPlugin] = []
    private var hookPlugins: [HookPlugin] = []
    /// The actions, in registration order.
    package private(set) var actions: [Action] = []
    private var frontEndPlugins: [FrontEndPlugin] = []
    /// Returns the program with a name that isn't trusted, so that its plugins aren't in the registry, or `nil`.
    package var untrusted: @Sendable (_ name: String) -> PluginProgram? = { _ in nil }

    /// Creates an empty registry.
    public init() {}

    /// Creates a registry with plugins.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first plugin that can't be registered.
    public init(
        stores: [StorePlugin] = [], decorators: [DecoratorPlugin] = [], sectionings: [SectioningPlugin] = [],
        catalogs: [CatalogPlugin] = [], importers: [ImporterPlugin] = [], exporters: [ExporterPlugin] = [],
        hooks: [HookPlugin] = [], actions: [Action] = [], frontEnds: [FrontEndPlugin] = []
    ) throws(LootError) {
        for plugin in stores { try register(plugin) }
        for plugin in decorators { try register(plugin) }
        for plugin in sectionings { try register(plugin) }
        for plugin in catalogs { try register(plugin) }
        for plugin in importers { try register(plugin) }
        for plugin in exporters { try register(plugin) }
        for plugin in hooks { try register(plugin) }
        for action in actions { try register(action) }
        for plugin in frontEnds { try register(plugin) }
    }

    /// Adds a store.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if another store has its name or one of its
    ///   schemes, or if its description is inconsistent.
    package mutating func register(_ plugin: StorePlugin) throws(LootError) {
        try check(plugin)
        for scheme in plugin.schemes {
            if let other = store(forScheme: scheme) {
                throw refusal(
                    plugin.descriptor, "“\(other.descriptor.name)” already has the scheme “\(scheme)”.")
            }
        }
        if !plugin.schemes.isEmpty, !plugin.descriptor.options.contains(where: { $0.name == "url" }) {
            throw refusal(plugin.descriptor, "It has schemes, but no option “url” for their addresses.")
        }
        storePlugins.append(plugin)
    }

    /// Adds a store wrapper.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if another one has its name, or if its description
    ///   is inconsistent.
    mutating func register(_ plugin: DecoratorPlugin) throws(LootError) {
        try check(plugin)
        decoratorPlugins.append(plugin)
    }

    /// Adds a sectioning.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if another one has its name, or if its description
    ///   is inconsistent.
    package mutating func register(_ plugin: SectioningPlugin) throws(LootError) {
        try check(plugin)
        sectioningPlugins.append(plugin)
    }

    /// Adds a product catalog.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if another one has its name, or if its description
    ///   is inconsistent.
    mutating func register(_ plugin: CatalogPlugin) throws(LootError) {
        try check(plugin)
        catalogPlugins.append(plugin)
    }

    /// Adds an importer.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if another one has its name, or if its description
    ///   is inconsistent.
    package mutating func register(_ plugin: ImporterPlugin) throws(LootError) {
        try check(plugin)
        importerPlugins.append(plugin)
    }

    /// Adds an exporter.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if another one has its name, or if its description
    ///   is inconsistent.
    package mutating func register(_ plugin: ExporterPlugin) throws(LootError) {
        try check(plugin)
        exporterPlugins.append(plugin)
    }

    /// Adds a hook.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if another one has its name, or if its description
    ///   is inconsistent.
    package mutating func register(_ plugin: HookPlugin) throws(LootError) {
        try check(plugin)
        hookPlugins.append(plugin)
    }

    /// Adds an action.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if another action has the same ID, if the
    ///   ID is a command or a word of a registered front end, or if the action's description is inconsistent.
    package mutating func register(_ action: Action) throws(LootError) {
        try check(action)
        for plugin in frontEndPlugins {
            // Computing the words creates all declarations of commands. To avoid this at launch, the built-in
            // actions are registered before the front ends.
            if plugin.commands.contains(where: { $0.name == action.id }) || plugin.words().contains(action.id)
            {
                throw refusal(
                    action.descriptor,
                    "“\(action.id)” is a command of the front end “\(plugin.descriptor.name)”.")
            }
        }
        actions.append(action)
    }

    /// Adds a front end.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if another one has its name or one of its
    ///   commands, if an action has the name of a command, or if its description is inconsistent.
    mutating func register(_ plugin: FrontEndPlugin) throws(LootError) {
        try check(plugin)
        for command in plugin.commands {
            try check(command, of: plugin.descriptor)
            if let other = frontEnd(for: command) {
                throw refusal(
                    plugin.descriptor, "“\(other.descriptor.name)” already has the command “\(command.name)”."
                )
            }
            if actions.named(command.name) != nil {
                throw refusal(plugin.descriptor, "An action named “\(command.name)” is already registered.")
            }
        }
        frontEndPlugins.append(plugin)
    }

    /// Replaces the front end with the same name, if there is one.
    package mutating func replace(_ plugin: FrontEndPlugin) {
        let name = plugin.descriptor.name
        guard let index = frontEndPlugins.firstIndex(where: { $0.descriptor.name == name }) else { return }
        frontEndPlugins[index] = plugin
    }

    /// Returns a registry with the plugins of this one and another.
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
        for action in other.actions { try all.register(action) }
        for plugin in other.frontEndPlugins { try all.register(plugin) }
        return all
    }

    /// The descriptions of all plugins, grouped by kind, in registration order.
    package var plugins: [PluginDescriptor] {
        PluginDescriptor.Kind.allCases.flatMap(descriptors)
    }

    /// The commands that start front ends, with their front ends.
    package var commands: [(command: FrontEndPlugin.Command, plugin: PluginDescriptor)] {
        frontEndPlugins.flatMap { plugin in plugin.commands.map { ($0, plugin.descriptor) } }
    }

    /// Returns the store with the given name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if there is none. The error suggests similar
    ///   names.
    package func store(_ name: String) throws(LootError) -> StorePlugin {
        try find(name, in: storePlugins, of: .store)
    }

    /// Returns the wrapper with the given name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if there is none. The error suggests similar
    ///   names.
    package func decorator(_ name: String) throws(LootError) -> DecoratorPlugin {
        try find(name, in: decoratorPlugins, of: .decorator)
    }

    /// Returns the sectioning with the given name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if there is none. The error suggests similar
    ///   names.
    package func sectioning(_ name: String) throws(LootError) -> SectioningPlugin {
        try find(name, in: sectioningPlugins, of: .sectioning)
    }

    /// Returns the catalog with the given name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if there is none. The error suggests similar
    ///   names.
    package func catalog(_ name: String) throws(LootError) -> CatalogPlugin {
        try find(name, in: catalogPlugins, of: .catalog)
    }

    /// The importers, in registration order.
    package var importers: [ImporterPlugin] { importerPlugins }

    /// The exporters, in registration order.
    package var exporters: [ExporterPlugin] { exporterPlugins }

    /// The hooks that are always called, even if the configuration doesn't list them.
    var permanentHooks: [HookPlugin] { hookPlugins.filter(\.isStanding) }

    /// Returns the hook with the given name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if there is none. The error suggests similar
    ///   names.
    package func hook(_ name: String) throws(LootError) -> HookPlugin {
        try find(name, in: hookPlugins, of: .hook)
    }

    /// Returns the front end with the given name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if there is none. The error suggests similar
    ///   names.
    package func frontEnd(_ name: String) throws(LootError) -> FrontEndPlugin {
        try find(name, in: frontEndPlugins, of: .frontEnd)
    }

    /// Returns the store for URLs with a scheme, ignoring case.
    func store(forScheme scheme: some StringProtocol) -> StorePlugin? {
        storePlugins.first { $0.schemes.contains { $0.lowercased() == scheme.lowercased() } }
    }

    /// Returns the front end that a command starts.
    func frontEnd(for command: FrontEndPlugin.Command) -> FrontEndPlugin? {
        frontEndPlugins.first { $0.commands.contains { $0.name == command.name } }
    }

    /// Returns the description of the plugin with the given kind and name.
    func descriptor(_ name: String, of kind: PluginDescriptor.Kind) -> PluginDescriptor? {
        descriptors(of: kind).first { $0.name == name }
    }

    /// Returns the names of all plugins of a kind.
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
        case .action: actions.map(\.descriptor)
        case .frontEnd: frontEndPlugins.map(\.descriptor)
        }
    }

    private func find<P: Plugin>(_ name: String, in plugins: [P], of kind: PluginDescriptor.Kind)
        throws(LootError) -> P
    {
        if let plugin = plugins.first(where: { $0.descriptor.name == name }) { return plugin }
        let suggestion = suggestion(for: name, of: kind)
        throw LootError(
            .configuration, kind.unknown(name), advice: suggestion.advice, remedy: suggestion.remedy)
    }

    /// A suggestion for an unknown name.
    struct Suggestion {
        let advice: Message
        var remedy: LootError.Remedy?
        /// Whether the advice is about a similar name, rather than all names.
        let isSpecific: Bool
    }

    /// Returns a suggestion for an unknown name.
    func suggestion(for name: String, of kind: PluginDescriptor.Kind) -> Suggestion {
        if let program = untrusted(name) {
            return Suggestion(
                advice: program.trustAdvice, remedy: .trustPlugin(program.name), isSpecific: true)
        }
        let names = names(of: kind)
        if names.isEmpty {
            return Suggestion(advice: "No plugin of this kind is available.", isSpecific: false)
        }
        return Suggestion(
            advice: Suggestions.advice(for: name, among: names),
            isSpecific: !Suggestions.nearest(to: name, among: names).isEmpty)
    }
}

extension PluginDescriptor.Kind {
    /// Returns the message for a name that no plugin of this kind has.
    func unknown(_ name: String) -> Message {
        let name = TextRules.visible(name.withoutPassword)
        return switch self {
        case .store: "There is no store “\(name)”."
        case .decorator: "There is no store wrapper “\(name)”."
        case .sectioning: "There is no grouping “\(name)”."
        case .catalog: "There is no catalog “\(name)”."
        case .importer: "There is no importer “\(name)”."
        case .exporter: "There is no exporter “\(name)”."
        case .hook: "There is no hook “\(name)”."
        case .action: "There is no action “\(name)”."
        case .frontEnd: "There is no front end “\(name)”."
        }
    }
}
