import Synchronization
import TerminalKit

/// A terminal in memory that says what was written to it, and when.
final class WatchedTerminal: Terminal, Sendable {
    /// One write, as the front end makes it for a frame.
    struct Write: Sendable {
        var time: ContinuousClock.Instant
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
        continuation.yield(Write(time: ContinuousClock.now, bytes: bytes))
    }

    /// Has a write of no bytes and of this time among the others before long.
    func markSoon() -> ContinuousClock.Instant {
        let time = ContinuousClock.now
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
