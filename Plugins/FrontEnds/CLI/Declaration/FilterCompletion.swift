import LootCore

/// What may stand at the end of a filter that is being typed.
struct FilterCompletion {
    /// What is expected there.
    enum Expected: Equatable {
        /// A field, or what stands before one.
        case field
        /// What stands behind a field.
        case sign
        /// A value of a field.
        case value(FieldKey)
        /// What stands behind `is`.
        case state
        /// What stands behind `has`.
        case owned
        /// What joins two conditions.
        case joint
        /// A value of what is no field.
        case unknown
    }

    /// What stands before the word that is being typed.
    let head: String
    /// The word, without the quote before it.
    let word: String
    /// The quote that it begins with; nil for none.
    let quote: Character?
    let expected: Expected

    /// The words that may stand where something else than a value is expected.
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

    /// Reads what was typed so far.
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
        // A sign that stands alone at the end is done: what is typed next is its value.
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

    /// Whether an `and` parts the two ends of a range.
    private static func isBetween(_ tokens: [String]) -> Bool {
        tokens.dropLast().suffix(2).first?.lowercased() == "between"
    }

    private static func field(_ word: String) -> FieldKey? { try? Field.named(word) }

    /// A value as it is written behind what was typed; nil for one that has no place in quotes.
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
