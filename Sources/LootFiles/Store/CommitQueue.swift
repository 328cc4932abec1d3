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

    /// Has a transaction written: at once by the caller when no task is writing, otherwise together with all others
    /// that came meanwhile.
    func submit(_ transaction: ItemTransaction, write: @escaping Write) async -> Outcome {
        let isFirst = state.withLock { state in
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isFirst {
            let outcomes = await write([transaction])
            if let (transactions, waiting) = next() {
                Task.detached { await self.run(transactions, waiting, write) }
            }
            return outcomes.first ?? .failure(.storeClosed)
        }
        return await withCheckedContinuation { continuation in
            let mustRun = state.withLock { state in
                state.transactions.append(transaction)
                state.waiting.append(continuation)
                // The task that was writing may have ended in between.
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if mustRun, let (transactions, waiting) = next() {
                Task.detached { await self.run(transactions, waiting, write) }
            }
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

    private func run(
        _ transactions: [ItemTransaction], _ waiting: [CheckedContinuation<Outcome, Never>], _ write: Write
    ) async {
        var (transactions, waiting) = (transactions, waiting)
        while true {
            let outcomes = await write(transactions)
            for (continuation, outcome) in zip(waiting, outcomes) { continuation.resume(returning: outcome) }
            // Those who were answered may have more; what they bring at once is written together.
            await Task.yield()
            guard let following = next() else { return }
            (transactions, waiting) = following
        }
    }
}
