import LootCore
import TextSearch

extension FilterParser {
    func failure(_ reason: Message, at place: Range<Int>, advice: Message = "") -> LootError {
        var error = LootError(.malformed, "Can't read the filter.", reason: reason, advice: advice)
        error.excerpt = scanner.excerpt(place)
        return error
    }

    /// An example of a filter for error messages.
    static let sample: Message = "Enter a filter such as “value >= 50 and location = \"Attic\"”."

    /// Returns an error about missing input that suggests similar words.
    func expected(_ expectation: Expectation) -> LootError {
        var ahead = scanner
        let found = ahead.upcoming()
        let near = found.map { Suggestions.nearest(to: $0.text, among: expectation.words) } ?? []
        let advice =
            if !near.isEmpty {
                Suggestions.advice(for: found?.text ?? "", among: expectation.words)
            } else if endsInWord, found != nil {
                "Put text of several words in quotes." as Message
            } else {
                FilterParser.sample
            }
        return failure(
            found.map { expectation.message(before: TextRules.visible($0.text)) } ?? expectation.messageAtEnd,
            at: found?.place ?? ahead.position..<ahead.position, advice: advice)
    }

    /// Returns an error about a field without an operator. For a word that is an operator in other query
    /// languages, suggests the equivalent.
    func missingOperator() -> LootError {
        var error = expected(.comparison)
        var ahead = scanner
        if let found = ahead.upcoming(),
            ["has", "contain", "contains", "include", "includes", "like"].contains(found.text.lowercased())
        {
            error.advice = "Use “=” for a whole tag or text, or “~” for a part of it."
        }
        return error
    }

    /// Returns an error about `is` without `set`, with a correction.
    func neitherSetNorNot(_ key: FieldKey, _ isNegated: Bool) -> LootError {
        var error = expected(.setOrNot)
        var ahead = scanner
        guard let found = ahead.upcoming(),
            Suggestions.nearest(to: found.text, among: Expectation.setOrNot.words).isEmpty
        else { return error }
        let isNothing = ["empty", "null", "nil", "nothing", "unknown", "missing"].contains(
            found.text.lowercased())
        let filter =
            isNothing
            ? "\(name(key)) is \(isNegated ? "" : "not ")set"
            : "\(name(key)) \(isNegated ? "!=" : "=") \(found.text)"
        error.advice = "Use “\(TextRules.visible(filter))”."
        return error
    }

    func openQuote() -> LootError { neverClosed("Put the same quotation mark after the text.") }

    /// Returns an error about the next character, which has no matching closing character.
    func neverClosed(_ advice: Message) -> LootError {
        let start = upcomingPlace().lowerBound
        let place = start..<start + 1
        return failure("“\(scanner.text(at: place))” is never closed.", at: place, advice: advice)
    }

    /// Returns an error about a field of the wrong type, with alternative filters.
    func wrongType(
        _ key: FieldKey, at place: Range<Int>, _ reason: Message, _ alternatives: String...
    ) -> LootError {
        let quoted = alternatives.map { "“\($0)”" as Message }
        var error = failure(
            reason, at: place, advice: quoted.isEmpty ? "" : "Use \(list: quoted, .or).")
        error.field = key
        return error
    }

    func upcomingPlace() -> Range<Int> {
        var ahead = scanner
        return ahead.upcoming()?.place ?? ahead.position..<ahead.position
    }

    func name(_ key: FieldKey) -> String { Filter.name(of: key) }

    /// A syntax element that the parser expects next in a filter.
    enum Expectation {
        case field, value, text, place
        /// An operator after a field.
        case comparison
        /// `and` or `or` after a condition.
        case conjunction
        /// `and` between the bounds of `between`.
        case bound
        /// `set` or `not set` after `is`.
        case setOrNot
        case closingParenthesis, endOfList

        /// The words that are valid, for suggestions.
        var words: [String] {
            switch self {
            case .conjunction: ["and", "or"]
            case .bound: ["and"]
            case .setOrNot: ["set", "not"]
            case .field, .value, .text, .place, .comparison, .closingParenthesis, .endOfList: []
            }
        }

        /// The error message if other input comes next.
        func message(before found: String) -> Message {
            switch self {
            case .field: "A field is missing before “\(found)”."
            case .value: "A value is missing before “\(found)”."
            case .text: "Text is missing before “\(found)”."
            case .place: "“(” or a place is missing before “\(found)”."
            case .comparison:
                "One of = != < <= > >= ~ ^, “in”, “between” or “is set” is missing before “\(found)”."
            case .conjunction: "“and” or “or” is missing before “\(found)”."
            case .bound: "“and” is missing before “\(found)”."
            case .setOrNot: "“set” or “not set” is missing before “\(found)”."
            case .closingParenthesis: "“)” is missing before “\(found)”."
            case .endOfList: "“,” or “)” is missing before “\(found)”."
            }
        }

        /// The error message if the filter ends here.
        var messageAtEnd: Message {
            switch self {
            case .field: "A field is missing at the end."
            case .value: "A value is missing at the end."
            case .text: "Text is missing at the end."
            case .place: "“(” or a place is missing at the end."
            case .comparison: "One of = != < <= > >= ~ ^, “in”, “between” or “is set” is missing at the end."
            case .conjunction: "“and” or “or” is missing at the end."
            case .bound: "“and” is missing at the end."
            case .setOrNot: "“set” or “not set” is missing at the end."
            case .closingParenthesis: "“)” is missing at the end."
            case .endOfList: "“,” or “)” is missing at the end."
            }
        }
    }
}

extension PatternProblem.Reason {
    /// Returns the reason in a sentence. `part` is the part of the pattern that can't be read.
    func message(about part: String) -> Message {
        switch self {
        case .tooLong(let limit): "The pattern is longer than \(limit) characters."
        case .tooDeep(let limit): "The pattern is nested more than \(limit) levels deep."
        case .tooManySteps(let limit):
            "The pattern has more than \(limit) steps after its repetitions are expanded."
        case .unopenedGroup: "“)” has no matching “(”."
        case .unclosedGroup: "“(” is never closed."
        case .unclosedSet: "“[” is never closed."
        case .unsupportedGroup: "“\(part)” isn't supported. Use the groups “( )” and “(?: )”."
        case .nothingToRepeat: "There is nothing to repeat before “\(part)”."
        case .repeatedRepetition: "“\(part)” repeats a repetition."
        // The example avoids {1} and {2}, the placeholders of the arguments.
        case .invalidCount(let limit):
            "“\(part)” must have the form {3}, {3,} or {3,5}, with numbers up to \(limit)."
        case .trailingBackslash: "The pattern ends with a backslash."
        case .undefinedEscape: "“\(part)” has no meaning in a pattern."
        case .descendingRange: "The range “\(part)” isn't in ascending order."
        }
    }

    /// The advice for the person.
    var advice: Message {
        if case .tooManySteps = self { return "Use smaller numbers in braces, or use + and *." }
        return "To search for a special character, put a backslash before it."
    }
}
