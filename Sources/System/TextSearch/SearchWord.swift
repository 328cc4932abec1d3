/// A word, or a part of one, to search for in texts, ignoring case and accents.
package struct SearchWord: Hashable, Sendable {
    /// The folded form of the word.
    package let folded: String

    private let bytes: [UInt8]

    /// Creates a word to search for.
    package init(_ text: String) {
        folded = Folding.fold(text)
        bytes = Array(folded.utf8)
    }

    /// Compares the folded forms.
    package static func == (left: SearchWord, right: SearchWord) -> Bool { left.bytes == right.bytes }

    /// Hashes the folded form.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// Returns whether the folded form of `text` contains the word.
    package func isFound(in text: String) -> Bool {
        guard let first = bytes.first else { return true }
        let span = text.utf8.span
        for index in span.indices {
            if span[index] >= 0x80 { return isFound(inFoldedFormOf: text) }
            // Folding removes accents that follow a letter, so a match is still a match.
            if Folding.lowercased(span[index]) == first, matches(span, at: index) { return true }
        }
        return false
    }

    /// Returns whether the folded form of `text` begins with the word.
    package func isPrefix(of text: String) -> Bool {
        if let isPrefix = isPrefix(ofPlain: text.utf8.span) { return isPrefix }
        var folded: [UInt8] = []
        Folding.appendFolded(text, to: &folded)
        return folded.starts(with: bytes)
    }

    /// Returns whether the folded form of `text` equals the word.
    package func isAll(of text: String) -> Bool {
        let span = text.utf8.span
        if span.count == bytes.count, let isPrefix = isPrefix(ofPlain: span) { return isPrefix }
        for index in span.indices where span[index] >= 0x80 {
            var folded: [UInt8] = []
            Folding.appendFolded(text, to: &folded)
            return folded == bytes
        }
        return false
    }

    /// Returns whether an ASCII text begins with the word, or `nil` if another character is found first.
    private func isPrefix(ofPlain span: Span<UInt8>) -> Bool? {
        for index in bytes.indices {
            guard index < span.count else { return false }
            if span[index] >= 0x80 { return nil }
            if Folding.lowercased(span[index]) != bytes[index] { return false }
        }
        return true
    }

    private func isFound(inFoldedFormOf text: String) -> Bool {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        Folding.appendFolded(text, to: &folded)
        guard let first = bytes.first, folded.count >= bytes.count else { return bytes.isEmpty }
        for index in 0...folded.count - bytes.count where folded[index] == first {
            if matches(folded.span, at: index) { return true }
        }
        return false
    }

    /// Returns whether the bytes at `start`, which are ASCII or already folded, equal the word.
    private func matches(_ span: Span<UInt8>, at start: Int) -> Bool {
        guard span.count - start >= bytes.count else { return false }
        for offset in bytes.indices where Folding.lowercased(span[start + offset]) != bytes[offset] {
            return false
        }
        return true
    }
}
