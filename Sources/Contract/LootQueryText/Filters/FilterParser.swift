public import LootCore
import TextSearch

extension Filter {
    /// Parses the filter language.
    ///
    /// ```text
    /// condition   = conjunction { "or" conjunction }
    /// conjunction = term { "and" term }
    /// term        = "not" term | "(" condition ")" | "all" | "none" | "has" field | "is" [ "not" ] ( flag | "lent" | "disposed" ) | flag
    ///             | field ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) value
    ///             | number ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) number
    ///             | field ( "~" | "^" ) text | field "~" "/" pattern "/"
    ///             | field [ "not" ] "in" ( "(" value { "," value } ")" | place )
    ///             | field [ "not" ] "between" value "and" value
    ///             | field "since" date
    ///             | field "is" [ "not" ] "set"
    /// number      = product { ( "+" | "-" ) product }
    /// product     = factor { ( "*" | "/" ) factor }
    /// factor      = digits [ currency ] | field | "(" number ")"
    /// ```
    ///
    /// A field is a name in the field table, `id` or `custom.NAME` (`custom."two words"`). A value is a word or text
    /// in double or single quotes, interpreted by the field's type. For custom fields, an unquoted word is a number,
    /// a Boolean value or a date if it looks like one. A date is a day, a month (`2026-11`), a year, or a day
    /// relative to `today` (`Day.init(_:today:)`). A month or year equals all of its days, precedes all days after
    /// its end, and follows all days before its start. An amount with a currency, such as `50 EUR` or `$50`, only
    /// matches items in that currency; items without one are in `currency`. The name of a flag by itself means that
    /// it is true.
    ///
    /// - Throws: `LootError`. Its `excerpt` marks the position of the problem.
    public init(parsing text: String, today: Day = .today, currency: Currency? = nil) throws(LootError) {
        var parser = FilterParser(text, today: today, currency: currency)
        self = try parser.parse()
    }

    /// The maximum length of a filter in characters.
    package static let greatestLength = 20_000
    /// The maximum nesting depth of conditions and length of a calculation.
    package static let greatestDepth = 64
}

/// A recursive descent parser for filters. This part parses how conditions are combined and compared; the extensions
/// parse operands.
struct FilterParser {
    /// A parsed part: a complete condition, or the first operand of one.
    enum Part {
        case filter(Filter)
        case field(FieldKey, Range<Int>)
        case calculation(Calculation, Range<Int>)
    }

    var scanner: FilterScanner
    let today: Day
    /// The currency of items without one.
    let usualCurrency: Currency?
    /// The currency of an amount in the current comparison.
    var currency: Currency?
    var depth = 0
    /// The number of steps in the current calculation.
    var steps = 0
    /// Whether the last constant was an unquoted word, after which more words may have been intended.
    var endsInWord = false

    init(_ text: String, today: Day, currency: Currency?) {
        scanner = FilterScanner(text)
        self.today = today
        usualCurrency = currency
    }

    mutating func parse() throws(LootError) -> Filter {
        guard scanner.text.utf8.count <= Filter.greatestLength || scanner.text.count <= Filter.greatestLength
        else {
            let end = String(scanner.text.prefix(Filter.greatestLength)).unicodeScalars.count
            throw failure("It is longer than \(Filter.greatestLength) characters.", at: end..<end)
        }
        let filter = try filter(try condition())
        if scanner.next() != nil { throw expected(.conjunction) }
        return filter
    }

    // MARK: Joining

    mutating func condition() throws(LootError) -> Part {
        let first = try conjunction()
        guard scanner.take(word: "or") else { return first }
        var parts = [try filter(first)]
        repeat { parts.append(try filter(try conjunction())) } while scanner.take(word: "or")
        return .filter(.any(parts))
    }

    private mutating func conjunction() throws(LootError) -> Part {
        let first = try term()
        guard scanner.take(word: "and") else { return first }
        var parts = [try filter(first)]
        repeat { parts.append(try filter(try term())) } while scanner.take(word: "and")
        return .filter(.all(parts))
    }

