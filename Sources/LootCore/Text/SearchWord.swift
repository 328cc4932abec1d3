/// A word or part of one to look for in texts, without regard to case and accents.
public struct SearchWord: Hashable, Sendable {
    /// The folded form of what is looked for.
    public let folded: String

    private let bytes: [UInt8]

    /// Looks for `text`.
    public init(_ text: String) {
        folded = Folding.fold(text)
        bytes = Array(folded.utf8)
    }

    /// Whether the folded form of `text` holds the word somewhere.
    public func isFound(in text: String) -> Bool {
        guard let first = bytes.first else { return true }
        let span = text.utf8.span
        var index = 0
        while index < span.count {
            let byte = span[index]
            if byte >= 0x80 { return isFound(inFoldedFormOf: text) }
            if Folding.lowercased(byte) == first, matches(span, at: index) {
                // A letter's accents may follow, but they fold to nothing: what was found stays found.
                return true
            }
            index += 1
        }
        return false
    }

    /// Whether the folded form of `text` begins with the word.
    public func isPrefix(of text: String) -> Bool {
        if let isPrefix = isPrefix(ofPlain: text.utf8.span) { return isPrefix }
        var folded: [UInt8] = []
        Folding.appendFolded(text, to: &folded)
        return folded.starts(with: bytes)
    }

    /// Whether the folded form of `text` is the word.
    public func isAll(of text: String) -> Bool {
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
