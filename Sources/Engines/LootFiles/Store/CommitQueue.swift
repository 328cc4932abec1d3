import LootCore
import Synchronization

/// A queue of transactions to write. Transactions that arrive while others are being written are written together.
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

    /// Creates a queue that writes on the given thread.
    init(on thread: DiskThread) { self.thread = thread }

    /// Adds a transaction and waits until it is written, together with all others that arrive in the meantime.
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

    /// Removes all waiting transactions from the queue. Returns `nil` and ends writing if there are none.
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
