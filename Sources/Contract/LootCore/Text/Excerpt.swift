/// The place in a text that an error is about, counted in characters.
package struct Excerpt: Hashable, Sendable {
    /// The whole text.
    package var text: String
    /// The characters before the place.
    package var position: Int
    /// The characters in the place; none where something is missing.
    package var length: Int

    /// A place in a text.
    package init(_ text: String, position: Int, length: Int) {
        self.text = text
        self.position = position
        self.length = length
    }

    /// The text around the place on one line of at most about `width` characters, as front ends quote it: what stands
    /// before the place, the place itself and what follows it.
    package func line(width: Int = 76) -> (before: String, marked: String, after: String) {
        let characters = Array(text)
        let start = min(max(position, 0), characters.count)
        let end = min(start + max(length, 0), start + width, characters.count)
        let first = max(0, start - max(0, min(width * 2 / 3, width - (end - start))))
        let last = min(characters.count, max(end, first + width))
        return (
            (first > 0 ? "…" : "") + Excerpt.visible(characters[first..<start]),
            Excerpt.visible(characters[start..<end]),
            Excerpt.visible(characters[end..<last]) + (last < characters.count ? "…" : "")
        )
    }

    /// Line breaks and tabs are spaces here, other control characters are named.
    private static func visible(_ characters: ArraySlice<Character>) -> String {
        TextRules.visible(path: String(characters.map { $0.isWhitespace ? " " : $0 }))
    }
}
