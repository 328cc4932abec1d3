import Dispatch
import Foundation
import Synchronization

/// A thread that does one thing after the other, and may wait as long as it has to: the threads of Swift's tasks and
/// of Dispatch are too few for that.
final class Worker: Sendable {
    private final class Queue: Sendable {
        let jobs = Mutex<[@Sendable () -> Void]>([])
        let signal = DispatchSemaphore(value: 0)
    }

    private let queue = Queue()

    init() {
        Thread.detachNewThread { [queue] in
            while true {
                queue.signal.wait()
                let job = queue.jobs.withLock { jobs -> (@Sendable () -> Void)? in
                    jobs.isEmpty ? nil : jobs.removeFirst()
                }
                guard let job else { return }
                job()
            }
        }
    }

    deinit { queue.signal.signal() }

    /// Does something when all is done that was asked for before.
    func async(_ job: @escaping @Sendable () -> Void) {
        queue.jobs.withLock { $0.append(job) }
        queue.signal.signal()
    }
}
