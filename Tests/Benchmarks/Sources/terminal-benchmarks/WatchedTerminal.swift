import Synchronization
import TerminalKit

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A time by the clock, and by what the process has computed: the latter does not grow while others have the machine.
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

/// A terminal in memory that says what was written to it, and when.
final class WatchedTerminal: Terminal, Sendable {
    /// One write, as the front end makes it for a frame.
    struct Write: Sendable {
        var time: Instant
        var bytes: [UInt8]

        /// Whether rows are still on their way, so that another frame will follow.
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
        // What was written is not kept: only this is looked at.
        continuation.yield(Write(time: Instant.now, bytes: bytes))
    }

    /// Has a write of no bytes and of this time among the others before long.
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
