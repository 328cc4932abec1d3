import LootCore
import LootFormats
import LootPlugins

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
            let reference = ForeignValue.object([.init("$ref", .text("#/$defs/with"))])
            let with: [ForeignField] = slot == .store ? [.init("with", reference)] : []
            let objects = plugins.map { plugin in
                schema(of: plugin, more: with, mayOmitUse: plugin.name == selected[slot])
            }
            return ForeignField(
                slot.rawValue, .object([.init("anyOf", .array([shortForms(of: plugins, slot)] + objects))])
            )
        }
        let document = ForeignValue.object([
            .init("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            .init("title", .text("LootLogger configuration")),
            .init("type", .text("object")),
            .init(
                "properties",
                .object([.init("$schema", .object([.init("type", .text("string"))]))] + sections + [author])),
            .init("additionalProperties", .flag(false)),
            .init("$defs", .object([.init("with", schema(ofWrappers: wrappers))])),
        ])
        return document.json(columns: 80) + "\n"
    }

    private static var author: ForeignField {
        .init(
            Layer.authorKey,
            .object([
                .init("type", .text("string")), .init("minLength", .number(String(1))),
                .init("description", .text("Who makes the changes, as the history shows it")),
            ]))
    }

    private static func shortForms(of plugins: [PluginDescriptor], _ slot: Slot) -> ForeignValue {
        let examples = plugins.map { plugin in
            let parts = plugin.shortForm.map { ":" + $0.uppercased() }.joined()
            return ForeignValue.text(plugin.name + (parts.isEmpty && slot == .store ? ":" : parts))
        }
        return .object([
            .init("type", .text("string")), .init("minLength", .number(String(1))),
            .init("description", .text("The \(slot.kind.noun) in short form")),
            .init("examples", .array(examples)),
        ])
    }

    private static func schema(
        of plugin: PluginDescriptor, more: [ForeignField] = [], mayOmitUse: Bool = false
    ) -> ForeignValue {
        let use: ForeignField = .init("use", .object([.init("const", .text(plugin.name))]))
        var members: [ForeignField] = [
            .init("type", .text("object")), .init("description", .text(plugin.summary)),
            .init(
                "properties",
                .object([use] + plugin.options.map { ForeignField($0.name, schema(of: $0)) } + more)),
        ]
        if !mayOmitUse { members.append(.init("required", .array([.text("use")]))) }
        members.append(.init("additionalProperties", .flag(false)))
        return .object(members)
    }

    private static func schema(ofWrappers plugins: [PluginDescriptor]) -> ForeignValue {
        let names = ForeignValue.object([.init("enum", .array(plugins.map { .text($0.name) }))])
        return .object([
            .init("description", .text("What wraps the store, the innermost first")),
            .init("type", .text("array")),
            .init("items", .object([.init("anyOf", .array([names] + plugins.map { schema(of: $0) }))])),
        ])
    }

    private static func schema(of option: PluginOption) -> ForeignValue {
        var members: [ForeignField] = [.init("description", .text(option.summary))]
        members += schema(of: option.kind)
        if let value = option.defaultValue, !option.kind.isSecret {
            members.append(.init("default", value.json))
        }
        return .object(members)
    }

    private static func schema(of kind: PluginOption.Kind) -> [ForeignField] {
        switch kind {
        case .text: return [.init("type", .text("string"))]
        case .path, .address: return [.init("type", .text("string")), .init("minLength", .number(String(1)))]
        case .secret: return [.init("type", .text("string")), .init("writeOnly", .flag(true))]
        case .flag: return [.init("type", .text("boolean"))]
        case .choice(let words): return [.init("enum", .array(words.map { .text($0) }))]
        case .list(let kind):
            return [.init("type", .text("array")), .init("items", .object(schema(of: kind)))]
        case .integer(let range):
            var members: [ForeignField] = [.init("type", .text("integer"))]
            if range.lowerBound != Int.min {
                members.append(.init("minimum", .number(String(range.lowerBound))))
            }
            if range.upperBound != Int.max {
                members.append(.init("maximum", .number(String(range.upperBound))))
            }
            return members
        }
    }
}
