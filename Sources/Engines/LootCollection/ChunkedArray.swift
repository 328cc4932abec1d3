/// An array in pieces: a copy costs nothing, and the first write after it copies a piece, and a few references to others,
/// rather than everything.
struct ChunkedArray<Element: Sendable>: Sendable {
    /// The pieces, many of them together, so that their list is not copied whole either.
    private var groups: [[[Element]]] = []
    private let shift: Int
    private(set) var count = 0

    /// How many pieces a group has, as a power of two.
    private static var groupShift: Int { 6 }

    /// An empty array whose pieces hold `1 << shift` elements.
    init(shift: Int) { self.shift = shift }

    /// As many elements, each from its index.
    init(count: Int, shift: Int, element: (Int) -> Element) {
        self.shift = shift
        self.count = count
        let pieces = stride(from: 0, to: count, by: 1 << shift).map { start in
            (start..<Swift.min(start + 1 << shift, count)).map(element)
        }
        let size = 1 << ChunkedArray.groupShift
        groups = stride(from: 0, to: pieces.count, by: size).map { start in
            Array(pieces[start..<Swift.min(start + size, pieces.count)])
        }
    }

    subscript(index: Int) -> Element {
        // Lends the element; handing out a copy would count its references up and down for each comparison.
        @inline(__always) _read { yield groups[group(index)][piece(index)][index & (1 << shift - 1)] }
        @inline(__always) _modify { yield &groups[group(index)][piece(index)][index & (1 << shift - 1)] }
    }

    /// Adds an element at the end.
    mutating func append(_ element: consuming Element) {
        if count & (1 << shift - 1) == 0 { beginPiece() }
        groups[group(count)][piece(count)].append(element)
        count += 1
    }

    private mutating func beginPiece() {
        var new: [Element] = []
        // The first piece grows as it must; when there are several, the last one is soon full.
        if count > 0 { new.reserveCapacity(1 << shift) }
        if piece(count) == 0 { groups.append([]) }
        groups[group(count)].append(new)
    }

    @inline(__always)
    private func group(_ index: Int) -> Int { index >> (shift + ChunkedArray.groupShift) }

    @inline(__always)
    private func piece(_ index: Int) -> Int { index >> shift & (1 << ChunkedArray.groupShift - 1) }
}
