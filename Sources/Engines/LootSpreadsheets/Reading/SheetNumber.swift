import LootCore

/// Converts the numbers of a spreadsheet to text.
enum SheetNumber {
    /// Returns the digits of a number with a decimal point and up to `decimals` decimals, or the text itself if it
    /// isn't a number. Numbers are rounded to 15 digits, the precision of spreadsheets. If there are three decimals, a
    /// zero is appended, so that the decimal point isn't mistaken for a group separator.
    static func digits(_ text: [UInt8], decimals: Int? = nil) -> [UInt8] {
        if let count = plainDecimals(text), count <= decimals ?? .max {
            return count == 3 ? text + [0x30] : text
        }
        guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else { return text }
        return digits(number, decimals: decimals)
    }

    static func digits(_ number: Double, decimals: Int? = nil) -> [UInt8] {
        let size = abs(number)
        guard size < 1e15 else { return Array(number.description.utf8) }
        var (whole, scale) = (1, 1.0)
        while scale * 10 <= size { (whole, scale) = (whole + 1, scale * 10) }
        var count = size < 1 ? 15 : 15 - whole
        // Powers of ten up to 10²² are exact as `Double`.
        var power = 1.0
        for _ in 0..<count { power *= 10 }
        var value = Int((size * power).rounded())
        // Round the decimal digits instead of the binary value, as spreadsheet programs do: 1.005 becomes 1.01.
        if let decimals, decimals < count {
            for _ in decimals + 1..<count { value /= 10 }
            (value, count) = ((value + 5) / 10, decimals)
        }
        while count > 0, value % 10 == 0 { (value, count) = (value / 10, count - 1) }
        if count == 3 { (value, count) = (value * 10, count + 1) }
        var digits = Array(String(value).utf8)
        if count > 0 {
            while digits.count <= count { digits.insert(0x30, at: 0) }
            digits.insert(UInt8(ascii: "."), at: digits.count - count)
        }
        return number < 0 && value != 0 ? [UInt8(ascii: "-")] + digits : digits
    }

    /// Returns the number of decimals if the text is a plain number of up to 15 digits.
    private static func plainDecimals(_ text: [UInt8]) -> Int? {
        guard (1...16).contains(text.count) else { return nil }
        var point: Int?
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "-") where index == 0 && text.count > 1: break
            case UInt8(ascii: ".") where point == nil && index > 0 && index + 1 < text.count: point = index
            default: return nil
            }
        }
        return point.map { text.count - $0 - 1 } ?? 0
    }

    /// Returns the text of a date, a time or a duration in a workbook, which counts days since the beginning of 1900 or
    /// 1904. Returns `nil` if there is no such day.
    static func date(_ text: [UInt8], _ style: CellStyle, since1904: Bool) -> [UInt8]? {
        guard let number = Double(String(decoding: text, as: UTF8.self)), number >= 0, number < 2_958_466
        else {
            return nil
        }
        var (day, seconds) = (Int(number), Int(((number - number.rounded(.down)) * 86_400).rounded()))
        if seconds == 86_400 { (day, seconds) = (day + 1, 0) }
        if style == .duration { return time(day * 86_400 + seconds) }
        if style == .time, day == 0 { return time(seconds) }
        // Excel counts a day that didn't exist: February 29, 1900.
        let epoch = since1904 ? -24_107 : day < 60 ? -25_568 : -25_569
        guard since1904 || day != 60, let date = Day(daysSinceEpoch: epoch + day) else { return nil }
        let hasTime = style != .date && seconds > 0
        return Array(date.description.utf8)
            + (hasTime ? [UInt8(ascii: "T")] + time(seconds, isFull: true) : [])
    }

    /// Returns hours and minutes, and seconds if there are any.
    private static func time(_ seconds: Int, isFull: Bool = false) -> [UInt8] {
        func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let text = "\(pad(seconds / 3600)):\(pad(seconds / 60 % 60))"
        return Array((seconds % 60 > 0 || isFull ? "\(text):\(pad(seconds % 60))" : text).utf8)
    }
}
