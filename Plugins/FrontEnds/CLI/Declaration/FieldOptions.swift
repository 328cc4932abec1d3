import CommandLineKit
import LootActions
import LootCore

/// The options that set fields, generated from the field table.
enum FieldOptions {
    /// The names of the fields, for completions.
    static let names = Field.all.map(\.name)

    /// The option for a field.
    private enum Flag {
        case toggle(Option<Bool?>)
        case value(Option<String?>)

        init(_ field: Field) {
            let aliases = ([field.key.rawValue] + field.aliases).filter { $0 != field.name }
            switch field.type {
            case .flag: self = .toggle(.toggle(field.name, aliases: aliases, field.summary, group: "Fields"))
            default:
                let values: Values =
                    switch field.type {
                    case .text, .list: Known.field(field.key).values
                    default: .any
                    }
                self = .value(
                    .value(
                        field.name, FieldOptions.placeholder(field), aliases: aliases, field.summary,
                        values: values,
                        group: "Fields"))
            }
        }
    }

    private static let flags = Field.all.filter { $0.traits.isDisjoint(with: [.photo, .files]) }.map {
        ($0, Flag($0))
    }

    static let custom = Option.values(
        "custom", "NAME[:TYPE]=VALUE",
        """
        A custom field; TYPE is \(list: CustomField.types.map(\.rawValue), .or) (default: inferred from \
        VALUE)
        """,
        values: Known.customs.values, group: "Fields")

    /// Returns the options for all fields except the given ones, and the option for custom fields.
    static func declared(except excluded: Set<FieldKey> = []) -> [any AnyOption] {
        flags.filter { !excluded.contains($0.0.key) }.map { _, flag in
            switch flag {
            case .toggle(let option): option as any AnyOption
            case .value(let option): option
            }
        } + [custom]
    }

    /// Returns the edit that the options represent, for all fields except the given ones. An empty value clears a
    /// field.
    static func edit(
        _ invocation: Invocation, own: OwnFields, except excluded: Set<FieldKey> = []
    ) throws(LootError) -> ItemEdit {
        var edit = ItemEdit()
        for (field, flag) in flags where !excluded.contains(field.key) {
            switch flag {
            case .toggle(let option):
                if let isOn = invocation[option] { edit.set(field.key, to: .flag(isOn)) }
            case .value(let option):
                if let text = invocation[option] { try edit.set(field, to: text) }
            }
        }
        for text in invocation[custom] {
            let (key, value) = try FieldOptions.custom(text, own)
            edit.set(key, to: value)
        }
        return edit
    }

    private static func custom(
        _ text: String, _ own: OwnFields
    ) throws(LootError) -> (FieldKey, FieldValue?) {
        guard let separator = text.firstIndex(of: "=") else {
            throw LootError(
                .usage, "Can't read --custom “\(TextRules.visible(text))”.", reason: "It has no “=”.",
                advice: "Use --custom NAME=VALUE or --custom NAME:TYPE=VALUE.")
        }
        var name = String(text[..<separator])
        if name.isEmpty {
            throw LootError(
                .usage, "Can't read --custom “\(TextRules.visible(text))”.", reason: "It has no name.",
                advice: "Use --custom NAME=VALUE or --custom NAME:TYPE=VALUE.")
        }
        var type: FieldType?
        if let colon = name.lastIndex(of: ":") {
            let typeName = String(name[name.index(after: colon)...])
            guard let named = FieldType(rawValue: typeName), CustomField.types.contains(named) else {
                throw LootError(
                    .usage, "Can't read --custom “\(TextRules.visible(text))”.",
                    reason: "“\(TextRules.visible(typeName))” isn't a custom field type.",
                    advice: Suggestions.advice(for: typeName, among: CustomField.types.map(\.rawValue)))
            }
            type = named
            name = String(name[..<colon])
        }
        // Also accept the form used in filters and views.
        name = FieldKey(rawValue: name).customName ?? name
        let content = String(text[text.index(after: separator)...])
        if let declared = own[name], let type, type != declared.type {
            throw LootError(
                .usage, "Can't read --custom “\(TextRules.visible(text))”.",
                reason: "The configuration defines “\(declared.name)” as \(declared.type.rawValue).",
                advice: "Leave out the type.")
        }
        return try custom(name, type: type, content, own)
    }

    /// Parses a value of a custom field. The type is the declared one, or else `type`, or else determined by the
    /// text.
    static func custom(
        _ name: String, type: FieldType?, _ content: String, _ own: OwnFields
    ) throws(LootError) -> (FieldKey, FieldValue?) {
        if let declared = own[name] { return (declared.key, try declared.parse(content)) }
        var value: FieldValue?
        do throws(LootError) {
            if !content.isEmpty { value = try type?.parse(content) ?? CustomField.value(of: content) }
        } catch {
            throw LootError(
                error.code, "Can't set “\(TextRules.visible(name))” to “\(TextRules.visible(content))”.",
                reason: error.explanation, advice: error.advice)
        }
        try CustomField.check(name, value ?? .text(""))
        return (.custom(name), value)
    }

    private static func placeholder(_ field: Field) -> String {
        switch field.type {
        case .text: field.traits.contains(.period) ? "PERIOD" : "TEXT"
        case .integer: "N"
        case .decimal: "X"
        case .amount: "AMOUNT"
        case .day: "DAY"
        case .moment: "TIME"
        case .list: !field.traits.isDisjoint(with: .log) ? "ENTRY" : "A,B"
        case .flag: ""
        }
    }
}
