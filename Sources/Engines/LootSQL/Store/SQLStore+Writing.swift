package import LootCore
import Synchronization

extension SQLStore {
    package func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let (warm, token) = (warm, ItemID())
        return try await write { session throws(LootError) in
            var writer = try ListWriter(session, warm: warm)
            let commit = try writer.commit(transaction, token: token)
            return (commit: commit, beginsDropping: writer.beginsDropping)
        } wasMade: { outcome, session throws(LootError) in
            try CommitLog(session: session).has(outcome.commit.revision, token: token)
        } then: { [weak self] outcome, session in
            if outcome.beginsDropping { self?.notices.withLock { $0.append(HistoryLimit.notice) } }
            self?.tell(outcome.commit, on: session)
        }.commit
    }

    /// Runs a write transaction. Repeats it if it conflicts with another one. Calls `more` before any other task
    /// writes.
    ///
    /// If the connection is lost before `COMMIT`, nothing was changed, and the transaction is repeated. If the
    /// response to `COMMIT` is lost, `wasMade` determines whether it must be repeated. Idempotent transactions don't
    /// need it.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLSession) throws(LootError) -> Value,
        wasMade: @escaping @Sendable (Value, any SQLSession) throws(LootError) -> Bool = { _, _ in false },
        then more: @escaping @Sendable (Value, any SQLSession) -> Void = { _, _ in }
    ) async throws(LootError) -> Value {
        if database.isReadOnly {
            throw LootError(
                .readOnly, "Can't save the change.", reason: "\(database.place) was opened read-only.",
                place: database.place)
        }
        var wait = Duration.milliseconds(1)
        for _ in 0..<20 {
            if Task.isCancelled {
                throw LootError(.cancelled, "Can't save the change.", reason: "The task was canceled.")
            }
            let committing = Mutex<Value?>(nil)
            do throws(LootError) {
                return try await writers.perform(repeating: committing.withLock { $0 == nil }) {
                    session throws(LootError) in
                    let value = try session.transaction(session.dialect.beginWriting) {
                        () throws(LootError) in
                        let value = try body(session)
                        committing.withLock { $0 = value }
                        return value
                    }
                    more(value, session)
                    return value
                }
            } catch {
                switch (error.code, committing.withLock { $0 }) {
                case (.transactionMet, _): break
                case (.unavailable, let value?):
                    let isMade = try await settle(error) { session throws(LootError) in
                        guard try wasMade(value, session) else { return false }
                        more(value, session)
                        return true
                    }
                    if isMade { return value }
                default: throw error
                }
            }
            try? await Task.sleep(for: wait * Double.random(in: 0.5...1.5))
            wait = min(wait * 2, .milliseconds(200))
        }
        throw LootError(
            .locked, "Can't save the change.", reason: "Other programs keep writing to \(database.place).",
            advice: "Try again.", place: database.place)
    }

    /// Determines whether a transaction whose response was lost has been committed.
    private func settle(
        _ loss: LootError, _ wasMade: @escaping @Sendable (any SQLSession) throws(LootError) -> Bool
    ) async throws(LootError) -> Bool {
        let deadline = ContinuousClock.now + settlingLimit
        while true {
            do throws(LootError) {
                return try await writers.perform(repeating: true) { session throws(LootError) in
                    try session.transaction(session.dialect.beginWriting) { () throws(LootError) in
                        // The lost transaction holds this lock until it ends.
                        _ = try session.state(lock: true)
                        return try wasMade(session)
                    }
                }
            } catch {
                let isPassing = [.unavailable, .locked, .transactionMet].contains(error.code)
                if !isPassing || Task.isCancelled || ContinuousClock.now > deadline {
                    throw LootError(
                        .unavailable, "Can't determine whether the list was changed.",
                        reason: "The connection to \(database.place) was lost while the change was made.",
                        advice: "Check the list before you try again.", place: database.place,
                        underlying: loss.underlying)
                }
            }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }
}
