/// An array in chunks. Copying takes constant time, and the first write after that copies only one chunk and a few
/// references.
struct ChunkedArray<Element: Sendable>: Sendable {
    /// The chunks in groups, so that a write doesn't copy the list of all chunks.
    private var groups: [[[Element]]] = []
    let shift: Int
    private(set) var count = 0

    /// The number of chunks per group, as a power of two.
    private static var groupShift: Int { 6 }

    /// Creates an empty array with chunks of `1 << shift` elements.
    init(shift: Int) { self.shift = shift }

    /// Creates an array with `count` elements, each computed from its index.
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
        // Borrow the element. Returning a copy would retain and release its references for each comparison.
        @inline(__always) _read { yield groups[group(index)][piece(index)][index & (1 << shift - 1)] }
        @inline(__always) _modify { yield &groups[group(index)][piece(index)][index & (1 << shift - 1)] }
    }

    mutating func append(_ element: consuming Element) {
        if count & (1 << shift - 1) == 0 { beginPiece() }
        groups[group(count)][piece(count)].append(element)
        count += 1
    }

    private mutating func beginPiece() {
        var new: [Element] = []
        // The first chunk grows as needed. Later ones will probably be filled, so reserve their capacity.
        if count > 0 { new.reserveCapacity(1 << shift) }
        if piece(count) == 0 { groups.append([]) }
        groups[group(count)].append(new)
    }

    @inline(__always)
    private func group(_ index: Int) -> Int { index >> (shift + ChunkedArray.groupShift) }

    @inline(__always)
    private func piece(_ index: Int) -> Int { index >> shift & (1 << ChunkedArray.groupShift - 1) }
}
