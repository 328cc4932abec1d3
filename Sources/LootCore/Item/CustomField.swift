/// The rules of custom fields: the ones a person adds, each item its own, each value with a type.
public enum CustomField {
    /// The types that a custom field may have.
    public static let types: [FieldType] = [.text, .integer, .decimal, .flag, .moment, .day]

    /// Whether a custom field may have this name and value.
    ///
    /// - Throws: ``LootError`` with code `invalid-value`.
    public static func check(_ name: String, _ value: FieldValue, of item: ItemID? = nil) throws(LootError) {
        func refusal(_ why: String) -> LootError {
            LootError(
                .invalidValue, "can't set the custom field “\(TextRules.visible(name))”", because: why,
                item: item,
                field: .custom(name))
        }
        if name.isEmpty { throw refusal("its name is empty") }
        if let scalar = TextRules.firstRefused(in: name, allowingLines: false) {
            throw refusal("its name holds the control character \(TextRules.name(of: scalar))")
        }
        switch value {
        case .text(let text):
            if let scalar = TextRules.firstRefused(in: text, allowingLines: true) {
                throw refusal("it holds the control character \(TextRules.name(of: scalar))")
            }
        case .decimal(let number): if !number.isFinite { throw refusal("\(number) is not a number") }
        case .list: throw refusal("a custom field can't hold a list")
        case .integer, .flag, .moment, .day: break
        }
    }
}
