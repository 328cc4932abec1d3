public import LootCore
public import LootPlugins

/// The application, assembled: what the registry offers and the sources select, as the host of a front end.
///
/// Making one opens nothing and fails never; what is wrong with the configuration,
/// ``configurationProblems()`` tells, and ``store()``, ``sectioning()`` and ``run()`` throw.
public final class LootApplication: ProgramHost {
    /// What is selected where nothing is said, in short form; nil selects nothing.
    public struct Defaults: Hashable, Sendable {
        /// The store's address.
        var store: String?
        /// The sectioning. Without one, a list has no sections.
        var sections: String?
        /// The front end.
        var frontEnd: String?

        /// Defaults, none unless given.
        public init(store: String? = nil, sections: String? = nil, frontEnd: String? = nil) {
            self.store = store
            self.sections = sections
            self.frontEnd = frontEnd
        }

        subscript(slot: Slot) -> String? {
            switch slot {
            case .store: store
            case .sections: sections
            case .frontEnd: frontEnd
            }
        }
    }

    /// The environment that the sources hold.
    public let environment: [String: String]
    /// Who makes the changes: the configured author, else the login name.
    public let author: String?
    /// The person's language: the configured one, otherwise the one of the environment.
    public let language: Language

    let registry: Registry
    let defaults: Defaults
    let sources: ConfigurationSources
    let wiring: Configuration
    private let openedStore: OnceOpened

    /// The plugins that are programs of their own; nil where none can be run.
    package let programs: (any PluginPrograms)?

    /// An application from all that it needs.
    public convenience init(
        registry: Registry, defaults: Defaults = Defaults(), sources: ConfigurationSources
    ) {
        self.init(registry: registry, defaults: defaults, sources: sources, programs: nil)
    }

    /// An application from all that it needs, and the plugins that are programs.
    package init(
        registry: Registry, defaults: Defaults = Defaults(), sources: ConfigurationSources,
        programs: (any PluginPrograms)?
    ) {
        self.programs = programs
        let wiring = Configuration(registry: registry, defaults: defaults, sources: sources)
        self.registry = registry
        self.defaults = defaults
        self.sources = sources
        self.wiring = wiring
        environment = sources.environment
        author = wiring.author ?? sources.userName
        language = wiring.language ?? .ofEnvironment { sources.environment[$0] }
        openedStore = OnceOpened { () async throws(LootError) in try await wiring.openStore() }
    }

    /// Runs the configured front end to its end.
    ///
    /// - Throws: ``/LootCore/LootError`` from the front end, or for what is wrong with the configuration.
    public func run() async throws(LootError) -> ExitStatus {
        try wiring.requireSound()
        guard let selected = wiring.selected(in: .frontEnd) else {
            throw wiring.nothingSelected(in: .frontEnd)
        }
        return try await run(registry.frontEnd(selected.name))
    }

    /// Runs this front end to its end, whichever is configured, with what the configuration says of its name.
    ///
    /// It runs even while something is wrong with the configuration, so that it can say what, and gets its own settings
    /// as far as they are right.
    package func run(_ frontEnd: FrontEndPlugin) async throws(LootError) -> ExitStatus {
        try await frontEnd.make(wiring.settings(of: frontEnd.descriptor, in: .frontEnd), self).run()
    }

    /// Runs the front end that has this command: its configured settings, over them the command's own, over them
    /// `settings`.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` for settings that the front end does not have, or what the front
    ///   end throws.
    package func run(_ command: FrontEndPlugin.Command, settings: [String: SettingValue])
        async throws(LootError)
        -> ExitStatus
    {
        try wiring.requireSound()
        guard let plugin = registry.frontEnd(for: command) else {
            let known = registry.commands.map(\.command.name)
            throw LootError(
                .usage, "can't run “\(TextRules.visible(command.name))”",
                because: "no front end has this command",
                next: known.isEmpty ? "" : Suggestions.sentence(for: command.name, among: known))
        }
        let complete: PluginSettings
        do throws(LootError) {
            complete = try wiring.settings(
                of: plugin.descriptor, in: .frontEnd, under: [command.settings, settings],
                calling: command.name)
        } catch { throw error.recoded(.usage).whileTrying("can't run “\(command.name)”") }
        return try await plugin.make(complete, self).run()
    }

