import LootCore
import Synchronization

/// Transactions that wait for the medium. Those that come while others are being written are written together.
final class CommitQueue: Sendable {
    typealias Outcome = Result<Commit, LootError>
    typealias Write = @Sendable ([ItemTransaction]) async -> [Outcome]

    private struct State {
        var transactions: [ItemTransaction] = []
        var waiting: [CheckedContinuation<Outcome, Never>] = []
        var isWriting = false
    }

    private let state = Mutex(State())
    private let thread: DiskThread

    /// A queue whose transactions are written on a thread.
    init(on thread: DiskThread) { self.thread = thread }

    /// Has a transaction written, together with all others that came while those before were written.
    func submit(_ transaction: ItemTransaction, write: @escaping Write) async -> Outcome {
        await withCheckedContinuation { continuation in
            let isWriting = state.withLock { state in
                state.transactions.append(transaction)
                state.waiting.append(continuation)
                defer { state.isWriting = true }
                return state.isWriting
            }
            if !isWriting { Task.detached(executorPreference: thread) { await self.run(write) } }
        }
    }

    /// What is to be written next; when there is nothing, no task is writing any more.
    private func next() -> ([ItemTransaction], [CheckedContinuation<Outcome, Never>])? {
        state.withLock { state in
            state.isWriting = !state.transactions.isEmpty
            if !state.isWriting { return nil }
            defer {
                state.transactions = []
                state.waiting = []
            }
            return (state.transactions, state.waiting)
        }
    }

    private func run(_ write: Write) async {
        while let (transactions, waiting) = next() {
            let outcomes = await write(transactions)
            for (continuation, outcome) in zip(waiting, outcomes) { continuation.resume(returning: outcome) }
        }
    }
}
