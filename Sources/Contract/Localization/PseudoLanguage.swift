/// The pseudo-translation of English text for tests of layouts and completeness.
enum PseudoLanguage {
    private static let letters: [Character: String] = {
        let plain = "bcdfghjklmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ"
        let accented = "ƀçðƒĝĥĵķļɱñþʠŕšţṽŵẋýžƁÇĐƑĜĤĴĶĻṀÑÞɊŔŠŢṼŴẊÝŽ"
        var letters = Dictionary(uniqueKeysWithValues: zip(plain, accented.map { String($0) }))
        // Vowels are doubled, which makes English text about 40 % longer.
        for (vowel, pair) in zip("aeiouAEIOU", ["åá", "éë", "îï", "öó", "ûü", "Åá", "Éë", "Îï", "Öó", "Ûü"]) {
            letters[vowel] = pair
        }
        return letters
    }()

    /// Returns a format with accented letters and unchanged placeholders.
    static func format(_ format: String) -> String {
        var text = ""
        var rest = format[...]
        while let first = rest.first {
            guard first == "{", let placeholder = Placeholder(startOf: rest) else {
                text += letters[first] ?? String(first)
                rest = rest.dropFirst()
                continue
            }
            // The nouns in a placeholder for a count are part of the text.
            text += rest[..<placeholder.end].map { letters[$0] ?? String($0) }.joined()
            rest = rest[placeholder.end...]
        }
        return text
    }
}
