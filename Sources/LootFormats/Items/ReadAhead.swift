import Dispatch
import Platform
import Synchronization

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

    private let shared: Shared
    private let helpers = DispatchGroup()
    private var next = 0

    /// Begins to read ahead of a parser; nil where the file is short, or the machine has one processor.
    ///
    /// The bytes must stay where they are until this value is gone: the other threads look at them as long.
    init?(_ bytes: Span<UInt8>, of parser: Parser, keepsFacts: Bool) {
        let processors = min(8, Machine.processorCount)
        let size = readAheadSize
        if processors < 2 || bytes.count - parser.position < 4 * size { return nil }
        var starts: [Int] = []
        for byte in stride(from: parser.position + size, to: bytes.count, by: size) {
            guard let start = Parser.likelyStart(from: byte, bytes) else { break }
            if start > starts.last ?? parser.position { starts.append(start) }
        }
        if starts.isEmpty { return nil }
        // The span's bytes outlive the threads: they are waited for when this value goes, and it goes first.
        shared = Shared(parser, starts, bytes.withUnsafeBufferPointer { $0 }, keepsFacts)
        for _ in 1..<processors {
            DispatchQueue.global(qos: .userInitiated).async(group: helpers) { [shared] in
                while shared.readAnyPart() {}
            }
        }
    }

    deinit {
        shared.stop()
        helpers.wait()
    }

    /// Where the next part begins that was not taken; nil behind the last one.
    var nextStart: Int? { next < shared.starts.count ? shared.starts[next] : nil }

    /// What others have read from a byte on; nil if they have not. While they are at it, this thread reads ahead too.
    mutating func part(at byte: Int) -> Part? {
        while next < shared.starts.count, shared.starts[next] < byte { next += 1 }
        guard next < shared.starts.count, shared.starts[next] == byte else { return nil }
        defer { next += 1 }
        while !shared.isDone(next), !shared.claim(next) {
            if !shared.readAnyPart() { shared.wait(for: next) }
        }
        return shared.takePart(next)
    }

    private final class Shared: Sendable {
        private enum Progress {
            case open, claimed, done(Part?)
        }

        let starts: [Int]
        private let parser: Parser
        private let keepsFacts: Bool
        // Nothing writes to the bytes, and they stay until all threads are done; see `init`.
        private nonisolated(unsafe) let bytes: UnsafeBufferPointer<UInt8>
        private let progress: Mutex<(parts: [Progress], firstOpen: Int)>
        private let signals: [DispatchSemaphore]

        init(
            _ parser: Parser, _ starts: [Int], _ bytes: UnsafeBufferPointer<UInt8>, _ keepsFacts: Bool
        ) {
            self.parser = parser
            self.keepsFacts = keepsFacts
            self.starts = starts
            self.bytes = bytes
            progress = Mutex((starts.map { _ in .open }, 0))
            signals = starts.map { _ in DispatchSemaphore(value: 0) }
        }

        /// Leaves what no thread has begun to read.
        func stop() { progress.withLock { $0.firstOpen = starts.count } }

        /// Whether a part has been read by another thread.
        func isDone(_ index: Int) -> Bool {
            progress.withLock { if case .done = $0.parts[index] { true } else { false } }
        }

        /// Keeps other threads from reading a part that none has begun with.
        func claim(_ index: Int) -> Bool {
            progress.withLock { progress in
                guard case .open = progress.parts[index] else { return false }
                progress.parts[index] = .claimed
                return true
            }
        }

        func wait(for index: Int) { signals[index].wait() }

        func takePart(_ index: Int) -> Part? {
            progress.withLock { progress in
                guard case .done(let part) = progress.parts[index] else { return nil }
                progress.parts[index] = .claimed
                return part
            }
        }

        /// Reads the next part that none has begun with; false if there is none.
        func readAnyPart() -> Bool {
            let index: Int? = progress.withLock { progress in
                while progress.firstOpen < starts.count {
                    let index = progress.firstOpen
                    progress.firstOpen += 1
                    if case .open = progress.parts[index] {
                        progress.parts[index] = .claimed
                        return index
                    }
                }
                return nil
            }
            guard let index else { return false }
            let limit = index + 1 < starts.count ? starts[index + 1] : bytes.count
            let part = read(from: starts[index], to: limit)
            progress.withLock { $0.parts[index] = .done(part) }
            signals[index].signal()
            return true
        }

        /// The items from a byte on, up to the first one that is not plain.
        private func read(from start: Int, to limit: Int) -> Part? {
            var parser = parser
            parser.position = start
            return parser.run(bytes.span, to: limit, knowsIndex: false, keepsFacts: keepsFacts)
                .map { Part(run: $0, end: parser.position) }
        }
    }
}

/// How many bytes are read in a row: so few that the memory for their items is used again for later ones.
let readAheadSize = 1 << 16
