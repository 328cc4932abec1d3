import Dispatch
import Platform
import Synchronization

/// Notifies tasks when data arrives on their connections.
///
/// A single waiting task blocks its thread for up to a millisecond, because a quick response arrives before another
/// thread could wake up. If several tasks wait, one task polls all connections and yields after each poll, so threads
/// move from one response to the next without being woken up. If nothing arrives for a millisecond, a dedicated
/// thread takes over.
final class Readiness: Sendable {
    /// The instance shared by the process, or `nil` if the system has no resources for it.
    static let shared = Readiness()

    private struct Waiting {
        let continuation: CheckedContinuation<Bool, Never>
        let until: ContinuousClock.Instant
    }

    private struct State {
        var waiting: [Int32: Waiting] = [:]
        /// The number of polling tasks.
        var pollingTasks = 0
        /// Whether the dedicated thread is polling.
        var isWatched = false
        /// The time of the next check for timeouts.
        var check = ContinuousClock.now + Readiness.checkInterval

        /// Whether another task may poll. If so, it is counted.
        mutating func addPollingTask() -> Bool {
            guard pollingTasks < Readiness.pollingTaskLimit else { return false }
            pollingTasks += 1
            return true
        }

        /// Removes and returns the continuations that have timed out, if a check is due.
        mutating func removeExpired() -> [CheckedContinuation<Bool, Never>] {
            let now = ContinuousClock.now
            if now < check { return [] }
            check = now + Readiness.checkInterval
            let late = waiting.filter { $0.value.until < now }
            for socket in late.keys { waiting[socket] = nil }
            return late.values.map(\.continuation)
        }
    }

    /// The maximum number of polling tasks. Each blocks a thread for up to a millisecond.
    private static let pollingTaskLimit = min(2, Machine.processorCount)
    private static let checkInterval = Duration.milliseconds(500)

    private let poller: Poller
    private let state = Mutex(State())
    /// The number of tasks that are waiting or haven't resumed yet.
    private let count = Atomic(0)
    private let silence = DispatchSemaphore(value: 0)

    /// Starts the dedicated thread. Returns `nil` if the system has no resources for it.
    init?(_ method: Poller.Method = .preferred) {
        do throws(SystemFailure) {
            poller = try Poller(method)
            // The thread never ends.
            try Threads.start {
                while true {
                    self.silence.wait()
                    self.watch()
                }
            }
        } catch { return nil }
    }

    /// Waits until a connection has data to read, or until the time is up. Only one task at a time can wait for a
    /// connection.
    ///
    /// - Returns: Whether there is data to read.
    func wait(for socket: Int32, atMost limit: Duration) async -> Bool {
        let isAlone = count.add(1, ordering: .relaxed).oldValue == 0
        defer { count.subtract(1, ordering: .relaxed) }
        if isAlone, Self.isInPool(#isolation), hasBytes(socket) { return true }
        let until = ContinuousClock.now + limit
        return await withCheckedContinuation { continuation in
            // Register the task first, so that it is found as soon as data arrives.
            let isPolling = state.withLock { state in
                state.waiting[socket] = Waiting(continuation: continuation, until: until)
                return state.addPollingTask()
            }
            if !ask(about: socket) { end(socket) }
            if isPolling { Task.detached(priority: Task.currentPriority) { await self.look() } }
        }
    }

    /// Whether the current task runs on the global executor. An actor or a custom executor may have a single thread
    /// for all of its tasks, which must not be blocked.
    private static func isInPool(_ isolation: (any Actor)?) -> Bool {
        let hasExecutor = withUnsafeCurrentTask { $0?.unownedTaskExecutor.map { _ in true } ?? false }
        return isolation == nil && !hasExecutor
    }

    /// Whether there is data to read now or within a millisecond.
    private func hasBytes(_ socket: Int32) -> Bool {
        Poller.waitForBytes(on: socket, milliseconds: 1)
    }

    /// Requests one notification for a connection, even if data has already arrived.
    private func ask(about socket: Int32) -> Bool {
        poller.addOnce(socket, .read, token: UInt64(UInt32(bitPattern: socket)))
    }

    /// Stops waiting for a connection before it is closed.
    func forget(_ socket: Int32) {
        poller.remove(socket)
        end(socket)
    }

    /// Resumes the task that is waiting for a connection, if any, with `false`.
    private func end(_ socket: Int32) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: socket) }
        waiting?.continuation.resume(returning: false)
    }

    /// Polls for all waiting tasks as long as data arrives at least every millisecond.
    private func look() async {
        while turn(milliseconds: 1) {
            await Task.yield()
            let isDone = state.withLock { state in
                guard state.waiting.isEmpty else { return false }
                state.pollingTasks -= 1
                return true
            }
            if isDone { return }
        }
        let isLast = state.withLock { state in
            state.pollingTasks -= 1
            if state.isWatched || state.pollingTasks > 0 || state.waiting.isEmpty { return false }
            state.isWatched = true
            return true
        }
        if isLast { silence.signal() }
    }

    /// Polls for all waiting tasks until another task does or no task waits.
    private func watch() {
        var isNeeded = true
        while isNeeded {
            _ = turn(milliseconds: 500)
            isNeeded = state.withLock { state in
                state.isWatched = state.pollingTasks == 0 && !state.waiting.isEmpty
                return state.isWatched
            }
        }
    }

    /// Waits for data on any connection and resumes the tasks that wait for it.
    ///
    /// - Returns: Whether any data arrived.
    private func turn(milliseconds: Int32) -> Bool {
        // Handle only a share of the events, so that other polling tasks get some as well.
        let share = max(1, state.withLock { $0.waiting.count } / 4)
        var ready: [Poller.Event] = []
        poller.wait(milliseconds: milliseconds, atMost: share, into: &ready)
        let (told, late) = state.withLock { state in
            let told = ready.compactMap {
                state.waiting.removeValue(forKey: Int32(truncatingIfNeeded: $0.token))?.continuation
            }
            return (told, state.removeExpired())
        }
        for continuation in told { continuation.resume(returning: true) }
        for continuation in late { continuation.resume(returning: false) }
        return !ready.isEmpty
    }
}
