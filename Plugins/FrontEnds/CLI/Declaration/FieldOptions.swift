import CommandLineKit
import LootCore

/// The flags that set fields, made from the field table.
enum FieldOptions {
    /// The fields' names, for completions.
    static let names = Field.all.map(\.name)

    /// A flag for every field that a person can set.
    private enum Flag {
        case toggle(Option<Bool?>)
        case value(Option<String?>)

        init(_ field: Field) {
            let aliases = ([field.key.rawValue] + field.aliases).filter { $0 != field.name }
            // In help a summary is no sentence.
            let summary = field.summary.hasSuffix(".") ? String(field.summary.dropLast()) : field.summary
            switch field.type {
            case .flag: self = .toggle(.toggle(field.name, aliases: aliases, summary, group: "Fields"))
            default:
                let values: Values =
                    switch field.type {
                    case .text, .list: Known.field(field.key).values
                    default: .any
                    }
                self = .value(
                    .value(
                        field.name, FieldOptions.placeholder(field), aliases: aliases, summary,
                        values: values,
                        group: "Fields"))
            }
        }
    }

    private static let flags = Field.all.filter { !$0.traits.contains(.photo) }.map { ($0, Flag($0)) }

    private static let custom = Option.values(
        "custom", "NAME[:TYPE]=VALUE",
        "A field of your own; TYPE is \(CustomField.types.map(\.rawValue).joined(separator: ", "))",
        group: "Fields")

    /// The flags of all fields but these, and one for fields of a person's own.
    static func declared(except excluded: Set<FieldKey> = []) -> [any AnyOption] {
        flags.filter { !excluded.contains($0.0.key) }.map { _, flag in
            switch flag {
            case .toggle(let option): option as any AnyOption
            case .value(let option): option
            }
        } + [custom]
    }

    /// What the flags set, of all fields but these. An empty value takes a field's value out.
    static func patch(
        _ invocation: Invocation, except excluded: Set<FieldKey> = []
    ) throws(LootError) -> Patch {
        var patch = Patch()
        for (field, flag) in flags where !excluded.contains(field.key) {
            switch flag {
            case .toggle(let option):
                if let isOn = invocation[option] { patch[field.key] = .some(.flag(isOn)) }
            case .value(let option):
                guard let text = invocation[option] else { continue }
                let value = try field.parse(text)
                if value == nil, field.traits.contains(.required) {
                    throw field.refusal("it may not be empty")
                }
                patch[field.key] = .some(value)
            }
        }
        for text in invocation[custom] {
            let (key, value) = try FieldOptions.custom(text)
            patch[key] = .some(value)
        }
        return patch
    }

    private static func custom(_ text: String) throws(LootError) -> (FieldKey, FieldValue?) {
        guard let separator = text.firstIndex(of: "=") else {
            throw LootError(
                .usage, "can't read --custom “\(TextRules.visible(text))”", because: "it has no “=”",
                next: "Write --custom NAME=VALUE or --custom NAME:TYPE=VALUE")
        }
        var name = String(text[..<separator])
        var type = FieldType.text
        if let colon = name.lastIndex(of: ":") {
            let typeName = String(name[name.index(after: colon)...])
            guard let named = FieldType(rawValue: typeName), CustomField.types.contains(named) else {
                throw LootError(
                    .usage, "can't read --custom “\(TextRules.visible(text))”",
                    because: "“\(TextRules.visible(typeName))” is no type of custom fields",
                    next: Suggestions.sentence(for: typeName, among: CustomField.types.map(\.rawValue)))
            }
            type = named
            name = String(name[..<colon])
        }
        let content = String(text[text.index(after: separator)...])
        let value = content.isEmpty ? nil : try type.parse(content)
        try CustomField.check(name, value ?? .text(""))
        return (.custom(name), value)
    }

    private static func placeholder(_ field: Field) -> String {
        switch field.type {
        case .text: "TEXT"
        case .integer: "N"
        case .decimal: "X"
        case .day: "YYYY-MM-DD"
        case .moment: "TIME"
        case .list: "A,B"
        case .flag: ""
        }
    }
}
