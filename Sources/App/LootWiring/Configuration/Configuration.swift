import LootCore
import LootFormats
import LootPlugins
import LootQueryText

/// The validated configuration, combined from all layers.
struct Configuration: Sendable {
    let registry: Registry
    /// The errors, in the order of the layers.
    let problems: [LootError]
    let resolver: Resolver
    let builtIn: Origin
    let lists: ListTable
    private let workingDirectory: String

    /// Reads the sources, which take precedence over the defaults.
    init(registry: Registry, defaults: LootApplication.Defaults, sources: ConfigurationSources) {
        let folders = Folders(sources)
        let builtIn = Origin.builtIn(folders)
        var resolver = Resolver(registry: registry, folders: folders)
        var shortForms = Layer()
        for section in ConfigurationSection.allCases {
            shortForms.sections[section] = defaults[section].map {
                SectionSettings(shortForm: UncheckedSetting(.words($0), origin: builtIn))
            }
        }
        resolver.add(shortForms)
        var problems: [[LootError]] = []
        var layers = [FileLayer.read, EnvironmentLayer.read, FlagLayer.read].map { read in
            var checker = Checker(registry: registry, folders: folders)
            defer { problems.append(checker.problems) }
            return read(sources, &checker)
        }
        lists = ListTable(choosingIn: &layers, defaults: shortForms, &resolver.checker)
        for (layer, problems) in zip(layers, problems) {
            for problem in problems { resolver.checker.refuse(problem) }
            resolver.add(layer)
        }
        self.registry = registry
        self.builtIn = builtIn
        self.resolver = resolver
        workingDirectory = sources.workingDirectory
        var checker = resolver.checker
        for section in ConfigurationSection.allCases {
            guard let state = resolver.sections[section] else { continue }
            checker.complete(state, path: state.path ?? section.rawValue)
        }
        for list in PluginList.allCases {
            for (index, entry) in (resolver.lists[list] ?? []).enumerated() {
                _ = checker.complete(
                    entry.values, of: entry.plugin, path: "\(list.rawValue)[\(index)]",
                    selectedAt: entry.origin)
            }
        }
        self.problems = checker.problems + lists.problems
    }

    /// Throws the first error in the configuration, if there is one.
    func requireSound() throws(LootError) {
        guard var first = problems.first else { return }
        if problems.count == 1 { throw first }
        let others = problems.count - 1
        first.advice =
            first.advice.isEmpty
            ? "See \(others, one: "other problem", other: "other problems")."
            : "\(first.advice) See \(others, one: "other problem", other: "other problems")."
        first.remedy = .checkConfiguration
        throw first
    }

    /// Returns the plugin that a section selects.
    func selected(in section: ConfigurationSection) -> PluginDescriptor? {
        guard case .plugin(let plugin, _) = resolver.sections[section]?.selection else { return nil }
        return plugin
    }

    /// Returns the error for settings that a section's plugin rejects. Its origin is that of the option that
    /// the plugin names, or else that of the plugin's selection.
    func refusal(of section: ConfigurationSection, _ error: LootError) -> LootError {
        var origin = builtIn
        if case .plugin(let plugin, let selected) = resolver.sections[section]?.selection {
            let values = resolver.sections[section]?.values[plugin.name] ?? [:]
            let option = values.first { "\(section.rawValue).\($0.key)" == error.place }
            origin = option?.value.origin ?? selected
        }
        return LootError(
            .configuration, origin.failure(at: section.rawValue), reason: error.explanation,
            advice: error.advice, remedy: error.remedy, field: error.field, place: section.rawValue)
    }

    /// Returns the settings of a plugin, even if it isn't selected. Invalid options have their default values.
    func settings(of plugin: PluginDescriptor, in section: ConfigurationSection) -> PluginSettings {
        var checker = Checker(registry: registry, folders: resolver.checker.folders)
        let values = checker.complete(
            resolver.sections[section]?.values[plugin.name], of: plugin, path: section.rawValue,
            selectedAt: builtIn)
        return PluginSettings(values.mapValues(\.value))
    }

    /// The file of the selected store.
    var storeFile: StoreFile? {
        guard let plugin = selected(in: .store), plugin.shortForm.contains("path"),
            let option = plugin.options.first(where: { $0.name == "path" }), case .path = option.kind
        else { return nil }
        var checker = Checker(registry: registry, folders: resolver.checker.folders)
        let values = checker.complete(
            resolver.sections[.store]?.values[plugin.name], of: plugin,
            path: ConfigurationSection.store.rawValue,
            selectedAt: builtIn)
        guard let setting = values["path"], case .text(let path) = setting.value else { return nil }
        return StoreFile(path: path, isNamedForThisRun: setting.origin.isOfThisRun)
    }

