import CommandLineKit
import LootCore

/// The flags that set fields, made from the field table.
enum FieldOptions {
    /// The fields' names, for completions.
    static let names = Field.all.map(\.name)

    /// A flag for every field that a person can set, and one for fields of their own.
    static func declared(except excluded: Set<FieldKey> = []) -> [Option] {
        var options: [Option] = []
        for field in Field.all where !excluded.contains(field.key) && !field.traits.contains(.photo) {
            let aliases = ([field.key.rawValue] + field.aliases).filter { $0 != field.name }
            switch field.type {
            case .flag:
                options.append(
                    .flag(field.name, aliases: aliases, summary(field), isNegatable: true, group: "Fields"))
            default:
                options.append(
                    .value(field.name, placeholder(field), aliases: aliases, summary(field), group: "Fields"))
            }
        }
        options.append(
            .value(
                "custom", "NAME[:TYPE]=VALUE",
                "A field of your own; TYPE is \(CustomField.types.map(\.rawValue).joined(separator: ", "))",
                isRepeatable: true, group: "Fields"))
        return options
    }

    /// What the flags set. An empty value takes a field's value out.
    static func patch(_ parsed: ParsedCommand) throws(LootError) -> Patch {
        var patch = Patch()
        for field in Field.all where !field.traits.contains(.photo) {
            if field.type == .flag {
                if let isOn = parsed.flag(field.name) { patch[field.key] = .some(.flag(isOn)) }
            } else if let text = parsed.value(of: field.name) {
                let value = try field.parse(text)
                if value == nil, field.traits.contains(.required) {
                    throw field.refusal("it may not be empty")
                }
                patch[field.key] = .some(value)
            }
        }
        for text in parsed.values(of: "custom") {
            let (key, value) = try custom(text)
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

    /// In help a summary is no sentence.
    private static func summary(_ field: Field) -> String {
        field.summary.hasSuffix(".") ? String(field.summary.dropLast()) : field.summary
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
