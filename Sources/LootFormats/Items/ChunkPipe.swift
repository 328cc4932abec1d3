import Dispatch
package import LootCore
import Platform
import Synchronization

/// Pieces of a file that one thread makes while another takes them, a few at a time.
final class ChunkPipe: Sendable {
    private struct State {
        var chunks: [[UInt8]] = []
        /// Emptied ones, whose memory is used again.
        var spare: [[UInt8]] = []
        var isStopped = false
    }

    /// So many pieces are made ahead.
    private static let most = 3

    private let state = Mutex(State())
    private let room = DispatchSemaphore(value: 0)
    private let ready = DispatchSemaphore(value: 0)

    init() {
        for _ in 0..<ChunkPipe.most { room.signal() }
    }

    /// Takes a piece over, when there is room for it, and leaves an empty one.
    ///
    /// - Returns: false when no more are taken.
    func put(_ chunk: inout [UInt8]) -> Bool {
        room.wait()
        let goesOn = state.withLock { state in
            if state.isStopped { return false }
            var next = state.spare.popLast() ?? []
            swap(&next, &chunk)
            state.chunks.append(next)
            return true
        }
        ready.signal()
        return goesOn
    }

    /// To be called when there are no more pieces.
    func finish() { ready.signal() }

    /// The next piece, when there is one; nil behind the last one.
    func take() -> [UInt8]? {
        ready.wait()
        return state.withLock { $0.chunks.isEmpty ? nil : $0.chunks.removeFirst() }
    }

    /// Gives a piece back that was taken.
    func giveBack(_ chunk: consuming [UInt8]) {
        var chunk = chunk
        chunk.removeAll(keepingCapacity: true)
        state.withLock { $0.spare.append(chunk) }
        room.signal()
    }

    /// Takes no more pieces.
    func stop() {
        state.withLock { $0.isStopped = true }
        room.signal()
    }
}

/// What ends the making of pieces that are not taken.
private struct Stopped: Error {}

extension ItemEncoder {
    /// From so many items on another thread makes the next pieces while one is taken.
    private static var many: Int { 4096 }

    /// Writes the whole file in chunks, as ``encode(_:chunk:to:)`` does. Where there are many items, another processor
    /// makes the next chunks while the sink has one.
    ///
    /// - Throws: What the sink throws.
    package func encodeAhead<Failure: Error>(
        _ items: some Sequence<Item> & Sendable, to sink: (inout [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        if items.underestimatedCount < Self.many || Machine.processorCount < 2 {
            return try encode(items, to: sink)
        }
        let pipe = ChunkPipe()
        DispatchQueue.global(qos: .userInitiated).async {
            try? encode(items) { (chunk) throws(Stopped) in
                if !pipe.put(&chunk) { throw Stopped() }
            }
            pipe.finish()
        }
        while var chunk = pipe.take() {
            do throws(Failure) { try sink(&chunk) } catch {
                pipe.stop()
                throw error
            }
            pipe.giveBack(chunk)
        }
    }
}
