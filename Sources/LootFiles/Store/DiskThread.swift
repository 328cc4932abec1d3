import Dispatch
import LootCore

/// Where a store waits for its medium, so that no task and no event loop does.
final class DiskThread: Sendable {
    private let queue = DispatchQueue(label: "LootFiles.disk")

    /// Does something on the disk's thread, after what was asked for before.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws(LootError) -> Result)
        async throws(LootError) -> Result
    {
        let outcome = await withCheckedContinuation { continuation in
            queue.async {
                do throws(LootError) {
                    continuation.resume(returning: Swift.Result<Result, LootError>.success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try outcome.get()
    }
}
