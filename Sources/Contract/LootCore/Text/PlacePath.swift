/// A place as a path from the outside in: `House / Attic / Box 3`.
///
/// ```swift
/// let attic = PlacePath("House/Attic")
/// attic.description                                     // House / Attic
/// attic.contains(PlacePath("house / attic / Box 3"))    // true
/// ```
///
/// Spaces around the parts make no difference, and nothing between two strokes is no part. Two paths are equal when their
/// parts are equal to the byte; whether one place lies in another is told without case and accents.
public struct PlacePath: Hashable, Sendable, CustomStringConvertible {
    /// The parts from the outermost to the innermost, as they are written.
    public let parts: [String]

    /// The path that a text spells.
    public init(_ text: String) {
        parts = PlacePath.split(text.utf8).map { String(Substring($0)) }
    }

    /// A path of these parts, none of which is empty or holds a stroke.
    package init(parts: some Sequence<String>) { self.parts = Array(parts) }

    /// The path as it is written into a field: `House / Attic`.
    public var description: String { parts.joined(separator: " / ") }

    /// The place around this one; nil for an outermost one.
    package var parent: PlacePath? { parts.count < 2 ? nil : PlacePath(parts: parts.dropLast()) }

    /// The innermost part: what the place is called by those who are there.
    package var name: String { parts.last ?? "" }

    /// Whether the other path is this place, or one that lies in it. Everything lies in the path without parts.
    package func contains(_ other: PlacePath) -> Bool {
        other.parts.count >= parts.count && zip(parts, other.parts).allSatisfy { Folding.same($0, $1) }
    }

    /// The outermost `count` parts.
    package func prefix(_ count: Int) -> PlacePath { PlacePath(parts: parts.prefix(count)) }

    /// Whether a text is a path without an empty part, or nothing at all.
    package static func isWhole(_ text: String) -> Bool {
        text.isEmpty || split(text.utf8).count == text.utf8.count { $0 == UInt8(ascii: "/") } + 1
    }

    /// The order in which a tree shows its places: part by part, each behind the one that it lies in. Places in which
    /// only case or accents differ are the same.
    static func order(ofPlaces left: PlacePath, _ right: PlacePath) -> Order {
        for (left, right) in zip(left.parts, right.parts) {
            let order = Folding.order(left, right)
            if order != .same { return order }
        }
        return Order(left.parts.count, right.parts.count)
    }

    /// The order of the places, and by bytes where only case or accents differ.
    static func order(_ left: PlacePath, _ right: PlacePath) -> Order {
        let order = order(ofPlaces: left, right)
        if order != .same { return order }
        for (left, right) in zip(left.parts, right.parts) where !left.utf8.elementsEqual(right.utf8) {
            return left.utf8.lexicographicallyPrecedes(right.utf8) ? .ascending : .descending
        }
        return .same
    }

    /// Whether both have the same parts to the byte.
    public static func == (left: PlacePath, right: PlacePath) -> Bool {
        left.parts.count == right.parts.count
            && zip(left.parts, right.parts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    /// By everything that `==` compares.
    public func hash(into hasher: inout Hasher) {
        for part in parts {
            for byte in part.utf8 { hasher.combine(byte) }
            hasher.combine(UInt8(ascii: "/"))
        }
    }

    /// By everything that tells places apart.
    func hashPlace(into hasher: inout Hasher) {
        var folded: [UInt8] = []
        for part in parts {
            Folding.appendFolded(part, to: &folded)
            folded.append(UInt8(ascii: "/"))
        }
        hasher.combine(folded)
    }

    /// What stands between strokes, without spaces and tabs at its ends.
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

/// Whether texts spell a place or one that lies in it, asked of many texts.
struct PlaceTest: Sendable {
    private let parts: [[UInt8]]

    init(_ place: String) { parts = PlacePath.split(Array(Folding.fold(place).utf8)).map(Array.init) }

    /// Everything with a part lies in the place without any.
    func holds(_ text: String) -> Bool {
        if let answer = holdsASCII(text.utf8.span) { return answer }
        var folded: [UInt8] = []
        Folding.appendFolded(text, to: &folded)
        let inner = PlacePath.split(folded)
        return !inner.isEmpty && inner.count >= parts.count
            && zip(parts, inner).allSatisfy { $0.elementsEqual($1) }
    }

    /// The same for a text of ASCII alone, without a copy; nil where another character
    /// comes before it is decided: what follows a letter may add marks to it, which makes no difference.
    private func holdsASCII(_ text: Span<UInt8>) -> Bool? {
        var position = 0
        var found = 0
        while position < text.count {
            // A part from its first letter to the stroke behind it.
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
