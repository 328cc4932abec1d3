import Platform
import Synchronization

/// A thread that runs jobs one after the other. It is started by the first job, and ends after `finish` when
/// there is none left; a job that comes even later starts it again, so that none is ever lost.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    private struct Queue {
        private var jobs: [UnownedJob] = []
        private var first = 0
        var isRunning = false
        var isFinished = false
        /// Whether the thread waits, or is about to, and needs a wake.
        var isWaiting = false
        /// Who lets other jobs go first, and how many still may.
        var resting: (continuation: UnsafeContinuation<Void, Never>, jobs: Int)?
        /// The next job that comes goes before the others.
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

        /// Who has let enough jobs go first, or all there were.
        mutating func takeRested() -> UnsafeContinuation<Void, Never>? {
            guard let (continuation, jobs) = resting, jobs == 0 || isEmpty else { return nil }
            resting = nil
            isNextFirst = true
            return continuation
        }

        /// One at a time: a job may block in a wait for the next one, which must then not be in hand already.
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
                // Without a thread nothing would ever run; the system is out of all means.
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

    /// Whether jobs wait. If none does, the next one wakes the thread that waits for `waker` (or polls it).
    func prepareToWait() -> Bool {
        queue.withLock { queue in
            guard queue.isEmpty else { return false }
            queue.isWaiting = true
            return true
        }
    }

    /// Lets the thread that waits go on, though no job has come.
    func wake() {
        let isWaiting = queue.withLock { queue in
            defer { queue.isWaiting = false }
            return queue.isWaiting
        }
        if isWaiting { waker.wake() }
    }

    /// Back from waiting: jobs need no wake any more.
    func endWaiting() {
        queue.withLock { $0.isWaiting = false }
    }

    var hasJobs: Bool { queue.withLock { !$0.isEmpty } }

    /// Lets others run, but no more of them than this: the caller is next then, however many have come.
    func rest(forJobs count: Int) async {
        await withUnsafeContinuation { continuation in
            queue.withLock { $0.resting = (continuation, count) }
        }
    }

    /// Lets the thread end as soon as there is nothing left to do.
    func finish() {
        queue.withLock { $0.isFinished = true }
        waker.wake()
    }

    private func run() {
        thread.store(Threads.current, ordering: .relaxed)
        while true {
            // It enqueues its job at once, on this thread and ahead of all others.
            queue.withLock { $0.takeRested() }?.resume()
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
