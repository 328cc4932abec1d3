import TextSearch

/// The path of a place from the outermost to the innermost part: `House / Attic / Box 3`.
///
/// ```swift
/// let attic = PlacePath("House/Attic")
/// attic.description                                     // House / Attic
/// attic.contains(PlacePath("house / attic / Box 3"))    // true
/// ```
///
/// Spaces around parts and empty parts are ignored. Two paths are equal if their parts are equal byte by byte.
/// Whether a place contains another is determined without case and accents.
public struct PlacePath: Hashable, Sendable, CustomStringConvertible {
    /// The parts from the outermost to the innermost, as written.
    public let parts: [String]

    /// Parses a path.
    public init(_ text: String) {
        parts = PlacePath.split(text.utf8).map { String(Substring($0)) }
    }

    /// Creates a path from parts, which must not be empty or contain slashes.
    package init(parts: some Sequence<String>) { self.parts = Array(parts) }

    /// The path in the format of fields: `House / Attic`.
    public var description: String { parts.joined(separator: " / ") }

    /// The enclosing place, or `nil` for an outermost one.
    package var parent: PlacePath? { parts.count < 2 ? nil : PlacePath(parts: parts.dropLast()) }

    /// The innermost part, which is the name of the place.
    package var name: String { parts.last ?? "" }

    /// Returns whether another path is this place or inside it. The empty path contains all places.
    package func contains(_ other: PlacePath) -> Bool {
        other.parts.count >= parts.count && zip(parts, other.parts).allSatisfy { Folding.same($0, $1) }
    }

    /// Returns the path of the outermost `count` parts.
    package func prefix(_ count: Int) -> PlacePath { PlacePath(parts: parts.prefix(count)) }

    /// Returns whether a string is empty or a path without empty parts.
    package static func isWhole(_ text: String) -> Bool {
        text.isEmpty || split(text.utf8).count == text.utf8.count { $0 == UInt8(ascii: "/") } + 1
    }

    /// Compares two places part by part in tree order, each after the place that contains it. Ignores case and
    /// accents.
    static func order(ofPlaces left: PlacePath, _ right: PlacePath) -> Order {
        for (left, right) in zip(left.parts, right.parts) {
            let order = Folding.order(left, right)
            if order != .same { return order }
        }
        return Order(left.parts.count, right.parts.count)
    }

    /// Compares two places in tree order, and by bytes if they differ only in case or accents.
    static func order(_ left: PlacePath, _ right: PlacePath) -> Order {
        let order = order(ofPlaces: left, right)
        if order != .same { return order }
        for (left, right) in zip(left.parts, right.parts) where !left.utf8.elementsEqual(right.utf8) {
            return left.utf8.lexicographicallyPrecedes(right.utf8) ? .ascending : .descending
        }
        return .same
    }

    /// Returns whether the parts are equal byte by byte.
    public static func == (left: PlacePath, right: PlacePath) -> Bool {
        left.parts.count == right.parts.count
            && zip(left.parts, right.parts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        for part in parts {
            for byte in part.utf8 { hasher.combine(byte) }
            hasher.combine(UInt8(ascii: "/"))
        }
    }

    /// Hashes the folded parts.
    func hashPlace(into hasher: inout Hasher) {
        var folded: [UInt8] = []
        for part in parts {
            Folding.appendFolded(part, to: &folded)
            folded.append(UInt8(ascii: "/"))
        }
        hasher.combine(folded)
    }

    /// Returns the parts between slashes without surrounding spaces and tabs.
    fileprivate static func split<Text: BidirectionalCollection<UInt8>>(
        _ text: Text
    ) -> [Text.SubSequence] {
        text.split(separator: UInt8(ascii: "/")).compactMap { part in
            guard let first = part.firstIndex(where: isLetter), let last = part.lastIndex(where: isLetter)
            else { return nil }
            return part[first...last]
        }
    }

    fileprivate static func isLetter(_ byte: UInt8) -> Bool { byte != 0x20 && byte != 0x09 }
}

/// Tests whether strings are paths of a place or a place inside it, optimized for many strings.
struct PlaceTest: Sendable {
    private let parts: [[UInt8]]

    init(_ place: String) { parts = PlacePath.split(Array(Folding.fold(place).utf8)).map(Array.init) }

    /// Returns whether a string is a path inside the place. The empty path contains all other paths.
    func holds(_ text: String) -> Bool {
        if let answer = holdsASCII(text.utf8.span) { return answer }
        var folded: [UInt8] = []
        Folding.appendFolded(text, to: &folded)
        let inner = PlacePath.split(folded)
        return !inner.isEmpty && inner.count >= parts.count
            && zip(parts, inner).allSatisfy { $0.elementsEqual($1) }
    }

    /// Tests ASCII text without a copy. Returns `nil` if another character is found before the result is known.
    /// Combining marks after a letter don't change the result.
    private func holdsASCII(_ text: Span<UInt8>) -> Bool? {
        var position = 0
        var found = 0
        while position < text.count {
            // Compare a part from its first letter to the next slash.
            guard text[position] != UInt8(ascii: "/"), PlacePath.isLetter(text[position]) else {
                position += 1
                continue
            }
            if found == parts.count { return true }
            let part = parts[found]
            var index = 0
            while position < text.count, text[position] != UInt8(ascii: "/") {
                let byte = text[position]
                if byte >= 0x80 { return nil }
                if index < part.count {
                    if part[index] != Folding.lowercased(byte) { return false }
                    index += 1
                } else if PlacePath.isLetter(byte) {
                    return false
                }
                position += 1
            }
            if index < part.count { return false }
            found += 1
        }
        return found == parts.count && found > 0
    }
}
