public import LootCore
public import LootPlugins
import Synchronization

/// The application: the plugins that the configuration selects from a registry, as the host of a front end.
///
/// Initialization never fails and opens nothing. Errors in the configuration are returned by
/// ``configurationProblems()``, and thrown by ``store()``, ``sectioning()`` and ``run()``.
public final class LootApplication: ProgramHost {
    /// The plugins that are selected by default, in short form. A value of `nil` selects none.
    public struct Defaults: Hashable, Sendable {
        /// The address of the store.
        var store: String?
        /// The sectioning. Without one, a list has no sections.
        var sections: String?
        /// The front end.
        var frontEnd: String?

        /// Creates defaults.
        public init(store: String? = nil, sections: String? = nil, frontEnd: String? = nil) {
            self.store = store
            self.sections = sections
            self.frontEnd = frontEnd
        }

        /// Returns these defaults, with missing parts taken from `others`.
        package func completed(by others: Self) -> Self {
            Self(
                store: store ?? others.store, sections: sections ?? others.sections,
                frontEnd: frontEnd ?? others.frontEnd)
        }

        subscript(section: ConfigurationSection) -> String? {
            switch section {
            case .store: store
            case .sections: sections
            case .frontEnd: frontEnd
            }
        }
    }

    /// The environment variables.
    public let environment: [String: String]
    /// The author of changes: the configured one, or else the login name.
    public let author: String?
    /// The user's language: the configured one, or else that of the environment.
    public let language: Language

    let registry: Registry
    let defaults: Defaults
    let sources: ConfigurationSources
    let wiring: Configuration
    private let openedStore: LazyStore
    private let latestSettings = LatestSettings()
    private let knownDeclarations = Mutex<ListDeclarations?>(nil)

    /// The plugins that are separate programs, or `nil` if programs can't be run.
    package let programs: (any PluginPrograms)?

    /// Creates an application.
    public convenience init(
        registry: Registry, defaults: Defaults = Defaults(), sources: ConfigurationSources
    ) {
        self.init(registry: registry, defaults: defaults, sources: sources, programs: nil)
    }

    /// Creates an application with plugins that are separate programs.
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
        openedStore = LazyStore { [latestSettings] () async throws(LootError) in
            await latestSettings.following(try await wiring.openStore())
        }
    }

    /// Runs the configured front end until it ends.
    ///
    /// - Throws: ``/LootCore/LootError`` from the front end or because of an error in the configuration.
    public func run() async throws(LootError) -> ExitStatus {
        try wiring.requireSound()
        guard let selected = wiring.selected(in: .frontEnd) else {
            throw wiring.nothingSelected(in: .frontEnd)
        }
        return try await run(registry.frontEnd(selected.name))
    }

    /// Runs the given front end with its settings from the configuration until it ends, even if another one is
    /// configured.
    ///
    /// It runs even if the configuration has errors, so that it can report them. Invalid settings are ignored.
    package func run(_ frontEnd: FrontEndPlugin) async throws(LootError) -> ExitStatus {
        try await withDeclarations { () async throws(LootError) in
            try await frontEnd.make(wiring.settings(of: frontEnd.descriptor, in: .frontEnd), self).run()
        }
    }

    /// Runs a closure with the user's language, which settles ambiguous input, and with the names of the declared
    /// custom fields.
    private func withDeclarations<Value: Sendable>(
        _ body: () async throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        let language = wiring.language ?? Language.named(by: { sources.environment[$0] })
        let fields = DeclaredFields { self.ownFields }
        let result: Result<Value, LootError> = await Language.$named.withValue(language) {
            await DeclaredFields.$current.withValue(fields) { () async -> Result<Value, LootError> in
                do throws(LootError) { return .success(try await body()) } catch { return .failure(error) }
            }
        }
        return try result.get()
    }

    /// Runs the front end of a command. `settings` take precedence over the command's settings, and those over the
    /// configured ones.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` if a setting isn't an option of the front end, or the
    ///   errors of the front end.
    package func run(_ command: FrontEndPlugin.Command, settings: [String: SettingValue])
        async throws(LootError)
        -> ExitStatus
    {
        try wiring.requireSound()
        guard let plugin = registry.frontEnd(for: command) else {
            let known = registry.commands.map(\.command.name)
            throw LootError(
                .usage, "Can't run “\(TextRules.visible(command.name))”.",
                reason: "No front end has this command.",
                advice: Suggestions.advice(for: command.name, among: known))
        }
        let complete: PluginSettings
        do throws(LootError) {
            complete = try wiring.settings(
                of: plugin.descriptor, in: .frontEnd, under: [command.settings, settings],
                calling: command.name)
        } catch { throw error.recoded(.usage) }
        return try await withDeclarations { () async throws(LootError) in
            try await plugin.make(complete, self).run()
        }
    }

    /// Closes the store if it is open. Afterward, ``store()`` throws `closed`. Closing again has no effect.
    public func close() async throws(LootError) { try await openedStore.close() }
}

extension LootApplication {
    /// The settings of the list as they were last read.
    package var listSettings: ListSettings { latestSettings.value }

    /// The declarations in the settings of the list, with those of the configuration.
    var declarations: ListDeclarations {
        let settings = listSettings
        return knownDeclarations.withLock { known in
            if let known, known.settings == settings { return known }
            let declarations = ListDeclarations(
                settings, adding: wiring.ownFields, registry, Folders(sources))
            known = declarations
            return declarations
        }
    }

    /// Returns the problems of the views, custom fields and templates in settings of a list.
    package func problems(of settings: ListSettings) -> [LootError] {
        let declarations = ListDeclarations(settings, adding: wiring.ownFields, registry, Folders(sources))
        return declarations.problems.map { problem in
            var problem = problem
            problem.code = .invalidValue
            return problem
        }
    }

