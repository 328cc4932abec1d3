/// Values as text, both ways: flags, CSV cells, form fields and `edit` all read and write values like this.
extension FieldType {
    /// The value that `text` spells.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that says what was expected.
    public func parse(_ text: String) throws(LootError) -> FieldValue {
        switch self {
        case .text: return .text(text)
        case .integer:
            if let number = Int(text) { return .integer(number) }
            throw refusal(text, TextRules.isInteger(text) ? "a whole number of 64 bits" : "a whole number")
        case .decimal:
            if let number = Double(text), number.isFinite { return .decimal(number) }
            throw refusal(text, "a number")
        case .flag:
            if let flag = FieldType.flag(text) { return .flag(flag) }
            throw refusal(text, "true or false")
        case .moment:
            if let moment = Moment(text) { return .moment(moment) }
            throw refusal(text, "a date and time like 2026-11-20T10:00:00Z")
        case .day:
            if let day = Day(text) { return .day(day) }
            throw refusal(text, "a date like 2026-11-20")
        case .list:
            return .list(FieldType.entries(of: text))
        }
    }

    /// Yes or no, as people write it; nil for anything else.
    package static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    /// The entries of a comma-separated list, without the spaces around them and without empty ones. A comma, a
    /// backslash, or a space at either end that belongs to an entry has a backslash before it.
    private static func entries(of text: String) -> [String] {
        var entries: [String] = []
        var entry = String.UnicodeScalarView()
        var spaces = String.UnicodeScalarView()
        var escaped = false
        func finish() {
            if !entry.isEmpty { entries.append(String(entry)) }
            entry.removeAll()
            spaces.removeAll()
        }
        for scalar in text.unicodeScalars {
            if escaped || (scalar != "\\" && scalar != "," && !scalar.properties.isWhitespace) {
                entry.append(contentsOf: spaces)
                entry.append(scalar)
                spaces.removeAll()
                escaped = false
            } else if scalar == "\\" {
                escaped = true
            } else if scalar == "," {
                finish()
            } else if !entry.isEmpty {
                spaces.append(scalar)
            }
        }
        finish()
        return entries
    }

    private func refusal(_ text: String, _ expected: String) -> LootError {
        LootError(
            .invalidValue, "can't read “\(TextRules.visible(text))”", because: "it is not \(expected)",
            next: "Give \(expected)")
    }
}

extension FieldValue: CustomStringConvertible {
    /// The value as text that ``FieldType/parse(_:)`` reads back.
    public var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        case .moment(let moment): moment.description
        case .day(let day): day.description
        case .list(let list): list.map(FieldValue.escaped).joined(separator: ", ")
        }
    }

    private static func escaped(_ entry: String) -> String {
        let scalars = entry.unicodeScalars
        var result = String.UnicodeScalarView()
        for index in scalars.indices {
            let scalar = scalars[index]
            let isAtEnd = index == scalars.startIndex || scalars.index(after: index) == scalars.endIndex
            if scalar == "," || scalar == "\\" || (isAtEnd && scalar.properties.isWhitespace) {
                result.append("\\")
            }
            result.append(scalar)
        }
        return String(result)
    }
}

extension Field {
    /// The value that `text` spells for this field; empty text means “not set”.
    ///
    /// - Throws: ``LootError`` with code `invalid-value`.
    public func parse(_ text: String) throws(LootError) -> FieldValue? {
        if text.isEmpty { return nil }
        do {
            let value = try type.parse(text)
            try check(value)
            return value
        } catch {
            var error = error
            error.what = "can't set the \(title.lowercased())"
            if error.field == nil { error.why = "“\(TextRules.visible(text))” \(error.why.replacingIt)" }
            error.field = key
            throw error
        }
    }
}

extension String {
    /// The rest of a sentence that began with “it”.
    fileprivate var replacingIt: String { hasPrefix("it ") ? String(dropFirst(3)) : self }
}