    /// Returns the file of the store at an address, or `nil` if it has none.
    func storeFile(at address: String) throws(LootError) -> StoreFile? {
        let (plugin, settings) = try selection(
            shortForm: address, in: .store, calling: "address", kind: .address)
        let option = plugin.options.first { $0.name == "path" && plugin.shortForm.contains("path") }
        guard option?.kind == .path, let path = settings.text("path") else { return nil }
        return StoreFile(path: path, isNamedForThisRun: true)
    }

    /// The store's wrappers with their settings, innermost first.
    var decorators: [(name: String, settings: PluginSettings)] {
        var checker = Checker(registry: registry, folders: resolver.checker.folders)
        return (resolver.sections[.store]?.decorators ?? []).map { decorator in
            let values = checker.complete(
                decorator.values, of: decorator.plugin, path: "store.with", selectedAt: decorator.origin)
            var settings = PluginSettings(values.mapValues(\.value))
            settings.stateFolder = checker.folders.state
            return (decorator.plugin.name, settings)
        }
    }

    /// Returns the plugin that a short form selects, and its settings. Options in the short form take precedence.
    /// Errors refer to the text as `name`, or by its kind.
    func selection(
        shortForm: String, in section: ConfigurationSection, calling name: String,
        kind: Origin.Kind = .named
    ) throws(LootError) -> (plugin: PluginDescriptor, settings: PluginSettings) {
        let origin = Origin(name: name, folder: workingDirectory, kind: kind)
        return try selection(
            [SectionSettings(shortForm: UncheckedSetting(.words(shortForm), origin: origin))], in: section,
            origin)
    }

    /// Returns a plugin's settings, overridden by layers of others. Later layers take precedence.
    func settings(
        of plugin: PluginDescriptor, in section: ConfigurationSection, under layers: [[String: SettingValue]],
        calling name: String
    )
        throws(LootError) -> PluginSettings
    {
        let origin = Origin(name: name, folder: workingDirectory)
        let use = SectionSettings(use: UncheckedSetting(.text(plugin.name), origin: origin))
        let sectionLayers = layers.map { layer in
            SectionSettings(
                values: layer.sorted { $0.key < $1.key }.map {
                    .init(
                        key: .name($0.key), origin: origin,
                        setting: UncheckedSetting(setting: $0.value, origin: origin))
                })
        }
        return try selection([use] + sectionLayers, in: section, origin).settings
    }

    private func selection(
        _ sectionLayers: [SectionSettings], in section: ConfigurationSection, _ origin: Origin
    ) throws(LootError) -> (
        plugin: PluginDescriptor, settings: PluginSettings
    ) {
        var resolver = resolver
        resolver.checker = Checker(registry: registry, folders: resolver.checker.folders)
        for sectionSettings in sectionLayers {
            var layer = Layer()
            layer.sections[section] = sectionSettings
            resolver.add(layer)
        }
        guard let state = resolver.sections[section], case .plugin(let plugin, _) = state.selection else {
            throw resolver.checker.problems.first ?? nothingSelected(in: section)
        }
        let values = resolver.checker.complete(
            state.values[plugin.name], of: plugin, path: section.rawValue, selectedAt: origin)
        if let problem = resolver.checker.problems.first { throw problem }
        return (plugin, PluginSettings(values.mapValues(\.value)))
    }

    /// Returns the error for a section that doesn't select a plugin.
    func nothingSelected(in section: ConfigurationSection) -> LootError {
        let failure: Message =
            switch section {
            case .store: "The configuration doesn't select a store."
            case .sections: "The configuration doesn't select a grouping."
            case .frontEnd: "The configuration doesn't select a front end."
            }
        let names = registry.names(of: section.kind)
        return LootError(
            .configuration, failure,
            advice: names.isEmpty
                ? "Set \(section.rawValue).use." : "Set \(section.rawValue).use to \(list: names, .or).",
            place: section.rawValue)
    }
}

extension Configuration {
    /// All keys with a value, by section and in the order of the plugins' declarations.
    var entries: [ConfigurationEntry] {
        let author = resolver.author.map { author in
            ConfigurationEntry(
                path: Layer.authorKey, value: ForeignValue.text(author.name).json(columns: .max),
                origin: author.origin.name)
        }
        let language = resolver.language.map { language in
            ConfigurationEntry(
                path: Layer.languageKey, value: "\"\(language.value.tag)\"", origin: language.origin.name)
        }
        let list = lists.used.map { list in
            ConfigurationEntry(
                path: Layer.listKey, value: ForeignValue.text(list.name).json(columns: .max),
                origin: list.origin.name)
        }
        return ConfigurationSection.allCases.flatMap { entries(of: $0) } + otherFrontEnds
            + [author, language, list].compactMap { $0 } + lists.entries.flatMap { entries(of: $0) }
            + PluginList.allCases.flatMap { entries(resolver.lists[$0] ?? [], path: $0.rawValue) }
            + resolver.declarations.entries
    }

