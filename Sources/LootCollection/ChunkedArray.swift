/// An array in pieces: a copy costs nothing, and the first write after it copies a piece rather than everything.
struct ChunkedArray<Element: Sendable>: Sendable {
    private var chunks: [[Element]] = []
    private let shift: Int
    private(set) var count = 0

    /// An empty array whose pieces hold `1 << shift` elements.
    init(shift: Int) { self.shift = shift }

    /// An array of one element, repeated.
    init(repeating element: Element, count: Int, shift: Int) {
        self.shift = shift
        self.count = count
        let whole = [Element](repeating: element, count: 1 << shift)
        chunks = [[Element]](repeating: whole, count: count >> shift)
        let rest = count & (1 << shift - 1)
        if rest > 0 { chunks.append([Element](repeating: element, count: rest)) }
    }

    /// The elements of an array.
    init(_ elements: [Element], shift: Int) {
        self.shift = shift
        count = elements.count
        chunks = stride(from: 0, to: count, by: 1 << shift).map { start in
            Array(elements[start..<Swift.min(start + 1 << shift, elements.count)])
        }
    }

    subscript(index: Int) -> Element {
        // Lends the element; handing out a copy would count its references up and down for each comparison.
        @inline(__always) _read { yield chunks[index >> shift][index & (1 << shift - 1)] }
        set { chunks[index >> shift][index & (1 << shift - 1)] = newValue }
    }

    /// Adds an element at the end.
    mutating func append(_ element: consuming Element) {
        if count & (1 << shift - 1) == 0 { beginChunk() }
        chunks[chunks.count - 1].append(element)
        count += 1
    }

    /// Adds elements at the end and moves them out of where they are, which is not initialized any more then.
    mutating func append(moving elements: UnsafeMutableBufferPointer<Element>) {
        var start = 0
        while start < elements.count {
            if count & (1 << shift - 1) == 0 { beginChunk() }
            let room = 1 << shift - count & (1 << shift - 1)
            let part = elements.extracting(start..<Swift.min(start + room, elements.count))
            chunks[chunks.count - 1].append(addingCapacity: part.count) { output in
                output.withUnsafeMutableBufferPointer { buffer, filled in
                    // There is room for the part behind what is filled, and each of its elements moves once.
                    filled = buffer.extracting(filled...).moveInitialize(fromContentsOf: part) + filled
                }
            }
            start += part.count
            count += part.count
        }
    }

    private mutating func beginChunk() {
        var chunk: [Element] = []
        // The first piece grows as it must; when there are several, the last one is soon full.
        if count > 0 { chunk.reserveCapacity(1 << shift) }
        chunks.append(chunk)
    }
}
