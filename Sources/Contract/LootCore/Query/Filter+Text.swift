extension Filter: CustomStringConvertible {
    /// The filter in the filter language. Parsing it returns an equal filter.
    public var description: String {
        switch self {
        case .compare(let field, .matches, .text(let pattern)):
            "\(Filter.name(of: field)) ~ /\(Filter.escaped(pattern))/"
        case .compare(let field, let comparison, let value):
            "\(Filter.name(of: field)) \(comparison.rawValue) \(Filter.literal(value))"
        case .calculate(.field(let key), let comparison, let right) where key.customName != nil:
            // A custom field without parentheses would be compared with the following word instead of a calculation.
            "(\(Filter.name(of: key))) \(comparison.rawValue) \(right)"
        case .calculate(let left, let comparison, let right): "\(left) \(comparison.rawValue) \(right)"
        case .isSet(let field): "\(Filter.name(of: field)) is set"
        case .all(let filters): Filter.joined(filters, " and ", empty: "all")
        case .any(let filters): Filter.joined(filters, " or ", empty: "none")
        case .not(let filter): "not (\(filter))"
        }
    }

    private static func joined(_ filters: [Filter], _ word: String, empty: String) -> String {
        if filters.isEmpty { return empty }
        return filters.map { filter in
            switch filter {
            case .all(let parts) where !parts.isEmpty, .any(let parts) where !parts.isEmpty: "(\(filter))"
            default: filter.description
            }
        }.joined(separator: word)
    }

    package static func name(of field: FieldKey) -> String {
        if let custom = field.customName { return "custom.\(quoted(custom))" }
        return Field.with(key: field)?.name ?? field.rawValue
    }

    private static func literal(_ value: FieldValue) -> String {
        switch value {
        case .text, .list: quoted(value.description)
        default: value.description
        }
    }

    /// Escapes a pattern for use between slashes.
    private static func escaped(_ pattern: String) -> String {
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if scalar == "/", !isEscaped { result.append("\\") }
            isEscaped = scalar == "\\" && !isEscaped
            result.append(scalar)
        }
        return String(result)
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(character)
        }
        return result + "\""
    }
}
