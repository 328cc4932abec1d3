import Basics

/// Did-you-mean: names near to what a user typed.
package enum Suggestions {
    /// The candidates within a few typing mistakes of `name`, nearest first, at most three.
    package static func nearest(to name: String, among candidates: [String]) -> [String] {
        Basics.nearest(to: name, in: candidates)
    }

    /// `Did you mean “value”?` where something is near, else `Known are a, b and c`.
    package static func sentence(for name: String, among candidates: [String]) -> String {
        let near = nearest(to: name, among: candidates)
        if near.isEmpty { return "Known are \(candidates.joined(separator: ", "))" }
        return "Did you mean \(near.map { "“\($0)”" }.joined(separator: " or "))?"
    }
}
