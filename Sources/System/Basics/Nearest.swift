/// Returns up to three candidates similar to a mistyped name, most similar first.
///
/// A candidate is similar if it differs by a few typos, or if it begins with `name` and `name` has at least two
/// characters. A typo is a missing, additional or different character, or two swapped neighbors. One typo is allowed
/// in names of up to five characters, two in names of up to eight, and three in longer ones. Case is ignored.
package func nearest(to name: String, in candidates: some Sequence<String>) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(100))
    let slips = wanted.count <= 5 ? 1 : wanted.count <= 8 ? 2 : 3
    var found: [(name: String, distance: Int)] = []
    for candidate in candidates where !found.contains(where: { $0.name == candidate }) {
        let letters = Array(candidate.lowercased().unicodeScalars)
        if abs(letters.count - wanted.count) <= slips {
            let distance = editDistance(wanted, letters)
            // In a word of one or two letters, a different letter makes a different word.
            if distance <= slips && distance < max(wanted.count, 1) {
                found.append((candidate, distance))
                continue
            }
        }
        if wanted.count >= 2 && letters.starts(with: wanted) { found.append((candidate, slips + 1)) }
    }
    // Break ties by the original order.
    let order = found.indices.sorted { (found[$0].distance, $0) < (found[$1].distance, $1) }
    return order.prefix(3).map { found[$0].name }
}

/// Returns the number of typos between two words. Swapping two neighbors counts as one.
private func editDistance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in one.enumerated() {
        var current = [row + 1]
        for (column, otherLetter) in other.enumerated() {
            let change = last[column] + (letter == otherLetter ? 0 : 1)
            var distance = min(change, last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
                distance = min(distance, beforeLast[column - 1] + 1)
            }
            current.append(distance)
        }
        beforeLast = last
        last = current
    }
    return last[other.count]
}
