package import Localization

/// A day as people write it: `12.03.2024`, `3 May 2024`, `tomorrow`, `today + 30d`, `in 3 months`, `next friday`.
///
/// Words are English or those of the language. The order of day and month in `03/04/2024` is known if the language
/// determines it, or if only one of the two orders is a date in the calendar.
package struct DayText: Sendable {
    /// The days that the text can mean. Several if the order of day and month is unknown.
    package let readings: [Day]

    private let languages: [Language]

    /// Parses a string without regard to case. It has no readings if it isn't a date in one of these formats.
    package init(
        _ text: some StringProtocol, today: @autoclosure () -> Day, in language: Language? = Language.named
    ) {
        var languages = [Language.english]
        if let language, language != .english { languages.append(language) }
        self.languages = languages
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count == 1, let readings = DayText.numeric(words[0], language) {
            self.readings = readings
        } else if let day = DayText.named(words, languages) {
            readings = [day]
        } else {
            readings = DayText.relative(words, languages, today()).map { [$0] } ?? []
        }
    }

    /// Reads `12.03.2024`, `12/03/2024`, `12-03-2024` and `2024/03/12`. Returns `nil` for text in another format.
    private static func numeric(_ text: String, _ language: Language?) -> [Day]? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "/" || $0 == "-" }
        guard parts.count == 3, let first = number(parts[0]), let second = number(parts[1]),
            let last = number(parts[2])
        else { return nil }
        if parts[0].utf8.count == 4 {
            return [Day(year: first, month: second, day: last)].compactMap(\.self)
        }
        guard parts[2].utf8.count == 4 else { return nil }
        let year = last
        let dayFirst = Day(year: year, month: second, day: first)
        let monthFirst = Day(year: year, month: first, day: second)
        if let days = language?.conventions.days, days.settlesOrder {
            return [days.isDayFirst ? dayFirst : monthFirst].compactMap(\.self)
        }
        let readings = [dayFirst, monthFirst].compactMap(\.self)
        return first == second ? Array(readings.prefix(1)) : readings
    }

    /// Reads `3 May 2024`, `3. Mai 2024` and `May 3, 2024`. A month can be abbreviated to three letters or more.
    private static func named(_ words: [String], _ languages: [Language]) -> Day? {
        let words = words.map { $0.filter { $0 != "," } }.filter { $0 != "de" }
        guard words.count == 3, let year = number(words[2]), words[2].utf8.count == 4 else { return nil }
        for (day, month) in [(words[0], words[1]), (words[1], words[0])] {
            let digits = day.hasSuffix(".") ? String(day.dropLast()) : day
            guard let day = number(digits) else { continue }
            for language in languages {
                if let month = index(of: month, in: language.conventions.months) {
                    return Day(year: year, month: month + 1, day: day)
                }
            }
        }
        return nil
    }

    /// Reads a day that is counted from today.
    private static func relative(_ words: [String], _ languages: [Language], _ today: Day) -> Day? {
        let text = words.joined(separator: " ")
        for language in languages {
            if let span = distance(text, language) { return today.adding(span) }
            if let day = sum(text, language, today) { return day }
        }
        return weekday(words, languages, today)
    }

    /// Reads `in 3 months` and `2 weeks ago`.
    private static func distance(_ text: String, _ language: Language) -> CalendarSpan? {
        let names = language.conventions.words
        for (words, isPast) in [(names.inFuture, false), (names.inPast, true)]
        where text.hasPrefix(words.before) && text.hasSuffix(words.after) {
            let amount = text.dropFirst(words.before.count).dropLast(words.after.count)
            if let span = CalendarSpan(amount, wordsOf: language) { return isPast ? -span : span }
        }
        return nil
    }

    /// Reads `today`, `tomorrow + 2 weeks` and `-14d`.
    private static func sum(_ text: String, _ language: Language, _ today: Day) -> Day? {
        let names = language.conventions.words
        var rest = text[...]
        var start: Day? = today
        for (words, days) in [(names.today, 0), (names.tomorrow, 1), (names.yesterday, -1)] {
            guard let word = words.first(where: { rest.hasPrefix($0) }) else { continue }
            rest = rest.dropFirst(word.count).drop { $0 == " " }
            start = today.adding(CalendarSpan(days, .day))
            if rest.isEmpty { return start }
            break
        }
        guard let sign = rest.first, sign == "+" || sign == "-",
            let span = CalendarSpan(rest.dropFirst(), wordsOf: language)
        else { return nil }
        return start?.adding(sign == "+" ? span : -span)
    }

    /// Reads `friday` and `next friday`, the first Friday after today.
    private static func weekday(_ words: [String], _ languages: [Language], _ today: Day) -> Day? {
        guard let last = words.last else { return nil }
        for language in languages {
            let names = language.conventions.words
            let isNext = words.count == 2 && (names.next.contains(words[0]) || names.next.contains(last))
            guard words.count == 1 || isNext else { continue }
            let name = isNext && names.next.contains(last) ? words[0] : last
            guard let weekday = index(of: name, in: language.conventions.weekdays) else { continue }
            // January 1, 1970, was a Thursday.
            let current = ((Int(today.daysSinceEpoch) + 3) % 7 + 7) % 7
            let days = (weekday - current + 6) % 7 + 1
            return today.adding(CalendarSpan(days, .day))
        }
        return nil
    }

    /// Returns the index of the name that equals a word, or of the only name that begins with it if the word has at least
    /// three letters.
    private static func index(of word: String, in names: [String]) -> Int? {
        let word = word.hasSuffix(".") ? String(word.dropLast()) : word
        if let exact = names.firstIndex(where: { $0.lowercased() == word }) { return exact }
        let found = names.indices.filter { names[$0].lowercased().hasPrefix(word) }
        return word.count >= 3 && found.count == 1 ? found[0] : nil
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(text) : nil
    }

    /// Returns the text with a misspelled word replaced, or `nil` if no known word is similar.
    package func suggestion(for text: String) -> String? {
        var known: [String] = []
        for language in languages {
            for name in language.conventions.months + language.conventions.weekdays {
                known.append(name.lowercased())
            }
            let words = language.conventions.words
            for names in [words.today, words.tomorrow, words.yesterday, words.next] { known += names }
        }
        var words = text.lowercased().split(separator: " ").map(String.init)
        var isChanged = false
        for (index, word) in words.enumerated() where word.count > 3 && word.allSatisfy(\.isLetter) {
            guard !known.contains(word), let near = Suggestions.nearest(to: word, among: known).first else {
                continue
            }
            (words[index], isChanged) = (near, true)
        }
        return isChanged ? words.joined(separator: " ") : nil
    }
}