    /// Reads the settings of the list again.
    package func readListSettings() async {
        if let store = try? await openedStore.store() { await latestSettings.read(from: store) }
    }

    /// Opens the store if its list exists, so that the settings of the list are known.
    package func openExistingList() async {
        if let file = storeFile?.path, (try? sources.readFile(file)) == .some(nil) { return }
        _ = try? await store()
    }

    /// The name of the list in use.
    package var listName: String? { wiring.lists.used?.name }

    /// The names of the lists in the configuration.
    package var listNames: [String] { wiring.lists.entries.map(\.list.name) }

    /// Returns an application for each list that the configuration names, unless one is specified for this run.
    package func hostsOfLists() -> [any ProgramHost] {
        guard let used = wiring.lists.used, !used.origin.isOfThisRun, wiring.lists.entries.count > 1 else {
            return []
        }
        return listNames.map { name in
            var sources = sources
            sources.settings.append("\(Layer.listKey)=\(name)")
            return LootApplication(
                registry: registry, defaults: defaults, sources: sources, programs: programs)
        }
    }

    /// The registry's plugins.
    package var plugins: [PluginDescriptor] { registry.plugins }

    /// The commands that start front ends.
    package var frontEndCommands: [(command: FrontEndPlugin.Command, plugin: PluginDescriptor)] {
        registry.commands
    }

    /// Returns the configured store with its wrappers. The first call opens it, and concurrent calls share the
    /// result. After a failure, the next call tries again.
    public func store() async throws(LootError) -> any ItemStore { try await openedStore.store() }

    /// Closes the store if it is open. The next call of ``store()`` opens it again.
    package func closeStore() async throws(LootError) { try await openedStore.rest() }

    /// The file of the configured store.
    package var storeFile: StoreFile? { wiring.storeFile }

    /// Returns the file of the store at an address, or `nil` if it has none.
    package func storeFile(at address: String) throws(LootError) -> StoreFile? {
        try wiring.storeFile(at: address)
    }

    /// Opens the store at an address, without wrappers. The address takes precedence over the plugin's configured
    /// settings.
    public func store(at address: String) async throws(LootError) -> any ItemStore {
        try await wiring.openStore(at: address)
    }

    /// Returns the configured sectioning, or `nil` if there is none.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration`, including for errors that only the sectioning can
    ///   detect, such as an unknown field.
    public func sectioning() throws(LootError) -> (any Sectioning)? {
        try wiring.requireSound()
        guard let selected = wiring.selected(in: .sections) else { return nil }
        let settings = wiring.settings(of: selected, in: .sections)
        do throws(LootError) { return try registry.sectioning(selected.name).make(settings) } catch {
            throw wiring.refusal(of: .sections, error)
        }
    }

    /// Creates the sectioning of a short form, which takes precedence over the plugin's configured settings.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `unknown-sectioning`, or `usage` for other errors in the text.
    public func sectioning(_ shortForm: String) throws(LootError) -> (any Sectioning)? {
        try wiring.requireSound()
        let failure: Message = "Can't group the items by “\(TextRules.visible(shortForm))”."
        do throws(ShortForm.Refusal) {
            _ = try ShortForm(shortForm, section: .sections, registry: registry)
        } catch {
            throw LootError(
                error.isUnknownName ? .unknownSectioning : .usage, failure, reason: error.reason,
                advice: error.advice, remedy: error.remedy)
        }
        let selection: (plugin: PluginDescriptor, settings: PluginSettings)
        do throws(LootError) {
            selection = try wiring.selection(shortForm: shortForm, in: .sections, calling: shortForm)
        } catch { throw error.recoded(.usage) }
        do throws(LootError) {
            return try registry.sectioning(selection.plugin.name).make(selection.settings)
        } catch { throw error.code == .configuration ? error.recoded(.usage).during(failure) : error }
    }

    /// Returns the configured product catalogs.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration`, including for errors that only a catalog can
    ///   detect, such as an invalid address.
    package func catalogs() throws(LootError) -> [any ProductCatalog] {
        try wiring.requireSound()
        return try wiring.catalogs()
    }

    /// Returns all importers with their settings, beginning with those listed in the configuration.
    package func importers() throws(LootError) -> [FileImporter] {
        try wiring.requireSound()
        return wiring.importers()
    }

    /// Returns all exporters with their settings, beginning with those listed in the configuration.
    package func exporters() throws(LootError) -> [FileExporter] {
        try wiring.requireSound()
        return wiring.exporters()
    }

    /// The actions with their configured settings, in registration order.
    package var actions: [Action] { wiring.actions() }

    /// Returns all configuration keys with a value, including defaults, and the origins of the values.
    package func configuration() -> [ConfigurationEntry] { wiring.entries }

    /// Returns the errors in the configuration that can be detected without opening a store or starting a front end.
    /// Errors that only the sectioning, a catalog or a hook detects are returned only if there are no others, and then
    /// only the first one.
    public func configurationProblems() -> [LootError] {
        if !wiring.problems.isEmpty { return wiring.problems }
        do throws(LootError) {
            _ = try sectioning()
            _ = try catalogs()
            _ = try wiring.hooks()
        } catch { return [error] }
        // Messages of damaged parts are shown in English, so commands still run.
        return language.catalogProblems.map { problem in
            LootError(
                .configuration, "The translations into “\(language.tag)” are damaged.", reason: problem,
                advice: "Reinstall the program.")
        }
    }

    /// Returns the JSON Schema (2020-12) of configuration files.
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
