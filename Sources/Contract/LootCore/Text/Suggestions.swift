import Basics

/// Suggestions of names that are similar to what a person typed.
package enum Suggestions {
    /// Returns at most three candidates within a few typos of `name`, most similar first.
    package static func nearest(to name: String, among candidates: [String]) -> [String] {
        Basics.nearest(to: name, in: candidates)
    }

    /// Returns `Did you mean “value”?` for similar candidates, otherwise `Choose one of a, b, and c.` Returns an empty
    /// message if there are no candidates.
    package static func advice(for name: String, among candidates: [String]) -> Message {
        if candidates.isEmpty { return "" }
        let near = nearest(to: name, among: candidates)
        if near.isEmpty { return choice(of: candidates.map { Message(verbatim: $0) }) }
        return "Did you mean \(list: near.map { "“\($0)”" as Message }, .or)?"
    }

    /// Returns the advice to choose one of several values.
    package static func choice(of texts: [Message]) -> Message {
        texts.count == 1 ? "The only choice is \(texts[0])." : "Choose one of \(list: texts)."
    }
}
