import LootCore
import Synchronization

/// The transactions that wait to be committed. While one group is committed, the next one forms.
final class CommitQueue: Sendable {
    /// A waiting transaction.
    struct Entry: Sendable {
        let transaction: ItemTransaction
        /// The token that identifies the commit.
        let token: ItemID
        let continuation: CheckedContinuation<Result<Commit, LootError>, Never>

        init(
            _ transaction: ItemTransaction, token: ItemID,
            _ continuation: CheckedContinuation<Result<Commit, LootError>, Never>
        ) {
            self.transaction = transaction
            self.token = token
            self.continuation = continuation
        }

        /// Whether the transaction is short enough to be committed with others, and doesn't change the limit of the
        /// history.
        var canShare: Bool {
            transaction.changes.count <= CommitQueue.changeLimit
                && !transaction.changes.contains { if case .set = $0 { true } else { false } }
        }
    }

    private struct State {
        var waiting: [Entry] = []
        var isBusy = false
    }

    private let state = Mutex(State())

    /// The maximum number of changes in a group of several transactions.
    private static let changeLimit = 200

    static let canceled = LootError(
        .cancelled, "Can't save the change.", reason: "The task was canceled.")

    /// Adds a transaction.
    ///
    /// - Returns: Whether the caller must start to commit the queue.
    func add(_ entry: Entry) -> Bool {
        state.withLock { state in
            state.waiting.append(entry)
            defer { state.isBusy = true }
            return !state.isBusy
        }
    }

    /// Removes and returns the transactions to commit next, or returns `nil` if there are none.
    func next() -> [Entry]? {
        state.withLock { state in
            var count = 0
            var changes = 0
            for entry in state.waiting {
                changes += max(1, entry.transaction.changes.count)
                if count > 0, changes > Self.changeLimit || !entry.canShare { break }
                count += 1
                if !entry.canShare { break }
            }
            state.isBusy = count > 0
            if count == 0 { return nil }
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting.prefix(count))
        }
    }

    /// Removes a transaction that its task no longer waits for.
    func cancel(_ token: ItemID) {
        let entry = state.withLock { state -> Entry? in
            guard let index = state.waiting.firstIndex(where: { $0.token == token }) else { return nil }
            return state.waiting.remove(at: index)
        }
        entry?.continuation.resume(returning: .failure(Self.canceled))
    }
}
