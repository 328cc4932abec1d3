import Dispatch
import Platform
import Synchronization

/// Tells when bytes have come on connections.
///
/// A task that waits alone in Swift's pool holds up its thread for a millisecond at most: a short answer is there before
/// another thread could wake up and tell of it. Where several wait, a task looks for all of them, each time after
/// every other task had a turn: so threads go from one answer to the next and need not be woken up. When nothing has
/// come for a millisecond, a thread of its own looks instead.
final class Readiness: Sendable {
    /// The one of the process; nil where the system has no more descriptors for it.
    static let shared = Readiness()

    private struct Waiting {
        let continuation: CheckedContinuation<Bool, Never>
        let until: ContinuousClock.Instant
    }

    private struct State {
        var waiting: [Int32: Waiting] = [:]
        /// How many tasks look.
        var lookers = 0
        /// Whether the thread looks.
        var isWatched = false
        /// When to see next who has waited for too long.
        var check = ContinuousClock.now + Readiness.checkInterval

        /// Whether one more may look.
        mutating func addLooker() -> Bool {
            guard lookers < Readiness.lookerLimit else { return false }
            lookers += 1
            return true
        }

        /// Takes those who waited for too long, if it is time to see.
        mutating func takeLate() -> [CheckedContinuation<Bool, Never>] {
            let now = ContinuousClock.now
            if now < check { return [] }
            check = now + Readiness.checkInterval
            let late = waiting.filter { $0.value.until < now }
            for socket in late.keys { waiting[socket] = nil }
            return late.values.map(\.continuation)
        }
    }

    /// How many tasks look at the same time at most: each holds up a thread, for a millisecond without news.
    private static let lookerLimit = min(2, Machine.processorCount)
    private static let checkInterval = Duration.milliseconds(500)

    private let poller: Poller
    private let state = Mutex(State())
    /// How many wait or have not yet had their turn since.
    private let count = Atomic(0)
    private let silence = DispatchSemaphore(value: 0)

    /// Nil where the system has no means left for it.
    init?(_ method: Poller.Method = .preferred) {
        do throws(SystemFailure) {
            poller = try Poller(method)
            // It has its thread forever.
            try Threads.start {
                while true {
                    self.silence.wait()
                    self.watch()
                }
            }
        } catch { return nil }
    }

    /// Waits until there are bytes to read, or for a while. One at a time waits for a connection.
    ///
    /// - Returns: whether there are.
    func wait(for socket: Int32, atMost limit: Duration) async -> Bool {
        let isAlone = count.add(1, ordering: .relaxed).oldValue == 0
        defer { count.subtract(1, ordering: .relaxed) }
        if isAlone, Self.isInPool(#isolation), hasBytes(socket) { return true }
        let until = ContinuousClock.now + limit
        return await withCheckedContinuation { continuation in
            // Told of before it is asked for: the looker that hears of the bytes finds who waits for them.
            let isLooker = state.withLock { state in
                state.waiting[socket] = Waiting(continuation: continuation, until: until)
                return state.addLooker()
            }
            if !ask(about: socket) { end(socket) }
            if isLooker { Task.detached(priority: Task.currentPriority) { await self.look() } }
        }
    }

    /// Whether this runs in Swift's pool. An actor, or an executor of the program's own, may have one thread for
    /// all its tasks, and that is not held up.
    private static func isInPool(_ isolation: (any Actor)?) -> Bool {
        let hasExecutor = withUnsafeCurrentTask { $0?.unownedTaskExecutor.map { _ in true } ?? false }
        return isolation == nil && !hasExecutor
    }

    /// Whether there are bytes to read, or come within a millisecond.
    private func hasBytes(_ socket: Int32) -> Bool {
        Poller.waitForBytes(on: socket, milliseconds: 1)
    }

    /// Asks to be told, once, when there are bytes; also of those that have come already.
    private func ask(about socket: Int32) -> Bool {
        poller.addOnce(socket, .read, token: UInt64(UInt32(bitPattern: socket)))
    }

    /// Looks at a connection no more, before it is closed.
    func forget(_ socket: Int32) {
        poller.remove(socket)
        end(socket)
    }

    /// Tells the task that waits for a connection, if one does, that no bytes have come.
    private func end(_ socket: Int32) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: socket) }
        waiting?.continuation.resume(returning: false)
    }

    /// Looks for all who wait, as long as something comes at least each millisecond.
    private func look() async {
        while turn(milliseconds: 1) {
            await Task.yield()
            let isDone = state.withLock { state in
                guard state.waiting.isEmpty else { return false }
                state.lookers -= 1
                return true
            }
            if isDone { return }
        }
        let isLast = state.withLock { state in
            state.lookers -= 1
            if state.isWatched || state.lookers > 0 || state.waiting.isEmpty { return false }
            state.isWatched = true
            return true
        }
        if isLast { silence.signal() }
    }

    /// Looks for those who wait, until others do or no task waits.
    private func watch() {
        var isNeeded = true
        while isNeeded {
            _ = turn(milliseconds: 500)
            isNeeded = state.withLock { state in
                state.isWatched = state.lookers == 0 && !state.waiting.isEmpty
                return state.isWatched
            }
        }
    }

    /// Waits for bytes on any connection, and tells those who wait for them.
    ///
    /// - Returns: whether any came.
    private func turn(milliseconds: Int32) -> Bool {
        // No more than a share, so that another looker has something to do as well.
        let share = max(1, state.withLock { $0.waiting.count } / 4)
        var ready: [Poller.Event] = []
        poller.wait(milliseconds: milliseconds, atMost: share, into: &ready)
        let (told, late) = state.withLock { state in
            let told = ready.compactMap {
                state.waiting.removeValue(forKey: Int32(truncatingIfNeeded: $0.token))?.continuation
            }
            return (told, state.takeLate())
        }
        for continuation in told { continuation.resume(returning: true) }
        for continuation in late { continuation.resume(returning: false) }
        return !ready.isEmpty
    }
}
