/// A language's plural forms for whole numbers, according to Unicode CLDR.
package enum PluralRules: Sendable {
    /// The same form for all numbers: Japanese.
    case none
    /// Two forms: one for 1, and another for all other numbers. English, German, Dutch.
    case one
    /// Three forms: one for 1, one for whole millions, and another for all other numbers. Spanish, Italian.
    case oneAndMillions
    /// Three forms: one for 0 and 1, one for whole millions, and another for all other numbers. French, Brazilian
    /// Portuguese.
    case zeroOneAndMillions
    /// Three forms: one for 1, one for numbers such as 2 to 4 and 22 to 24, and another for all other numbers.
    /// Polish.
    case polish

    /// The CLDR names of the forms, in the order used by catalogs.
    package var categories: [String] {
        switch self {
        case .none: ["other"]
        case .one: ["one", "other"]
        case .oneAndMillions, .zeroOneAndMillions: ["one", "many", "other"]
        case .polish: ["one", "few", "many"]
        }
    }

    /// Returns the index of a number's form in ``categories``.
    package func form(for count: Int) -> Int {
        let number = count.magnitude
        switch self {
        case .none: return 0
        case .one: return number == 1 ? 0 : 1
        case .oneAndMillions, .zeroOneAndMillions:
            if number == 1 || (number == 0 && self == .zeroOneAndMillions) { return 0 }
            return number != 0 && number.isMultiple(of: 1_000_000) ? 1 : 2
        case .polish:
            if number == 1 { return 0 }
            return (2...4).contains(number % 10) && !(12...14).contains(number % 100) ? 1 : 2
        }
    }
}
