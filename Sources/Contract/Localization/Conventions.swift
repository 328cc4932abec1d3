/// A language's formats for numbers, dates, amounts and enumerations, according to Unicode CLDR.
package final class Conventions: Sendable {
    /// The language's tag.
    package let tag: String
    /// The language's own name.
    let name: String
    /// The plural forms of the language.
    package let plurals: PluralRules
    /// The decimal separator.
    package let decimalMark: Character
    /// The grouping separator, which separates groups of three digits.
    package let groupMark: Character
    /// The minimum number of digits for grouping. Spanish and Polish write `1299`, but `12.999`.
    package let leastGrouped: Int
    /// The position of the currency.
    package let amounts: AmountStyle
    /// The numeric date format.
    package let days: DayStyle
    /// The names of the months, in the form used in dates.
    package let months: [String]
    /// The names of the days of the week, starting with Monday.
    package let weekdays: [String]
    /// Words for days that are relative to the current one.
    package let words: DayWords
    /// The separators of enumerations.
    let lists: ListStyle
    /// The quotation marks and the separators between sentences.
    let punctuation: Punctuation

    /// The position of the currency in an amount.
    package enum AmountStyle: Sendable {
        /// `€1,299.50`
        case before
        /// `€ 1.299,50`
        case beforeWithSpace
        /// `1.299,50 €`
        case after
    }

    /// A numeric date format.
    package struct DayStyle: Sendable {
        /// Whether dates begin with the day and end with the year.
        package let isDayFirst: Bool
        /// Whether a date such as `12/03/2024` can only mean the twelfth of March.
        package let settlesOrder: Bool
        /// The separator between the numbers.
        package let mark: String
        /// The marks after the year and the day in dates with the name of the month, such as `2026年11月30日`. Without
        /// them, the name of the month is shortened: `Nov 30, 2026`.
        package var marksOfNamedMonths: (year: String, day: String)?
    }

    /// Words for days that are relative to the current one.
    package struct DayWords: Sendable {
        package let today, tomorrow, yesterday: [String]
        /// The words that mean “next” before the name of a weekday.
        package let next: [String]
        /// The words before and after a span in the future and in the past: `in 3 days`, `3 days ago`.
        package let inFuture, inPast: (before: String, after: String)
        /// The names of units.
        package let day, week, month, year: [String]
    }

    struct ListStyle: Sendable {
        let separator, and, or: String
        /// The text before the last of more than two elements, if it differs.
        var lastAnd: String?
        var lastOr: String?
    }

    init(
        _ tag: String, name: String, plurals: PluralRules, decimalMark: Character, groupMark: Character,
        leastGrouped: Int = 4,
        amounts: AmountStyle, days: DayStyle, months: [String], weekdays: [String], words: DayWords,
        lists: ListStyle, punctuation: Punctuation = Punctuation()
    ) {
        self.tag = tag
        self.name = name
        self.plurals = plurals
        self.decimalMark = decimalMark
        self.groupMark = groupMark
        self.leastGrouped = leastGrouped
        self.amounts = amounts
        self.days = days
        self.months = months
        self.weekdays = weekdays
        self.words = words
        self.lists = lists
        self.punctuation = punctuation
    }
}

extension Language {
    /// Returns a whole number with grouping separators: `1,234`.
    public func number(_ number: Int) -> String {
        (number < 0 ? "-" : "") + grouped(String(number.magnitude))
    }

    /// Inserts grouping separators into digits.
    package func grouped(_ digits: String) -> String {
        if digits.utf8.count < conventions.leastGrouped { return digits }
        var text = ""
        for (position, digit) in digits.enumerated() {
            if position > 0, (digits.utf8.count - position).isMultiple(of: 3) {
                text.append(conventions.groupMark)
            }
            text.append(digit)
        }
        return text
    }

    /// Returns an enumeration: `Attic, Cellar, and Garage`.
    public func list(_ texts: [String], _ conjunction: MessageList.Conjunction = .and) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        let style = conventions.lists
        let word =
            switch conjunction {
            case .and: texts.count > 2 ? style.lastAnd ?? style.and : style.and
            case .or: texts.count > 2 ? style.lastOr ?? style.or : style.or
            case .none: style.separator
            }
        return texts.dropLast().joined(separator: style.separator) + word + last
    }
}
