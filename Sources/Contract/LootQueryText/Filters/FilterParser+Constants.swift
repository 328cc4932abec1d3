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
            throw wrongType(key, at: sign, "that has no order", "\(name(key)), or not \(name(key))")
        }
        if Field.with(key: key)?.isNumber == true, let (number, currency) = scanner.amount(inList: inList) {
            try note(currency)
            return try inCurrency(.compare(key, comparison, try value(of: number)), at: number.place)
        }
        guard let literal = scanner.constant(inList: inList) else {
            if scanner.next() == "\"" || scanner.next() == "'" { throw openQuote() }
            throw expected("a value")
        }
        switch type {
        case .integer, .decimal, .amount: return .compare(key, comparison, try value(of: literal))
        case .text where !literal.isQuoted && Field.with(key: key)?.traits.contains(.period) == true:
            if comparison != .equal {
                let why = "lengths of time have no order here"
                throw wrongType(key, at: sign, why, "\(name(key)) = \"6 months\"")
            }
            let period = CalendarSpan(literal.text)?.description
            return .compare(key, .equal, .text(period ?? literal.text))
        case .text, .list:
            if comparison != .equal, !literal.isQuoted { try requireText(literal, key, comparison) }
            return text(key, comparison, literal)
        case .flag:
            guard let flag = FieldType.flag(literal.text) else {
                throw failure(
                    "“\(TextRules.visible(literal.text))” is not true or false, and \(name(key)) is yes or no",
                    at: literal.place, next: "Write: \(name(key)), or not \(name(key))")
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
        let kind: String? =
            switch guess(literal.text) {
            case .integer, .decimal, .amount: "a number"
            case .flag: "yes or no"
            case .day, .moment: "a date"
            default: nil
            }
        guard let kind else { return }
        throw failure(
            "\(literal.text) is \(kind), and \(name(key)) is \(FilterParser.kind(of: key))",
            at: literal.place,
            next: "To compare with the word, write: \(name(key)) \(comparison.rawValue) \"\(literal.text)\"")
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
            "“\(TextRules.visible(text))” is not a date", at: place,
            next: "Write one as 2026-11-20, 2026-11, 2026, today or today+30d")
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
            throw wrongType(key, at: sign.place, "\(sign.text) looks into texts", name(key) + example)
        }
        if sign.text == "~", scanner.next() == "/" {
            guard let pattern = scanner.pattern() else {
                throw neverClosed(
                    "the pattern", next: "To look for the slash itself, put the text in quotes")
            }
            do { _ = try Pattern(pattern.text) } catch {
                let start = pattern.place.lowerBound + 1 + error.place.lowerBound
                throw failure(
                    error.why, at: start..<min(start + error.place.count, pattern.place.upperBound),
                    next: error.next)
            }
            return .compare(key, .matches, .text(pattern.text))
        }
        guard let literal = scanner.constant(inList: false) else {
            if scanner.next() == "\"" || scanner.next() == "'" { throw openQuote() }
            throw expected("a text")
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
            guard scanner.take(")") else { throw expected("“,” or “)”") }
            return filters.count == 1 ? filters[0] : .any(filters)
        }
        if let type = Field.with(key: key)?.type, type != .text, type != .list {
            throw wrongType(key, at: upcomingPlace(), "a place is a text", "\(name(key)) in (…, …)")
        }
        guard let literal = scanner.constant(inList: false) else {
            if scanner.next() == "\"" || scanner.next() == "'" { throw openQuote() }
            throw expected("“(” or a place")
        }
        return text(key, .inside, literal)
    }
}

/// Errors.
extension FilterParser {
    func failure(_ why: String, at place: Range<Int>, next: String = "") -> LootError {
        var error = LootError(.malformed, "can't read the filter", because: why, next: next)
        error.excerpt = scanner.excerpt(place)
        return error
    }

    /// An example of a filter for error messages.
    static let sample = "A filter looks like: value >= 50 and location = \"Attic\""

    /// Returns an error about unexpected input that suggests similar `words`.
    func expected(_ what: String, words: [String] = []) -> LootError {
        var ahead = scanner
        let found = ahead.upcoming()
        let quote = found.map { "“\(TextRules.visible($0.text))”" } ?? "the end"
        let near = found.map { Suggestions.nearest(to: $0.text, among: words) } ?? []
        let next =
            if !near.isEmpty {
                Suggestions.sentence(for: found?.text ?? "", among: words)
            } else if endsInWord, found != nil {
                "Put a text of several words in quotes"
            } else {
                FilterParser.sample
            }
        return failure(
            "expected \(what), found \(quote)", at: found?.place ?? ahead.position..<ahead.position,
            next: next)
    }

    /// Returns an error about a field without an operator. Names the operator for words that others use.
    func missingOperator() -> LootError {
        var error = expected("one of = != < <= > >= ~ ^, “in”, “between” or “is set”")
        var ahead = scanner
        if let found = ahead.upcoming(),
            ["has", "contain", "contains", "include", "includes", "like"].contains(found.text.lowercased())
        {
            error.next = "Write “=” for a whole tag or text, or “~” for a part of it"
        }
        return error
    }

    /// Returns an error about `is` without `set`, with a correction.
    func neitherSetNorNot(_ key: FieldKey, _ isNegated: Bool) -> LootError {
        var error = expected("“set” or “not set”", words: ["set", "not"])
        var ahead = scanner
        guard let found = ahead.upcoming(),
            Suggestions.nearest(to: found.text, among: ["set", "not"]).isEmpty
        else { return error }
        let isNothing = ["empty", "null", "nil", "nothing", "unknown", "missing"].contains(
            found.text.lowercased())
        let sentence =
            isNothing
            ? "\(name(key)) is \(isNegated ? "" : "not ")set"
            : "\(name(key)) \(isNegated ? "!=" : "=") \(found.text)"
        error.next = "Write: \(TextRules.visible(sentence))"
        return error
    }

    func openQuote() -> LootError {
        neverClosed("the quote", next: "Put the same quote behind the text")
    }

    func neverClosed(_ what: String, next: String = "") -> LootError {
        let place = upcomingPlace()
        return failure("\(what) is never closed", at: place.lowerBound..<place.lowerBound + 1, next: next)
    }

    /// Returns an error about a field of the wrong type, with an alternative.
    func wrongType(_ key: FieldKey, at place: Range<Int>, _ why: String, _ instead: String?) -> LootError {
        var error = failure(
            "\(name(key)) is \(FilterParser.kind(of: key)), and \(why)", at: place,
            next: instead.map { "Write: \($0)" } ?? "")
        error.field = key
        return error
    }

    func upcomingPlace() -> Range<Int> {
        var ahead = scanner
        return ahead.upcoming()?.place ?? ahead.position..<ahead.position
    }

    func name(_ key: FieldKey) -> String { Filter.name(of: key) }

    static func kind(of key: FieldKey) -> String {
        switch Field.with(key: key)?.type {
        case .text, nil: "a text"
        case .integer, .decimal, .amount: "a number"
        case .flag: "yes or no"
        case .moment, .day: "a date"
        case .list: "a list of texts"
        }
    }
}
