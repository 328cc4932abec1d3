/// Holds tasks back until a test lets them through, so that a test of what happens meanwhile needs no sleep.
package actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// A gate that is closed.
    package init() {}

    /// Goes through the gate, when it is open. Canceling the task does not end the wait.
    package func wait() async {
        if isOpen { return }
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            let ready = watchers.filter { $0.count <= waiting.count }
            watchers.removeAll { $0.count <= waiting.count }
            for watcher in ready { watcher.continuation.resume() }
        }
    }

    /// Returns when at least `count` tasks wait at the gate.
    package func untilWaiting(_ count: Int = 1) async {
        if waiting.count >= count { return }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }

    /// Lets all tasks through that wait, and those that come later.
    package func open() {
        isOpen = true
        letThrough(waiting.count)
    }

    /// Lets the `count` tasks through that wait longest, and stays closed.
    package func letThrough(_ count: Int = 1) {
        let released = waiting.prefix(max(0, count))
        waiting.removeFirst(released.count)
        for continuation in released { continuation.resume() }
    }
}
