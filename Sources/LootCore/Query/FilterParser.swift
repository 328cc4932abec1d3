extension Filter {
    /// Reads the filter language.
    ///
    /// ```text
    /// condition   = conjunction { "or" conjunction }
    /// conjunction = term { "and" term }
    /// term        = "not" term | "(" condition ")" | "all" | "none"
    ///             | field ( "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "^" ) value
    ///             | field "is" [ "not" ] "set"
    ///             | flag
    /// ```
    ///
    /// A field is a name of the field table, `id` or `custom.NAME` (`custom."two words"`). A value is a word, or text
    /// in double or single quotes, read by the field's type; for a custom field a bare word is a number, a flag or a
    /// date if it looks like one. The name of a flag alone means that it is true.
    ///
    /// - Throws: ``LootError`` that says at which character reading failed, and what was expected there.
    public init(parsing text: String) throws(LootError) {
        var parser = try FilterParser(text)
        self = try parser.parse()
    }
}

/// Reads a filter by recursive descent over its tokens.
private struct FilterParser {
    private var tokens: [FilterToken]
    private var position = 0
    private var depth = 0
    private let length: Int

    /// Deeper nesting than any person writes is refused before it could exhaust the stack.
    private static let greatestDepth = 64

    init(_ text: String) throws(LootError) {
        tokens = try FilterToken.tokens(of: text)
        length = text.count
    }

    mutating func parse() throws(LootError) -> Filter {
        let filter = try condition()
        guard position == tokens.count else { throw expected("“and”, “or” or the end") }
        return filter
    }

    private mutating func condition() throws(LootError) -> Filter {
        var parts = [try conjunction()]
        while take(word: "or") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(LootError) -> Filter {
        var parts = [try term()]
        while take(word: "and") { parts.append(try term()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func term() throws(LootError) -> Filter {
        depth += 1
        defer { depth -= 1 }
        guard depth <= FilterParser.greatestDepth else {
            throw failure(
                "it is nested more than \(FilterParser.greatestDepth) deep", at: current?.offset ?? length)
        }
        if take(word: "not") { return .not(try term()) }
        if take(symbol: "(") {
            let inner = try condition()
            guard take(symbol: ")") else { throw expected("“)”") }
            return inner
        }
        if take(word: "all") { return .all([]) }
        if take(word: "none") { return .any([]) }
        return try comparison()
    }

    private mutating func comparison() throws(LootError) -> Filter {
        guard let token = current, case .word(let name) = token.kind else { throw expected("a field") }
        position += 1
        var field: FieldKey
        if name.lowercased() == "custom.", let next = current, case .quoted(let custom) = next.kind {
            position += 1
            field = .custom(custom)
        } else {
            do { field = try Field.named(name) } catch {
                throw error.whileTrying("can't read the filter at character \(token.offset + 1)")
            }
        }
        if take(word: "is") {
            let negated = take(word: "not")
            guard take(word: "set") else { throw expected("“set” or “not set”") }
            return negated ? .not(.isSet(field)) : .isSet(field)
        }
        guard let sign = current, case .symbol(let symbol) = sign.kind,
            symbol == "!=" || Comparison(rawValue: symbol) != nil
        else {
            if Field.with(key: field)?.type == .flag { return .compare(field, .equal, .flag(true)) }
            throw expected("one of = != < <= > >= ~ ^")
        }
        position += 1
        let comparison = Comparison(rawValue: symbol) ?? .equal
        let filter = Filter.compare(field, comparison, try constant(for: field, comparison))
        return symbol == "!=" ? .not(filter) : filter
    }

    private typealias Comparison = Filter.Comparison

    private mutating func constant(for field: FieldKey, _ comparison: Comparison) throws(LootError)
        -> FieldValue
    {
        guard let token = current else { throw expected("a value") }
        let text: String
        let isQuoted: Bool
        switch token.kind {
        case .word(let word): (text, isQuoted) = (word, false)
        case .quoted(let quoted): (text, isQuoted) = (quoted, true)
        case .symbol: throw expected("a value")
        }
        position += 1
        if comparison == .contains || comparison == .begins { return .text(text) }
        guard let type = Field.with(key: field)?.type else {
            return field == Field.idKey || isQuoted ? .text(text) : FilterParser.guess(text)
        }
        if type == .text || type == .list { return .text(text) }
        do { return try type.parse(text) } catch {
            throw error.whileTrying("can't read the filter at character \(token.offset + 1)")
        }
    }

    private static func guess(_ word: String) -> FieldValue {
        if let number = Int(word) { return .integer(number) }
        if let number = Double(word), number.isFinite { return .decimal(number) }
        if let day = Day(word) { return .day(day) }
        if let moment = Moment(word) { return .moment(moment) }
        switch word.lowercased() {
        case "true", "yes": return .flag(true)
        case "false", "no": return .flag(false)
        default: return .text(word)
        }
    }

    private var current: FilterToken? { position < tokens.count ? tokens[position] : nil }

    private mutating func take(word: String) -> Bool {
        guard case .word(let found)? = current?.kind, found.lowercased() == word else { return false }
        position += 1
        return true
    }

    private mutating func take(symbol: String) -> Bool {
        guard case .symbol(symbol)? = current?.kind else { return false }
        position += 1
        return true
    }

    private func expected(_ what: String) -> LootError {
        let found = current.map { "“\(TextRules.visible($0.text))”" } ?? "the end"
        return failure("expected \(what), found \(found)", at: current?.offset ?? length)
    }

    private func failure(_ why: String, at offset: Int) -> LootError { FilterToken.failure(why, at: offset) }
}
