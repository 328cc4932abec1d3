/// Reads and writes days and moments as ISO 8601 bytes, without the overhead of a formatter, because codecs do this
/// for every item.
package enum CalendarText {
    /// Appends `YYYY-MM-DD`.
    package static func append(_ day: Day, to bytes: inout [UInt8]) {
        let parts = day.components
        append(parts.year / 100, to: &bytes)
        append(parts.year % 100, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(parts.month, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(parts.day, to: &bytes)
    }

    /// Appends `YYYY-MM-DDThh:mm:ssZ`.
    package static func append(_ moment: Moment, to bytes: inout [UInt8]) {
        let day = moment.day
        let second = Int(moment.secondsSinceEpoch) - Int(day.daysSinceEpoch) * 86_400
        append(day, to: &bytes)
        bytes.append(UInt8(ascii: "T"))
        append(second / 3600, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(second / 60 % 60, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(second % 60, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
    }

    /// The length of a day, in bytes.
    static let dayLength = 10
    /// The length of a moment, in bytes.
    package static let momentLength = 20

    /// Appends the two digits of a number below 100.
    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Parses a day in the format `YYYY-MM-DD`. Returns `nil` for other bytes.
    package static func day(in bytes: Span<UInt8>) -> Day? {
        guard bytes.count == dayLength else { return nil }
        return leadingDay(in: bytes)
    }

    /// Parses a moment: a day, optionally followed by `T` or a space, `hh:mm[:ss[.fraction]]`, and `Z` or an offset.
    /// Returns `nil` for other bytes.
    package static func moment(in bytes: Span<UInt8>) -> Moment? {
        guard bytes.count >= dayLength, let day = leadingDay(in: bytes) else { return nil }
        guard bytes.count > dayLength else { return Moment(startOf: day) }
        guard bytes.count >= 17, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
            bytes[13] == UInt8(ascii: ":")
        else { return nil }
        var digits = Digits()
        let hour = digits.two(of: bytes, at: 11)
        let minute = digits.two(of: bytes, at: 14)
        var second = 0
        var position = 16
        if bytes[position] == UInt8(ascii: ":") {
            guard bytes.count >= 19 else { return nil }
            second = digits.two(of: bytes, at: 17)
            position = 19
            if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
                position += 1
                let start = position
                while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
                guard position > start else { return nil }
            }
        }
        guard digits.areAll, hour < 24, minute < 60, second < 60,
            let offset = offset(in: bytes, at: position)
        else { return nil }
        return Moment(
            secondsSinceEpoch: Int64(day.daysSinceEpoch) * 86_400
                + Int64(hour * 3600 + minute * 60 + second - offset))
    }

    /// Parses the day in the first ten bytes.
    private static func leadingDay(in bytes: Span<UInt8>) -> Day? {
        var digits = Digits()
        let year = digits.two(of: bytes, at: 0) * 100 + digits.two(of: bytes, at: 2)
        let month = digits.two(of: bytes, at: 5)
        let day = digits.two(of: bytes, at: 8)
        guard digits.areAll, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        return Day(year: year, month: month, day: day)
    }

    /// Parses the UTC offset from `position` to the end. Returns the number of seconds east of Greenwich.
    private static func offset(in bytes: Span<UInt8>, at position: Int) -> Int? {
        guard position < bytes.count else { return nil }
        if bytes[position] == UInt8(ascii: "Z") { return position + 1 == bytes.count ? 0 : nil }
        let sign = bytes[position] == UInt8(ascii: "+") ? 1 : -1
        guard sign == 1 || bytes[position] == UInt8(ascii: "-"), bytes.count == position + 6,
            bytes[position + 3] == UInt8(ascii: ":")
        else { return nil }
        var digits = Digits()
        let hours = digits.two(of: bytes, at: position + 1)
        let minutes = digits.two(of: bytes, at: position + 4)
        guard digits.areAll, hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    /// Parses two-digit numbers and records whether all bytes were digits.
    private struct Digits {
        private(set) var areAll = true

        mutating func two(of bytes: Span<UInt8>, at position: Int) -> Int {
            let tens = bytes[position] &- UInt8(ascii: "0")
            let ones = bytes[position + 1] &- UInt8(ascii: "0")
            if tens > 9 || ones > 9 { areAll = false }
            return Int(tens) * 10 + Int(ones)
        }
    }
}
