import LootCore
import LootPlugins

/// Combines the layers of the configuration and validates them.
struct Resolver: Sendable {
    let registry: Registry
    var checker: Checker
    var sections = BySection<SectionState>()
    /// The author of changes, and the origin of the setting.
    private(set) var author: (name: String, origin: Origin)?
    /// The language, and the origin of the setting.
    private(set) var language: (value: Language, origin: Origin)?
    /// The lists of plugins. The highest layer determines each list.
    private(set) var lists: [PluginList: [SectionState.Entry]] = [:]
    /// The declarations of the configuration file.
    private(set) var declarations = Declarations()

    init(registry: Registry, folders: Folders) {
        self.registry = registry
        checker = Checker(registry: registry, folders: folders)
    }

    /// Adds a layer, which takes precedence over the previous ones.
    mutating func add(_ layer: Layer) {
        for section in ConfigurationSection.allCases {
            guard let sectionSettings = layer.sections[section] else { continue }
            var state = sections[section] ?? SectionState()
            add(sectionSettings, to: &state, section)
            sections[section] = state
        }
        for (name, values) in layer.frontEnds.sorted(by: { $0.key < $1.key }) {
            guard let plugin = registry.descriptor(name, of: .frontEnd) else { continue }
            var state = sections[.frontEnd] ?? SectionState()
            for value in values {
                set(value, of: plugin, path: name, section: nil, in: &state.values[name, default: [:]])
            }
            sections[.frontEnd] = state
        }
        if let setting = layer.author { setAuthor(setting) }
        if let setting = layer.language { setLanguage(setting) }
        for list in PluginList.allCases {
            guard let setting = layer.lists[list] else { continue }
            lists[list] = entries(setting, of: list.kind, path: list.rawValue)
        }
        if !layer.declarations.isEmpty { declarations = Declarations(layer.declarations, &checker) }
    }

    private mutating func setAuthor(_ setting: UncheckedSetting) {
        guard case .text(let name) = checker.value(setting, as: .text, path: Layer.authorKey) else { return }
        if name.isEmpty || TextRules.firstRefused(in: name, allowingLines: false) != nil {
            checker.refuse(Layer.authorKey, at: setting.origin, "It must be a name on a single line.")
            return
        }
        author = (name, setting.origin)
    }

    private mutating func setLanguage(_ setting: UncheckedSetting) {
        guard case .text(let tag) = checker.value(setting, as: .text, path: Layer.languageKey) else { return }
        guard let language = Language(tag) else {
            checker.refuse(
                Layer.languageKey, setting, advice: "It must be \(list: Language.tags, .or).")
            return
        }
        self.language = (language, setting.origin)
    }

    private mutating func add(
        _ sectionSettings: SectionSettings, to state: inout SectionState, _ section: ConfigurationSection
    ) {
        let path = sectionSettings.path ?? section.rawValue
        if let path = sectionSettings.path { state.path = path }
        let addressed =
            sectionSettings.shortForm.map { select(shortForm: $0, in: &state, section, path) } ?? []
        if let setting = sectionSettings.use { select(setting, in: &state, section, path) }
        if let setting = sectionSettings.with {
            state.decorators = entries(setting, of: .decorator, path: "\(path).with")
            state.decoratorsOrigin = setting.origin
        }
        for value in sectionSettings.values {
            switch state.selection {
            case .unknown: break
            case .none:
                checker.refuse(
                    "\(path).\(value.name)", at: value.origin,
                    "No plugin is selected for “\(section.rawValue)”.",
                    advice: "Select one with \(section.rawValue).use.")
            case .plugin(let plugin, _):
                let isAddressed = plugin.options.contains { addressed.contains($0.name) && value.means($0) }
                if sectionSettings.addressWins, isAddressed { continue }
                let others = section == .frontEnd ? otherFrontEnds(with: value, than: plugin) : []
                for other in others {
                    set(
                        value, of: other, path: path, section: section,
                        in: &state.values[other.name, default: [:]])
                }
                if !others.isEmpty { continue }
                set(
                    value, of: plugin, path: path, section: section,
                    in: &state.values[plugin.name, default: [:]])
            }
        }
    }

    /// Returns the front ends with an option that the selected front end doesn't have.
    private func otherFrontEnds(
        with value: SectionSettings.Value, than selected: PluginDescriptor
    ) -> [PluginDescriptor] {
        if selected.options.contains(where: { value.means($0) }) { return [] }
        return registry.names(of: .frontEnd).compactMap { registry.descriptor($0, of: .frontEnd) }
            .filter { plugin in plugin.options.contains { value.means($0) } }
    }

