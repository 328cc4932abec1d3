extension Filter: CustomStringConvertible {
    /// The condition in the filter language; reading it gives the same condition.
    public var description: String {
        switch self {
        case .compare(let field, let comparison, let value):
            "\(Filter.name(of: field)) \(comparison.rawValue) \(Filter.literal(value))"
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

    private static func name(of field: FieldKey) -> String {
        if let custom = field.customName { return "custom.\(quoted(custom))" }
        return Field.with(key: field)?.name ?? field.rawValue
    }

    private static func literal(_ value: FieldValue) -> String {
        switch value {
        case .text, .list: quoted(value.description)
        default: value.description
        }
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
