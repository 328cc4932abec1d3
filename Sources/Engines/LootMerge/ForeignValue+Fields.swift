import LootCore

extension ForeignValue {
    /// Creates the value that represents a field's value in files, or `null` for `nil`.
    ///
    /// In files, the dates and times of built-in fields are text. Those of custom fields aren't, because only their
    /// format distinguishes them from text: a day is an object with the key `date`, and a moment remains a moment.
    init(_ value: FieldValue?, for key: FieldKey) {
        self =
            switch value {
            case nil: .null
            case .text(let text)?: .text(text)
            case .integer(let number)?: .number(String(number))
            case .decimal(let number)?: .number(String(number))
            case .amount(let amount)?: .number(amount.description)
            case .flag(let flag)?: .flag(flag)
            case .list(let texts)?: .array(texts.map(ForeignValue.text))
            case .moment(let moment)?:
                key.customName == nil ? .text(moment.description) : .moment(moment)
            case .day(let day)?:
                key.customName == nil
                    ? .text(day.description) : .object([ForeignField("date", .text(day.description))])
            }
    }

    /// This value as text for display, such as `[red, blue]` for an array. For binary data, it is only the size.
    var asText: FieldValue { .text(line) }

    private var line: String {
        switch self {
        case .null: "null"
        case .flag(let flag): String(flag)
        case .number(let digits): digits
        case .text(let text): text
        case .moment(let moment): moment.description
        case .data(let bytes): "\(bytes.count) bytes"
        case .array(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .object(let fields):
            "{" + fields.map { "\($0.key): \($0.value.line)" }.joined(separator: ", ") + "}"
        }
    }
}

extension FieldValue {
    /// Creates the value of the given field from the value that represents it in files, or returns `nil` for `null`.
    ///
    /// If the field is unknown or can't have this value, the result is text for display.
    init?(_ value: ForeignValue, for key: FieldKey) {
        if case .null = value { return nil }
        self =
            if let field = Field.with(key: key) {
                FieldValue(value, of: field.type) ?? value.asText
            } else if key.customName != nil {
                FieldValue(custom: value) ?? value.asText
            } else {
                value.asText
            }
    }

    private init?(_ value: ForeignValue, of type: FieldType) {
        switch (type, value) {
        case (.text, .text(let text)): self = .text(text)
        case (.integer, .number(let digits)):
            guard let number = Int(digits) else { return nil }
            self = .integer(number)
        case (.amount, .number(let digits)), (.amount, .text(let digits)):
            guard let amount = Amount(digits) else { return nil }
            self = .amount(amount)
        case (.flag, .flag(let flag)): self = .flag(flag)
        case (.moment, .moment(let moment)): self = .moment(moment)
        case (.moment, .text(let text)):
            guard let moment = Moment(text) else { return nil }
            self = .moment(moment)
        case (.day, .text(let text)):
            guard let day = Day(text) else { return nil }
            self = .day(day)
        case (.list, .array(let values)):
            self = .list(
                values.compactMap { value in
                    if case .text(let text) = value { text } else { nil }
                })
        default: return nil
        }
    }

    private init?(custom value: ForeignValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .flag(let flag): self = .flag(flag)
        case .moment(let moment): self = .moment(moment)
        case .number(let digits):
            if let number = Int(digits) {
                self = .integer(number)
            } else if let number = Double(digits), number.isFinite {
                self = .decimal(number)
            } else {
                return nil
            }
        case .object(let fields):
            guard fields.count == 1, fields[0].key == "date", case .text(let text) = fields[0].value,
                let day = Day(text)
            else { return nil }
            self = .day(day)
        case .null, .data, .array: return nil
        }
    }
}
