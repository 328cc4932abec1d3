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
    private let progress: Mutex<(parts: [Progress], firstOpen: Int)>
    private let signals: [DispatchSemaphore]
    private let helpers = DispatchGroup()

    /// Begins with `count` parts, on all processors but the one of the thread that takes them.
    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Part?) {
        self.count = count
        self.body = body
        progress = Mutex(([Progress](repeating: .open, count: count), 0))
        signals = (0..<count).map { _ in DispatchSemaphore(value: 0) }
    }

    /// Has other threads work too, each after some preparation.
    func begin(_ prepare: @escaping @Sendable () -> Void = {}) {
        for _ in 1..<max(1, min(8, Machine.processorCount)) {
            DispatchQueue.global(qos: .userInitiated).async(group: helpers) {
                prepare()
                while self.workOnAny() {}
            }
        }
    }

    /// Leaves what no thread has begun with, and waits for the rest.
    func stop() {
        progress.withLock { $0.firstOpen = count }
        helpers.wait()
    }

    /// A part, which is taken once. While others are at it, this thread works on a later one.
    func take(_ index: Int) -> Part? {
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
            while progress.firstOpen < count {
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
