extension Language {
    /// The letters that a question offers for yes and no: `y` and `n`, or `j` and `n` in German.
    package var lettersOfAnswers: (yes: String, no: String) {
        (letter(of: "yes") ?? "y", letter(of: "no") ?? "n")
    }

    /// Returns whether an answer means yes: `y`, `yes`, or the language's word or its first letter.
    package func isYes(_ answer: String) -> Bool {
        let word = ("yes" as Message).text(in: self).lowercased()
        let typed = answer.lowercased().filter { !$0.isWhitespace }
        return ["y", "yes", word, String(word.prefix(1))].contains(typed)
    }

    /// Returns the first letter of a word, or `nil` if it isn't on every keyboard, as in Japanese.
    private func letter(of word: Message) -> String? {
        word.text(in: self).lowercased().first.flatMap { $0.isASCII ? String($0) : nil }
    }
}
