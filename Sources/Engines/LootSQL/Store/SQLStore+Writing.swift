package import LootCore
import Synchronization

extension SQLStore {
    package func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try refuseIfReadOnly()
        if Task.isCancelled { throw CommitQueue.canceled }
        let token = ItemID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let entry = CommitQueue.Entry(transaction, token: token, continuation)
                if queue.add(entry) {
                    Task.detached(priority: Task.currentPriority) { await self.commitQueue() }
                }
            }
        } onCancel: {
            queue.cancel(token)
        }
        return try result.get()
    }

    /// Commits groups of transactions until the queue is empty.
    private func commitQueue() async {
        while let group = queue.next() {
            for (entry, result) in zip(group, await commit(group)) {
                entry.continuation.resume(returning: result)
            }
        }
    }

    /// Commits several transactions with a single database transaction. The order of the results is that of the entries.
    private func commit(_ group: [CommitQueue.Entry]) async -> [Result<Commit, LootError>] {
        let warm = warm
        do throws(LootError) {
            return try await write { session throws(LootError) in
                var writer = try ListWriter(session, warm: warm, for: group.map(\.transaction))
                var results: [Result<Commit, LootError>] = []
                for entry in group {
                    let (saved, mark) = (writer, session.mark)
                    do throws(LootError) {
                        results.append(.success(try writer.commit(entry.transaction, token: entry.token)))
                    } catch {
                        // If the database has executed a part of the transaction, or rejected it, the others are
                        // committed separately.
                        if group.count == 1 || !session.rollBack(to: mark) { throw error }
                        writer = saved
                        results.append(.failure(error))
                    }
                }
                try writer.finish()
                return (results: results, beginsDropping: writer.beginsDropping)
            } wasMade: { outcome, session throws(LootError) in
                for (entry, result) in zip(group, outcome.results) {
                    guard case .success(let commit) = result else { continue }
                    return try CommitLog(session: session).has(commit.revision, token: entry.token)
                }
                return true
            } then: { [weak self] outcome, session in
                if outcome.beginsDropping { self?.notices.withLock { $0.append(HistoryLimit.notice) } }
                for case .success(let commit) in outcome.results { self?.tell(commit, on: session) }
            }.results
        } catch {
            // Other errors may concern a single transaction.
            let concernsAll = group.count == 1 || [.unavailable, .locked].contains(error.code)
            if concernsAll { return group.map { _ in .failure(error) } }
            var results: [Result<Commit, LootError>] = []
            for entry in group { results += await commit([entry]) }
            return results
        }
    }

    private func refuseIfReadOnly() throws(LootError) {
        guard database.isReadOnly else { return }
        throw LootError(
            .readOnly, "Can't save the change.", reason: "\(database.place) was opened read-only.",
            place: database.place)
    }

    /// Runs a write transaction. Repeats it if it conflicts with another one. Calls `more` before any other task
    /// writes.
    ///
    /// If the connection is lost before `COMMIT`, nothing was changed, and the transaction is repeated. If the
    /// response to `COMMIT` is lost, `wasMade` determines whether it must be repeated. Idempotent transactions don't
    /// need it.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (DelayingSession) throws(LootError) -> Value,
        wasMade: @escaping @Sendable (Value, any SQLSession) throws(LootError) -> Bool = { _, _ in false },
        then more: @escaping @Sendable (Value, any SQLSession) -> Void = { _, _ in }
    ) async throws(LootError) -> Value {
        try requireOpen()
        try refuseIfReadOnly()
        var wait = Duration.milliseconds(1)
        for _ in 0..<20 {
            if Task.isCancelled { throw CommitQueue.canceled }
            let committing = Mutex<Value?>(nil)
            do throws(LootError) {
                return try await writers.perform(
                    for: database.list, repeating: committing.withLock { $0 == nil }
                ) { session throws(LootError) in
                    let delaying = DelayingSession(session)
                    let value: Value
                    do throws(LootError) {
                        try delaying.delay(session.dialect.beginWriting)
                        value = try body(delaying)
                        committing.withLock { $0 = value }
                        try delaying.delay("COMMIT")
                        try delaying.flush()
                    } catch {
                        _ = try? session.run("ROLLBACK")
                        throw error
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
                return try await writers.perform(for: database.list, repeating: true) {
                    session throws(LootError) in
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
                        reason:
                            "The connection to \(database.place) was lost while the change was being made.",
                        advice: "Check the list before you try again.", place: database.place,
                        underlying: loss.underlying)
                }
            }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }
}