    /// Closes the store if it was opened; ``store()`` then throws `closed`. Closing again does nothing.
    public func close() async throws(LootError) { try await openedStore.close() }
}

extension LootApplication {
    /// Every plugin of the registry.
    package var plugins: [PluginDescriptor] { registry.plugins }

    /// The words that start front ends.
    package var frontEndCommands: [(command: FrontEndPlugin.Command, plugin: PluginDescriptor)] {
        registry.commands
    }

    /// The configured store in its wrappers. It is opened at the first call, once however many call at the same
    /// time; where opening failed, the next call tries again.
    public func store() async throws(LootError) -> any ItemStore { try await openedStore.store() }

    /// The file that the configured store keeps its items in.
    package var storeFile: StoreFile? { wiring.storeFile }

    /// See ``/LootPlugins/ProgramHost/storeFile(at:)``.
    package func storeFile(at address: String) throws(LootError) -> StoreFile? {
        try wiring.storeFile(at: address)
    }

    /// The store at an address, with its plugin's configured settings below what the address says. Nothing wraps it.
    public func store(at address: String) async throws(LootError) -> any ItemStore {
        try await wiring.openStore(at: address)
    }

    /// The configured sectioning; nil for none.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration`, also for what only the sectioning itself can tell, such as
    ///   a field that does not exist.
    public func sectioning() throws(LootError) -> (any Sectioning)? {
        try wiring.requireSound()
        guard let selected = wiring.selected(in: .sections) else { return nil }
        let settings = wiring.settings(of: selected, in: .sections)
        do throws(LootError) { return try registry.sectioning(selected.name).make(settings) } catch {
            throw wiring.refusal(of: .sections, because: error)
        }
    }

    /// The sectioning of a short form, with its plugin's configured settings below what the short form says.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `unknown-sectioning`, or `usage` where something else is wrong with the text.
    public func sectioning(_ shortForm: String) throws(LootError) -> (any Sectioning)? {
        try wiring.requireSound()
        let what = "can't make the sections “\(TextRules.visible(shortForm))”"
        do throws(ShortForm.Refusal) {
            _ = try ShortForm(shortForm, slot: .sections, registry: registry)
        } catch {
            throw LootError(
                error.isUnknownName ? .unknownSectioning : .usage, what, because: error.why, next: error.next,
                remedy: error.remedy)
        }
        do throws(LootError) {
            let (plugin, settings) = try wiring.selection(
                shortForm: shortForm, in: .sections, calling: shortForm)
            return try registry.sectioning(plugin.name).make(settings)
        } catch { throw error.code == .configuration ? error.recoded(.usage).whileTrying(what) : error }
    }

    /// The configured catalogs of products.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration`, also for what only the catalog itself can tell, such as an
    ///   address that is none.
    package func catalogs() throws(LootError) -> [any ProductCatalog] {
        try wiring.requireSound()
        return try wiring.catalogs()
    }

    /// Every importer with its settings, first those that the configuration lists.
    package func importers() throws(LootError) -> [FileImporter] {
        try wiring.requireSound()
        return wiring.importers()
    }

    /// Every exporter with its settings, first those that the configuration lists.
    package func exporters() throws(LootError) -> [FileExporter] {
        try wiring.requireSound()
        return wiring.exporters()
    }

    /// Every configuration key that has a value, and where the value came from; defaults are among them.
    package func configuration() -> [ConfigurationEntry] { wiring.entries }

    /// Everything that is wrong with the configuration, as far as can be told without opening a store or a front end.
    public func configurationProblems() -> [LootError] {
        if !wiring.problems.isEmpty { return wiring.problems }
        do throws(LootError) {
            _ = try sectioning()
            _ = try catalogs()
            _ = try wiring.hooks()
        } catch { return [error] }
        return []
    }

    /// The JSON Schema (2020-12) of configuration files.
    package func configurationSchema() -> String {
        Configuration.schema(registry: registry, defaults: defaults)
    }
}

extension LootError {
    fileprivate func recoded(_ code: Code) -> LootError {
        var copy = self
        copy.code = code
        return copy
    }
}
