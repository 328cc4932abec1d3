import LootCore
import TextSearch

/// Constants for fields that aren't numeric.
extension FilterParser {
    /// Parses a constant and returns its comparison with a field.
    mutating func constant(
        of key: FieldKey, _ comparison: Filter.Comparison, at sign: Range<Int>, inList: Bool = false
    ) throws(LootError) -> Filter {
        let type = Field.with(key: key)?.type
        if type == .flag, comparison != .equal {
            throw wrongType(
                key, at: sign, "“\(name(key))” is yes or no, so it has no order.",
                "\(name(key))", "not \(name(key))")
        }
        if Field.with(key: key)?.isNumber == true, let (number, currency) = scanner.amount(inList: inList) {
            try note(currency)
            return try inCurrency(.compare(key, comparison, try value(of: number)), at: number.place)
        }
        guard let literal = scanner.constant(inList: inList) else {
            if scanner.next() == "\"" || scanner.next() == "'" { throw openQuote() }
            throw expected(.value)
        }
        switch type {
        case .integer, .decimal, .amount: return .compare(key, comparison, try value(of: literal))
        case .text where !literal.isQuoted && Field.with(key: key)?.traits.contains(.period) == true:
            if comparison != .equal {
                throw wrongType(
                    key, at: sign, "“\(name(key))” contains periods, which filters can't compare by order.",
                    "\(name(key)) = \"6 months\"")
            }
            let period = CalendarSpan(literal.text)?.description
            return .compare(key, .equal, .text(period ?? literal.text))
        case .text, .list:
            if comparison != .equal, !literal.isQuoted { try requireText(literal, key, comparison) }
            return text(key, comparison, literal)
        case .flag:
            guard let flag = FieldType.flag(literal.text) else {
                throw failure(
                    "“\(name(key))” is yes or no, and “\(TextRules.visible(literal.text))” is neither.",
                    at: literal.place, advice: "Use “\(name(key))” or “not \(name(key))”.")
            }
            return .compare(key, comparison, .flag(flag))
        case .day, .moment: return try date(key, comparison, literal)
        case nil where key == Field.idKey || literal.isQuoted: return text(key, comparison, literal)
        case nil:
            // A word that looks like a month may also be meant as text.
            if let (first, last) = FilterParser.period(literal.text), literal.text.utf8.count > 4 {
                let period = FilterParser.compare(key, comparison, first, last)
                return comparison == .equal
                    ? .any([.compare(key, .equal, .text(literal.text)), period]) : period
            }
            guard let value = guess(literal.text) else { return text(key, comparison, literal) }
            if case .day = value { return try date(key, comparison, literal) }
            return .compare(key, comparison, value)
        }
    }

    private mutating func text(
        _ key: FieldKey, _ comparison: Filter.Comparison, _ literal: FilterScanner.Literal
    ) -> Filter {
        endsInWord = !literal.isQuoted
        return .compare(key, comparison, .text(literal.text))
    }

    /// Rejects an unquoted word that probably wasn't meant as text in an ordering comparison.
    private func requireText(
        _ literal: FilterScanner.Literal, _ key: FieldKey, _ comparison: Filter.Comparison
    ) throws(LootError) {
        let reason: Message? =
            switch guess(literal.text) {
            case .integer, .decimal, .amount:
                "“\(literal.text)” is a number, but “\(name(key))” contains text."
            case .flag: "“\(literal.text)” is yes or no, but “\(name(key))” contains text."
            case .day, .moment: "“\(literal.text)” is a date, and “\(name(key))” contains text."
            default: nil
            }
        guard let reason else { return }
        let comparison = "\(name(key)) \(comparison.rawValue) \"\(literal.text)\""
        throw failure(
            reason, at: literal.place, advice: "To compare with the word itself, use “\(comparison)”.")
    }

    /// Returns the value of an unquoted word for a custom field, or `nil` for text.
    private func guess(_ word: String) -> FieldValue? {
        if let number = Int(word) { return .integer(number) }
        if let number = FilterParser.decimal(word) { return number }
        if let day = Day(word, today: today) { return .day(day) }
        if let moment = Moment(word) { return .moment(moment) }
        switch word.lowercased() {
        case "true", "yes": return .flag(true)
        case "false", "no": return .flag(false)
        default: return nil
        }
    }

    // MARK: Dates

