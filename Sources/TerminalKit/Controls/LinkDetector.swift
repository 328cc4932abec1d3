/// Finds addresses in text.
enum LinkDetector {
    /// The addresses, in order: what begins with a known scheme or `www.`, up to the next space, without the
    /// punctuation of the sentence around it.
    static func links(in text: String) -> [Range<String.Index>] {
        var links: [Range<String.Index>] = []
        var index = text.startIndex
        while index < text.endIndex {
            let end = text[index...].firstIndex { $0.isWhitespace || "<>\"“”".contains($0) } ?? text.endIndex
            let word = text[index..<end]
            if let start = schemes.compactMap({ word.firstRange(of: $0)?.lowerBound }).min() {
                var last = end
                while last > start, ".,;:!?)]}'…".contains(text[text.index(before: last)]) {
                    let link = text[start..<last]
                    // A bracket that was opened in the address belongs to it.
                    if link.last == ")", link.count(where: { $0 == "(" }) >= link.count(where: { $0 == ")" })
                    {
                        break
                    }
                    last = text.index(before: last)
                }
                let isMoreThanScheme = !schemes.contains { text[start..<last] == $0 }
                if isMoreThanScheme, last > start { links.append(start..<last) }
            }
            index = end < text.endIndex ? text.index(after: end) : end
        }
        return links
    }

    private static let schemes = ["https://", "http://", "mailto:", "www."]
}
