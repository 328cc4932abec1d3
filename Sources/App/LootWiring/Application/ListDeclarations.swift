import LootCore
import LootQueryText
import TextSearch

/// The views, custom fields and templates of a list, followed by those of the configuration.
struct ListDeclarations: Sendable {
    let settings: ListSettings
    let views: [SavedView]
    let ownFields: OwnFields
    /// The errors in the declarations of the list.
    let problems: [LootError]

    /// Reads the declarations in a list's settings. Invalid ones are ignored. A declaration of the list
    /// overrides one with the same name in the configuration.
    init(_ settings: ListSettings, adding configuration: OwnFields, _ registry: Registry, _ folders: Folders)
    {
        self.settings = settings
        let keys = [("views", "views"), ("fields", "customFields"), ("templates", "templates")]
        var values: [String: UncheckedSetting] = [:]
        for (name, key) in keys {
            values[name] = settings[SettingKey(rawValue: key)].map(UncheckedSetting.init(ofList:))
        }
        var checker = Checker(registry: registry, folders: folders)
        let declared = Declarations(values, fieldsKey: "customFields", adding: configuration, &checker)
        views = declared.views
        problems = checker.problems
        ownFields = declared.ownFields.adding(configuration)
    }

    /// Returns the views of the list, followed by the other views of the configuration.
    func views(adding others: [SavedView]) -> [SavedView] {
        views + others.filter { other in !views.contains { $0.isCalled(other.name) } }
    }
}

extension OwnFields {
    /// Returns the declarations, followed by the other declarations of the configuration.
    func adding(_ configuration: OwnFields) -> OwnFields {
        let others = configuration.fields.filter { field in
            !fields.contains { Folding.same($0.name, field.name) }
        }
        let otherTemplates = configuration.templates.filter { template in
            !templates.contains { Folding.same($0.name, template.name) }
        }
        return (try? OwnFields(fields + others, templates: templates + otherTemplates)) ?? self
    }
}

extension UncheckedSetting {
    /// Creates a declaration from a setting of the list.
    fileprivate init(ofList value: ForeignValue) {
        let content: Content =
            switch value {
            case .text(let text): .text(text)
            case .flag(let flag): .flag(flag)
            case .number(let digits):
                Int(digits).map { .integer($0) } ?? Amount(digits).map { .amount($0) } ?? .other(digits)
            case .array(let values): .list(values.map(UncheckedSetting.init(ofList:)))
            case .object(let fields): .object(fields.map(Member.init(ofList:)))
            case .null: .other("null")
            case .moment, .data: .unsupported
            }
        self.init(content, origin: .list)
    }
}

extension UncheckedSetting.Member {
    fileprivate init(ofList field: ForeignField) {
        self.init(key: field.key, origin: .list, value: UncheckedSetting(ofList: field.value))
    }
}

extension Origin {
    /// The origin of settings that are stored in the list.
    fileprivate static let list = Origin(name: "list", folder: nil, kind: .list)
}
