import LootActions
import LootCore
import TextSearch

/// Completes a filter while it is typed: fields, operators, values, and words that join conditions.
struct FilterCompletion {
    /// A suggested word.
    struct Candidate: Hashable {
        /// The word, with a trailing space if more has to follow.
        var word: String
        /// The number of its characters that have been typed.
        var typed: Int
    }

    /// The kind of word that comes next.
    private enum Expected {
        case condition
        case sign(FieldKey)
        case value(FieldKey)
        case join
    }

    private let names: [String]
    private let values: (FieldKey) -> [String]

    /// Creates a completion. `values` returns the values that items have in a field.
    init(own: OwnFields, values: @escaping (FieldKey) -> [String]) {
        names =
            Field.all.map(\.name)
            + own.fields.map { $0.name.contains(" ") ? "custom.\"\($0.name)\"" : "custom.\($0.name)" }
        self.values = values
    }

    private static let comparisons: Set<String> = ["=", "!=", "<", "<=", ">", ">=", "~", "^"]
    private static let days = ["today", "today+30d", "-30d", "yesterday", "tomorrow"]

    /// Returns the words that can follow the given text, most likely first.
    func candidates(for text: String) -> [Candidate] {
        var (words, last) = FilterCompletion.words(text)
        // An operator at the end is complete. Suggest values that can follow it.
        if FilterCompletion.comparisons.contains(last) {
            words.append(last)
            last = ""
        }
        let expected = expected(behind: words)
        let folded = Folding.fold(last)
        let matching = self.words(expected).filter { word in
            let name = Folding.fold(word).drop { $0 == "\"" }
            return name.hasPrefix(folded.drop { $0 == "\"" }) && word.trimmed != last
        }
        return matching.map { Candidate(word: $0, typed: last.count) }
    }

    private func words(_ expected: Expected) -> [String] {
        switch expected {
        case .condition: return names.map { $0 + " " } + ["not ", "has ", "is "]
        case .join: return ["and ", "or "]
        case .value(let key): return offered(key).map { $0 + " " }
        case .sign(let key):
            let rest = ["in ", "is set ", "is not set ", "not in "]
            switch Field.with(key: key)?.type {
            case .flag: return ["and ", "or "]
            case .text, .list, nil: return ["~ ", "= ", "^ ", "!= "] + rest
            case .integer, .decimal, .amount, .day, .moment:
                return [">= ", "<= ", "= ", "> ", "< ", "!= ", "between "] + rest
            }
        }
    }

    private func offered(_ key: FieldKey) -> [String] {
        switch Field.with(key: key)?.type {
        case .day, .moment: FilterCompletion.days
        case .flag: ["yes", "no"]
        case .integer, .decimal, .amount: []
        case .text, .list, nil: values(key).map(FilterCompletion.quoted)
        }
    }

    private static func quoted(_ text: String) -> String {
        text.allSatisfy { $0.isLetter || $0.isNumber } ? text : "\"\(text.replacing("\"", with: "\\\""))\""
    }

    private func expected(behind words: [String]) -> Expected {
        var expected = Expected.condition
        var lastField: FieldKey?
        for word in words {
            switch expected {
            case .condition:
                if ["not", "has", "is", "("].contains(word.lowercased()) {
                    if word.lowercased() == "has" { lastField = nil }
                    continue
                }
                guard let key = try? Field.named(word) else {
                    expected = .join
                    continue
                }
                lastField = key
                expected = words.dropLast().last?.lowercased() == "has" ? .join : .sign(key)
            case .sign(let key):
                switch word.lowercased() {
                case "and", "or": expected = .condition
                case "not": continue
                case "set", ")": expected = .join
                case "is": continue
                default:
                    expected =
                        FilterCompletion.comparisons.contains(word)
                            || ["in", "between"].contains(word.lowercased())
                        ? .value(key) : .join
                }
            case .value: expected = word == "(" || word == "," ? expected : .join
            case .join:
                if ["and", "or"].contains(word.lowercased()) { expected = .condition }
                if word == ",", let lastField { expected = .value(lastField) }
            }
        }
        return expected
    }

    /// Splits text into complete words and operators, and the word that is being typed.
    private static func words(_ text: String) -> (words: [String], last: String) {
        var words: [String] = []
        var word = ""
        var quote: Character?
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for character in text {
            if let open = quote {
                word.append(character)
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
                word.append(character)
            } else if character == " " {
                end()
            } else if "(),".contains(character) {
                end()
                words.append(String(character))
            } else if "=!<>~^".contains(character) {
                if !word.isEmpty, !word.allSatisfy({ "=!<>~^".contains($0) }) { end() }
                word.append(character)
            } else {
                if !word.isEmpty, word.allSatisfy({ "=!<>~^".contains($0) }) { end() }
                word.append(character)
            }
        }
        return (words, word)
    }
}