    private mutating func date(
        _ key: FieldKey, _ comparison: Filter.Comparison, _ literal: FilterScanner.Literal
    ) throws(LootError) -> Filter {
        var (text, place) = (literal.text, literal.place)
        func day() -> FieldValue? {
            Day(text, today: today).map { .day($0) } ?? Moment(text).map { .moment($0) }
        }
        if !literal.isQuoted, let longer = wholeDate(text) {
            (text, place) = (longer, place.lowerBound..<scanner.position)
        }
        if let value = day() { return .compare(key, comparison, value) }
        if let (first, last) = FilterParser.period(text) {
            return FilterParser.compare(key, comparison, first, last)
        }
        throw failure(
            "“\(TextRules.visible(text))” isn't a date.", at: place,
            advice: "Enter a date such as 2026-11-20, 2026-11, 2026, today or today+30d.")
    }

    /// Parses a date with more than one word: `today + 30 days`.
    private mutating func wholeDate(_ first: String) -> String? {
        let start = scanner.position
        let isWhole = Day(first, today: today) != nil
        let sign = scanner.next()
        if isWhole ? sign == "+" || sign == "-" : FilterParser.period(first) == nil {
            var text = first
            for _ in 0..<3 {
                guard let word = scanner.constant(inList: true), !word.isQuoted else { break }
                text += " " + word.text
                if Day(text, today: today) != nil { return text }
            }
        }
        scanner.back(to: start)
        return nil
    }

    /// Returns the first and the last day of a year or month.
    static func period(_ text: String) -> (first: Day, last: Day)? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }), parts[0].utf8.count == 4,
            let year = Int(parts[0])
        else { return nil }
        if parts.count == 1 {
            guard let first = Day(year: year, month: 1, day: 1),
                let last = Day(year: year, month: 12, day: 31)
            else { return nil }
            return (first, last)
        }
        guard parts.count == 2, parts[1].utf8.count == 2, let month = Int(parts[1]),
            let first = Day(year: year, month: month, day: 1)
        else { return nil }
        // The last month of the calendar has no next day.
        let next = first.adding(CalendarSpan(1, .month)).flatMap {
            Day(daysSinceEpoch: Int($0.daysSinceEpoch) - 1)
        }
        return (first, next ?? .last)
    }

    private static func compare(
        _ key: FieldKey, _ comparison: Filter.Comparison, _ first: Day, _ last: Day
    ) -> Filter {
        switch comparison {
        case .less, .greaterOrEqual: .compare(key, comparison, .day(first))
        case .lessOrEqual, .greater: .compare(key, comparison, .day(last))
        default: .all([.compare(key, .greaterOrEqual, .day(first)), .compare(key, .lessOrEqual, .day(last))])
        }
    }

    // MARK: Texts, lists and places

    /// Parses the text or pattern after `~` or `^`.
    mutating func look(into key: FieldKey, _ sign: FilterScanner.Literal) throws(LootError) -> Filter {
        if let type = Field.with(key: key)?.type, type != .text, type != .list {
            let example = type == .flag ? "" : " = \(scanner.constant(inList: false)?.text ?? "…")"
            throw wrongType(
                key, at: sign.place, "“\(sign.text)” searches text, but “\(name(key))” contains no text.",
                name(key) + example)
        }
        if sign.text == "~", scanner.next() == "/" {
            guard let pattern = scanner.pattern() else {
                throw neverClosed("To search for the slash itself, put the text in quotes.")
            }
            do { _ = try Pattern(pattern.text) } catch {
                let start = pattern.place.lowerBound + 1 + error.place.lowerBound
                let part = pattern.text.dropFirst(error.place.lowerBound).prefix(error.place.count)
                throw failure(
                    error.reason.message(about: TextRules.visible(String(part))),
                    at: start..<min(start + error.place.count, pattern.place.upperBound),
                    advice: error.reason.advice)
            }
            return .compare(key, .matches, .text(pattern.text))
        }
        guard let literal = scanner.constant(inList: false) else {
            if scanner.next() == "\"" || scanner.next() == "'" { throw openQuote() }
            throw expected(.text)
        }
        return text(key, Filter.Comparison(rawValue: sign.text) ?? .contains, literal)
    }

    /// Parses a list of values or a place after `in`.
    mutating func membership(_ key: FieldKey) throws(LootError) -> Filter {
        if scanner.take("(") {
            var filters: [Filter] = []
            repeat {
                filters.append(try constant(of: key, .equal, at: upcomingPlace(), inList: true))
            } while scanner.take(",")
            guard scanner.take(")") else { throw expected(.endOfList) }
            return filters.count == 1 ? filters[0] : .any(filters)
        }
        if let type = Field.with(key: key)?.type, type != .text, type != .list {
            throw wrongType(
                key, at: upcomingPlace(), "“\(name(key))” doesn't contain text, so it can't be in a place.",
                "\(name(key)) in (…, …)")
        }
        guard let literal = scanner.constant(inList: false) else {
            if scanner.next() == "\"" || scanner.next() == "'" { throw openQuote() }
            throw expected(.place)
        }
        return text(key, .inside, literal)
    }
}
