import Platform

/// A date and a time of day without a time zone. Years range from 1 to 9999.
public struct DateTime: Hashable, Comparable, Sendable {
    /// The year, from 1 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day, from 1 to the length of the month.
    public let day: Int
    /// The hour, from 0 to 23.
    public let hour: Int
    /// The minute, from 0 to 59.
    public let minute: Int

    /// Creates a date and time. Values outside their range become the nearest valid ones.
    public init(year: Int, month: Int = 1, day: Int = 1, hour: Int = 0, minute: Int = 0) {
        self.year = year.clamped(to: 1...9999)
        self.month = month.clamped(to: 1...12)
        self.day = day.clamped(to: 1...DateTime.days(year: self.year, month: self.month))
        self.hour = hour.clamped(to: 0...23)
        self.minute = minute.clamped(to: 0...59)
    }

    /// The current date and time of day in the local time zone.
    public static var now: DateTime {
        let seconds = Machine.secondsSince1970
        return DateTime(secondsSince1970: seconds + ThisProcess.secondsFromUTC(at: Int64(seconds)))
    }

    init(secondsSince1970 seconds: Int) {
        let minutes = max(seconds, 0) / 60
        var days = minutes / 1_440
        var (year, month) = (1970, 1)
        while case let length = DateTime.days(year: year, month: month), days >= length {
            days -= length
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
        self.init(
            year: year, month: month, day: days + 1, hour: minutes / 60 % 24, minute: minutes % 60)
    }

    /// Returns the number of days in a month.
    package static func days(year: Int, month: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns whether a date is earlier than another one.
    public static func < (one: DateTime, other: DateTime) -> Bool {
        (one.year, one.month, one.day, one.hour, one.minute)
            < (other.year, other.month, other.day, other.hour, other.minute)
    }

    func with(_ unit: DateUnit, _ value: Int) -> DateTime {
        DateTime(
            year: unit == .year ? value : year, month: unit == .month ? value : month,
            day: unit == .day ? value : day, hour: unit == .hour ? value : hour,
            minute: unit == .minute ? value : minute)
    }

    func value(of unit: DateUnit) -> Int {
        switch unit {
        case .year: year
        case .month: month
        case .day: day
        case .hour: hour
        case .minute: minute
        }
    }
}

/// A part of a date.
enum DateUnit: Hashable {
    case year, month, day, hour, minute
}
