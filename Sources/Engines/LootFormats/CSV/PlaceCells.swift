/// The place of an entry whose components are in several columns, such as a building, a floor and a shelf.
struct PlaceCells {
    private var components: [(level: Int, text: String)] = []
    /// The name of the entry that contains this one. It is the innermost component.
    var container: String?

    /// Whether no column contains a component.
    var isEmpty: Bool { components.isEmpty }

    /// Returns whether a column contains the given text.
    func contains(_ text: String) -> Bool { components.contains { $0.text == text } }

    mutating func add(_ text: String, level: Int) { components.append((level, text)) }

    /// The path, outermost component first, or `nil` without components. Components of the same level keep the order
    /// of their columns.
    var path: String? {
        let sorted = components.enumerated().sorted {
            ($0.element.level, $0.offset) < ($1.element.level, $1.offset)
        }
        let texts = sorted.map(\.element.text) + (container.map { [$0] } ?? [])
        return texts.isEmpty ? nil : texts.joined(separator: " / ")
    }
}
