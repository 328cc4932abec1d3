import Platform
import Synchronization

/// An executor that runs jobs serially on one thread.
///
/// The first job starts the thread. After `finish`, the thread ends when no jobs are left. A later job starts it
/// again, so no job is lost.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    private struct Queue {
        private var jobs: [UnownedJob] = []
        private var first = 0
        var isRunning = false
        var isFinished = false
        /// Whether the thread is waiting, or about to, and must be woken.
        var isWaiting = false
        /// The caller of `rest`, and the number of jobs that can still run before it.
        var resting: (continuation: UnsafeContinuation<Void, Never>, jobs: Int)?
        /// Whether the next enqueued job is inserted before the others.
        var isNextFirst = false

        var isEmpty: Bool { first == jobs.count }

        mutating func append(_ job: UnownedJob) {
            guard isNextFirst else {
                jobs.append(job)
                return
            }
            isNextFirst = false
            if first > 0 {
                first -= 1
                jobs[first] = job
            } else {
                jobs.insert(job, at: 0)
            }
        }

        /// Removes and returns the continuation of the `rest` call if enough jobs have run or none is left.
        mutating func removeRested() -> UnsafeContinuation<Void, Never>? {
            guard let (continuation, jobs) = resting, jobs == 0 || isEmpty else { return nil }
            resting = nil
            isNextFirst = true
            return continuation
        }

        /// Removes only one job. The job may be that of `EventLoop.run`, which blocks if the queue is empty. Jobs that
        /// haven't run must therefore stay in the queue.
        mutating func popFirst() -> UnownedJob? {
            guard first < jobs.count else { return nil }
            resting?.jobs -= 1
            defer {
                first += 1
                if isEmpty {
                    jobs.removeAll(keepingCapacity: true)
                    first = 0
                }
            }
            return jobs[first]
        }
    }

    private let queue = Mutex(Queue())
    private let thread = Atomic<UInt>(0)
    let waker: Waker

    init(_ waker: Waker) { self.waker = waker }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (starts, wakes) = queue.withLock { queue in
            queue.append(job)
            let wakes = queue.isWaiting
            queue.isWaiting = false
            guard !queue.isRunning else { return (false, wakes) }
            queue.isRunning = true
            return (true, false)
        }
        if starts {
            do { try Threads.start { self.run() } } catch {
                // Without a thread, no job could ever run, and the process can't recover.
                preconditionFailure("The system has no thread left for an event loop: \(error.reason).")
            }
        }
        if wakes { waker.wake() }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    func isIsolatingCurrentContext() -> Bool? {
        thread.load(ordering: .relaxed) == Threads.current
    }

    func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "This is not the event loop's thread.")
    }

    /// Prepares to wait for the waker. Returns `false` if jobs are pending. Otherwise, the next job signals `waker`.
    func prepareToWait() -> Bool {
        queue.withLock { queue in
            guard queue.isEmpty else { return false }
            queue.isWaiting = true
            return true
        }
    }

    /// Wakes the waiting thread without enqueuing a job.
    func wake() {
        let isWaiting = queue.withLock { queue in
            defer { queue.isWaiting = false }
            return queue.isWaiting
        }
        if isWaiting { waker.wake() }
    }

    /// Ends the wait, so that new jobs don't signal the waker.
    func endWaiting() {
        queue.withLock { $0.isWaiting = false }
    }

    var hasJobs: Bool { queue.withLock { !$0.isEmpty } }

    /// Suspends the caller while other jobs run, but at most the given number of them. Then the caller runs next,
    /// even if more jobs are pending.
    func rest(forJobs count: Int) async {
        await withUnsafeContinuation { continuation in
            queue.withLock { $0.resting = (continuation, count) }
        }
    }

    /// Lets the thread end when no jobs are left.
    func finish() {
        queue.withLock { $0.isFinished = true }
        waker.wake()
    }

    private func run() {
        thread.store(Threads.current, ordering: .relaxed)
        while true {
            // Resuming the continuation enqueues its job before all others.
            queue.withLock { $0.removeRested() }?.resume()
            if let job = queue.withLock({ $0.popFirst() }) {
                job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
                continue
            }
            let ends = queue.withLock { queue in
                guard queue.isEmpty, queue.isFinished else { return false }
                queue.isRunning = false
                return true
            }
            if ends { return }
            if prepareToWait() { waker.wait() }
        }
    }
}
