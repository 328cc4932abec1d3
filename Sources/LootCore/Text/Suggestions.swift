/// Did-you-mean: names near to what a user typed.
public enum Suggestions {
    /// The candidates within a few typing mistakes of `name`, nearest first, at most three.
    public static func nearest(to name: String, among candidates: [String]) -> [String] {
        let typed = Array(name.lowercased().unicodeScalars)
        let allowed = max(1, typed.count / 3)
        return
            candidates
            .map { ($0, distance(typed, Array($0.lowercased().unicodeScalars))) }
            .filter { $0.1 <= allowed || (typed.count > 2 && $0.0.lowercased().hasPrefix(name.lowercased())) }
            .sorted { $0.1 < $1.1 }
            .prefix(3)
            .map(\.0)
    }

    /// `Did you mean “value”?` where something is near, else `Known are a, b and c`.
    public static func sentence(for name: String, among candidates: [String]) -> String {
        let near = nearest(to: name, among: candidates)
        if near.isEmpty { return "Known are \(candidates.joined(separator: ", "))" }
        return "Did you mean \(near.map { "“\($0)”" }.joined(separator: " or "))?"
    }

    /// Insertions, deletions, replacements and swaps of neighbors between two texts.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        guard left.count <= 64, right.count <= 64 else { return Int.max }
        var before: [Int] = []
        var previous = Array(0...right.count)
        for (row, typed) in left.enumerated() {
            var current = [row + 1]
            for (column, meant) in right.enumerated() {
                var cost = min(previous[column + 1], current[column]) + 1
                cost = min(cost, previous[column] + (typed == meant ? 0 : 1))
                if row > 0, column > 0, typed == right[column - 1], left[row - 1] == meant {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            (before, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
