import LootCore
import LootFormats
import LootPlugins

/// Everything that was said, checked and laid over each other.
struct Configuration: Sendable {
    let registry: Registry
    /// What is wrong, in the order of the layers.
    let problems: [LootError]
    let resolver: Resolver
    let builtIn: Origin
    private let workingDirectory: String

    /// Reads the sources onto the defaults.
    init(registry: Registry, defaults: LootApplication.Defaults, sources: ConfigurationSources) {
        let folders = Folders(sources)
        let builtIn = Origin.builtIn(folders)
        var resolver = Resolver(registry: registry, folders: folders)
        var shortForms = Layer()
        for slot in Slot.allCases {
            shortForms.sections[slot] = defaults[slot].map {
                Statement(shortForm: Stated(.words($0), origin: builtIn))
            }
        }
        resolver.add(shortForms)
        resolver.add(FileLayer.read(sources, &resolver.checker))
        resolver.add(EnvironmentLayer.read(sources, &resolver.checker))
        resolver.add(FlagLayer.read(sources, &resolver.checker))
        self.registry = registry
        self.builtIn = builtIn
        self.resolver = resolver
        workingDirectory = sources.workingDirectory
        var checker = resolver.checker
        for slot in Slot.allCases {
            guard let state = resolver.slots[slot], case .plugin(let plugin, let origin) = state.selection
            else {
                continue
            }
            _ = checker.complete(
                state.values[plugin.name], of: plugin, path: slot.rawValue, selectedAt: origin)
            for (index, decorator) in state.decorators.enumerated() {
                _ = checker.complete(
                    decorator.values, of: decorator.plugin, path: "store.with[\(index)]",
                    selectedAt: decorator.origin)
            }
        }
        for list in PluginList.allCases {
            for (index, entry) in (resolver.lists[list] ?? []).enumerated() {
                _ = checker.complete(
                    entry.values, of: entry.plugin, path: "\(list.rawValue)[\(index)]",
                    selectedAt: entry.origin)
            }
        }
        problems = checker.problems
    }

    /// - Throws: the first problem, if there is one.
    func requireSound() throws(LootError) {
        guard var first = problems.first else { return }
        if problems.count == 1 { throw first }
        let more =
            problems.count == 2 ? "There is another problem" : "There are \(problems.count - 1) more problems"
        let ending = first.next.isEmpty || "?!.".contains(first.next.suffix(1)) ? "" : "."
        first.next = "\(first.next)\(ending)\(first.next.isEmpty ? "" : " ")\(more); see all"
        first.remedy = .checkConfiguration
        throw first
    }

    /// The plugin that is selected in a section.
    func selected(in slot: Slot) -> PluginDescriptor? {
        guard case .plugin(let plugin, _) = resolver.slots[slot]?.selection else { return nil }
        return plugin
    }

    /// The error for a section whose plugin does not accept its settings, told like every other problem: at the
    /// option that the plugin names, else where the plugin was selected.
    func refusal(of slot: Slot, because error: LootError) -> LootError {
        var origin = builtIn
        if case .plugin(let plugin, let selected) = resolver.slots[slot]?.selection {
            let values = resolver.slots[slot]?.values[plugin.name] ?? [:]
            let option = values.first { "\(slot.rawValue).\($0.key)" == error.place }
            origin = option?.value.origin ?? selected
        }
        return LootError(
            .configuration, origin.failure, because: "\(slot.rawValue) can't be used: \(error.why)",
            next: error.next, remedy: error.remedy, field: error.field, place: slot.rawValue)
    }

    /// The settings of a plugin, whether or not it is the selected one. Where something is wrong, an option has its
    /// default.
    func settings(of plugin: PluginDescriptor, in slot: Slot) -> PluginSettings {
        var checker = Checker(registry: registry, folders: resolver.checker.folders)
        let values = checker.complete(
            resolver.slots[slot]?.values[plugin.name], of: plugin, path: slot.rawValue, selectedAt: builtIn)
        return PluginSettings(values.mapValues(\.value))
    }

    /// The file that the selected store's address names.
    var storeFile: StoreFile? {
        guard let plugin = selected(in: .store), plugin.shortForm.contains("path"),
            let option = plugin.options.first(where: { $0.name == "path" }), case .path = option.kind
        else { return nil }
        var checker = Checker(registry: registry, folders: resolver.checker.folders)
        let values = checker.complete(
            resolver.slots[.store]?.values[plugin.name], of: plugin, path: Slot.store.rawValue,
            selectedAt: builtIn)
        guard let stated = values["path"], case .text(let path) = stated.value else { return nil }
        return StoreFile(path: path, isNamedForThisRun: stated.origin.isOfThisRun)
    }

    /// The file that an address names.
    func storeFile(at address: String) throws(LootError) -> StoreFile? {
        let (plugin, settings) = try selection(shortForm: address, in: .store, calling: "the address")
        let option = plugin.options.first { $0.name == "path" && plugin.shortForm.contains("path") }
        guard option?.kind == .path, let path = settings.text("path") else { return nil }
        return StoreFile(path: path, isNamedForThisRun: true)
    }

    /// The wrappers of the store with their settings, the innermost first.
    var decorators: [(name: String, settings: PluginSettings)] {
        var checker = Checker(registry: registry, folders: resolver.checker.folders)
        return (resolver.slots[.store]?.decorators ?? []).map { decorator in
            let values = checker.complete(
                decorator.values, of: decorator.plugin, path: "store.with", selectedAt: decorator.origin)
            var settings = PluginSettings(values.mapValues(\.value))
            settings.stateFolder = checker.folders.state
            return (decorator.plugin.name, settings)
        }
    }

