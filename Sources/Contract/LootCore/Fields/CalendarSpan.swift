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
        var words = text.lowercased()[...]
        let isISO = words.first == "p"
        if isISO { words.removeFirst() }
        words = words.drop(while: \.isWhitespace)
        let digits = words.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits), count <= CalendarSpan.most else { return nil }
        var unit = words[digits.endIndex...].drop(while: \.isWhitespace)
        while unit.last?.isWhitespace ?? false { unit.removeLast() }
        if isISO, unit.count != 1 { return nil }
        switch unit {
        case "d", "day", "days": self.init(count, .day)
        case "w", "wk", "wks", "week", "weeks": self.init(count, .week)
        case "m", "mo", "mos", "mth", "mths", "month", "months": self.init(count, .month)
        case "y", "yr", "yrs", "year", "years": self.init(count, .year)
        default: return nil
        }
    }

    /// Parses a span that a person typed, also in the words of their language: `6 months`, `6 Monate`.
    package init?(reading text: some StringProtocol, in language: Language = .current) {
        if let span = CalendarSpan(text) {
            self = span
            return
        }
        let typed = CalendarSpan.withoutSpaces(text)
        let count = Int(typed.prefix { $0.isASCII && $0.isNumber })
        guard let count, count <= CalendarSpan.most else { return nil }
        let spans = Unit.allCases.map { CalendarSpan(count, $0) }
        guard let span = spans.first(where: { CalendarSpan.withoutSpaces($0.text(in: language)) == typed })
        else { return nil }
        self = span
    }

    private static func withoutSpaces(_ text: some StringProtocol) -> String {
        text.lowercased().filter { !$0.isWhitespace }
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

    /// Parses a day: `YYYY-MM-DD`, or relative to `today`, such as `today`, `yesterday` or `tomorrow`, optionally
    /// followed by `+30d` or `-2w`; `+14d`; `in 3 months`; `2 weeks ago`; or one of the formats of ``DayText``. Returns
    /// `nil` for other text.
    package init?(_ text: some StringProtocol, today: @autoclosure () -> Day) {
        if let day = Day(text) ?? Day(relative: text, to: today()) {
            self = day
            return
        }
        let readings = DayText(text, today: today()).readings
        guard readings.count == 1 else { return nil }
        self = readings[0]
    }

    private init?(relative text: some StringProtocol, to today: Day) {
        var words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")[...]
        guard let first = words.first, first.isLetter || first.isNumber || first == "+" || first == "-"
        else { return nil }
        func rest(behind word: String) -> Substring? {
            words.hasPrefix(word) ? words.dropFirst(word.count) : nil
        }
        if let rest = rest(behind: "in ") {
            guard let day = CalendarSpan(rest).flatMap({ today.adding($0) }) else { return nil }
            self = day
            return
        }
        if words.hasSuffix(" ago") {
            guard let day = CalendarSpan(words.dropLast(4)).flatMap({ today.adding(-$0) }) else { return nil }
            self = day
            return
        }
        var offset = 0
        for (word, days) in [("today", 0), ("yesterday", -1), ("tomorrow", 1)] {
            guard let rest = rest(behind: word) else { continue }
            (words, offset) = (rest, days)
            break
        }
        words = words.drop { $0 == " " }
        guard let start = today.adding(CalendarSpan(offset, .day)) else { return nil }
        guard let sign = words.first else {
            self = start
            return
        }
        guard sign == "+" || sign == "-",
            let span = CalendarSpan(words.dropFirst().drop { $0 == " " }),
            let day = start.adding(sign == "+" ? span : -span)
        else { return nil }
        self = day
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
