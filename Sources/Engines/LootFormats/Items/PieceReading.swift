import LootCore
import Platform

extension ItemFormat {
    /// Reads a long file in pieces as it lies on its medium, on several processors, so that no more of it is in memory
    /// than what is just looked at: memory that is touched for the first time costs as much as reading what goes there.
    ///
    /// It reads what programs write: JSON with each item on a line of its own, with an id, and nothing wrong with it.
    /// Whatever else a file has, it has to be read whole.
    ///
    /// - Parameters:
    ///   - size: how many bytes the file has.
    ///   - options: what to do about what the file leaves open.
    ///   - read: gives a part of the file; nil if it can't be read.
    ///   - receive: gets the items, in order. They count only if this returns a shape.
    /// - Returns: how the file holds its items; nil for a file that has to be read whole.
    package func read(
        piecesOf size: Int, _ options: ReadOptions, from read: @escaping @Sendable (Range<Int>) -> [UInt8]?,
        receive: (ItemRun) -> Void
    ) -> DocumentShape? {
        guard self == .json, size > 2 * readAheadSize else { return nil }
        let pieces = JSONPieces(size: size, options: options, read: read)
        let queue = PartQueue((size + readAheadSize - 1) / readAheadSize) { pieces.piece($0) }
        // The items, and beside them the texts that each thread reads. The others begin meanwhile.
        queue.begin { Memory.expecting(min(size / 5, 48 << 20), $0) }
        return Memory.expecting(size / 4 * 3) {
            defer { queue.stop() }
            return pieces.join(queue, receive)
        }
    }
}

/// A JSON file in pieces. Each begins with an item at the beginning of a line, but for the first one, and ends where the
/// next one begins.
private struct JSONPieces: Sendable {
    let size: Int
    let options: ReadOptions
    let read: @Sendable (Range<Int>) -> [UInt8]?

    /// How much of a file is looked through for the end of a piece, at first and at most.
    private static let (leastRest, mostRest) = (1 << 13, 1 << 20)

    /// What a piece has.
    struct Piece: Sendable {
        let bytes: Range<Int>
        var items: ItemRun?
        /// What stands before the first item, in the piece that has that.
        var head: [UInt8]?
        /// What stands behind the list's end, in the piece that has that.
        var tail: [UInt8]?
    }

    /// Reads a piece; nil if there is anything in it that is not plain.
    func piece(_ index: Int) -> Piece? {
        let first = index * readAheadSize
        guard let (text, range) = text(from: first) else { return nil }
        var piece = Piece(bytes: range)
        if range.isEmpty { return piece }
        let bytes = text.span.extracting(range.lowerBound - first..<range.upperBound - first)
        guard bytes.firstInvalidUTF8() == nil else { return nil }
        var parser = JSONItemParser(at: 0, allowsComments: true, options)
        if index == 0 {
            guard let start = JSONFile(options).start(ofItems: bytes) else { return nil }
            parser.position = start
            piece.head = Array(text[..<start])
        }
        piece.items = parser.run(bytes, to: bytes.count, knowsIndex: false, keepsFacts: false)
        guard piece.items != nil, let hasMore = try? parser.goToNext(bytes) else { return nil }
        if !hasMore {
            piece.tail = bytes.extracting(parser.position...).withUnsafeBufferPointer { Array($0) }
            return range.upperBound == size ? piece : nil
        }
        return parser.position == bytes.count && range.upperBound < size ? piece : nil
    }

    /// The bytes from a place on, and the piece among them that begins there: from the first line that begins with an
    /// item, up to the first one behind the next piece's place.
    private func text(from first: Int) -> (text: [UInt8], range: Range<Int>)? {
        let next = min(size, first + readAheadSize)
        var rest = JSONPieces.leastRest
        while rest <= JSONPieces.mostRest {
            let end = min(size, next + rest)
            guard let text = read(first..<end), text.count == end - first else { return nil }
            let start = first == 0 ? 0 : JSONItemParser.likelyStart(from: 1, text.span)
            let follower = next < size ? JSONItemParser.likelyStart(from: next - first + 1, text.span) : nil
            if end == size || follower != nil {
                let upper = follower.map { first + $0 } ?? size
                return (text, min(upper, start.map { first + $0 } ?? size)..<upper)
            }
            rest *= 8
        }
        return nil
    }

    /// Puts the pieces together, each of which has to begin where the one before ends.
    func join(_ queue: PartQueue<Piece>, _ receive: (ItemRun) -> Void) -> DocumentShape? {
        var end = 0
        var (head, tail): ([UInt8]?, [UInt8]?)
        for index in 0..<queue.count {
            guard let piece = queue.take(index), piece.bytes.lowerBound == end else { return nil }
            end = piece.bytes.upperBound
            if let items = piece.items { receive(items) }
            (head, tail) = (head ?? piece.head, tail ?? piece.tail)
        }
        guard end == size, var frame = head, let tail else { return nil }
        // All but the items is looked at by what reads whole files, with an empty list between.
        frame.append(UInt8(ascii: "]"))
        frame += tail
        return try? JSONFile(options).read(frame.span) { _ in }
    }
}
