import LootAPI
import LootCore
import Synchronization
import WebClient

extension ServerStore {
    /// Applies a transaction on the server.
    ///
    /// It is applied only once, even if the response is lost: the request is repeated with the same idempotency key,
    /// and the server sends the same response again. A server that was restarted in the meantime doesn't know the
    /// key; in this case, its history shows whether the transaction was applied.
    ///
    /// - Throws: ``/LootCore/LootError``. In this case, nothing was changed, unless the message says that this isn't
    ///   known.
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try requireOpen()
        guard capabilities.contains(.writable) else {
            throw LootError(
                .readOnly, "Can't change the store at \(address.text).",
                reason: "The server rejects changes.")
        }
        try await check(transaction)
        // The write runs in a separate task, so that canceling the caller doesn't leave its outcome unknown.
        let writing = Task { () -> Result<Commit, LootError> in
            do throws(LootError) { return .success(try await self.write(transaction)) } catch {
                return .failure(error)
            }
        }
        let commit = try await writing.value.get()
        state.withLock { $0.relay }?.announce(commit)
        note(commit.revision)
        return commit
    }

    // MARK: Lost responses

    private func write(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let (server, before) = state.withLock { ($0.server, $0.latest) }
        let request = address.request(
            API.applyChanges.request(transaction, key: ItemID().description), patience: patience)
        var failure = Transport.Failure("The server didn't respond.", isUnsent: false, underlying: "")
        switch await transport.send(request, alone: true) {
        case .success(let answer): if let commit = try commit(answer) { return commit }
        case .failure(let lost):
            try requireOpen()
            if lost.isUnsent { throw LootError(lost, from: address) }
            failure = lost
        }
        for pause in [0.1, 0.5, 1, 2, 4] {
            try? await Task.sleep(for: .seconds(pause))
            guard let now = try? await description() else { continue }
            if now.server != server {
                guard capabilities.contains(.history) else { break }
                // The transaction may have been applied, so it can't be repeated without checking the history.
                guard let history = try? await history(limit: 100) else { continue }
                if let commit = ServerStore.made(transaction, after: before, in: history) { return commit }
                // If the new item exists, the transaction must not be repeated, even if it isn't in the history.
                if await isThere(transaction) { break }
                state.withLock { $0.server = now.server }
            }
            if case .success(let answer) = await transport.send(request, alone: true),
                let commit = try commit(answer)
            {
                return commit
            }
        }
        try requireOpen()
        throw LootError(
            .unavailable, "Can't determine whether the store at \(address.text) was changed.",
            reason: "The response was lost. \(failure.reason)",
            advice: "Check the list before you try again.", place: address.text,
            underlying: failure.underlying)
    }

    /// Whether an item that the transaction inserts is on the server, or might be.
    private func isThere(_ transaction: ItemTransaction) async -> Bool {
        for case .insert(let new, _) in transaction.changes {
            do throws(LootError) {
                if try await item(new.id) != nil { return true }
            } catch { return true }
        }
        return false
    }

    /// Returns the commit in a response. Returns `nil` if the response is incomplete or wasn't sent by the server,
    /// for example by a proxy whose server went away.
    ///
    /// - Throws: ``/LootCore/LootError`` if the server rejected the transaction.
    private func commit(_ answer: Transport.Answer) throws(LootError) -> Commit? {
        guard 200..<300 ~= answer.status else {
            let isRefusal = 400..<500 ~= answer.status || answer.type == "application/problem+json"
            guard isRefusal else { return nil }
            throw LootError(answer, from: address)
        }
        return try? API.applyChanges.answer.read(answer.body)
    }

    /// Finds the commit of a transaction in the history of a server that was restarted.
    private static func made(
        _ transaction: ItemTransaction, after revision: Revision, in history: History
    ) -> Commit? {
        history.commits.first { commit in
            commit.revision > revision && commit.title == transaction.title
                && commit.purpose == transaction.purpose
                && commit.changes.count == transaction.changes.count
                && zip(commit.changes, transaction.changes).allSatisfy { $0.change.isMade(of: $1) }
        }
    }

    // MARK: Refusals

    /// Throws the same errors as other stores for transactions that JSON can't represent or that the server wouldn't
    /// parse.
    private func check(_ transaction: ItemTransaction) async throws(LootError) {
        let changes = transaction.changes
        for case .fields(let id, let patch) in transaction.conditions
        where ServerStore.flaw(in: .update(id, patch)) != nil {
            // No item can have such values, so the condition fails with the item's current values.
            let item = try await item(id)
            try Condition.fields(id, patch).check(at: .initial) { _ in item }
        }
        guard let last = changes.firstIndex(where: ServerStore.isUnrepresentable) else { return }
        // Report the first change that can't be applied. It may be earlier than the unrepresentable one.
        var count = try await summary().count
        var known: [ItemID: Bool] = [:]
        for (index, change) in changes[...last].enumerated() {
            do throws(LootError) { try await check(change, &count, &known) } catch {
                throw error.inChange(index)
            }
        }
    }

    private func check(
        _ change: Change, _ count: inout Int, _ known: inout [ItemID: Bool]
    ) async throws(LootError) {
        let flaw = ServerStore.flaw(in: change)
        if case .insert = change, let flaw { throw flaw }
        let isThere = if let id = change.item { try await isThere(id, known) } else { true }
        switch change {
        case .insert(let item, let destination):
            if isThere { throw LootError.duplicate(item.id) }
            try await check(destination, upTo: count, item.id, known)
            known[item.id] = true
            count += 1
        case .update(let id, _), .move(let id, _), .remove(let id):
            if !isThere { throw LootError.missing(id) }
            if let flaw { throw flaw }
            if case .move(_, let destination) = change {
                try await check(destination, upTo: count - 1, id, known)
            }
            if case .remove = change {
                known[id] = false
                count -= 1
            }
        case .set: if let flaw { throw flaw }
        }
    }

    private func isThere(_ id: ItemID, _ known: [ItemID: Bool]) async throws(LootError) -> Bool {
        if let answer = known[id] { return answer }
        return try await item(id) != nil
    }

    private func check(
        _ destination: Destination, upTo last: Int, _ id: ItemID, _ known: [ItemID: Bool]
    ) async throws(LootError) {
        switch destination {
        case .position(let position):
            if position < 0 || position > last { throw LootError.outOfRange(position, count: last, item: id) }
        case .before(let other), .after(let other):
            if try await !isThere(other, known) { throw LootError.missing(other) }
        case .first, .last: break
        }
    }

    /// Whether the server can't parse a change.
    private static func isUnrepresentable(_ change: Change) -> Bool {
        switch change {
        case .insert(_, .position(let position)) where position < 0: true
        case .move(_, .position(let position)) where position < 0: true
        default: flaw(in: change) != nil
        }
    }

    /// Returns the error for a change that is invalid in every list, regardless of its position, or `nil`.
    private static func flaw(in change: Change) -> LootError? {
        do throws(LootError) {
            switch change {
            case .insert(let item, _): try item.validate()
            case .update(let id, let patch):
                var item = Item(id: id, name: "Any")
                try patch.apply(to: &item)
            case .set(let key, let value):
                var settings = ListSettings()
                _ = try settings.set(key, to: value)
            case .move, .remove: break
            }
        } catch { return error }
        return nil
    }
}

extension Change {
    /// Whether this is the applied form of another change, whose destination may not be a position.
    fileprivate func isMade(of other: Change) -> Bool {
        switch (self, other) {
        case (.insert, .insert(_, .position)), (.move, .move(_, .position)): self == other
        case (.insert(let new, _), .insert(let wanted, _)): new == wanted
        case (.move(let moved, _), .move(let wanted, _)): moved == wanted
        default: self == other
        }
    }
}
