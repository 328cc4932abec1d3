/// The names that may have been meant by a mistyped one, the nearest first; at most three.
///
/// Near is what a few slips away turn into one another (a letter left out, added, changed, or two neighbors
/// swapped: one slip for up to five letters, two for up to eight, three beyond), and what begins with the
/// whole of `name`, if that is two letters or more. Upper and lower case are the same.
package func nearest(to name: String, in candidates: some Sequence<String>) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(100))
    let slips = wanted.count <= 5 ? 1 : wanted.count <= 8 ? 2 : 3
    var found: [(name: String, distance: Int)] = []
    for candidate in candidates where !found.contains(where: { $0.name == candidate }) {
        let letters = Array(candidate.lowercased().unicodeScalars)
        if abs(letters.count - wanted.count) <= slips {
            let distance = editDistance(wanted, letters)
            // A word of one or two letters with one of them changed is another word.
            if distance <= slips && distance < max(wanted.count, 1) {
                found.append((candidate, distance))
                continue
            }
        }
        if wanted.count >= 2 && letters.starts(with: wanted) { found.append((candidate, slips + 1)) }
    }
    // Candidates that are equally near keep their order.
    let order = found.indices.sorted { (found[$0].distance, $0) < (found[$1].distance, $1) }
    return order.prefix(3).map { found[$0].name }
}

/// The slips between two words, a swap of neighbors being one.
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
