/// Days and moments as ISO 8601 bytes, read and written without a formatter: codecs call this for every item.
package enum CalendarText {
    /// Appends `YYYY-MM-DD`.
    static func append(_ day: Day, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: dayLength) { append(day, to: &$0) }
    }

    /// Appends `YYYY-MM-DDThh:mm:ssZ`.
    static func append(_ moment: Moment, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: momentLength) { append(moment, to: &$0) }
    }

    /// How many bytes a day takes.
    static let dayLength = 10
    /// How many bytes a moment takes.
    package static let momentLength = 20

    /// Appends `YYYY-MM-DD`, where there is room for ``dayLength`` bytes.
    static func append(_ day: Day, to output: inout OutputSpan<UInt8>) {
        let (month, dayOfMonth) = words(of: day)
        output.put(month, 8)
        output.put(dayOfMonth, 2)
    }

    /// Appends `YYYY-MM-DDThh:mm:ssZ`, where there is room for ``momentLength`` bytes.
    package static func append(_ moment: Moment, to output: inout OutputSpan<UInt8>) {
        let day = moment.day
        let (month, dayOfMonth) = words(of: day)
        let second = UInt32(truncatingIfNeeded: moment.secondsSinceEpoch - Int64(day.daysSinceEpoch) * 86_400)
        let (hours, minutes) = (digits(second / 3600), digits(second / 60 % 60))
        output.put(month, 8)
        output.put(dayOfMonth | 0x3A00_0054_0000 | hours << 24 | minutes << 48, 8)  // DDThh:mm
        output.put(0x5A00_003A | digits(second % 60) << 8, 4)  // :ssZ
    }

    /// The bytes of `YYYY-MM-` and of `DD`, the first one lowest.
    @inline(__always)
    private static func words(of day: Day) -> (month: UInt64, day: UInt64) {
        let (year, month, dayOfMonth) = day.components
        let century = UInt32(truncatingIfNeeded: year) / 100
        return (
            0x2D00_002D_0000_0000 | digits(century) | digits(UInt32(truncatingIfNeeded: year) - century * 100)
                << 16
                | digits(UInt32(truncatingIfNeeded: month)) << 40,
            digits(UInt32(truncatingIfNeeded: dayOfMonth))
        )
    }

    /// The two digits of a number below 100, the first one lowest.
    @inline(__always)
    private static func digits(_ number: UInt32) -> UInt64 {
        let tens = number / 10
        return UInt64(0x3030 | tens | (number - tens * 10) << 8)
    }

    /// The day that the bytes spell as `YYYY-MM-DD`; nil for anything else.
    package static func day(in bytes: Span<UInt8>) -> Day? {
        guard bytes.count == dayLength else { return nil }
        return leadingDay(in: bytes)
    }

    /// The moment that the bytes spell: a day alone, or a day, `T` or a space, `hh:mm[:ss[.fraction]]` and `Z` or
    /// an offset; nil for anything else.
    package static func moment(in bytes: Span<UInt8>) -> Moment? {
        if bytes.count == momentLength, let moment = usualMoment(in: bytes) { return moment }
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

    /// The moment that twenty bytes spell as they are written here, `YYYY-MM-DDThh:mm:ssZ`; nil for anything else.
    @inline(__always)
    private static func usualMoment(in bytes: Span<UInt8>) -> Moment? {
        precondition(bytes.count == momentLength)
        func word(_ offset: Int) -> UInt64 {
            // The bounds of all three were checked above, and every pattern of bits is a number.
            UInt64(
                littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: offset, as: UInt64.self))
        }
        // The text with 0 in the place of each digit and each sign between, the first byte lowest: what is left are the
        // numbers, each below 10, where it is such a text, and anything else where it is not.
        let date = word(0) ^ 0x2D30_302D_3030_3030  // YYYY-MM-
        let time = word(8) ^ 0x3030_3A30_3054_3030  // DDThh:mm
        let end = word(12) ^ 0x5A30_303A_3030_3A30  // h:mm:ssZ
        let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        let six: UInt64 = 0x0606_0606_0606_0606
        let signs: (UInt64, UInt64, UInt64) = (
            0xFF00_00FF_0000_0000, 0x0000_FF00_00FF_0000, 0xFF00_00FF_0000_FF00
        )
        let strays = (date | (date &+ six) | time | (time &+ six) | end | (end &+ six)) & high
        guard strays | date & signs.0 | time & signs.1 | end & signs.2 == 0 else { return nil }
        // Each pair of digits becomes a number in the byte of the first one.
        let (dates, times, ends) = (date &* 10 &+ date >> 8, time &* 10 &+ time >> 8, end &* 10 &+ end >> 8)
        func pair(_ word: UInt64, _ place: UInt64) -> Int { Int(word >> (place * 8) & 0xFF) }
        let (hour, minute, second) = (pair(times, 3), pair(times, 6), pair(ends, 5))
        guard hour < 24, minute < 60, second < 60,
            let day = Day(
                year: pair(dates, 0) * 100 + pair(dates, 2), month: pair(dates, 5), day: pair(times, 0))
        else { return nil }
        return Moment(
            secondsSinceEpoch: Int64(day.daysSinceEpoch) * 86_400
                + Int64(hour * 3600 + minute * 60 + second))
    }

    /// The day that the first ten bytes spell.
    @inline(__always)
    private static func leadingDay(in bytes: Span<UInt8>) -> Day? {
        var digits = Digits()
        let year = digits.two(of: bytes, at: 0) * 100 + digits.two(of: bytes, at: 2)
        let month = digits.two(of: bytes, at: 5)
        let day = digits.two(of: bytes, at: 8)
        guard digits.areAll, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        return Day(year: year, month: month, day: day)
    }

    /// Seconds east of Greenwich that the bytes from `position` to their end spell.
    @inline(__always)
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

    /// Reads numbers of two digits, and notes whether anything else stood there: one look at the end suffices.
    private struct Digits {
        private var strays: UInt16 = 0

        var areAll: Bool { strays & 0x8080 == 0 }

        @inline(__always)
        mutating func two(of bytes: Span<UInt8>, at position: Int) -> Int {
            // Bounds are checked; “unsafe” is the type only, and every pattern of bits is a UInt16.
            let word = UInt16(
                littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt16.self))
            let digits = word &- 0x3030
            // A byte below “0” or beyond “9” has its high bit here, or takes it there.
            strays |= digits | (digits &+ 0x7676)
            return Int(digits & 0xFF) * 10 + Int(digits >> 8)
        }
    }
}
