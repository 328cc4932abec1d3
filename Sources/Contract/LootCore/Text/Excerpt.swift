/// The part of the text that an error refers to, in characters.
package struct Excerpt: Hashable, Sendable {
    /// The whole text.
    package var text: String
    /// The number of characters before the part.
    package var position: Int
    /// The number of characters in the part, or 0 if something is missing there.
    package var length: Int

    /// Creates an excerpt.
    package init(_ text: String, position: Int, length: Int) {
        self.text = text
        self.position = position
        self.length = length
    }

    /// Returns the part with its surrounding text on one line of at most about `width` characters, for display by
    /// front ends.
    package func line(width: Int = 76) -> Line {
        let characters = Array(text)
        let start = min(max(position, 0), characters.count)
        let end = min(start + max(length, 0), start + width, characters.count)
        let first = max(0, start - max(0, min(width * 2 / 3, width - (end - start))))
        let last = min(characters.count, max(end, first + width))
        return Line(
            before: (first > 0 ? "…" : "") + Excerpt.visible(characters[first..<start]),
            marked: Excerpt.visible(characters[start..<end]),
            after: Excerpt.visible(characters[end..<last]) + (last < characters.count ? "…" : ""))
    }

    /// A part of the text and its surroundings on one line.
    package struct Line {
        package var before: String
        package var marked: String
        package var after: String
    }

    /// Replaces whitespace by spaces and other control characters by their names.
    private static func visible(_ characters: ArraySlice<Character>) -> String {
        TextRules.visible(path: String(characters.map { $0.isWhitespace ? " " : $0 }))
    }
}
