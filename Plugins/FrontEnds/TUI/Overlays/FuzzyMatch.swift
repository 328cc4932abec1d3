/// How well what was typed fits a text.
enum FuzzyMatch {
    /// The least that a word is worth that is in the text as it is.
    static let whole = 60

    /// Greater for a better fit; nil where a word is not in the text at all, not even letter by letter.
    static func score(_ words: [Substring], in text: String) -> Int? {
        var total = 0
        for (index, word) in words.enumerated() {
            guard let score = score(word, in: text) else { return nil }
            // What the text begins with says most.
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
        // Letters in their order, the closer together the better.
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
