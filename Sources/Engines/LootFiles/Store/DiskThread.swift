import Dispatch
import LootCore
import Synchronization

/// A serial executor for a store's disk access, so that blocking calls don't block other tasks or event loops.
final class DiskThread: TaskExecutor {
    private let queue = DispatchQueue(label: "LootFiles.disk")
    private let busy = Atomic<Bool>(false)

    /// Whether a job is running.
    var isBusy: Bool { busy.load(ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs a closure on the disk thread, after all earlier jobs. Runs it immediately if the task is already on this
    /// thread.
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
