package import LootCore

extension Item {
    /// Returns a description of the first difference from `expected`, or `nil` if both have the same bytes.
    /// In contrast, `==` considers canonically equivalent strings equal.
    package func difference(from expected: Item) -> String? {
        if isIdentical(to: expected) { return nil }
        if id != expected.id { return "the ID is \(id), not \(expected.id)" }
        for field in hasDetails || expected.hasDetails ? Field.all : Field.core {
            switch (field.value(of: expected), field.value(of: self)) {
            case (nil, nil): continue
            case (let expected?, let found?) where found.isIdentical(to: expected): continue
            case (let expected, let found):
                return "\(field.name) is \(quoted(found)), not \(quoted(expected))"
            }
        }
        if !hasDetails, !expected.hasDetails { return nil }
        let names = (custom.keys.sorted(), expected.custom.keys.sorted())
        guard names.0.elementsEqual(names.1, by: { $0.utf8.elementsEqual($1.utf8) }) else {
            return "the custom fields are \(names.0), not \(names.1)"
        }
        for name in names.0 {
            guard let found = custom[name], let expected = expected.custom[name] else { continue }
            if !found.isIdentical(to: expected) {
                return "custom.\(name) is \(quoted(found)), not \(quoted(expected))"
            }
        }
        if foreign.isEmpty, expected.foreign.isEmpty { return nil }
        let fields = (String(reflecting: foreign), String(reflecting: expected.foreign))
        if fields.0.utf8.elementsEqual(fields.1.utf8) { return nil }
        for (found, expected) in zip(foreign, expected.foreign) where found.key == expected.key {
            let values = ("\(found.value)", "\(expected.value)")
            if !values.0.utf8.elementsEqual(values.1.utf8) {
                return "the foreign field \(found.key.spelled) is \(values.0), not \(values.1)"
            }
        }
        return "the foreign fields are \(foreign.map(\.key)), not \(expected.foreign.map(\.key))"
    }

    private func quoted(_ value: FieldValue?) -> String {
        guard let value else { return "not set" }
        switch value {
        case .text(let text): return text.spelled
        case .list(let texts): return "[\(texts.map(\.spelled).joined(separator: ", "))]"
        default: return value.description
        }
    }
}

extension String {
    /// The quoted text. All characters except printable ASCII are escaped, so that differences are visible.
    var spelled: String {
        "\"" + unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
    }
}