    /// The plugin that a short form selects, and its settings with what the short form says laid over the rest.
    /// Messages call the text by `name`.
    func selection(shortForm: String, in slot: Slot, calling name: String) throws(LootError) -> (
        plugin: PluginDescriptor, settings: PluginSettings
    ) {
        let origin = Origin(name: name, folder: workingDirectory)
        return try selection(
            [Statement(shortForm: Stated(.words(shortForm), origin: origin))], in: slot, origin)
    }

    /// A plugin's settings with others laid over them, the later the higher.
    func settings(
        of plugin: PluginDescriptor, in slot: Slot, under layers: [[String: SettingValue]],
        calling name: String
    )
        throws(LootError) -> PluginSettings
    {
        let origin = Origin(name: name, folder: workingDirectory)
        let use = Statement(use: Stated(.text(plugin.name), origin: origin))
        let statements = layers.map { layer in
            Statement(
                values: layer.sorted { $0.key < $1.key }.map {
                    .init(
                        key: .name($0.key), origin: origin, stated: Stated(setting: $0.value, origin: origin))
                })
        }
        return try selection([use] + statements, in: slot, origin).settings
    }

    private func selection(_ statements: [Statement], in slot: Slot, _ origin: Origin) throws(LootError) -> (
        plugin: PluginDescriptor, settings: PluginSettings
    ) {
        var resolver = resolver
        resolver.checker = Checker(registry: registry, folders: resolver.checker.folders)
        for statement in statements {
            var layer = Layer()
            layer.sections[slot] = statement
            resolver.add(layer)
        }
        guard let state = resolver.slots[slot], case .plugin(let plugin, _) = state.selection else {
            throw resolver.checker.problems.first ?? nothingSelected(in: slot)
        }
        let values = resolver.checker.complete(
            state.values[plugin.name], of: plugin, path: slot.rawValue, selectedAt: origin)
        if let problem = resolver.checker.problems.first { throw problem }
        return (plugin, PluginSettings(values.mapValues(\.value)))
    }

    /// The error for a section that selects nothing.
    func nothingSelected(in slot: Slot) -> LootError {
        LootError(
            .configuration, "can't choose a \(slot.kind.noun)", because: "the configuration selects none",
            next: "Set \(slot.rawValue).use. \(registry.suggestion(for: "", of: slot.kind).next)",
            place: slot.rawValue)
    }
}

extension Configuration {
    /// Every key that has a value, section by section, in the order in which plugins declare them.
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
        return Slot.allCases.flatMap { entries(of: $0) } + [author, language].compactMap { $0 }
            + PluginList.allCases.flatMap { entries(resolver.lists[$0] ?? [], path: $0.rawValue) }
            + resolver.declarations.entries
    }

    /// The views that can be used.
    var views: [SavedView] { resolver.declarations.views }

    /// The declared fields, and what items can begin with.
    var ownFields: OwnFields { resolver.declarations.ownFields }

    /// Words that stand for the beginning of a command line.
    var aliases: [(name: String, line: String)] { resolver.declarations.aliases }

    /// Who makes the changes, as far as it is said.
    var author: String? { resolver.author?.name }

    /// The language that people read, if it is set.
    var language: Language? { resolver.language?.value }

    private func entries(of slot: Slot) -> [ConfigurationEntry] {
        guard let state = resolver.slots[slot], case .plugin(let plugin, let origin) = state.selection else {
            return []
        }
        var checker = Checker(registry: registry, folders: resolver.checker.folders)
        let path = slot.rawValue
        var entries = [
            ConfigurationEntry(
                path: "\(path).use", value: ForeignValue.text(plugin.name).json(columns: .max),
                origin: origin.name)
        ]
        let values = checker.complete(state.values[plugin.name], of: plugin, path: path, selectedAt: origin)
        entries += Self.entries(values, of: plugin, path: path)
        guard slot == .store else { return entries }
        if state.decorators.isEmpty {
            let origin = state.decoratorsOrigin ?? builtIn
            return entries + [ConfigurationEntry(path: "store.with", value: "[]", origin: origin.name)]
        }
        return entries + self.entries(state.decorators, path: "store.with")
    }

    /// The plugins of a list, with their values.
    private func entries(_ list: [SlotState.Entry], path: String) -> [ConfigurationEntry] {
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

    private static func entries(_ values: SlotState.Values, of plugin: PluginDescriptor, path: String)
        -> [ConfigurationEntry]
    {
        plugin.options.compactMap { option in
            guard let value = values[option.name] else { return nil }
            let shown = shown(value.value, as: option.kind)
            let text = option.kind.isSecret ? "(set)" : shown.json.withoutPasswords.json(columns: .max)
            return ConfigurationEntry(path: "\(path).\(option.name)", value: text, origin: value.origin.name)
        }
    }

    /// A value as it is written: the bound `>50` is kept as the next greater amount.
    private static func shown(_ value: SettingValue, as kind: PluginOption.Kind) -> SettingValue {
        switch (kind, value) {
        case (.list(let kind), .list(let values)): .list(values.map { shown($0, as: kind) })
        case (.bound, .amount(let bound)): SectionRule.strictBound(bound).map { .text(">\($0)") } ?? value
        default: value
        }
    }
}
