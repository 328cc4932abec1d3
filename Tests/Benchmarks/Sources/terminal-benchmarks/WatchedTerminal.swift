import Synchronization
import TerminalKit

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A time on the clock and the processor time of the process, which other load doesn't affect.
struct Instant: Equatable {
    var clock: ContinuousClock.Instant
    var nanosecondsOfWork: Int

    static var now: Instant {
        var work = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &work)
        return Instant(
            clock: .now, nanosecondsOfWork: Int(work.tv_sec) * 1_000_000_000 + Int(work.tv_nsec))
    }
}

/// A terminal in memory that reports each write with its time.
final class WatchedTerminal: Terminal, Sendable {
    /// One write, which is one frame.
    struct Write: Sendable {
        var time: Instant
        var bytes: [UInt8]

        /// Whether rows are still loading, so that another frame follows.
        var isPreliminary: Bool {
            let text = String(decoding: bytes, as: UTF8.self)
            return text.contains("Working…") || text.contains(" …")
        }
    }

    let writes: AsyncStream<Write>
    private let continuation: AsyncStream<Write>.Continuation
    private let memory: MemoryTerminal

    init(size: Size) {
        memory = MemoryTerminal(size: size)
        (writes, continuation) = AsyncStream.makeStream()
    }

    var size: Size { memory.size }

    func type(_ keys: String) { memory.type(keys) }

    func open(
        enter: [UInt8], leave: [UInt8], report: @escaping @Sendable (TerminalEvent) -> Void
    ) throws(TerminalError) {
        try memory.open(enter: enter, leave: leave, report: report)
    }

    func write(_ bytes: [UInt8]) throws(TerminalError) {
        // The bytes aren't kept; only the write is recorded.
        continuation.yield(Write(time: Instant.now, bytes: bytes))
    }

    /// Adds an empty write with the current time soon.
    func markSoon() -> Instant {
        let time = Instant.now
        Task { [continuation] in
            try? await Task.sleep(for: .milliseconds(40))
            continuation.yield(Write(time: time, bytes: []))
        }
        return time
    }

    func leaveAlso(_ bytes: [UInt8]) { memory.leaveAlso(bytes) }
    func suspend() { memory.suspend() }
    func close() { memory.close() }
}
