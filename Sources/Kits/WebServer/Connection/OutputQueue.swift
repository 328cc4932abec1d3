/// Bytes on their way to a peer. Small pieces are gathered, so that they leave in one packet; a large body
/// stands as it is and is never copied.
struct OutputQueue: ~Copyable {
    private var segments: [[UInt8]] = []
    private var firstOffset = 0
    /// Whether the last segment was made here and may grow.
    private var lastIsOpen = false
    /// Bytes that wait.
    private(set) var count = 0
    /// The time since which bytes wait without a break, and the last time at which some of them left.
    private var (start, lastProgress) = (ContinuousClock.now, ContinuousClock.now)
    /// The bytes that have left since the start.
    private var sent = 0

    private static let copiedBytes = 4_096

    var isEmpty: Bool { count == 0 }

    /// Lets `body` append to the end of the queue.
    mutating func write(at now: ContinuousClock.Instant, _ body: (inout [UInt8]) -> Void) {
        if isEmpty { (start, lastProgress, sent) = (now, now, 0) }
        if !lastIsOpen {
            var segment: [UInt8] = []
            segment.reserveCapacity(512)
            segments.append(segment)
            lastIsOpen = true
        }
        let last = segments.count - 1
        let before = segments[last].count
        body(&segments[last])
        count += segments[last].count - before
    }

    mutating func append(_ bytes: [UInt8], at now: ContinuousClock.Instant) {
        guard !bytes.isEmpty else { return }
        guard bytes.count > Self.copiedBytes else {
            write(at: now) { $0.append(contentsOf: bytes) }
            return
        }
        if isEmpty { (start, lastProgress, sent) = (now, now, 0) }
        segments.append(bytes)
        lastIsOpen = false
        count += bytes.count
    }

    /// The first bytes of the queue, in two parts so that a head and its body leave together.
    func withFirstBytes<Result>(
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result
    ) -> Result {
        guard let first = segments.first else {
            return body(.init(start: nil, count: 0), .init(start: nil, count: 0))
        }
        return first.withUnsafeBytes { first in
            let rest = UnsafeRawBufferPointer(rebasing: first[firstOffset...])
            guard segments.count > 1 else { return body(rest, .init(start: nil, count: 0)) }
            return segments[1].withUnsafeBytes { body(rest, $0) }
        }
    }

    /// The time at which the peer has read too slowly: nothing for a time of grace, or after it less than so many bytes a
    /// second.
    func deadline(grace: Duration, bytesPerSecond: Int) -> ContinuousClock.Instant {
        min(lastProgress, start + .milliseconds(sent * 1_000 / max(1, bytesPerSecond))) + grace
    }

    /// Removes bytes that were sent.
    mutating func consume(_ sent: Int, at now: ContinuousClock.Instant) {
        lastProgress = now
        self.sent += sent
        count -= sent
        guard count > 0 else {
            // Nothing is kept for a connection that may rest for long.
            segments = []
            firstOffset = 0
            lastIsOpen = false
            return
        }
        var left = sent
        while let first = segments.first {
            let available = first.count - firstOffset
            guard left >= available else {
                firstOffset += left
                return
            }
            left -= available
            firstOffset = 0
            segments.removeFirst()
        }
    }
}
