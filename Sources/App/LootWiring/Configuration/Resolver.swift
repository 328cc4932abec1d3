import LootCore
import LootPlugins

/// Combines the layers of the configuration and validates them.
struct Resolver: Sendable {
    let registry: Registry
    var checker: Checker
    var slots = BySlot<SlotState>()
    /// The author of changes, and the origin of the setting.
    private(set) var author: (name: String, origin: Origin)?
    /// The language, and the origin of the setting.
    private(set) var language: (value: Language, origin: Origin)?
    /// The lists of plugins. The highest layer determines each list.
    private(set) var lists: [PluginList: [SlotState.Entry]] = [:]
    /// The declarations of the configuration file.
    private(set) var declarations = Declarations()

    init(registry: Registry, folders: Folders) {
        self.registry = registry
        checker = Checker(registry: registry, folders: folders)
    }

    /// Adds a layer, which takes precedence over the previous ones.
    mutating func add(_ layer: Layer) {
        for slot in Slot.allCases {
            guard let statement = layer.sections[slot] else { continue }
            var state = slots[slot] ?? SlotState()
            add(statement, to: &state, slot)
            slots[slot] = state
        }
        for (name, values) in layer.frontEnds.sorted(by: { $0.key < $1.key }) {
            guard let plugin = registry.descriptor(name, of: .frontEnd) else { continue }
            var state = slots[.frontEnd] ?? SlotState()
            for value in values {
                set(value, of: plugin, path: name, slot: nil, in: &state.values[name, default: [:]])
            }
            slots[.frontEnd] = state
        }
        if let stated = layer.author { setAuthor(stated) }
        if let stated = layer.language { setLanguage(stated) }
        for list in PluginList.allCases {
            guard let stated = layer.lists[list] else { continue }
            lists[list] = entries(stated, of: list.kind, path: list.rawValue)
        }
        if !layer.declarations.isEmpty { declarations = Declarations(layer.declarations, &checker) }
    }

    private mutating func setAuthor(_ stated: Stated) {
        guard case .text(let name) = checker.value(stated, as: .text, path: Layer.authorKey) else { return }
        if name.isEmpty || TextRules.firstRefused(in: name, allowingLines: false) != nil {
            checker.refuse(Layer.authorKey, at: stated.origin, "must be a name on one line")
            return
        }
        author = (name, stated.origin)
    }

    private mutating func setLanguage(_ stated: Stated) {
        guard case .text(let tag) = checker.value(stated, as: .text, path: Layer.languageKey) else { return }
        guard let language = Language(tag) else {
            checker.refuse(
                Layer.languageKey, at: stated.origin,
                "must be one of \(Language.tags.joined(separator: ", ")), not “\(TextRules.visible(tag))”")
            return
        }
        self.language = (language, stated.origin)
        for problem in language.catalogProblems {
            checker.refuse(Layer.languageKey, at: stated.origin, problem.text)
        }
    }

    private mutating func add(_ statement: Statement, to state: inout SlotState, _ slot: Slot) {
        let addressed = statement.shortForm.map { select(shortForm: $0, in: &state, slot) } ?? []
        if let stated = statement.use { select(stated, in: &state, slot) }
        if let stated = statement.with { wrap(stated, in: &state) }
        for value in statement.values {
            switch state.selection {
            case .unknown: break
            case .none:
                checker.refuse(
                    "\(slot.rawValue).\(value.name)", at: value.origin,
                    "is set, but no \(slot.kind.noun) is selected",
                    next: "Select one with \(slot.rawValue).use")
            case .plugin(let plugin, _):
                let isAddressed = plugin.options.contains { addressed.contains($0.name) && value.means($0) }
                if statement.addressWins, isAddressed { continue }
                let others = slot == .frontEnd ? otherFrontEnds(with: value, than: plugin) : []
                for other in others {
                    set(
                        value, of: other, path: slot.rawValue, slot: slot,
                        in: &state.values[other.name, default: [:]])
                }
                if !others.isEmpty { continue }
                set(
                    value, of: plugin, path: slot.rawValue, slot: slot,
                    in: &state.values[plugin.name, default: [:]])
            }
        }
    }

    /// Returns the front ends with an option that the selected front end doesn't have.
    private func otherFrontEnds(
        with value: Statement.Value, than selected: PluginDescriptor
    ) -> [PluginDescriptor] {
        if selected.options.contains(where: { value.means($0) }) { return [] }
        return registry.names(of: .frontEnd).compactMap { registry.descriptor($0, of: .frontEnd) }
            .filter { plugin in plugin.options.contains { value.means($0) } }
    }

