import LootCore
import TextSearch

/// A day in a table.
enum DayShape: Hashable {
    /// No day: the earliest possible day, or zeros.
    case none
    /// An unambiguous day.
    case day(Day)
    /// An unambiguous day that shows whether the day or the month comes first.
    case ordered(Day, dayFirst: Bool)
    /// Two numbers, each of which can be the day.
    case unsure(dayFirst: Day, monthFirst: Day)

    /// Parses a day and ignores a time after it. Returns `nil` if the text isn't a day.
    init?(_ text: String) {
        if let numbers = Numbers(text.utf8.span) {
            self.init(numbers)
            return
        }
        let head = DayShape.withoutTime(text)
        if let day = Day(head) {
            self = day == .first ? .none : .day(day)
            return
        }
        let parts = head.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
        guard parts.count == 3 || parts.count == 4 else { return nil }
        if parts.contains(where: { $0.contains(where: \.isLetter) }) {
            guard let day = DayShape.named(parts) else { return nil }
            self = .day(day)
            return
        }
        let numbers = parts.compactMap { Int($0) }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        self.init(Numbers(numbers, lengths: parts.map(\.count), hasPoint: head.contains(".")))
    }

    /// Three numbers in a row.
    private struct Numbers {
        /// The numbers, and the number of digits of each.
        let values: (Int, Int, Int)
        let lengths: (Int, Int, Int)
        /// Whether periods separate them.
        let hasPoint: Bool

        init(_ values: [Int], lengths: [Int], hasPoint: Bool) {
            self.values = (values[0], values[1], values[2])
            self.lengths = (lengths[0], lengths[1], lengths[2])
            self.hasPoint = hasPoint
        }

        /// Parses numbers such as `24.12.2025`, the most frequent form: ASCII digits with single separators. Returns
        /// `nil` for any other text, and if the year comes first.
        init?(_ text: Span<UInt8>) {
            guard (6...10).contains(text.count) else { return nil }
            var (values, lengths): ([3 of Int], [3 of Int]) = (.init(repeating: 0), .init(repeating: 0))
            var part = 0
            var hasPoint = false
            for index in text.indices {
                let digit = text[index] &- UInt8(ascii: "0")
                if digit < 10 {
                    values[part] = values[part] * 10 + Int(digit)
                    lengths[part] += 1
                    continue
                }
                let isPoint = text[index] == UInt8(ascii: ".")
                guard isPoint || text[index] == UInt8(ascii: "/") || text[index] == UInt8(ascii: "-"),
                    part < 2,
                    lengths[part] > 0
                else { return nil }
                hasPoint = hasPoint || isPoint
                part += 1
            }
            guard part == 2, lengths[2] > 0, lengths[0] < 4 else { return nil }
            self.values = (values[0], values[1], values[2])
            self.lengths = (lengths[0], lengths[1], lengths[2])
            self.hasPoint = hasPoint
        }
    }

    private init?(_ numbers: Numbers) {
        let values = numbers.values
        if values == (0, 0, 0) {
            self = .none
        } else if numbers.lengths.0 == 4 {
            guard let day = Day(year: values.0, month: values.1, day: values.2) else { return nil }
            self = .day(day)
        } else {
            let digits = numbers.lengths.2
            guard digits == 4 || digits == 2 else { return nil }
            let year = digits == 4 ? values.2 : values.2 + (values.2 < 70 ? 2000 : 1900)
            let dayFirst = Day(year: year, month: values.1, day: values.0)
            let monthFirst = Day(year: year, month: values.0, day: values.1)
            // With periods, the day always comes first.
            switch (dayFirst, numbers.hasPoint ? nil : monthFirst) {
            case (let day?, nil): self = numbers.hasPoint ? .day(day) : .ordered(day, dayFirst: true)
            case (nil, let day?): self = .ordered(day, dayFirst: false)
            case (let one?, let other?):
                self = one == other ? .day(one) : .unsure(dayFirst: one, monthFirst: other)
            case (nil, nil): return nil
            }
        }
    }

    private static func withoutTime(_ text: String) -> Substring {
        guard let colon = text.firstIndex(of: ":") else { return text[...] }
        let start = text[..<colon].lastIndex { !$0.isNumber }
        return start.map { text[..<$0] } ?? text[...]
    }

    /// Parses a day with the name of the month and an optional weekday: `Sat May 24, 2025`, `24-May-2025`.
    private static func named(_ parts: [Substring]) -> Day? {
        var month: Int?
        for part in parts where month == nil {
            let name = Folding.fold(String(part))
            month = months.firstIndex { $0.contains { name.count >= 3 && $0.hasPrefix(name) } }.map { $0 + 1 }
        }
        let numbers = parts.compactMap { part in Int(part).map { (part.count, $0) } }
        guard let month, numbers.count == 2, let year = numbers.first(where: { $0.0 == 4 })?.1,
            let day = numbers.first(where: { $0.0 <= 2 })?.1
        else { return nil }
        return Day(year: year, month: month, day: day)
    }

    private static let months = [
        ["january", "januar", "janvier"], ["february", "februar", "fevrier"], ["march", "marz", "mars"],
        ["april", "avril"], ["may", "mai"], ["june", "juni", "juin"], ["july", "juli", "juillet"],
        ["august", "aout"],
        ["september", "septembre"], ["october", "oktober", "octobre"], ["november", "novembre"],
        ["december", "dezember", "decembre"],
    ]
}

extension CalendarSpan {
    /// Parses a period in English, German or French: `36 months`, `2 Jahre`. The column's style determines the unit
    /// of a bare number. Returns `nil` for any other text.
    init?(cell text: String, _ style: ColumnStyle) {
        if let span = CalendarSpan(text) {
            self = span
            return
        }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, digits.count < 5 else { return nil }
        let unit: String
        switch HeaderNames.plain(String(text[digits.endIndex...])) {
        case "" where digits.endIndex == text.endIndex && style.contains(.months): unit = "months"
        case "" where digits.endIndex == text.endIndex && style.contains(.years): unit = "years"
        case "mo", "mos", "mth", "mths", "monat", "monate", "mois": unit = "months"
        case "yr", "yrs", "j", "jahr", "jahre", "an", "ans", "annee", "annees": unit = "years"
        case "wk", "wks", "woche", "wochen", "semaine", "semaines": unit = "weeks"
        case "t", "tag", "tage", "jour", "jours": unit = "days"
        default: return nil
        }
        self.init("\(digits) \(unit)")
    }
}