    private mutating func term() throws(LootError) -> Part {
        try enter()
        defer { depth -= 1 }
        if scanner.take(word: "not") { return .filter(.not(try filter(try term()))) }
        if scanner.take(word: "all") { return .filter(.all([])) }
        if scanner.take(word: "none") { return .filter(.any([])) }
        if scanner.take(word: "has") {
            let key = try field().key
            // The photo also counts as a file.
            if key == "files" { return .filter(.any([.isSet("files"), .isSet("photo")])) }
            return .filter(
                Field.with(key: key)?.type == .flag ? .compare(key, .equal, .flag(true)) : .isSet(key))
        }
        if scanner.take(word: "is") {
            let isNegated = scanner.take(word: "not")
            let (key, place) = try field()
            if Field.with(key: key)?.traits.contains(.state) == true {
                return .filter(isNegated ? .not(.isSet(key)) : .isSet(key))
            }
            guard Field.with(key: key)?.type == .flag || key.customName != nil else {
                throw wrongType(
                    key, at: place, "“is” requires a yes-or-no field, but “\(name(key))” isn't one.",
                    "\(name(key)) is set")
            }
            let filter = Filter.compare(key, .equal, .flag(true))
            return .filter(isNegated ? .not(filter) : filter)
        }
        return try comparison()
    }

    /// Enters a nesting level.
    mutating func enter() throws(LootError) {
        depth += 1
        guard depth <= Filter.greatestDepth else {
            depth -= 1
            throw failure("It is nested more than \(Filter.greatestDepth) levels deep.", at: upcomingPlace())
        }
    }

    /// Returns a parsed part as a condition.
    mutating func filter(_ part: Part) throws(LootError) -> Filter {
        if case .filter(let filter) = part { return filter }
        throw missingOperator()
    }

    // MARK: Comparing

    private mutating func comparison() throws(LootError) -> Part {
        steps = 0
        endsInWord = false
        currency = nil
        let left = try sum(.field)
        switch left {
        case .filter: return left
        case .calculation:
            if scanner.take(word: "between") { return .filter(try between(left)) }
            guard let sign = scanner.comparison() else { return left }
            return .filter(try number(left, sign))
        case .field(let key, let place):
            if scanner.take(word: "is") {
                let isNegated = scanner.take(word: "not")
                guard scanner.take(word: "set") else { throw neitherSetNorNot(key, isNegated) }
                return .filter(isNegated ? .not(.isSet(key)) : .isSet(key))
            }
            if scanner.take(word: "in") { return .filter(try membership(key)) }
            if scanner.take(word: "not", then: "in") { return .filter(.not(try membership(key))) }
            if scanner.take(word: "since") { return .filter(try since(key)) }
            if scanner.take(word: "between") { return .filter(try between(left)) }
            if scanner.take(word: "not", then: "between") { return .filter(.not(try between(left))) }
            guard let sign = scanner.comparison() else {
                guard Field.with(key: key)?.type == .flag else { return .field(key, place) }
                return .filter(.compare(key, .equal, .flag(true)))
            }
            return .filter(try compare(left, key, sign))
        }
    }

    private mutating func compare(
        _ left: Part, _ key: FieldKey, _ sign: FilterScanner.Literal
    ) throws(LootError) -> Filter {
        if sign.text == "~" || sign.text == "^" { return try look(into: key, sign) }
        if Field.with(key: key)?.isNumber == true { return try number(left, sign) }
        let comparison = Filter.Comparison(rawValue: sign.text) ?? .equal
        let filter =
            if let other = fieldComparable(with: key) {
                Filter.calculate(.field(key), comparison, .field(other))
            } else {
                try constant(of: key, comparison, at: sign.place)
            }
        return sign.text == "!=" ? .not(filter) : filter
    }

    /// Parses the name of a field on the right side of a comparison, if one follows whose values can be compared with
    /// those of the left field. A word that is compared with a text field is text, not the name of a field.
    private mutating func fieldComparable(with key: FieldKey) -> FieldKey? {
        let start = scanner.position
        if let word = scanner.word(), let other = try? Field.named(word.text),
            let kind = FilterParser.order(of: key), kind == FilterParser.order(of: other)
        {
            return other
        }
        scanner.back(to: start)
        return nil
    }

