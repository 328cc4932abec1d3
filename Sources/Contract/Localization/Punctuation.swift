/// A language's quotation marks and the separators between sentences.
struct Punctuation: Sendable {
    /// The marks around quoted text.
    var quotes: (open: String, close: String) = ("“", "”")
    /// The marks around a quotation in a quotation.
    var innerQuotes: (open: String, close: String) = ("‘", "’")
    /// The end of a sentence.
    var period = "."
    /// The text between two sentences.
    var space = " "
    /// The text between a title and its value, and between a sentence and the example that it introduces.
    var colon = ": "
}

extension Language {
    /// Returns text in quotation marks. Quotation marks in the text become those of an inner quotation.
    package func quoted(_ text: String) -> String {
        let (outer, inner) = (conventions.punctuation.quotes, conventions.punctuation.innerQuotes)
        let text = text.replacing(outer.open, with: inner.open).replacing(outer.close, with: inner.close)
        return outer.open + text + outer.close
    }

    /// Returns sentences as one text. Empty ones are omitted.
    package func joined(_ sentences: [String]) -> String {
        sentences.filter { !$0.isEmpty }.joined(separator: conventions.punctuation.space)
    }

    /// Returns text as a sentence, with a period at its end.
    package func ended(_ text: String) -> String { text + conventions.punctuation.period }

    /// Returns a title with its value: `Value: $40`.
    package func titled(_ title: String, _ value: String) -> String {
        title + conventions.punctuation.colon + value
    }

    /// Returns a sentence that introduces an example: `See the positions: loot list`.
    package func sentence(_ sentence: String, introducing example: String) -> String {
        let period = conventions.punctuation.period
        let start = sentence.hasSuffix(period) ? String(sentence.dropLast(period.count)) : sentence
        return start + conventions.punctuation.colon + example
    }
}
