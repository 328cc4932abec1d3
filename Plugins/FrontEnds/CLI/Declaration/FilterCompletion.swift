import LootCore

/// The possible completions of an unfinished filter.
struct FilterCompletion {
    /// The kind of word that is expected.
    enum Expected: Equatable {
        /// A field or a keyword that precedes one.
        case field
        /// An operator, after a field.
        case sign
        /// A value of a field.
        case value(FieldKey)
        /// A state, after `is`.
        case state
        /// An attachment, after `has`.
        case owned
        /// A conjunction between conditions.
        case joint
        /// A value of an unknown field.
        case unknown
    }

    /// The text before the unfinished word.
    let head: String
    /// The unfinished word, without its opening quote.
    let word: String
    /// The opening quote of the unfinished word, or `nil`.
    let quote: Character?
    let expected: Expected

    /// The possible words, unless a value is expected.
    var words: [String] {
        switch expected {
        case .field: ["not", "has", "all", "none"]
        case .sign: ["=", "!=", "<", "<=", ">", ">=", "~", "^", "in", "not in", "between", "is"]
        case .state: ["set", "not set", "not"]
        case .owned: ["photo", "file"]
        case .joint: ["and", "or"]
        case .value, .unknown: []
        }
    }

    private static let signs: Set<String> = ["=", "!=", "<", "<=", ">", ">=", "~", "^", "in", "between"]

    /// Parses an unfinished filter.
    init(_ text: String) {
        var tokens: [String] = []
        var start = text.startIndex
        var token = ""
        var open: Character?
        var index = text.startIndex
        func isSign(_ character: Character) -> Bool { "=!<>~^".contains(character) }
        func finish(at next: String.Index) {
            if !token.isEmpty { tokens.append(token) }
            token = ""
            start = next
        }
        while index < text.endIndex {
            let character = text[index]
            let next = text.index(after: index)
            if let quote = open {
                token.append(character)
                if character == quote {
                    open = nil
                    finish(at: next)
                }
            } else if character == "\"" || character == "'" {
                finish(at: index)
                token.append(character)
                open = character
            } else if character.isWhitespace {
                finish(at: next)
            } else if "(),".contains(character) {
                finish(at: next)
                tokens.append(String(character))
                start = next
            } else if let last = token.last, isSign(last) != isSign(character) {
                finish(at: index)
                token.append(character)
            } else {
                token.append(character)
            }
            index = next
        }
        quote = open
        // An operator at the end is complete. Its value follows.
        if let last = token.last, isSign(last), open == nil { finish(at: text.endIndex) }
        head = String(text[..<start])
        word = open == nil ? token : String(token.dropFirst())
        expected = FilterCompletion.expected(behind: tokens)
    }

    private static func expected(behind tokens: [String]) -> Expected {
        guard let last = tokens.last?.lowercased() else { return .field }
        let before = tokens.dropLast().last?.lowercased()
        switch last {
        case "and" where isBetween(tokens): break
        case "and", "or": return .field
        case "not": return before == "is" ? .state : before.flatMap { field($0) } != nil ? .sign : .field
        case "has": return .owned
        case "is": return .state
        case "(" where before.map { !["in"].contains($0) } ?? true: return .field
        default: break
        }
        if signs.contains(last) || last == "(" || last == "," || last == "and" {
            let key = tokens.lazy.reversed().compactMap { field($0) }.first
            return key.map { .value($0) } ?? .unknown
        }
        if before.map({ signs.contains($0) || $0 == "is" || $0 == "has" || $0 == "(" || $0 == "," }) ?? false
        {
            let isOpen = tokens.count { $0 == "(" } > tokens.count { $0 == ")" }
            return before == "(" && field(last) != nil && isOpen
                && tokens.dropLast(2).last?.lowercased() != "in"
                ? .sign : .joint
        }
        return field(last) == nil ? .joint : .sign
    }

    /// Returns whether the last `and` separates the bounds of a range.
    private static func isBetween(_ tokens: [String]) -> Bool {
        tokens.dropLast().suffix(2).first?.lowercased() == "between"
    }

    private static func field(_ word: String) -> FieldKey? { try? Field.named(word) }

    /// Returns the filter with a value appended, in quotes if necessary, or `nil` if the value can't be quoted.
    func written(_ value: String) -> String? {
        let isPlain =
            !value.isEmpty
            && value.allSatisfy {
                $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." || $0 == "_" || $0 == ":"
            }
            && (value.first?.isLetter ?? false || Double(value) != nil)
        if quote == nil, isPlain, !["and", "or", "not", "in", "is", "has"].contains(value.lowercased()) {
            return head + value
        }
        let mark = quote ?? (value.contains("\"") ? "'" : "\"")
        return value.contains(mark) ? nil : "\(head)\(mark)\(value)\(mark)"
    }
}