    /// The kind of values by which two fields can be compared.
    private enum Order { case number, day }

    private static func order(of key: FieldKey) -> Order? {
        let declared = key.customName.flatMap { OwnFields.declared()[$0] }
        return switch Field.with(key: key)?.type ?? declared?.type {
        case .integer, .decimal, .amount: .number
        case .day, .moment: .day
        default: nil
        }
    }

    /// Parses the right side of a numeric comparison.
    private mutating func number(_ left: Part, _ sign: FilterScanner.Literal) throws(LootError) -> Filter {
        guard sign.text != "~", sign.text != "^" else {
            throw failure("“\(sign.text)” searches text, but its left side is a number.", at: sign.place)
        }
        steps = 0
        let right = try sum(.number)
        let filter = try inCurrency(
            try compare(left, Filter.Comparison(rawValue: sign.text) ?? .equal, right, at: sign.place),
            at: sign.place)
        return sign.text == "!=" ? .not(filter) : filter
    }

    /// Returns the comparison of two calculations in its simplest form.
    private mutating func compare(
        _ left: Part, _ comparison: Filter.Comparison, _ right: Part, at place: Range<Int>
    ) throws(LootError) -> Filter {
        let (one, other) = (try calculation(left), try calculation(right))
        switch (one, other) {
        case (.field(let key), .number(let number)):
            return .compare(key, comparison, FilterParser.constant(number, of: key))
        case (.number(let number), .field(let key)):
            return .compare(key, comparison.reversed, FilterParser.constant(number, of: key))
        default:
            if one.fields.isEmpty, other.fields.isEmpty {
                let all = scanner.text(at: (left.place?.lowerBound ?? 0)..<scanner.position)
                throw failure(
                    "“\(TextRules.visible(all))” compares only numbers and contains no field.", at: place)
            }
            return .calculate(one, comparison, other)
        }
    }

    /// Parses the day after `since`, which is included.
    private mutating func since(_ key: FieldKey) throws(LootError) -> Filter {
        let place = upcomingPlace()
        if let type = Field.with(key: key)?.type, type != .day, type != .moment {
            throw wrongType(
                key, at: place, "“since” requires a date, but “\(name(key))” isn't one.",
                "\(name(key)) is set")
        }
        return try constant(of: key, .greaterOrEqual, at: place)
    }

    /// Parses `between a and b`, which includes both bounds.
    private mutating func between(_ left: Part) throws(LootError) -> Filter {
        func and(_ parser: inout FilterParser) throws(LootError) {
            guard parser.scanner.take(word: "and") else { throw parser.expected(.bound) }
        }
        let start = upcomingPlace()
        let (low, high): (Filter, Filter)
        if case .field(let key, _) = left, Field.with(key: key)?.isNumber != true {
            low = try constant(of: key, .greaterOrEqual, at: start)
            try and(&self)
            high = try constant(of: key, .lessOrEqual, at: upcomingPlace())
        } else {
            steps = 0
            low = try compare(left, .greaterOrEqual, try sum(.number), at: start)
            try and(&self)
            steps = 0
            high = try compare(left, .lessOrEqual, try sum(.number), at: start)
        }
        if case .compare(_, _, let one) = low, case .compare(_, _, let other) = high, one.type == other.type,
            FieldValue.order(one, other) == .descending
        {
            throw failure(
                "There is nothing between \(one.description) and \(other.description).",
                at: start.lowerBound..<scanner.position, advice: "Enter the smaller value first.")
        }
        return try inCurrency(.all([low, high]), at: start)
    }
}

extension Field {
    /// Whether the field contains numbers that can be used in calculations.
    var isNumber: Bool { type == .integer || type == .decimal || type == .amount }
}

extension Filter.Comparison {
    /// The comparison that holds when the sides are exchanged.
    fileprivate var reversed: Filter.Comparison {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .equal, .contains, .begins, .inside, .matches: self
        }
    }
}
