/// A day of the calendar, without a time or a time zone: `2026-11-20`. Years 1 to 9999.
public struct Day: Hashable, Comparable, Sendable {
    /// Days since the first of January 1970.
    package let daysSinceEpoch: Int32

    /// The first day that can be held: 0001-01-01.
    package static let first = Day(unchecked: -719_162)
    /// The last day that can be held: 9999-12-31.
    package static let last = Day(unchecked: 2_932_896)

    private init(unchecked days: Int32) { daysSinceEpoch = days }

    /// The day that is `days` days after the first of January 1970; nil outside years 1 to 9999.
    package init?(daysSinceEpoch days: Int) {
        guard (Int(Day.first.daysSinceEpoch)...Int(Day.last.daysSinceEpoch)).contains(days) else {
            return nil
        }
        self.init(unchecked: Int32(days))
    }

    /// The day with these numbers, if the calendar has it.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Day.length(ofMonth: month, year: year)
        else { return nil }
        // Years are counted from March, so that the leap day is a year's last (Hinnant's civil calendar).
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(unchecked: Int32(era * 146_097 + dayOfEra - 719_468))
    }

    /// The day that `text` spells as `YYYY-MM-DD`; nil if it does not.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, let stamp = CalendarText.day(in: bytes.span) else { return nil }
        self = stamp
    }

    /// Year, month and day of the month.
    public var components: (year: Int, month: Int, day: Int) {
        // Years are counted from March here, too. Where a division by a constant is a multiplication, that and what is left
        // over come from one product (Neri and Schneider, 2021).
        let days = UInt32(bitPattern: daysSinceEpoch &+ 719_468)
        let century = (4 * days + 3) / 146_097
        let dayOfCentury = (4 * days + 3) % 146_097 / 4
        let years = 2_939_745 * UInt64(4 * dayOfCentury + 3)
        let dayOfYear = UInt32(truncatingIfNeeded: years) / 2_939_745 / 4
        let months = 2141 * dayOfYear + 197_913
        let isNextYear = dayOfYear >= 306
        return (
            Int(100 * century) + Int(years >> 32) + (isNextYear ? 1 : 0),
            Int(months >> 16) - (isNextYear ? 12 : 0), Int((months & 0xFFFF) / 2141) + 1
        )
    }

    /// Chronological.
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
    /// `YYYY-MM-DD`.
    public var description: String {
        var bytes: [UInt8] = []
        CalendarText.append(self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