    /// The valid views.
    var views: [SavedView] { resolver.declarations.views }

    /// The declared custom fields and the templates.
    var ownFields: OwnFields { resolver.declarations.ownFields }

    /// The aliases, which abbreviate the beginning of a command line.
    var aliases: [(name: String, line: String)] { resolver.declarations.aliases }

    /// The configured author of changes.
    var author: String? { resolver.author?.name }

    /// The configured language.
    var language: Language? { resolver.language?.value }

    /// The entries of front ends that aren't selected and have options.
    private var otherFrontEnds: [ConfigurationEntry] {
        let selected = selected(in: .frontEnd)?.name
        return registry.names(of: .frontEnd).filter { $0 != selected }.flatMap { name in
            guard let values = resolver.sections[.frontEnd]?.values[name],
                let plugin = registry.descriptor(name, of: .frontEnd)
            else { return [ConfigurationEntry]() }
            return Self.entries(values, of: plugin, path: name)
        }
    }

    private func entries(of section: ConfigurationSection) -> [ConfigurationEntry] {
        guard let state = resolver.sections[section], case .plugin(let plugin, let origin) = state.selection
        else {
            return []
        }
        var checker = Checker(registry: registry, folders: resolver.checker.folders)
        let path = section.rawValue
        var entries = [
            ConfigurationEntry(
                path: "\(path).use", value: ForeignValue.text(plugin.name).json(columns: .max),
                origin: origin.name)
        ]
        let values = checker.complete(state.values[plugin.name], of: plugin, path: path, selectedAt: origin)
        entries += Self.entries(values, of: plugin, path: path)
        guard section == .store else { return entries }
        if state.decorators.isEmpty {
            let origin = state.decoratorsOrigin ?? builtIn
            return entries + [ConfigurationEntry(path: "store.with", value: "[]", origin: origin.name)]
        }
        return entries + self.entries(state.decorators, path: "store.with")
    }

    /// Returns the entries of a named list. Omits defaults.
    private func entries(of entry: ListTable.Entry) -> [ConfigurationEntry] {
        guard case .plugin(let plugin, let origin) = entry.state.selection else { return [] }
        let use = ConfigurationEntry(
            path: "\(entry.list.path).use", value: ForeignValue.text(plugin.name).json(columns: .max),
            origin: origin.name)
        return [use]
            + Self.entries(entry.state.values[plugin.name] ?? [:], of: plugin, path: entry.list.path)
            + entries(entry.state.decorators, path: "\(entry.list.path).with")
    }

    /// Returns the entries for a list of plugins and their options.
    private func entries(_ list: [SectionState.Entry], path: String) -> [ConfigurationEntry] {
        var checker = Checker(registry: registry, folders: resolver.checker.folders)
        return list.enumerated().flatMap { index, entry in
            let path = "\(path)[\(index)]"
            let name = ForeignValue.text(entry.plugin.name).json(columns: .max)
            let values = checker.complete(
                entry.values, of: entry.plugin, path: path, selectedAt: entry.origin)
            return [ConfigurationEntry(path: "\(path).use", value: name, origin: entry.origin.name)]
                + Self.entries(values, of: entry.plugin, path: path)
        }
    }

    private static func entries(_ values: SectionState.Values, of plugin: PluginDescriptor, path: String)
        -> [ConfigurationEntry]
    {
        plugin.options.compactMap { option in
            guard let value = values[option.name] else { return nil }
            let shown = shown(value.value, as: option.kind)
            let text =
                option.kind.isSecret
                ? String(localized: "(set)") : shown.json.withoutPasswords.json(columns: .max)
            return ConfigurationEntry(path: "\(path).\(option.name)", value: text, origin: value.origin.name)
        }
    }

    /// Returns a value in the notation of the configuration. The bound `>50` is stored as the next greater amount.
    private static func shown(_ value: SettingValue, as kind: PluginOption.Kind) -> SettingValue {
        switch (kind, value) {
        case (.list(let kind), .list(let values)): .list(values.map { shown($0, as: kind) })
        case (.bound, .amount(let bound)): SectionRule.strictBound(bound).map { .text(">\($0)") } ?? value
        default: value
        }
    }
}
