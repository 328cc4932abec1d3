import LootCore
import Synchronization

/// Transactions that wait for the medium. Those that come while others are being written are written together.
final class CommitQueue: Sendable {
    typealias Outcome = Result<Commit, LootError>

    private struct State {
        var transactions: [Transaction] = []
        var waiting: [CheckedContinuation<Outcome, Never>] = []
        var isWriting = false
    }

    private let state = Mutex(State())

    /// Has a transaction written, by whoever is writing already or else by a new task that runs `write` for as long
    /// as there is something to write.
    func submit(
        _ transaction: Transaction, write: @escaping @Sendable ([Transaction]) async -> [Outcome]
    ) async -> Outcome {
        await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                state.transactions.append(transaction)
                state.waiting.append(continuation)
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if isFirst { Task.detached { await self.run(write) } }
        }
    }

    private func run(_ write: @Sendable ([Transaction]) async -> [Outcome]) async {
        while true {
            let (transactions, waiting) = state.withLock { state in
                defer {
                    state.transactions = []
                    state.waiting = []
                }
                if state.transactions.isEmpty { state.isWriting = false }
                return (state.transactions, state.waiting)
            }
            if transactions.isEmpty { return }
            let outcomes = await write(transactions)
            for (continuation, outcome) in zip(waiting, outcomes) { continuation.resume(returning: outcome) }
            // Those who were answered may have more; what they bring at once is written together.
            await Task.yield()
        }
    }
}
