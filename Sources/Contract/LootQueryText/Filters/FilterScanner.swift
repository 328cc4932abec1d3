import LootCore

/// Splits a filter into tokens. Tokens depend on the context: `value-price` refers to two fields, and `2026-11-20` is
/// one date. So the parser requests the tokens that are valid next.
///
/// The scanner processes Unicode scalars: a combining mark after a quote must not be combined with the quote into one
/// character.
struct FilterScanner {
    /// A word or a quoted text with its position.
    struct Literal {
        var text: String
        var isQuoted: Bool
        var place: Range<Int>
    }

    let text: String
    private let scalars: [Unicode.Scalar]
    private(set) var position = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    // MARK: Looking ahead

    /// Skips whitespace and returns the next scalar.
    mutating func next() -> Unicode.Scalar? {
        while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
        return position < scalars.count ? scalars[position] : nil
    }

    /// Returns the next token for error messages, or `nil` at the end.
    mutating func upcoming() -> Literal? {
        guard let first = next() else { return nil }
        let start = position
        defer { position = start }
        if let word = word() { return word }
        if first == "\"" || first == "'" { return quoted() ?? literal(from: start, to: scalars.count) }
        position = start + 1
        while position < scalars.count, "=<>".unicodeScalars.contains(scalars[position]),
            FilterScanner.signs.contains(first)
        {
            position += 1
        }
        return literal(from: start, to: position)
    }

    mutating func back(to position: Int) { self.position = position }

