/// Scores how well typed words match a string.
enum FuzzyMatch {
    /// The minimum score of a word that the text contains.
    static let whole = 60

    /// Returns a higher score for a better match, or `nil` if the letters of a word don't occur in the text
    /// in order.
    static func score(_ words: [Substring], in text: String) -> Int? {
        var total = 0
        for (index, word) in words.enumerated() {
            guard let score = score(word, in: text) else { return nil }
            // A match at the beginning of the text counts most.
            total += index == 0 && text.hasPrefix(word) ? score + 50 : score
        }
        return total
    }

    private static func score(_ word: Substring, in text: String) -> Int? {
        if let place = text.firstRange(of: word) {
            let isStart =
                place.lowerBound == text.startIndex || !isLetter(text[text.index(before: place.lowerBound)])
            return isStart ? 100 : whole
        }
        guard word.count > 1 else { return nil }
        // The letters must occur in order. The closer together they are, the better.
        var place = text.startIndex
        var gaps = 0
        for (index, letter) in word.enumerated() {
            guard let next = text[place...].firstIndex(of: letter) else { return nil }
            if index > 0 { gaps += text.distance(from: place, to: next) }
            place = text.index(after: next)
        }
        return max(1, 40 - gaps)
    }

    private static func isLetter(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
