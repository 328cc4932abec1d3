import LootCore

/// Fields and calculations.
extension FilterParser {
    /// The expected kind of operand.
    enum Side {
        case field, number
    }

    /// Parses the name of a field.
    mutating func field() throws(LootError) -> (key: FieldKey, place: Range<Int>) {
        guard let word = scanner.word() else { throw expected(.field) }
        return try field(word)
    }

    private mutating func field(_ word: FilterScanner.Literal) throws(LootError) -> (
        key: FieldKey, place: Range<Int>
    ) {
        if word.text.lowercased() == "custom.", scanner.position == word.place.upperBound,
            let custom = scanner.quotedAtOnce()
        {
            return (.custom(custom.text), word.place.lowerBound..<custom.place.upperBound)
        }
        let advice: Message
        do throws(LootError) { return (try Field.named(word.text), word.place) } catch {
            advice = error.advice
        }
        // Built-in names contain no hyphens, so this is a subtraction.
        if let hyphen = word.text.firstIndex(of: "-"), hyphen > word.text.startIndex,
            let key = try? Field.named(String(word.text[..<hyphen]))
        {
            let end = word.place.lowerBound + word.text[..<hyphen].unicodeScalars.count
            scanner.back(to: end)
            return (key, word.place.lowerBound..<end)
        }
        throw unknown(word, advice: advice)
    }

    private func unknown(_ word: FilterScanner.Literal, advice: Message) -> LootError {
        if FilterParser.isConjunction(word.text) {
            return failure(
                FilterParser.Expectation.field.message(before: word.text), at: word.place,
                advice: FilterParser.sample)
        }
        var error = failure(
            "“\(TextRules.visible(word.text))” isn't a field.", at: word.place,
            advice: FilterParser.comparison(insteadOf: word.text) ?? advice)
        error.code = .unknownField
        error.field = FieldKey(rawValue: word.text)
        return error
    }

    private static func isConjunction(_ word: String) -> Bool { ["and", "or"].contains(word.lowercased()) }

    /// Returns a correction for the syntax `field:value` that other programs use.
    private static func comparison(insteadOf text: String) -> Message? {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let key = try? Field.named(String(parts[0])) else { return nil }
        let name = Field.all.first { $0.key == key }?.name ?? key.rawValue
        return "Use “\(name) = \(TextRules.visible(String(parts[1])))”."
    }

    // MARK: Calculations

    mutating func sum(_ side: Side) throws(LootError) -> Part {
        var left = try product(side)
        while true {
            if case .filter = left { return left }
            if scanner.take("+") {
                left = try operation(left, .sum, try product(.number))
            } else if scanner.take("-") {
                left = try operation(left, .difference, try product(.number))
            } else {
                return left
            }
        }
    }

    private mutating func product(_ side: Side) throws(LootError) -> Part {
        var left = try factor(side)
        while true {
            if case .filter = left { return left }
            if scanner.take("*") {
                left = try operation(left, .product, try factor(.number))
            } else if scanner.take("/") {
                left = try operation(left, .quotient, try factor(.number))
            } else {
                return left
            }
        }
    }

    private mutating func operation(
        _ left: Part, _ operation: Calculation.Operation, _ right: Part
    ) throws(LootError) -> Part {
        let (one, other) = (try calculation(left), try calculation(right))
        steps += 1
        let place = (left.place?.lowerBound ?? 0)..<scanner.position
        guard steps <= Filter.greatestDepth else {
            throw failure("A calculation has more than \(Filter.greatestDepth) steps.", at: place)
        }
        return .calculation(.operation(one, operation, other), place)
    }

    private mutating func factor(_ side: Side) throws(LootError) -> Part {
        let start = upcomingPlace().lowerBound
        if scanner.take("(") {
            let inner = try inParentheses(side)
            if case .filter = inner { return inner }
            return .calculation(try calculation(inner), start..<scanner.position)
        }
        if let (number, sign) = scanner.amount(inList: false) {
            try note(sign)
            return .calculation(.number(try value(of: number)), number.place)
        }
        if side == .number, let quoted = scanner.quoted() {
            return .calculation(.number(try value(of: quoted)), quoted.place)
        }
        guard let word = scanner.word() else {
            throw expected(side == .field ? .field : .value)
        }
        do {
            let (key, place) = try field(word)
            return .field(key, place)
        } catch {
            if side == .field { throw error }
            var error = error
            error.reason = "“\(TextRules.visible(word.text))” is neither a number nor a field with numbers."
            error.code = .malformed
            let isSimilar = !Suggestions.nearest(to: word.text, among: Field.names).isEmpty
            if !isSimilar || FilterParser.isConjunction(word.text) { error.advice = "Enter a number." }
            throw error
        }
    }

