/// A word or part of one to look for in texts, without regard to case and accents.
package struct SearchWord: Hashable, Sendable {
    /// The folded form of what is looked for.
    package let folded: String

    private let bytes: [UInt8]
    /// The letters that each text has in which the word is.
    let letters: LetterSet
    /// The first byte, eight times, and the bit that makes capitals small where it is a letter.
    private let first: (bytes: UInt64, mark: UInt64)

    /// Looks for `text`.
    package init(_ text: String) {
        folded = Folding.fold(text)
        bytes = Array(folded.utf8)
        letters = LetterSet(neededFor: bytes)
        let byte = bytes.first ?? 0
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        first = (SearchWord.ones &* UInt64(byte), isLetter ? SearchWord.ones &* 0x20 : 0)
    }

    /// Equal where the same is looked for.
    package static func == (left: SearchWord, right: SearchWord) -> Bool { left.bytes == right.bytes }

    /// By what is looked for.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Whether the folded form of `text` holds the word somewhere.
    package func isFound(in text: String) -> Bool {
        if bytes.isEmpty { return true }
        let span = text.utf8.span
        let raw = span.bytes
        var index = 0
        while index < span.count {
            // The last eight bytes are looked at whole, some of them again; of a shorter text with zeros behind it, with
            // which no word that is found begins.
            index = max(0, min(index, span.count - 8))
            var word: UInt64 = 0
            if span.count >= 8 {
                word = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            } else {
                for offset in span.indices { word |= UInt64(span[offset]) << UInt64(offset * 8) }
            }
            // The bytes that may be the first one have their highest bit set; one behind such a byte may have, too.
            let difference = (word | first.mark) ^ first.bytes
            var found = (difference &- SearchWord.ones) & ~difference & (SearchWord.ones << 7)
            let foreign = word & (SearchWord.ones << 7)
            if foreign != 0 { found &= foreign & (~foreign + 1) &- 1 }
            while found != 0 {
                // A letter's accents may follow, but they fold to nothing: what was found stays found.
                if matches(span, at: index + found.trailingZeroBitCount / 8) { return true }
                found &= found - 1
            }
            if foreign != 0 { return isFound(inFoldedFormOf: text) }
            index += 8
        }
        return false
    }

    /// Whether the folded form of `text` begins with the word.
    package func isPrefix(of text: String) -> Bool {
        if let isPrefix = isPrefix(ofPlain: text.utf8.span) { return isPrefix }
        var folded: [UInt8] = []
        Folding.appendFolded(text, to: &folded)
        return folded.starts(with: bytes)
    }

    /// Whether the folded form of `text` is the word.
    func isAll(of text: String) -> Bool {
        let span = text.utf8.span
        if span.count == bytes.count, let isPrefix = isPrefix(ofPlain: span) { return isPrefix }
        for index in span.indices where span[index] >= 0x80 {
            var folded: [UInt8] = []
            Folding.appendFolded(text, to: &folded)
            return folded == bytes
        }
        return false
    }

    /// Whether the word is the beginning of a text that is plain ASCII as far as that goes; nil where it is not.
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

    /// Whether the bytes at `start`, ASCII in either case or folded already, are the word.
    private func matches(_ span: Span<UInt8>, at start: Int) -> Bool {
        guard span.count - start >= bytes.count else { return false }
        for offset in bytes.indices where Folding.lowercased(span[start + offset]) != bytes[offset] {
            return false
        }
        return true
    }
}