    /// Selects a plugin by its short form.
    ///
    /// - Returns: The options that the short form sets.
    private mutating func select(
        shortForm setting: UncheckedSetting, in state: inout SectionState, _ section: ConfigurationSection,
        _ path: String
    ) -> [String] {
        state.selection = .unknown
        guard let text = setting.plainText else {
            checker.refuse(path, setting, advice: "It must be text.")
            return []
        }
        do throws(ShortForm.Refusal) {
            let form = try ShortForm(text, section: section, registry: registry)
            state.selection = .plugin(form.plugin, setting.origin)
            for (option, words) in form.values {
                let part = UncheckedSetting(.words(words), origin: setting.origin)
                set(
                    .init(key: .name(option), origin: setting.origin, setting: part), of: form.plugin,
                    path: path, section: section,
                    in: &state.values[form.plugin.name, default: [:]])
            }
            return form.values.map(\.option)
        } catch {
            checker.refuse(
                path, at: setting.origin, error.reason, advice: error.advice, remedy: error.remedy)
            return []
        }
    }

    private mutating func select(
        _ setting: UncheckedSetting, in state: inout SectionState, _ section: ConfigurationSection,
        _ path: String
    ) {
        let plugin = plugin(setting, of: section.kind, path: "\(path).use")
        state.selection = plugin.map { .plugin($0, setting.origin) } ?? .unknown
    }

    /// Reads a list of plugins. Each element is a name, or an object with the key `use` and the plugin's options.
    private mutating func entries(
        _ setting: UncheckedSetting, of kind: PluginDescriptor.Kind, path list: String
    ) -> [SectionState.Entry] {
        guard let entries = setting.entries else {
            checker.refuse(list, setting, advice: "It must be a list of plugins.")
            return []
        }
        var found: [SectionState.Entry] = []
        for (index, entry) in entries.enumerated() {
            let path = "\(list)[\(index)]"
            guard case .object(let members) = entry.content else {
                if let plugin = plugin(entry, of: kind, path: path) {
                    found.append(.init(plugin: plugin, origin: entry.origin, values: [:]))
                }
                continue
            }
            guard let use = members.first(where: { $0.key == "use" }) else {
                checker.refuse(
                    path, at: entry.origin, "It doesn't select a plugin.", advice: "Add the key “use”.")
                continue
            }
            guard let plugin = plugin(use.value, of: kind, path: "\(path).use") else { continue }
            var values: SectionState.Values = [:]
            for member in members where member.key != "use" {
                set(
                    .init(key: .name(member.key), origin: member.origin, setting: member.value), of: plugin,
                    path: path, section: nil, in: &values)
            }
            found.append(.init(plugin: plugin, origin: use.value.origin, values: values))
        }
        return found
    }

    /// Returns the plugin with the given name. Returns `nil` and records an error if there is none.
    private mutating func plugin(_ setting: UncheckedSetting, of kind: PluginDescriptor.Kind, path: String)
        -> PluginDescriptor?
    {
        guard let name = setting.plainText else {
            let names = registry.names(of: kind)
            checker.refuse(
                path, setting,
                advice: names.isEmpty
                    ? "It must be the name of a plugin." : "It must be \(list: names, .or).")
            return nil
        }
        if let plugin = registry.descriptor(name, of: kind) { return plugin }
        let suggestion = registry.suggestion(for: name, of: kind)
        checker.refuse(
            path, at: setting.origin, kind.unknown(name), advice: suggestion.advice,
            remedy: suggestion.remedy)
        return nil
    }

    /// Validates and stores an option's value. `section` is the section, if the environment can set the option.
    mutating func set(
        _ value: SectionSettings.Value, of plugin: PluginDescriptor, path: String,
        section: ConfigurationSection?,
        in values: inout SectionState.Values
    ) {
        guard let option = plugin.options.first(where: { value.means($0) }) else {
            let known = plugin.options.map(\.name) + (section?.ownKeys ?? [])
            checker.refuse(
                "\(path).\(TextRules.visible(value.name))", at: value.origin,
                known.isEmpty
                    ? "“\(plugin.name)” doesn't have any keys." : "“\(plugin.name)” doesn't have this key.",
                advice: suggestion(for: value, among: known, section))
            return
        }
        guard let checked = checker.value(value.setting, as: option.kind, path: "\(path).\(option.name)")
        else {
            return
        }
        values[option.name] = .init(value: checked, origin: value.setting.origin)
    }
}

extension Resolver {
    /// Returns a suggestion for an unknown key. For a variable, suggests names of variables.
    private func suggestion(
        for value: SectionSettings.Value, among keys: [String], _ section: ConfigurationSection?
    ) -> Message {
        guard !keys.isEmpty, case .variable = value.key, let section else {
            return Suggestions.advice(for: value.name, among: keys)
        }
        let near = Suggestions.nearest(to: value.name, among: keys)
        let names = (near.isEmpty ? keys : near).map { EnvironmentLayer.variable(for: $0, in: section) }
        return near.isEmpty
            ? Suggestions.choice(of: names.map { Message(verbatim: $0) })
            : "Did you mean \(list: names, .or)?"
    }
}

extension SectionSettings.Value {
    /// The key's name in messages.
    var name: String {
        switch key {
        case .name(let name): name
        case .variable(let letters): letters.lowercased()
        }
    }

    /// Returns whether the value belongs to an option.
    func means(_ option: PluginOption) -> Bool {
        switch key {
        case .name(let name): option.name == name
        case .variable(let letters): EnvironmentLayer.squeezed(option.name) == letters
        }
    }
}
