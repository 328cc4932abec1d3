import LootCore
import LootFormats
import LootPlugins
import LootQueryText

extension Configuration {
    /// Returns the JSON Schema (2020-12) of configuration files, generated from the plugins' descriptions.
    ///
    /// Options that a plugin requires aren't required in the schema, since the environment or the command line can
    /// set them.
    static func schema(registry: Registry, defaults: LootApplication.Defaults) -> String {
        let wrappers = registry.plugins.filter { $0.kind == .decorator }
        let lists = PluginList.allCases.map { list in
            ForeignField(
                list.rawValue, schema(of: registry.plugins.filter { $0.kind == list.kind }, list.summary))
        }
        let sections = ConfigurationSection.allCases.map { section in
            let plugins = registry.plugins.filter { $0.kind == section.kind }
            let selected = defaults[section].map { String($0.prefix { $0 != ":" }) }
            let reference = ForeignValue.object([.init("$ref", .text("#/$defs/with"))])
            let with: [ForeignField] = section == .store ? [.init("with", reference)] : []
            let objects = plugins.map { plugin in
                schema(of: plugin, more: with, mayOmitUse: plugin.name == selected)
            }
            return ForeignField(
                section.rawValue,
                .object([.init("anyOf", .array([shortForms(of: plugins, section)] + objects))])
            )
        }
        let frontEnds = registry.plugins.filter { $0.kind == .frontEnd }.map { plugin in
            ForeignField(plugin.name, options(of: plugin))
        }
        let document = ForeignValue.object([
            .init("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            .init("title", .text("LootLogger configuration")),
            .init("type", .text("object")),
            .init(
                "properties",
                .object(
                    [.init("$schema", .object([.init("type", .text("string"))]))] + sections + frontEnds
                        + [author, language, list, namedLists]
                        + lists + declarations)),
            .init("additionalProperties", .flag(false)),
            .init(
                "$defs",
                .object([.init("with", schema(of: wrappers, "The wrappers of the store, innermost first"))])),
        ])
        return document.json(columns: 80) + "\n"
    }

    /// Returns the schema of an object with the options of a plugin.
    private static func options(of plugin: PluginDescriptor) -> ForeignValue {
        .object([
            .init("type", .text("object")), .init("description", .text(plugin.summary.text(in: .english))),
            .init("properties", .object(plugin.options.map { .init($0.name, schema(of: $0)) })),
            .init("additionalProperties", .flag(false)),
        ])
    }

    private static var author: ForeignField {
        .init(
            Layer.authorKey,
            .object([
                .init("type", .text("string")), .init("minLength", .number(String(1))),
                .init("description", .text("The author of changes, shown in the history")),
            ]))
    }

    private static var language: ForeignField {
        .init(
            Layer.languageKey,
            .object([
                .init("type", .text("string")), .init("enum", .array(Language.tags.map { .text($0) })),
                .init("description", .text("The language of messages and of dates and numbers")),
            ]))
    }

    private static var list: ForeignField {
        .init(
            Layer.listKey,
            .object([
                .init("type", .text("string")),
                .init("description", .text("The list to use; the default is the first one")),
            ]))
    }

    private static var namedLists: ForeignField {
        .init(
            Layer.namedListsKey,
            .object([
                .init("type", .text("object")),
                .init("description", .text("The stores of several lists, by name")),
                .init("propertyNames", .object([.init("pattern", .text("^[A-Za-z0-9_-]{1,60}$"))])),
                .init(
                    "additionalProperties", .object([.init("$ref", .text("#/properties/store"))])),
            ]))
    }

    /// The descriptions of a view's keys.
    private static let viewSummaries = [
        "search": "Words that items must contain", "scope": "The fields to search",
        "where": "Filters that items must match", "sort": "The fields to sort by: FIELD or FIELD:desc",
        "sections": "A sectioning in short form", "fields": "The displayed fields",
    ]

    /// The schema of a file's declarations: aliases, views, fields and templates.
    private static var declarations: [ForeignField] {
        func texts(_ description: String, isList: Bool = true) -> ForeignValue {
            let text = ForeignValue.object([.init("type", .text("string"))])
            if !isList {
                return .object([.init("description", .text(description)), .init("type", .text("string"))])
            }
            return .object([
                .init("description", .text(description)),
                .init(
                    "anyOf",
                    .array([text, .object([.init("type", .text("array")), .init("items", text)])])),
            ])
        }
        func members(_ description: String, _ values: ForeignValue) -> ForeignValue {
            .object([
                .init("type", .text("object")), .init("description", .text(description)),
                .init("additionalProperties", values),
            ])
        }
        func closed(_ properties: [ForeignField]) -> ForeignValue {
            .object([
                .init("type", .text("object")), .init("properties", .object(properties)),
                .init("additionalProperties", .flag(false)),
            ])
        }
        let types = ForeignValue.object([
            .init("enum", .array(CustomField.types.map { .text($0.rawValue) }))
        ])
        let view = closed(
            SavedView.keys.map { key in
                key == "favorites"
                    ? .init(key, .object([.init("type", .text("boolean"))]))
                    : .init(key, texts(viewSummaries[key] ?? "", isList: SavedView.listKeys.contains(key)))
            })
        let text = ForeignValue.object([.init("type", .text("string"))])
        let field = closed([
            .init("type", types), .init("unit", text),
            .init("choices", .object([.init("type", .text("array")), .init("minItems", .number("1"))])),
        ])
        return [
            .init("aliases", members("Abbreviations for the beginning of a command line", text)),
            .init(
                "views",
                members("Saved views", .object([.init("anyOf", .array([text, view]))]))),
            .init(
                "fields",
                members("Custom fields", .object([.init("anyOf", .array([types, field]))]))),
            .init(
                "templates",
                members(
                    "Templates: initial values for items of a kind",
                    .object([
                        .init("type", .text("object")),
                        .init(
                            "properties",
                            .object([.init("fields", texts("The custom fields that its form contains"))])),
                    ]))),
        ]
    }

    private static func shortForms(of plugins: [PluginDescriptor], _ section: ConfigurationSection)
        -> ForeignValue
    {
        let examples = plugins.map { plugin in
            let parts = plugin.shortForm.map { ":" + $0.uppercased() }.joined()
            return ForeignValue.text(plugin.name + (parts.isEmpty && section == .store ? ":" : parts))
        }
        return .object([
            .init("type", .text("string")), .init("minLength", .number(String(1))),
            .init("description", .text(section.shortFormSummary)),
            .init("examples", .array(examples)),
        ])
    }

    private static func schema(
        of plugin: PluginDescriptor, more: [ForeignField] = [], mayOmitUse: Bool = false
    ) -> ForeignValue {
        let use: ForeignField = .init("use", .object([.init("const", .text(plugin.name))]))
        var members: [ForeignField] = [
            .init("type", .text("object")), .init("description", .text(plugin.summary.text(in: .english))),
            .init(
                "properties",
                .object([use] + plugin.options.map { ForeignField($0.name, schema(of: $0)) } + more)),
        ]
        if !mayOmitUse { members.append(.init("required", .array([.text("use")]))) }
        members.append(.init("additionalProperties", .flag(false)))
        return .object(members)
    }

    private static func schema(of plugins: [PluginDescriptor], _ description: String) -> ForeignValue {
        let names = ForeignValue.object([.init("enum", .array(plugins.map { .text($0.name) }))])
        let forms = ForeignValue.array([names] + plugins.map { schema(of: $0) })
        return .object([
            .init("description", .text(description)),
            .init("type", .text("array")),
            // JSON Schema doesn't allow an empty “enum”.
            plugins.isEmpty
                ? .init("maxItems", .number("0")) : .init("items", .object([.init("anyOf", forms)])),
        ])
    }

    private static func schema(of option: PluginOption) -> ForeignValue {
        var members: [ForeignField] = [.init("description", .text(option.summary.text(in: .english)))]
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
        case .amount: return [.init("type", .text("number")), .init("minimum", .number("0"))]
        case .bound: return [.init("type", .array([.text("number"), .text("string")]))]
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

extension ConfigurationSection {
    /// The description of the short form in the schema.
    fileprivate var shortFormSummary: String {
        switch self {
        case .store: "The store in short form"
        case .sections: "The sectioning in short form"
        case .frontEnd: "The front end in short form"
        }
    }
}
