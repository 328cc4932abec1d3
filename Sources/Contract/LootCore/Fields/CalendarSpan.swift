package import Localization

/// A period of calendar time: `30 days`, `2 weeks`, `36 months`, `1 year`.
package struct CalendarSpan: Hashable, Sendable {
    /// A unit of calendar time.
    package enum Unit: String, Hashable, Sendable, CaseIterable {
        /// Days.
        case day
        /// Seven days.
        case week
        /// Calendar months of any length.
        case month
        /// Twelve months.
        case year
    }

    /// The number of units. Negative values go back in time.
    var count: Int
    /// The unit.
    var unit: Unit

    /// Creates a span of `count` units.
    package init(_ count: Int, _ unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// Parses a number and a unit (`d`, `w`, `m`, `y`, or longer names), with or without spaces between them, or the
    /// ISO 8601 format `P36M`. Returns `nil` for other text.
    package init?(_ text: some StringProtocol) {
        let isISO = text.first == "p" || text.first == "P"
        self.init(isISO ? text.dropFirst() : text[...], wordsOf: .english)
        if isISO, text.last?.isWhitespace ?? true || text.dropLast().last?.isNumber != true { return nil }
    }

    /// Parses a span that a person typed, also in the words of their language: `6 months`, `6 Monate`.
    package init?(reading text: some StringProtocol, in language: Language = .current) {
        guard let span = CalendarSpan(text) ?? CalendarSpan(text[...], wordsOf: language) else { return nil }
        self = span
    }

    /// Parses a number, with or without grouping separators, and the name of a unit in a language.
    init?(_ text: some StringProtocol, wordsOf language: Language) {
        let names = language.conventions.words
        let words = text.lowercased().drop(while: \.isWhitespace)
        let digits = words.prefix { $0.isASCII && $0.isNumber || $0 == language.conventions.groupMark }
        guard let count = Int(digits.filter { $0 != language.conventions.groupMark }),
            count <= CalendarSpan.most, digits.allSatisfy(\.isNumber) || digits == language.number(count)
        else { return nil }
        let unit = String(words[digits.endIndex...]).trimmed
        if names.day.contains(unit) {
            self.init(count, .day)
        } else if names.week.contains(unit) {
            self.init(count, .week)
        } else if names.month.contains(unit) {
            self.init(count, .month)
        } else if names.year.contains(unit) {
            self.init(count, .year)
        } else {
            return nil
        }
    }

    /// The maximum count. Larger spans are outside the calendar.
    private static let most = 10_000_000

    /// Returns the span in the opposite direction.
    static prefix func - (span: CalendarSpan) -> CalendarSpan {
        CalendarSpan(span.count == .min ? .max : -span.count, span.unit)
    }

    /// Whether the span is positive and fits into the calendar, so that it can be the period of a recurring event.
    package var isPeriod: Bool { count > 0 && Day.first.adding(self) != nil }
}

extension CalendarSpan: CustomStringConvertible {
    /// The format in files: `6 months`, `1 year`.
    package var description: String { "\(count) \(unit.rawValue)\(count == 1 ? "" : "s")" }
}

extension CalendarSpan: MessageValue {
    /// Returns the span in words: `6 months`.
    package func text(in language: Language) -> String {
        let words: Message =
            switch unit {
            case .day: "\(count, one: "day", other: "days")"
            case .week: "\(count, one: "week", other: "weeks")"
            case .month: "\(count, one: "month", other: "months")"
            case .year: "\(count, one: "year", other: "years")"
            }
        return words.text(in: language)
    }
}

extension Field {
    /// Returns the error for an invalid period.
    func periodRefusal(_ text: String) -> LootError {
        let quote = TextRules.visible(text)
        guard let span = CalendarSpan(reading: text) else {
            return refusal(
                "“\(quote)” isn't a period.", advice: "Enter a period such as 6 months, 2 weeks or 10 days.")
        }
        if span.isPeriod { return refusal(text, writtenAs: span.description) }
        return span.count > 0
            ? refusal(
                "“\(quote)” extends beyond the year 9999.",
                advice: "Enter a shorter period.")
            : refusal(
                "“\(quote)” has no length.", advice: "Enter a period of a day or more, such as 6 months.")
    }
}

extension Day {
    /// The current day in UTC.
    public static var today: Day { Moment.now.day }

    /// Returns this day plus a span. The end of January plus one month is the end of February. Returns `nil` outside
    /// the years 1 to 9999.
    package func adding(_ span: CalendarSpan) -> Day? {
        let (length, isTooLong) = span.count.multipliedReportingOverflow(by: span.unit.length)
        if isTooLong { return nil }
        switch span.unit {
        case .day, .week:
            let (days, overflow) = Int(daysSinceEpoch).addingReportingOverflow(length)
            return overflow ? nil : Day(daysSinceEpoch: days)
        case .month, .year:
            let parts = components
            let (months, overflow) = (parts.year * 12 + parts.month - 1).addingReportingOverflow(length)
            guard !overflow, months >= 12, months < 120_000 else { return nil }
            // The same day of the month, or the month's last day.
            for day in stride(from: parts.day, to: 27, by: -1) {
                if let shifted = Day(year: months / 12, month: months % 12 + 1, day: day) { return shifted }
            }
            return Day(year: months / 12, month: months % 12 + 1, day: parts.day)
        }
    }

    /// Parses a day: `YYYY-MM-DD`, or one of the formats of ``DayText``, such as `tomorrow`, `+14d` or `3 May 2024`.
    /// Returns `nil` for other text, and if the order of day and month is unknown.
    package init?(_ text: some StringProtocol, today: @autoclosure () -> Day) {
        if let day = Day(text) {
            self = day
            return
        }
        let readings = DayText(text, today: today()).readings
        guard readings.count == 1 else { return nil }
        self = readings[0]
    }
}

extension CalendarSpan.Unit {
    /// The number of days or months in the unit.
    fileprivate var length: Int {
        switch self {
        case .day, .month: 1
        case .week: 7
        case .year: 12
        }
    }
}
