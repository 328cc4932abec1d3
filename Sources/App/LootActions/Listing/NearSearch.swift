package import LootCore
import TextSearch

/// A corrected search: each word that wasn't found is replaced by a word that differs by one typo and occurs in an
/// item.
package struct NearSearch: Sendable {
    /// The query with the corrected words.
    package let query: Query
    /// The words that weren't found, folded: without case and accents.
    let missed: [String]
    /// All words of the corrected search. Replacements are spelled as in an item; the other words are folded.
    package let words: [String]

    /// A message with the correction: `No item contains “bosh”. Similar items: Bosch`.
    package var sentence: String { String(localized: "\(missing) Similar items: \(text)") }

    /// A message with the words not found: `No item contains “bosh”.`
    package var missing: String {
        String(localized: "No item contains \(list: missed.map { TextRules.quoted($0) }, .or).")
    }

    /// All words of the corrected search as one text.
    package var text: String { words.joined(separator: " ") }
}

extension ItemReader {
    /// Returns a correction of a search that finds nothing, not even disposed items. Words with fewer than four letters
    /// aren't corrected.
    ///
    /// This needs several more searches. Call it only if there are no results. If very many items contain half of a
    /// word, not all of them are considered.
    ///
    /// - Returns: The corrected search, or `nil` if no correction finds an item.
    package func near(_ query: Query) async throws(LootError) -> NearSearch? {
        guard let search = query.search else { return nil }
        if let hidden = query.forHiddenItems, try await !page(of: hidden, rows: 0..<1).items.isEmpty {
            return nil
        }
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

    /// Returns the most frequent word that is one typo away from `word`. Searches only for items with the first half,
    /// the second half, or the word with its two middle letters swapped, because every typo leaves one of these intact.
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
    /// The maximum number of items to consider for each half of a word.
    fileprivate static let mostItems = 5_000
}

extension Item {
    /// Calls `body` with each word in the texts of the given fields. An empty `scope` means all searchable fields and
    /// all custom fields.
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

/// A typo: a missing, additional or different letter, or two adjacent letters that are swapped.
enum Mistake {
    /// Returns whether two words differ by exactly one typo.
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
