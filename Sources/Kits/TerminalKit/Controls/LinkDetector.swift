/// The kinds of links that a text view detects.
public struct DataDetectors: OptionSet, Hashable, Sendable {
    /// The raw value.
    public let rawValue: Int
    /// Creates a set from its raw value.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// URLs, such as `https://example.org`.
    public static let link = DataDetectors(rawValue: 1)
    /// E-mail addresses, such as `ann@example.org`.
    public static let email = DataDetectors(rawValue: 2)
    /// Telephone numbers, such as `+49 30 901820`.
    public static let telephone = DataDetectors(rawValue: 4)
}

/// Finds URLs, e-mail addresses and telephone numbers in text.
enum LinkDetector {
    /// Returns the detected ranges in their order. They don't overlap; URLs take precedence over e-mail addresses,
    /// and those over telephone numbers.
    static func links(in text: String, _ detectors: DataDetectors) -> [Range<String.Index>] {
        var found = detectors.contains(.link) ? links(in: text) : []
        func add(_ others: [Range<String.Index>]) {
            found += others.filter { other in !found.contains { $0.overlaps(other) } }
        }
        if detectors.contains(.email) { add(mails(in: text)) }
        if detectors.contains(.telephone) { add(phones(in: text)) }
        return found.sorted { $0.lowerBound < $1.lowerBound }
    }

    private static func isNamePart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "._%+-".contains(character)
    }

    private static func mails(in text: String) -> [Range<String.Index>] {
        text.indices.filter { text[$0] == "@" }.compactMap { at in
            let behind = text.index(after: at)
            var start = at
            while start > text.startIndex, isNamePart(text[text.index(before: start)]) {
                start = text.index(before: start)
            }
            var end = behind
            while end < text.endIndex, text[end].isLetter || text[end].isNumber || "-.".contains(text[end]) {
                end = text.index(after: end)
            }
            while end > behind, text[text.index(before: end)] == "." { end = text.index(before: end) }
            let host = text[behind..<end]
            guard start < at, let dot = host.lastIndex(of: "."), dot > host.startIndex,
                host[host.index(after: dot)...].count >= 2
            else { return nil }
            return start..<end
        }
    }

    private static func phones(in text: String) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        var index = text.startIndex
        while index < text.endIndex {
            let isBorder = index == text.startIndex || !isNamePart(text[text.index(before: index)])
            guard isBorder, text[index].isASCII, text[index].isNumber || "+(".contains(text[index]) else {
                index = text.index(after: index)
                continue
            }
            var end = index
            while end < text.endIndex, text[end].isASCII, text[end].isNumber || "+()-/ ".contains(text[end]) {
                end = text.index(after: end)
            }
            var last = end
            while last > index, !text[text.index(before: last)].isNumber { last = text.index(before: last) }
            let digits = text[index..<last].count(where: \.isNumber)
            // Dates and plain numbers aren't telephone numbers: a plus sign or a separator is required.
            let isDate = text[index..<last].split(separator: "-").map(\.count) == [4, 2, 2]
            let isParted = text[index..<last].contains { "+()-/ ".contains($0) }
            if (7...15).contains(digits), isParted, !isDate { found.append(index..<last) }
            index = end > index ? end : text.index(after: index)
        }
        return found
    }

    /// Returns the URLs in their order. A URL starts with a known scheme or `www.` and ends before the next space,
    /// quotation mark or angle bracket, without the punctuation of the surrounding sentence.
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
                    // A closing parenthesis belongs to the URL if the opening one does.
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
