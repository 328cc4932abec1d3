import Platform

/// A point in time with second precision, in the years 1 to 9999, which all formats support: `2026-11-20T10:00:00Z`.
public struct Moment: Hashable, Comparable, Sendable {
    /// The number of seconds since January 1, 1970, 00:00 UTC.
    package let secondsSinceEpoch: Int64

    /// The first supported moment: 0001-01-01T00:00:00Z.
    package static let first = Moment(unchecked: -62_135_596_800)
    /// The last supported moment: 9999-12-31T23:59:59Z.
    package static let last = Moment(unchecked: 253_402_300_799)

    private init(unchecked seconds: Int64) { secondsSinceEpoch = seconds }

    /// Creates the moment that is `seconds` seconds after January 1, 1970. Returns `nil` outside the years 1 to 9999.
    package init?(secondsSinceEpoch seconds: Int64) {
        guard seconds >= Moment.first.secondsSinceEpoch, seconds <= Moment.last.secondsSinceEpoch else {
            return nil
        }
        self.init(unchecked: seconds)
    }

    /// Creates the start of a day in UTC.
    package init(startOf day: Day) { self.init(unchecked: Int64(day.daysSinceEpoch) * 86_400) }

    /// Parses an ISO 8601 moment: a day, or a day and a time with `Z` or an offset. Fractions of a second are
    /// dropped. Returns `nil` for other text.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        guard let moment = CalendarText.moment(in: text.utf8.span) else { return nil }
        self = moment
    }

    /// The current moment.
    public static var now: Moment { Moment(secondsSinceEpoch: Int64(Machine.secondsSince1970)) ?? .last }

    /// The day in UTC.
    public var day: Day {
        let days = Int(
            secondsSinceEpoch >= 0 ? secondsSinceEpoch / 86_400 : (secondsSinceEpoch - 86_399) / 86_400)
        return Day(daysSinceEpoch: days) ?? .first
    }

    /// Compares moments chronologically.
    public static func < (left: Moment, right: Moment) -> Bool {
        left.secondsSinceEpoch < right.secondsSinceEpoch
    }
}

extension Moment: CustomStringConvertible {
    /// The moment in the format `YYYY-MM-DDThh:mm:ssZ`.
    public var description: String {
        var bytes: [UInt8] = []
        CalendarText.append(self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
