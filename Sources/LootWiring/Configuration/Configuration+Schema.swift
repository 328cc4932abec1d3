import LootCore

extension Configuration {
    /// The JSON Schema (2020-12) of configuration files, from what the plugins say of themselves.
    ///
    /// An option that a plugin requires is not required in a file: the environment or a flag may give it.
    static func schema(registry: Registry, defaults: Application.Defaults) -> String {
        let selected: [Slot: String] = [
            .store: defaults.store, .sections: defaults.sections, .frontEnd: defaults.frontEnd,
        ].compactMapValues { $0.map { String($0.prefix { $0 != ":" }) } }
        let wrappers = registry.plugins.filter { $0.kind == .decorator }
        let sections = Slot.allCases.map { slot in
            let plugins = registry.plugins.filter { $0.kind == slot.kind }
            let reference = JSONText.object([("$ref", .text("#/$defs/with"))])
            let with: [(String, JSONText)] = slot == .store ? [("with", reference)] : []
            let objects = plugins.map { plugin in
                schema(of: plugin, more: with, mayOmitUse: plugin.name == selected[slot])
            }
            return (
                slot.rawValue, JSONText.object([("anyOf", .array([shortForms(of: plugins, slot)] + objects))])
            )
        }
        let document = JSONText.object([
            ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            ("title", .text("LootLogger configuration")),
            ("type", .text("object")),
            ("properties", .object([("$schema", .object([("type", .text("string"))]))] + sections)),
            ("additionalProperties", .flag(false)),
            ("$defs", .object([("with", schema(ofWrappers: wrappers))])),
        ])
        return document.pretty() + "\n"
    }

    private static func shortForms(of plugins: [PluginDescriptor], _ slot: Slot) -> JSONText {
        let examples = plugins.map { plugin in
            let parts = plugin.shortForm.map { ":" + $0.uppercased() }.joined()
            return JSONText.text(plugin.name + (parts.isEmpty && slot == .store ? ":" : parts))
        }
        return .object([
            ("type", .text("string")), ("minLength", .integer(1)),
            ("description", .text("The \(slot.kind.noun) in short form")), ("examples", .array(examples)),
        ])
    }

    private static func schema(
        of plugin: PluginDescriptor, more: [(String, JSONText)] = [], mayOmitUse: Bool = false
    ) -> JSONText {
        let use: (String, JSONText) = ("use", .object([("const", .text(plugin.name))]))
        var members: [(String, JSONText)] = [
            ("type", .text("object")), ("description", .text(plugin.summary)),
            ("properties", .object([use] + plugin.options.map { ($0.name, schema(of: $0)) } + more)),
        ]
        if !mayOmitUse { members.append(("required", .array([.text("use")]))) }
        members.append(("additionalProperties", .flag(false)))
        return .object(members)
    }

    private static func schema(ofWrappers plugins: [PluginDescriptor]) -> JSONText {
        let names = JSONText.object([("enum", .array(plugins.map { .text($0.name) }))])
        return .object([
            ("description", .text("What wraps the store, the innermost first")), ("type", .text("array")),
            ("items", .object([("anyOf", .array([names] + plugins.map { schema(of: $0) }))])),
        ])
    }

    private static func schema(of option: PluginOption) -> JSONText {
        var members: [(String, JSONText)] = [("description", .text(option.summary))]
        members += schema(of: option.kind)
        if let value = option.defaultValue, !option.kind.isSecret {
            members.append(("default", JSONText(value)))
        }
        return .object(members)
    }

    private static func schema(of kind: PluginOption.Kind) -> [(String, JSONText)] {
        switch kind {
        case .text: return [("type", .text("string"))]
        case .path: return [("type", .text("string")), ("minLength", .integer(1))]
        case .secret: return [("type", .text("string")), ("writeOnly", .flag(true))]
        case .flag: return [("type", .text("boolean"))]
        case .choice(let words): return [("enum", .array(words.map { .text($0) }))]
        case .list(let kind): return [("type", .text("array")), ("items", .object(schema(of: kind)))]
        case .integer(let range):
            var members: [(String, JSONText)] = [("type", .text("integer"))]
            if range.lowerBound != Int.min { members.append(("minimum", .integer(range.lowerBound))) }
            if range.upperBound != Int.max { members.append(("maximum", .integer(range.upperBound))) }
            return members
        }
    }
}
