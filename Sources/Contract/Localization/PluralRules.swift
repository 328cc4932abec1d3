/// The plural forms that a language has for whole numbers, by Unicode CLDR.
package enum PluralRules: Sendable {
    /// One form for all numbers: Japanese.
    case none
    /// One for 1, and others: English, German, Dutch.
    case one
    /// One for 1, many for whole millions, and others: Spanish, Italian.
    case oneAndMillions
    /// One for 0 and 1, many for whole millions, and others: French, Brazilian Portuguese.
    case zeroOneAndMillions
    /// One for 1, few for 2 to 4, 22 to 24 and so on, and many: Polish.
    case polish

    /// The names of the forms in CLDR, in the order in which a catalog has them.
    package var categories: [String] {
        switch self {
        case .none: ["other"]
        case .one: ["one", "other"]
        case .oneAndMillions, .zeroOneAndMillions: ["one", "many", "other"]
        case .polish: ["one", "few", "many"]
        }
    }

    /// The position in ``categories`` of the form for a number.
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
