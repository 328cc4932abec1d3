public import LootCore

extension Inventory {
    /// Takes one commit of the history back, whatever was done after it: where what it did still stands. It can be made
    /// again like any other that was undone.
    ///
    /// - Throws: ``/LootCore/LootError``: `nothing-to-undo` when the history holds no such commit, or nothing is left of
    ///   it; `conflict` that says what stands against it, and then nothing is changed.
    @discardableResult
    public func undo(_ revision: Revision) async throws(LootError) -> Commit {
        let history = try await history(limit: .max)
        guard let commit = history.undoable.last(where: { $0.revision == revision }) else {
            let isUndone = history.redoable.contains { $0.revision == revision }
            throw LootError(
                .nothingToUndo, "can't undo the change \(revision)",
                because: isUndone ? "it is undone already" : "the history holds none with this number",
                next: isUndone ? "Make it again" : "See the numbers", remedy: isUndone ? .redo : .history)
        }
        if commit.changes.isEmpty { throw LootError(unknown: commit) }
        do { return try await replay(commit.inverses, as: commit.undo) } catch {
            throw error.whileTrying("can't undo \(TextRules.quoted(commit.title))")
        }
    }

    /// Takes a step through the history, which must be the next one when it is made: where another writer was first, what is
    /// next is looked up again. A store that is written without a pause gets it in the end whatever is next by then.
    func step(
        _ verb: String,
        _ next: (History) async throws(LootError) -> (transaction: ItemTransaction, changes: [AppliedChange])
    ) async throws(LootError) -> Commit {
        var attempts = 0
        while true {
            let revision = try await store.summary().revision
            var (transaction, changes) = try await next(try await history(limit: 1))
            if attempts < Inventory.mostAttempts { transaction.conditions.append(.list(revision)) }
            do { return try await commit(transaction, orReplaying: changes) } catch {
                attempts += 1
                let isLate = try await store.summary().revision != revision
                if !isLate || attempts > Inventory.mostAttempts {
                    throw error.whileTrying("can't \(verb) \(TextRules.quoted(transaction.title))")
                }
            }
        }
    }

    /// How often a step is tried again because others write at the same time.
    private static let mostAttempts = 100

    /// Makes a transaction as it is; where the list has become another one since, because commits were taken back in
    /// another order than they were made, its changes are made where they fit.
    func commit(
        _ transaction: ItemTransaction, orReplaying changes: [AppliedChange]
    ) async throws(LootError) -> Commit {
        do { return try await commit(transaction) } catch {
            let isOutOfOrder = [.positionOutOfRange, .noSuchItem, .duplicateItem].contains(error.code)
            if !isOutOfOrder { throw error }
            return try await replay(changes, as: transaction)
        }
    }

    /// Makes changes where they still fit, as what a transaction stands for.
    private func replay(
        _ applied: [AppliedChange], as transaction: ItemTransaction
    ) async throws(LootError) -> Commit {
        let count = try await store.summary().count
        var items: [ItemID: Item] = [:]
        for id in Set(applied.compactMap(\.change.item)) { items[id] = try await store.item(id) }
        let settings = try await store.settings()
        let (changes, conflicts) = Merge.replay(applied, count: count, settings: settings) { items[$0] }
        if !conflicts.isEmpty { throw LootError(standingAgainst: conflicts) }
        if changes.isEmpty {
            throw LootError(
                .nothingToUndo, "can't undo", because: "nothing is left of what it did",
                next: "See what was done", remedy: .history)
        }
        // What the replay went by must still hold when the changes are made.
        let conditions = Set(changes).compactMap { change -> Condition? in
            if case .set(let key, _) = change { return .setting(key, settings[key]) }
            return change.item.flatMap { items[$0] }.map { .item($0.id, $0.digest) }
        }
        return try await commit(
            ItemTransaction(
                changes, title: transaction.title, conditions: conditions, purpose: transaction.purpose))
    }
}

extension LootError {
    /// A commit of which only is known that it was made.
    init(unknown commit: Commit) {
        self.init(
            .conflict, "can't undo \(TextRules.quoted(commit.title))",
            because: "what another program changed in the file is not known",
            next: "Restore an earlier file from a backup, or take back one change before it",
            remedy: .undoChange)
    }

    /// What stands against taking a commit back.
    fileprivate init(standingAgainst conflicts: [MergeConflict]) {
        let presentation = ItemPresentation()
        let sentences = conflicts.prefix(3).map { conflict in
            let name = TextRules.visible(conflict.name)
            guard let field = conflict.field else {
                return conflict.kind == .removedInOurs
                    ? "the item \(conflict.item?.short ?? "") was removed since"
                    : "“\(name)” was changed since"
            }
            if conflict.item == nil { return "the setting “\(field)” was changed since" }
            let title =
                Field.with(key: field)?.noun ?? "the \(TextRules.visible(ItemPresentation.title(of: field)))"
            return "\(title) of “\(name)” is now \(presentation.quoted(conflict.ours, in: field)), "
                + "not \(presentation.quoted(conflict.base, in: field))"
        }
        let more = conflicts.count > 3 ? "; and \(conflicts.count - 3) more" : ""
        self.init(
            .conflict, "can't undo", because: sentences.joined(separator: "; ") + more,
            next: "Edit it by hand, or undo the later change first", item: conflicts.first?.item,
            field: conflicts.first?.field)
    }
}
