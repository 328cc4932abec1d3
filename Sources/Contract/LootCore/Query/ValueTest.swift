import TextSearch

/// A comparison with a constant, optimized for many values.
struct ValueTest: Sendable {
    let comparison: Filter.Comparison
    let constant: FieldValue
    /// The test for strings, or `nil` if no string can match.
    let text: TextTest?
    /// The constant as a range of moments, or `nil` if it isn't a point in time. A day is the range from its first to
    /// its last second.
    private let moments: ClosedRange<Int64>?

    init(_ comparison: Filter.Comparison, _ constant: FieldValue) {
        self.comparison = comparison
        self.constant = constant
        if case .text(let text) = constant { self.text = TextTest(comparison, text) } else { text = nil }
        moments = ValueTest.moments(of: constant)
    }

    private static func moments(of value: FieldValue) -> ClosedRange<Int64>? {
        switch value {
        case .day(let day):
            let start = Moment(startOf: day).secondsSinceEpoch
            return start...start + 86_399
        case .moment(let moment): return moment.secondsSinceEpoch...moment.secondsSinceEpoch
        default: return nil
        }
    }

    /// Creates a test for strings that contain a word.
    init(finding word: SearchWord) {
        comparison = .contains
        constant = .text(word.folded)
        text = .contains(word)
        moments = nil
    }

    /// Returns whether a value matches. A list matches if one of its entries does; values of another type never
    /// match.
    func holds(_ value: FieldValue) -> Bool {
        switch value {
        case .list(let entries): text.map { entries.contains(where: $0.holds) } ?? false
        case .text(let value): text?.holds(value) ?? false
        default: order(value).map(comparison.holds) ?? false
        }
    }

    /// Compares a value with the constant. A moment is compared with the constant's day. Returns `nil` for
    /// strings, lists and values of another type.
    func order(_ value: FieldValue) -> Order? {
        switch (value, constant) {
        case (.flag, .flag): FieldValue.order(value, constant)
        case (.integer, _), (.decimal, _), (.amount, _):
            constant.isNumber ? FieldValue.order(value, constant) : nil
        case (.day(let day), _): moments.map { ValueTest.order(Moment(startOf: day), in: $0) }
        case (.moment(let moment), _): moments.map { ValueTest.order(moment, in: $0) }
        default: nil
        }
    }

    /// Returns whether a moment, or a day represented by its start, matches.
    func holds(_ moment: Moment) -> Bool {
        moments.map { comparison.holds(ValueTest.order(moment, in: $0)) } ?? false
    }

    private static func order(_ moment: Moment, in moments: ClosedRange<Int64>) -> Order {
        let second = moment.secondsSinceEpoch
        return second < moments.lowerBound ? .ascending : second > moments.upperBound ? .descending : .same
    }

    /// Returns whether the value of a custom field matches. The type of such a field can differ between items: texts
    /// that contain a number, a Boolean value or a date are converted, and a number compared with a date is a year.
    func holdsForOwn(_ value: FieldValue) -> Bool {
        switch (value, constant) {
        case (.text(let text), _) where constant.isNumber:
            guard let number = ExactNumber(text), let constant = ExactNumber(constant) else {
                return Day(text).map { holdsForOwn(.day($0)) } ?? false
            }
            return comparison.holds(ExactNumber.order(number, constant))
        case (.text(let text), .flag): return FieldType.flag(text).map { holds(.flag($0)) } ?? false
        case (.text(let text), .day), (.text(let text), .moment):
            if let day = Day(text) { return holds(.day(day)) }
            return Moment(text).map { holds(.moment($0)) } ?? false
        case (.day(let day), .integer(let year)):
            return holds(Moment(startOf: day), inYear: year)
        case (.moment(let moment), .integer(let year)): return holds(moment, inYear: year)
        default: return holds(value)
        }
    }

    private func holds(_ moment: Moment, inYear year: Int) -> Bool {
        guard let first = Day(year: year, month: 1, day: 1), let last = Day(year: year, month: 12, day: 31)
        else { return false }
        let start = Moment(startOf: first).secondsSinceEpoch
        let end = Moment(startOf: last).secondsSinceEpoch + 86_399
        return comparison.holds(ValueTest.order(moment, in: start...end))
    }
}

/// A comparison of strings with a constant.
enum TextTest: Sendable {
    case contains(SearchWord)
    case begins(SearchWord)
    case equal(SearchWord)
    case order(Filter.Comparison, String)
    case inside(PlaceTest)
    case matches(Pattern)

    /// Creates a test for a comparison with a constant. Returns `nil` for an invalid pattern.
    init?(_ comparison: Filter.Comparison, _ constant: String) {
        switch comparison {
        case .contains: self = .contains(SearchWord(constant))
        case .begins: self = .begins(SearchWord(constant))
        case .equal: self = .equal(SearchWord(constant))
        case .less, .lessOrEqual, .greater, .greaterOrEqual: self = .order(comparison, constant)
        case .inside: self = .inside(PlaceTest(constant))
        case .matches:
            guard let pattern = try? Pattern(constant) else { return nil }
            self = .matches(pattern)
        }
    }

    func holds(_ text: String) -> Bool {
        switch self {
        case .contains(let word): word.isFound(in: text)
        case .begins(let word): word.isPrefix(of: text)
        case .equal(let word): word.isAll(of: text)
        case .order(let comparison, let constant): comparison.holds(Folding.order(text, constant))
        case .inside(let place): place.holds(text)
        case .matches(let pattern): pattern.isFound(in: text)
        }
    }
}

extension FieldValue {
    /// Whether the value is a number of any type.
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .decimal, .amount: true
        case .text, .flag, .moment, .day, .list: false
        }
    }
}
