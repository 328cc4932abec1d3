package import LootCore

/// What a search that finds nothing may have meant: words one typing mistake away that items hold.
package struct NearSearch: Sendable {
    /// The same query with those words.
    package let query: Query
    /// The words that nothing has, folded.
    let missed: [String]
    /// The words to look for in place of the search's, as items spell them.
    package let words: [String]

    /// What to tell a person: `Nothing has “bosh”. Showing what is near: Bosch`.
    package var sentence: String { "\(missing) Showing what is near: \(text)" }

    /// That nothing has the words: `Nothing has “bosh”.`
    package var missing: String {
        "Nothing has \(missed.map { TextRules.quoted($0) }.joined(separator: " or "))."
    }

    /// The words as one text to search for.
    package var text: String { words.joined(separator: " ") }
}

extension ItemReader {
    /// What a search that finds nothing may have meant. Words of fewer than four letters are never taken for others.
    ///
    /// It takes some more searches, so it is asked only where there is no answer. Of very many items that hold half of a
    /// word, not all are looked at.
    ///
    /// - Returns: nil where nothing is near.
    package func near(_ query: Query) async throws(LootError) -> NearSearch? {
        guard let search = query.search else { return nil }
        var plain = query
        (plain.sort, plain.sectioning) = ([], nil)
        var words = search.words
        var missed: [Int] = []
        for (index, word) in words.enumerated() where word.unicodeScalars.count >= 4 {
            plain.search = Search(word, in: search.scope)
            if try await page(of: plain, rows: 0..<1).items.isEmpty { missed.append(index) }
        }
        guard !missed.isEmpty else { return nil }
        let known = words.indices.filter { !missed.contains($0) }.map { words[$0] }
        let mistyped = missed.map { words[$0] }
        for index in missed {
            guard let near = try await nearest(to: words[index], beside: known, plain, search.scope) else {
                return nil
            }
            words[index] = near
        }
        var near = query
        near.search = Search(words.joined(separator: " "), in: search.scope)
        guard try await !page(of: near, rows: 0..<1).items.isEmpty else { return nil }
        return NearSearch(query: near, missed: mistyped, words: words)
    }

    /// The word one mistake away that most items hold. A mistake leaves one half of a word as it is, or exchanges the
    /// letters where the halves meet.
    private func nearest(
        to word: String, beside known: [String], _ query: Query, _ scope: [FieldKey]
    ) async throws(LootError) -> String? {
        let scalars = Array(word.unicodeScalars)
        let middle = scalars.count / 2
        var exchanged = scalars
        exchanged.swapAt(middle - 1, middle)
        var found: [String: (spelling: String, items: Set<ItemID>)] = [:]
        for part in [scalars[..<middle], scalars[middle...], exchanged[...]] {
            let part = String(String.UnicodeScalarView(part))
            var query = query
            query.search = Search((known + [part]).joined(separator: " "), in: scope)
            for item in try await page(of: query, rows: 0..<NearSearch.mostItems).items {
                item.forEachWord(in: scope) { spelling in
                    let folded = Folding.fold(spelling)
                    guard Mistake.isOne(between: scalars, and: Array(folded.unicodeScalars)) else { return }
                    found[folded, default: (spelling, [])].items.insert(item.id)
                }
            }
        }
        return found.max { ($0.value.items.count, $1.key) < ($1.value.items.count, $0.key) }?.value.spelling
    }
}

extension NearSearch {
    /// So many items are looked at for each half of a word.
    fileprivate static let mostItems = 5_000
}

extension Item {
    /// Every word of the texts that are searched.
    fileprivate func forEachWord(in scope: [FieldKey], _ body: (String) -> Void) {
        let keys =
            scope.isEmpty
            ? Field.all.filter { $0.traits.contains(.searchable) }.map(\.key)
                + custom.keys.map { .custom($0) }
            : scope
        for key in keys {
            let texts: [String] =
                switch value(for: key) {
                case .text(let text): [text]
                case .list(let entries): entries
                default: []
                }
            for text in texts {
                for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
                    body(String(word))
                }
            }
        }
    }
}

/// A typing mistake: a letter left out, added, taken for another, or exchanged with its neighbor.
enum Mistake {
    /// Whether one mistake, and no more, lies between two words.
    static func isOne(between one: [Unicode.Scalar], and other: [Unicode.Scalar]) -> Bool {
        let (short, long) = one.count <= other.count ? (one, other) : (other, one)
        guard long.count - short.count <= 1, let start = short.indices.first(where: { short[$0] != long[$0] })
        else {
            return long.count - short.count == 1
        }
        if short.count < long.count { return short[start...].elementsEqual(long[(start + 1)...]) }
        if short[(start + 1)...].elementsEqual(long[(start + 1)...]) { return true }
        return start + 1 < short.count && short[start] == long[start + 1] && short[start + 1] == long[start]
            && short[(start + 2)...].elementsEqual(long[(start + 2)...])
    }
}
