/// Formatting of HTTP dates: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the date for a number of seconds since 1970, clamped to the years 1970 to 9999.
    static func text(secondsSince1970: Int) -> String {
        let seconds = min(max(secondsSince1970, 0), 253_402_300_799)
        let day = seconds / 86_400
        let second = seconds % 86_400
        // Count days from 1 March of year 0, so that a leap day is the last day of its year.
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 2 : shiftedMonth - 10
        let year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)
        return "\(days[day % 7]), \(padded(dayOfMonth)) \(months[month]) \(padded(year, 4)) "
            + "\(padded(second / 3_600)):\(padded(second / 60 % 60)):\(padded(second % 60)) GMT"
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
