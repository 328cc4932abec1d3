/// A placeholder in a format: `{1}` or, for a count with English nouns, `{1:item|items}`.
struct Placeholder {
    /// The position of the argument in ``Message/arguments``.
    let index: Int
    /// The singular and plural nouns. Empty if the format has none.
    private let nouns: [Substring]
    /// The index after the closing brace.
    let end: Substring.Index

    /// Parses the placeholder at the start of a string. Returns `nil` if there is none.
    init?(startOf text: Substring) {
        guard text.utf8.first == UInt8(ascii: "{"),
            let close = text.utf8.firstIndex(of: UInt8(ascii: "}"))
        else { return nil }
        let parts = text[text.utf8.index(after: text.startIndex)..<close].split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = parts.first.flatMap({ Int($0) }), number > 0 else { return nil }
        index = number - 1
        nouns = parts.count < 2 ? [] : parts[1].split(separator: "|", omittingEmptySubsequences: false)
        end = text.utf8.index(after: close)
    }

    /// Returns the English noun for a number of things.
    func noun(for count: Int) -> Substring? { count.magnitude == 1 ? nouns.first : nouns.last }
}
