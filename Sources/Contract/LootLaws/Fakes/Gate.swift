/// Suspends tasks until a test releases them. With a gate, a test of concurrent calls doesn't need to sleep.
package actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Creates a closed gate.
    package init() {}

    /// Waits until the gate is open. Canceling the task doesn't end the wait.
    package func wait() async {
        if isOpen { return }
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            let ready = watchers.filter { $0.count <= waiting.count }
            watchers.removeAll { $0.count <= waiting.count }
            for watcher in ready { watcher.continuation.resume() }
        }
    }

    /// Waits until at least `count` tasks are waiting at the gate.
    package func untilWaiting(_ count: Int = 1) async {
        if waiting.count >= count { return }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }

    /// Opens the gate permanently.
    package func open() {
        isOpen = true
        letThrough(waiting.count)
    }

    /// Releases the `count` tasks that have waited longest, and leaves the gate closed.
    package func letThrough(_ count: Int = 1) {
        let released = waiting.prefix(max(0, count))
        waiting.removeFirst(released.count)
        for continuation in released { continuation.resume() }
    }
}
