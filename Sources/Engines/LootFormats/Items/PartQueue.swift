import Dispatch
import Platform
import Synchronization

/// Parts of something long, which other threads work out before the one that takes them in order comes to them.
final class PartQueue<Part: Sendable>: Sendable {
    private enum Progress {
        case open, claimed, done(Part?)
    }

    /// How many parts there are.
    let count: Int
    private let body: @Sendable (Int) -> Part?
    private let ahead: Int
    private let progress: Mutex<State>
    private let signals: [DispatchSemaphore]
    private let helpers = DispatchGroup()
    /// Helpers that wait for a higher limit.
    private let idle = DispatchSemaphore(value: 0)

    private struct State {
        var parts: [Progress]
        /// No part before this one is open.
        var firstOpen = 0
        /// Parts from this one on are not begun with yet.
        var limit: Int
        /// How many helpers wait for a higher limit.
        var idle = 0
        /// Whether no more parts are begun with.
        var isStopped = false
    }

    /// Parts, of which at most so many are worked out ahead of the one that is taken.
    init(_ count: Int, ahead: Int = .max, _ body: @escaping @Sendable (Int) -> Part?) {
        self.count = count
        self.body = body
        self.ahead = ahead
        progress = Mutex(
            State(parts: [Progress](repeating: .open, count: count), limit: min(count, ahead)))
        signals = (0..<count).map { _ in DispatchSemaphore(value: 0) }
    }

    /// Has the other processors work too, each on a thread that `prepare` prepares for the work that it is given.
    func begin(_ prepare: @escaping @Sendable (_ work: () -> Void) -> Void = { $0() }) {
        for _ in 1..<max(1, min(8, Machine.processorCount)) {
            helpers.enter()
            do throws(SystemFailure) {
                // A thread that is no queue's begins sooner.
                try Threads.start { [self] in
                    prepare { while workOnAny() || waitsForMore() {} }
                    helpers.leave()
                }
            } catch { helpers.leave() }
        }
    }

    /// Waits until the limit was raised; false where all parts are begun with.
    private func waitsForMore() -> Bool {
        let hasMore = progress.withLock { state -> Bool? in
            if state.isStopped || state.firstOpen == count { return false }
            if state.firstOpen < state.limit { return true }
            state.idle += 1
            return nil
        }
        if let hasMore { return hasMore }
        idle.wait()
        return true
    }

    /// Leaves what no thread has begun with, and waits for the rest.
    func stop() {
        let idle = progress.withLock { state in
            (state.limit, state.isStopped) = (0, true)
            return state.idle
        }
        for _ in 0..<idle { self.idle.signal() }
        helpers.wait()
    }

    /// A part, which is taken once. While others are at it, this thread works on a later one.
    func take(_ index: Int) -> Part? {
        raiseLimit(toTake: index)
        if claim(index) { return body(index) }
        while !isDone(index) {
            if !workOnAny() { signals[index].wait() }
        }
        return progress.withLock { progress in
            guard case .done(let part) = progress.parts[index] else { return nil }
            progress.parts[index] = .claimed
            return part
        }
    }

    /// Lets those begin with further parts that wait for it.
    private func raiseLimit(toTake index: Int) {
        if ahead >= count { return }
        let idle = progress.withLock { state in
            state.limit = max(state.limit, min(count, index + ahead))
            defer { state.idle = 0 }
            return state.idle
        }
        for _ in 0..<idle { self.idle.signal() }
    }

    private func isDone(_ index: Int) -> Bool {
        progress.withLock { if case .done = $0.parts[index] { true } else { false } }
    }

    /// Keeps other threads from a part that none has begun with.
    private func claim(_ index: Int) -> Bool {
        progress.withLock { progress in
            guard case .open = progress.parts[index] else { return false }
            progress.parts[index] = .claimed
            return true
        }
    }

    /// Works on the next part that none has begun with; false if there is none.
    private func workOnAny() -> Bool {
        let index: Int? = progress.withLock { progress in
            while progress.firstOpen < progress.limit {
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
        let part = body(index)
        progress.withLock { $0.parts[index] = .done(part) }
        signals[index].signal()
        return true
    }
}
