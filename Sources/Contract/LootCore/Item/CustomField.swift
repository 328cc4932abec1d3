/// The rules for custom fields, which each item can have independently of others, with typed values.
package enum CustomField {
    /// The types that custom fields can have.
    package static let types: [FieldType] = [.text, .integer, .decimal, .flag, .moment, .day]

    /// Throws if a name or a value isn't valid for a custom field.
    ///
    /// - Throws: ``LootError`` with code `invalid-value`.
    package static func check(_ name: String, _ value: FieldValue, of item: ItemID? = nil) throws(LootError) {
        func refusal(_ reason: Message) -> LootError {
            LootError(
                .invalidValue, "Can't set “\(TextRules.visible(name))”.", reason: reason, item: item,
                field: .custom(name))
        }
        if name.isEmpty { throw refusal("The name of a custom field can't be empty.") }
        if let scalar = TextRules.firstRefused(in: name, allowingLines: false) {
            let name = TextRules.name(of: scalar)
            throw refusal("The name of the field contains the control character \(name).")
        }
        switch value {
        case .text(let text):
            if let scalar = TextRules.firstRefused(in: text, allowingLines: true) {
                throw refusal("The text contains the control character \(TextRules.name(of: scalar)).")
            }
        case .decimal(let number):
            if !number.isFinite { throw refusal("“\(number.description)” isn't a number.") }
        case .list: throw refusal("A custom field can't contain a list.")
        case .amount: throw refusal("A custom field can contain numbers, but no amounts.")
        case .integer, .flag, .moment, .day: break
        }
    }

    /// Returns the value of text that was entered without a type: a number, a day or a moment if the text is
    /// its canonical form, a Boolean value for `yes`, `no`, `true` or `false` in any case, otherwise the
    /// text. For example, `007` and `+41 79` aren't numbers.
    package static func value(of text: String) -> FieldValue {
        if let number = Int(text), String(number) == text { return .integer(number) }
        if let number = decimal(text) { return .decimal(number) }
        if let day = Day(text) { return .day(day) }
        if let moment = Moment(text) { return .moment(moment) }
        switch text.lowercased() {
        case "yes", "true": return .flag(true)
        case "no", "false": return .flag(false)
        default: return .text(text)
        }
    }

    private static func decimal(_ text: String) -> Double? {
        let parts = (text.hasPrefix("-") ? text.dropFirst() : text[...])
            .split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 17, parts.allSatisfy({ TextRules.isInteger(String($0)) }),
            parts[0] == "0" || !parts[0].hasPrefix("0")
        else { return nil }
        return Double(text).flatMap { $0.description == text ? $0 : nil }
    }
}
