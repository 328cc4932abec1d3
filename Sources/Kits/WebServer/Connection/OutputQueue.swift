/// A queue of bytes to send. Small pieces are combined so that they share a packet. Large bodies are never copied.
struct OutputQueue: ~Copyable {
    private var segments: [[UInt8]] = []
    private var firstOffset = 0
    /// Whether the last segment was allocated by the queue and can grow.
    private var lastIsOpen = false
    /// The number of queued bytes.
    private(set) var count = 0
    /// The time since which the queue has been nonempty, and the last time at which bytes were sent.
    private var (start, lastProgress) = (ContinuousClock.now, ContinuousClock.now)
    /// The number of bytes sent since `start`.
    private var sent = 0

    private static let copiedBytes = 4_096

    var isEmpty: Bool { count == 0 }

    /// Calls `body` with a buffer to append to. Its bytes are added to the end of the queue.
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

    /// Calls `body` with the first bytes of the queue, in two parts so that a response's head and body can be sent
    /// with one system call.
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

    /// Returns the time at which the peer counts as too slow: it has read nothing for the grace period, or
    /// less than the minimum rate after it.
    func deadline(grace: Duration, bytesPerSecond: Int) -> ContinuousClock.Instant {
        min(lastProgress, start + .milliseconds(sent * 1_000 / max(1, bytesPerSecond))) + grace
    }

    /// Removes sent bytes from the beginning of the queue.
    mutating func consume(_ sent: Int, at now: ContinuousClock.Instant) {
        lastProgress = now
        self.sent += sent
        count -= sent
        guard count > 0 else {
            // Free the memory, since the connection may stay idle for long.
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
