/// A calendar day without a time or a time zone, in the years 1 to 9999: `2026-11-20`.
public struct Day: Hashable, Comparable, Sendable {
    /// The number of days since January 1, 1970.
    package let daysSinceEpoch: Int32

    /// The first supported day: 0001-01-01.
    package static let first = Day(unchecked: -719_162)
    /// The last supported day: 9999-12-31.
    package static let last = Day(unchecked: 2_932_896)

    private init(unchecked days: Int32) { daysSinceEpoch = days }

    /// Creates the day that is `days` days after January 1, 1970. Returns `nil` outside the years 1 to 9999.
    package init?(daysSinceEpoch days: Int) {
        guard (Int(Day.first.daysSinceEpoch)...Int(Day.last.daysSinceEpoch)).contains(days) else {
            return nil
        }
        self.init(unchecked: Int32(days))
    }

    /// Creates a day from its components. Returns `nil` if it doesn't exist.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Day.length(ofMonth: month, year: year)
        else { return nil }
        // Count years from March, so that the leap day is the last day of a year (Hinnant's civil calendar).
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(unchecked: Int32(era * 146_097 + dayOfEra - 719_468))
    }

    /// Parses a day in the format `YYYY-MM-DD`. Returns `nil` for other text.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, let stamp = CalendarText.day(in: bytes.span) else { return nil }
        self = stamp
    }

    /// The year, the month and the day of the month.
    public var components: Components {
        // Count years from March here, too. The quotient and the remainder of a division by a constant come from one
        // multiplication (Neri and Schneider, 2021).
        let days = UInt32(bitPattern: daysSinceEpoch &+ 719_468)
        let century = (4 * days + 3) / 146_097
        let dayOfCentury = (4 * days + 3) % 146_097 / 4
        let years = 2_939_745 * UInt64(4 * dayOfCentury + 3)
        let dayOfYear = UInt32(truncatingIfNeeded: years) / 2_939_745 / 4
        let months = 2141 * dayOfYear + 197_913
        let isNextYear = dayOfYear >= 306
        return Components(
            year: Int(100 * century) + Int(years >> 32) + (isNextYear ? 1 : 0),
            month: Int(months >> 16) - (isNextYear ? 12 : 0), day: Int((months & 0xFFFF) / 2141) + 1)
    }

    /// A day as a year, a month and a day of the month.
    public struct Components: Hashable, Sendable {
        /// The year.
        public var year: Int
        /// The month, from 1.
        public var month: Int
        /// The day of the month, from 1.
        public var day: Int
    }

    /// Compares days chronologically.
    public static func < (left: Day, right: Day) -> Bool { left.daysSinceEpoch < right.daysSinceEpoch }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Day: CustomStringConvertible {
    /// The day in the format `YYYY-MM-DD`.
    public var description: String {
        var bytes: [UInt8] = []
        CalendarText.append(self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Day: MessageValue {
    /// Returns the day in the numeric format of a language: `30.11.2026`. In English, it is
    /// `2026-11-30`, because the order of day and month differs between countries.
    public func text(in language: Language) -> String {
        let style = language.conventions.days
        guard style.settlesOrder else { return description }
        let parts = description.split(separator: "-")
        return (style.isDayFirst ? parts.reversed() : parts).joined(separator: style.mark)
    }

    /// Returns the day without its year: `Nov 30`, `30.11.`, `11月30日`
    package func textWithoutYear(in language: Language) -> String {
        let (style, parts) = (language.conventions.days, components)
        guard style.settlesOrder else {
            let month = language.conventions.months[parts.month - 1]
            if let marks = style.marksOfNamedMonths { return "\(month)\(parts.day)\(marks.day)" }
            return "\(month.prefix(3)) \(parts.day)"
        }
        guard style.isDayFirst else { return "\(parts.month)\(style.mark)\(parts.day)" }
        // Only after periods, the last number has one, too.
        return "\(parts.day)\(style.mark)\(parts.month)\(style.mark == "." ? "." : "")"
    }
}
