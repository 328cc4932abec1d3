/// Days and moments as ISO 8601 bytes, read and written without a formatter: codecs call this for every item.
public enum CalendarText {
    /// Appends `YYYY-MM-DD`.
    public static func append(_ day: Day, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: dayLength) { append(day, to: &$0) }
    }

    /// Appends `YYYY-MM-DDThh:mm:ssZ`.
    public static func append(_ moment: Moment, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: momentLength) { append(moment, to: &$0) }
    }

    /// How many bytes a day takes.
    public static let dayLength = 10
    /// How many bytes a moment takes.
    public static let momentLength = 20

    /// Appends `YYYY-MM-DD`, where there is room for ``dayLength`` bytes.
    public static func append(_ day: Day, to output: inout OutputSpan<UInt8>) {
        let parts = day.components
        append(parts.year / 100, to: &output)
        append(parts.year % 100, to: &output)
        output.append(UInt8(ascii: "-"))
        append(parts.month, to: &output)
        output.append(UInt8(ascii: "-"))
        append(parts.day, to: &output)
    }

    /// Appends `YYYY-MM-DDThh:mm:ssZ`, where there is room for ``momentLength`` bytes.
    public static func append(_ moment: Moment, to output: inout OutputSpan<UInt8>) {
        let day = moment.day
        append(day, to: &output)
        let second = Int(moment.secondsSinceEpoch - Int64(day.daysSinceEpoch) * 86_400)
        output.append(UInt8(ascii: "T"))
        append(second / 3600, to: &output)
        output.append(UInt8(ascii: ":"))
        append(second / 60 % 60, to: &output)
        output.append(UInt8(ascii: ":"))
        append(second % 60, to: &output)
        output.append(UInt8(ascii: "Z"))
    }

    /// The day that the bytes spell as `YYYY-MM-DD`; nil for anything else.
    public static func day(in bytes: Span<UInt8>) -> Day? {
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let century = twoDigits(bytes, 0), let year = twoDigits(bytes, 2),
            let month = twoDigits(bytes, 5), let day = twoDigits(bytes, 8)
        else { return nil }
        return Day(year: century * 100 + year, month: month, day: day)
    }

    /// The moment that the bytes spell: a day alone, or a day, `T` or a space, `hh:mm[:ss[.fraction]]` and `Z` or
    /// an offset; nil for anything else.
    public static func moment(in bytes: Span<UInt8>) -> Moment? {
        guard bytes.count >= 10, let day = day(in: bytes.extracting(0..<10)) else { return nil }
        guard bytes.count > 10 else { return Moment(startOf: day) }
        guard bytes.count >= 17, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
            bytes[13] == UInt8(ascii: ":"),
            let hour = twoDigits(bytes, 11), let minute = twoDigits(bytes, 14), hour < 24, minute < 60
        else { return nil }
        var position = 16
        var second = 0
        if bytes[position] == UInt8(ascii: ":") {
            guard let digits = twoDigits(bytes, 17), digits < 60 else { return nil }
            second = digits
            position = 19
            if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
                position += 1
                let start = position
                while position < bytes.count, isDigit(bytes[position]) { position += 1 }
                guard position > start else { return nil }
            }
        }
        guard let offset = offset(in: bytes, at: position) else { return nil }
        return Moment(
            secondsSinceEpoch: Int64(day.daysSinceEpoch) * 86_400
                + Int64(hour * 3600 + minute * 60 + second - offset))
    }

    /// Seconds east of Greenwich that the bytes from `position` to their end spell.
    private static func offset(in bytes: Span<UInt8>, at position: Int) -> Int? {
        guard position < bytes.count else { return nil }
        if bytes[position] == UInt8(ascii: "Z") { return position + 1 == bytes.count ? 0 : nil }
        let sign = bytes[position] == UInt8(ascii: "+") ? 1 : -1
        guard sign == 1 || bytes[position] == UInt8(ascii: "-"), let hours = twoDigits(bytes, position + 1),
            bytes.count == position + 6, bytes[position + 3] == UInt8(ascii: ":"),
            let minutes = twoDigits(bytes, position + 4), hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func twoDigits(_ bytes: Span<UInt8>, _ position: Int) -> Int? {
        guard position + 1 < bytes.count, isDigit(bytes[position]), isDigit(bytes[position + 1]) else {
            return nil
        }
        return Int(bytes[position] - UInt8(ascii: "0")) * 10 + Int(bytes[position + 1] - UInt8(ascii: "0"))
    }

    private static func append(_ twoDigits: Int, to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: twoDigits / 10))
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: twoDigits % 10))
    }
}
