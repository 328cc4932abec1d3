/// How a language writes numbers, dates, amounts and enumerations, by Unicode CLDR.
package final class Conventions: Sendable {
    /// The language's tag.
    package let tag: String
    /// The plural forms that its messages have.
    package let plurals: PluralRules
    /// The mark between the whole and the rest of a number.
    package let decimalMark: Character
    /// The mark between groups of three digits.
    package let groupMark: Character
    /// The least digits that are grouped: Spanish and Polish write `1299`, but `12.999`.
    package let leastGrouped: Int
    /// Where the currency is written.
    package let amounts: AmountStyle
    /// How a day is written in digits.
    package let days: DayStyle
    /// The names of the months, in the form that stands in a date.
    package let months: [String]
    /// The names of the days of the week, from Monday on.
    package let weekdays: [String]
    /// Words for days that are relative to the current one.
    package let words: DayWords
    /// The text between the elements of an enumeration, and before the last one.
    let lists: ListStyle

    /// Where the currency of an amount is written.
    package enum AmountStyle: Sendable {
        /// `€1,299.50`
        case before
        /// `€ 1.299,50`
        case beforeWithSpace
        /// `1.299,50 €`
        case after
    }

    /// How a day is written in digits.
    package struct DayStyle: Sendable {
        /// Whether the day comes first and the year last.
        package let isDayFirst: Bool
        /// Whether a date such as `12/03/2024` can only mean the twelfth of March.
        package let settlesOrder: Bool
        /// The mark between the numbers.
        package let mark: String
    }

    /// Words for days that are relative to the current one.
    package struct DayWords: Sendable {
        package let today, tomorrow, yesterday: [String]
        /// The words before the name of a coming day of the week.
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
        _ tag: String, plurals: PluralRules, decimalMark: Character, groupMark: Character,
        leastGrouped: Int = 4,
        amounts: AmountStyle, days: DayStyle, months: [String], weekdays: [String], words: DayWords,
        lists: ListStyle
    ) {
        self.tag = tag
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
    }
}

extension Language {
    /// A whole number with separators between thousands: `1,234`.
    public func number(_ number: Int) -> String {
        (number < 0 ? "-" : "") + grouped(String(number.magnitude))
    }

    /// Digits with separators between thousands.
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

    /// An enumeration: `Attic, Cellar, and Garage`.
    public func list(_ texts: [String], _ conjunction: MessageList.Conjunction = .and) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        let style = conventions.lists
        let word =
            switch conjunction {
            case .and: texts.count > 2 ? style.lastAnd ?? style.and : style.and
            case .or: texts.count > 2 ? style.lastOr ?? style.or : style.or
            }
        return texts.dropLast().joined(separator: style.separator) + word + last
    }
}