    // MARK: Taking

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next() == scalar else { return false }
        position += 1
        return true
    }

    /// Consumes a word if it comes next, ignoring case.
    mutating func take(word wanted: String) -> Bool {
        let start = position
        guard let word = word(), word.text.lowercased() == wanted else {
            position = start
            return false
        }
        return true
    }

    /// Consumes two words if they come next.
    mutating func take(word one: String, then other: String) -> Bool {
        let start = position
        if take(word: one), take(word: other) { return true }
        position = start
        return false
    }

    /// Consumes a name, which ends at an operator.
    mutating func word() -> Literal? {
        guard next() != nil else { return nil }
        let start = position
        while position < scalars.count, FilterScanner.isPart(ofName: scalars[position]) { position += 1 }
        return position == start ? nil : literal(from: start, to: position)
    }

    /// Consumes a constant or a quoted text. In a list, a constant ends at a comma.
    mutating func constant(inList: Bool) -> Literal? {
        guard let first = next() else { return nil }
        if first == "\"" || first == "'" { return quoted() }
        let start = position
        while position < scalars.count, FilterScanner.isPart(ofConstant: scalars[position]),
            !inList || scalars[position] != ","
        {
            position += 1
        }
        return position == start ? nil : literal(from: start, to: position)
    }

    /// Consumes a quoted text. Returns `nil` and consumes nothing if it isn't closed. A backslash escapes the next
    /// character.
    mutating func quoted() -> Literal? {
        guard let quote = next(), quote == "\"" || quote == "'" else { return nil }
        return enclosed(by: quote) { _ in false }
    }

    /// Consumes quoted text that isn't preceded by whitespace.
    mutating func quotedAtOnce() -> Literal? {
        let start = position
        guard next() != nil, position == start else {
            position = start
            return nil
        }
        return quoted()
    }

    /// Consumes a pattern between slashes: `/…/`. Returns `nil` and consumes nothing if it isn't closed. A backslash
    /// escapes a slash; before other characters it's part of the pattern.
    mutating func pattern() -> Literal? {
        next() == "/" ? enclosed(by: "/") { $0 != "/" } : nil
    }

    /// Consumes text enclosed by a delimiter, beginning at the current position. Returns `nil` and consumes nothing
    /// if it isn't closed.
    private mutating func enclosed(
        by sign: Unicode.Scalar, keepingBackslash keeps: (_ before: Unicode.Scalar) -> Bool
    ) -> Literal? {
        let start = position
        var text = String.UnicodeScalarView()
        position += 1
        while position < scalars.count, scalars[position] != sign {
            if scalars[position] == "\\", position + 1 < scalars.count {
                if keeps(scalars[position + 1]) { text.append("\\") }
                position += 1
            }
            text.append(scalars[position])
            position += 1
        }
        guard position < scalars.count else {
            position = start
            return nil
        }
        position += 1
        return Literal(text: String(text), isQuoted: true, place: start..<position)
    }

    /// Consumes a number with an optional currency before or after it.
    mutating func amount(inList: Bool) -> (number: Literal, currency: Literal?)? {
        guard let first = next() else { return nil }
        let start = position
        if first.properties.generalCategory == .currencySymbol {
            position += 1
            let sign = literal(from: start, to: position)
            if let number = number(inList: inList) { return (number, sign) }
        } else if let code = word(), code.isCurrencyCode, let number = number(inList: inList) {
            return (number, code)
        }
        position = start
        guard let number = number(inList: inList) else { return nil }
        let end = position
        if next()?.properties.generalCategory == .currencySymbol {
            position += 1
            return (number, literal(from: position - 1, to: position))
        }
        if let sign = word(),
            sign.isCurrencyCode || (sign.text.count != 3 && Currency(sign: sign.text) != nil)
        {
            return (number, sign)
        }
        position = end
        return (number, nil)
    }

    /// Consumes a number with an optional sign, decimal point and exponent. Outside lists, digits may be grouped.
    private mutating func number(inList: Bool) -> Literal? {
        guard let first = next() else { return nil }
        let start = position
        if first == "-" || first == "+" { position += 1 }
        let digits = position
        func isDigit(_ index: Int) -> Bool { index < scalars.count && scalars[index].value &- 0x30 < 10 }
        func isMark(_ index: Int) -> Bool {
            index < scalars.count && (scalars[index] == "." || (scalars[index] == "," && !inList))
        }
        while isDigit(position) || (isMark(position) && isDigit(position + 1)) { position += 1 }
        guard position > digits else {
            position = start
            return nil
        }
        if position < scalars.count, scalars[position] == "e" || scalars[position] == "E" {
            let sign =
                position + 1 < scalars.count && "+-".unicodeScalars.contains(scalars[position + 1]) ? 2 : 1
            if isDigit(position + sign) {
                position += sign
                while isDigit(position) { position += 1 }
            }
        }
        // Digits followed by letters aren't a number.
        guard
            position == scalars.count || !FilterScanner.isPart(ofName: scalars[position])
                || scalars[position] == "-" || scalars[position].properties.generalCategory == .currencySymbol
        else {
            position = start
            return nil
        }
        return literal(from: start, to: position)
    }

    /// Consumes a comparison operator.
    mutating func comparison() -> Literal? {
        guard let first = next(), FilterScanner.signs.contains(first) else { return nil }
        let start = position
        position += 1
        if position < scalars.count, scalars[position] == "=", "<>!=".unicodeScalars.contains(first) {
            position += 1
        }
        var sign = literal(from: start, to: position)
        if sign.text == "==" { sign.text = "=" }
        guard sign.text != "!" else {
            position = start
            return nil
        }
        return sign
    }

    // MARK: Positions

    private func literal(from start: Int, to end: Int) -> Literal {
        Literal(
            text: String(String.UnicodeScalarView(scalars[start..<end])), isQuoted: false, place: start..<end)
    }

    /// Returns the text at a position.
    func text(at place: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[place])) }

    /// Returns the excerpt for a position.
    func excerpt(_ place: Range<Int>) -> Excerpt {
        func count(_ range: Range<Int>) -> Int { String(String.UnicodeScalarView(scalars[range])).count }
        return Excerpt(text, position: count(0..<place.lowerBound), length: count(place))
    }

    private static let signs: Set<Unicode.Scalar> = ["<", ">", "=", "!", "~", "^"]

    private static func isPart(ofConstant scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !signs.contains(scalar) && !["(", ")", "\"", "'"].contains(scalar)
    }

    private static func isPart(ofName scalar: Unicode.Scalar) -> Bool {
        isPart(ofConstant: scalar) && !["+", "*", "/", ","].contains(scalar)
    }
}

extension FilterScanner.Literal {
    /// Whether the text is a currency code in upper case, excluding keywords.
    fileprivate var isCurrencyCode: Bool {
        Currency(text)?.code == text && !["AND", "NOT"].contains(text)
    }
}