    /// Selects a plugin by its short form.
    ///
    /// - Returns: The options that the short form sets.
    private mutating func select(
        shortForm stated: Stated, in state: inout SlotState, _ slot: Slot
    ) -> [String] {
        state.selection = .unknown
        guard let text = stated.plainText else {
            checker.refuse(slot.rawValue, at: stated.origin, "is \(stated.quoted), but must be text")
            return []
        }
        do throws(ShortForm.Refusal) {
            let form = try ShortForm(text, slot: slot, registry: registry)
            state.selection = .plugin(form.plugin, stated.origin)
            for (option, words) in form.values {
                let part = Stated(.words(words), origin: stated.origin)
                set(
                    .init(key: .name(option), origin: stated.origin, stated: part), of: form.plugin,
                    path: slot.rawValue, slot: slot, in: &state.values[form.plugin.name, default: [:]])
            }
            return form.values.map(\.option)
        } catch {
            checker.refuse(
                slot.rawValue, at: stated.origin, "can't be used: \(error.why)", next: error.next,
                remedy: error.remedy)
            return []
        }
    }

    private mutating func select(_ stated: Stated, in state: inout SlotState, _ slot: Slot) {
        let plugin = plugin(stated, of: slot.kind, path: "\(slot.rawValue).use")
        state.selection = plugin.map { .plugin($0, stated.origin) } ?? .unknown
    }

    private mutating func wrap(_ stated: Stated, in state: inout SlotState) {
        state.decorators = entries(stated, of: .decorator, path: "store.with")
        state.decoratorsOrigin = stated.origin
    }

    /// Reads a list of plugins. Each element is a name, or an object with the key `use` and the plugin's options.
    private mutating func entries(
        _ stated: Stated, of kind: PluginDescriptor.Kind, path list: String
    ) -> [SlotState.Entry] {
        guard let entries = stated.entries else {
            checker.refuse(
                list, at: stated.origin, "is \(stated.quoted), but must be a list of \(kind.noun)s")
            return []
        }
        var found: [SlotState.Entry] = []
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
                    path, at: entry.origin, "does not say which \(kind.noun) it is",
                    next: "Add the key “use”")
                continue
            }
            guard let plugin = plugin(use.value, of: kind, path: "\(path).use") else { continue }
            var values: SlotState.Values = [:]
            for member in members where member.key != "use" {
                set(
                    .init(key: .name(member.key), origin: member.origin, stated: member.value), of: plugin,
                    path: path, slot: nil, in: &values)
            }
            found.append(.init(plugin: plugin, origin: use.value.origin, values: values))
        }
        return found
    }

    /// Returns the plugin with the given name. Returns `nil` and records an error if there is none.
    private mutating func plugin(_ stated: Stated, of kind: PluginDescriptor.Kind, path: String)
        -> PluginDescriptor?
    {
        guard let name = stated.plainText else {
            checker.refuse(
                path, at: stated.origin, "is \(stated.quoted), but must be the name of a \(kind.noun)",
                next: registry.suggestion(for: "", of: kind).next)
            return nil
        }
        if let plugin = registry.descriptor(name, of: kind) { return plugin }
        checker.refuse(
            path, at: stated.origin, "is \(stated.quoted), but no \(kind.noun) has this name",
            next: registry.suggestion(for: name, of: kind).next,
            remedy: registry.suggestion(for: name, of: kind).remedy)
        return nil
    }

    /// Validates and stores an option's value. `slot` is the section, if the environment can set the option.
    mutating func set(
        _ value: Statement.Value, of plugin: PluginDescriptor, path: String, slot: Slot?,
        in values: inout SlotState.Values
    ) {
        guard let option = plugin.options.first(where: { value.means($0) }) else {
            let known = plugin.options.map(\.name) + (slot?.ownKeys ?? [])
            checker.refuse(
                "\(path).\(TextRules.visible(value.name))", at: value.origin,
                "is no key of the \(plugin.kind.noun) “\(plugin.name)”",
                next: suggestion(for: value, among: known, slot))
            return
        }
        guard let checked = checker.value(value.stated, as: option.kind, path: "\(path).\(option.name)")
        else {
            return
        }
        values[option.name] = .init(value: checked, origin: value.stated.origin)
    }
}

extension Resolver {
    /// Returns a suggestion for an unknown key. For a variable, suggests names of variables.
    private func suggestion(for value: Statement.Value, among keys: [String], _ slot: Slot?) -> String {
        if keys.isEmpty { return "It has none" }
        guard case .variable = value.key, let slot else {
            return Suggestions.sentence(for: value.name, among: keys)
        }
        let near = Suggestions.nearest(to: value.name, among: keys)
        let names = (near.isEmpty ? keys : near).map { EnvironmentLayer.variable(for: $0, in: slot) }
        if near.isEmpty { return "Known are \(names.joined(separator: ", "))" }
        return "Did you mean \(names.joined(separator: " or "))?"
    }
}

extension Statement.Value {
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