    private mutating func inParentheses(_ side: Side) throws(LootError) -> Part {
        let inner: Part
        switch side {
        case .field: inner = try condition()
        case .number:
            try enter()
            inner = try sum(.number)
            depth -= 1
        }
        if case .field(let key, _) = inner, key.customName == nil, Field.with(key: key)?.isNumber != true {
            _ = try filter(inner)
        }
        guard scanner.take(")") else {
            if side == .field { _ = try filter(inner) }
            throw expected(.closingParenthesis)
        }
        return inner
    }

    /// Parses the number in a literal.
    func value(of literal: FilterScanner.Literal) throws(LootError) -> FieldValue {
        if let number = Int(literal.text) { return .integer(number) }
        if TextRules.isInteger(literal.text) {
            throw failure(
                "“\(TextRules.visible(literal.text))” doesn't fit into 64 bits.", at: literal.place,
                advice: "Enter a smaller number.")
        }
        if let amount = Amount(literal.text) {
            return amount.isWhole ? .integer(amount.whole) : .amount(amount)
        }
        if let value = FilterParser.decimal(literal.text) { return value }
        do {
            let amount = try AmountText(literal.text).amount
            return amount.isWhole ? .integer(amount.whole) : .amount(amount)
        } catch {
            throw failure(error.explanation, at: literal.place, advice: error.advice)
        }
    }

    /// Returns a number in the type that custom fields have.
    static func constant(_ number: FieldValue, of key: FieldKey) -> FieldValue {
        guard case .amount(let amount) = number, key.customName != nil else { return number }
        return Double(amount.description).map { .decimal($0) } ?? number
    }

    // MARK: Currencies

    /// Records the currency of an amount.
    mutating func note(_ sign: FilterScanner.Literal?) throws(LootError) {
        guard let sign else { return }
        guard let named = Currency(sign: sign.text) else {
            throw failure(
                "“\(TextRules.visible(sign.text))” isn't a currency.", at: sign.place,
                advice: "Enter the currency as three letters, as in 50 EUR.")
        }
        guard currency == nil || currency == named else {
            throw failure(
                "“\(TextRules.visible(sign.text))” is a second currency, and amounts in two currencies can't be compared.",
                at: sign.place)
        }
        currency = named
    }

    /// Returns a comparison. If its amount has a currency, the item must have that currency, too.
    mutating func inCurrency(_ filter: Filter, at place: Range<Int>) throws(LootError) -> Filter {
        guard let currency else { return filter }
        self.currency = nil
        guard filter.fields.contains(where: { Field.with(key: $0)?.type == .amount }) else {
            throw failure(
                "The amount in \(currency.code) is compared with something that isn't an amount.", at: place)
        }
        let isNamed = Filter.compare("currency", .equal, .text(currency.code))
        return .all([
            filter, currency == usualCurrency ? .any([isNamed, .not(.isSet("currency"))]) : isNamed,
        ])
    }

    /// Parses a decimal number with a point or an exponent.
    static func decimal(_ text: String) -> FieldValue? {
        guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 || "+-.eE".utf8.contains($0) }),
            let number = Double(text),
            number.isFinite
        else { return nil }
        return .decimal(number)
    }

    /// Returns a parsed part as a calculation.
    func calculation(_ part: Part) throws(LootError) -> Calculation {
        switch part {
        case .filter: throw expected(.conjunction)
        case .calculation(let calculation, _): return calculation
        case .field(let key, let place):
            guard Field.with(key: key)?.isNumber == true || key.customName != nil else {
                throw wrongType(
                    key, at: place,
                    "Calculations and comparisons of fields require numbers, and “\(name(key))” isn't a number."
                )
            }
            return .field(key)
        }
    }
}

extension FilterParser.Part {
    /// The position of the part, or `nil` for a condition.
    var place: Range<Int>? {
        switch self {
        case .filter: nil
        case .field(_, let place), .calculation(_, let place): place
        }
    }
}
