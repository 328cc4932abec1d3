import Platform

/// The later parts of a long file, which other threads read before the one that reads it in order comes to them.
///
/// Where a part begins is a guess. It counts only if the thread that reads in order arrives at that very byte with an
/// item to come, for from there on there is but one way to read. What is not plain in a part, an error above all,
/// is left to that thread; so nothing that it reads depends on how many threads there are.
struct ReadAhead<Parser: ItemParser>: ~Copyable {
    /// Items in a row, and the byte behind the last one.
    struct Part: Sendable {
        let run: ItemRun
        let end: Int
    }

    private let starts: [Int]
    private let queue: PartQueue<Part>
    private var next = 0

    /// Begins to read ahead of a parser; nil where the file is short, or the machine has one processor.
    ///
    /// The bytes must stay where they are until this value is gone: the other threads look at them as long.
    init?(_ bytes: Span<UInt8>, of parser: Parser, keepsFacts: Bool) {
        let size = readAheadSize
        if Machine.processorCount < 2 || bytes.count - parser.position < 4 * size { return nil }
        var starts: [Int] = []
        for byte in stride(from: parser.position + size, to: bytes.count, by: size) {
            guard let start = Parser.likelyStart(from: byte, bytes) else { break }
            if start > starts.last ?? parser.position { starts.append(start) }
        }
        if starts.isEmpty { return nil }
        self.starts = starts
        // Nothing writes to the bytes, and they outlive the threads: those are waited for when this value goes, and it
        // goes first.
        nonisolated(unsafe) let shared = bytes.withUnsafeBufferPointer { $0 }
        queue = PartQueue(starts.count) { [starts] index in
            var parser = parser
            parser.position = starts[index]
            // The items up to the first one that is not plain.
            let limit = index + 1 < starts.count ? starts[index + 1] : shared.count
            return parser.run(shared.span, to: limit, knowsIndex: false, keepsFacts: keepsFacts)
                .map { Part(run: $0, end: parser.position) }
        }
        queue.begin()
    }

    deinit { queue.stop() }

    /// Where the next part begins that was not taken; nil behind the last one.
    var nextStart: Int? { next < starts.count ? starts[next] : nil }

    /// What others have read from a byte on; nil if they have not.
    mutating func part(at byte: Int) -> Part? {
        while next < starts.count, starts[next] < byte { next += 1 }
        guard next < starts.count, starts[next] == byte else { return nil }
        defer { next += 1 }
        return queue.take(next)
    }
}

/// How many bytes are read in a row: so few that the memory for their items is used again for later ones.
let readAheadSize = 1 << 16
