/// The title of a field within a sentence: `value`, `purchase price`. In German, where nouns are capitalized, it is the
/// title itself.
package struct FieldNoun: MessageValue {
    private let key: FieldKey

    /// Creates the noun of a built-in or custom field.
    package init(_ key: FieldKey) { self.key = key }

    /// Returns the noun in a language.
    package func text(in language: Language) -> String {
        guard let field = Field.with(key: key) else { return key.customName ?? key.rawValue }
        let title = field.title.text(in: language)
        return language == .german ? title : title.lowercased()
    }
}
