import Dispatch
import LootCore
import Synchronization

/// Where a store waits for its medium, so that no other task and no event loop does. Tasks that prefer it run there, one
/// job after the other.
final class DiskThread: TaskExecutor {
    private let queue = DispatchQueue(label: "LootFiles.disk")
    private let busy = Atomic<Bool>(false)

    /// Whether something is done there now.
    var isBusy: Bool { busy.load(ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Does something on the disk's thread, after what was asked for before; at once for a task that is there.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws(LootError) -> Result)
        async throws(LootError) -> Result
    {
        let outcome = await withTaskExecutorPreference(self) { () async -> Swift.Result<Result, LootError> in
            self.busy.store(true, ordering: .relaxed)
            defer { self.busy.store(false, ordering: .relaxed) }
            do throws(LootError) { return .success(try body()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }
}
