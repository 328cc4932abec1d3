/// Splits command lines into words like a shell: at spaces, except within quotes.
package enum CommandWords {
    /// Returns the words of a line, or `nil` if a quote isn't closed.
    package static func split(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = line[...]
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open {
                    quote = nil
                } else if character == "\\", open == "\"", let next = rest.first, "\"\\$`".contains(next) {
                    word = (word ?? "") + String(rest.removeFirst())
                } else {
                    word = (word ?? "") + String(character)
                }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == "\\", let next = rest.popFirst() {
                word = (word ?? "") + String(next)
            } else if character.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if quote != nil { return nil }
        return word.map { words + [$0] } ?? words
    }
}
