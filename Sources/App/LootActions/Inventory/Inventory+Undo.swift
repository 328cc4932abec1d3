public import LootCore
import LootMerge

extension Inventory {
    /// Undoes one commit of the history, regardless of later commits, to the extent that its effects still
    /// exist. It can be redone like any other undone commit.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `nothing-to-undo` if the history doesn't contain the commit or
    ///   none of its effects are left, and `conflict` if later changes prevent it. In both cases, nothing is
    ///   changed.
    @discardableResult
    public func undo(_ revision: Revision) async throws(LootError) -> Commit {
        let history = try await titles(limit: .max)
        guard history.undoable.contains(where: { $0.revision == revision }),
            let commit = try await commit(at: revision)
        else { throw LootError(notUndoable: revision, in: history) }
        if commit.changes.isEmpty { throw LootError(unknown: commit) }
        do { return try await replay(commit.inverses, as: commit.undo) } catch {
            throw error.during("Can't undo \(TextRules.quoted(commit.title)).")
        }
    }

    /// Undoes or redoes the next commit in the history. If another writer commits first, looks up the next commit
    /// again. After too many attempts, applies the commit that is next at that time. `failure` returns the failure for the
    /// title of the transaction.
    func step(
        failing failure: (_ title: String) -> Message,
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
                    throw error.during(failure(TextRules.quoted(transaction.title)))
                }
            }
        }
    }

    /// The maximum number of retries because of other writers.
    private static let mostAttempts = 100

    /// Commits a transaction. If that fails because commits were undone in a different order than they were made,
    /// applies its changes where they still fit.
    func commit(
        _ transaction: ItemTransaction, orReplaying changes: [AppliedChange]
    ) async throws(LootError) -> Commit {
        do { return try await commit(transaction) } catch {
            let isOutOfOrder = [.positionOutOfRange, .noSuchItem, .duplicateItem].contains(error.code)
            if !isOutOfOrder { throw error }
            return try await replay(changes, as: transaction)
        }
    }

    /// Applies changes where they still fit, with the title and purpose of a transaction.
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
                .nothingToUndo, "Can't undo the change.", reason: "None of its effects remain.",
                advice: "See the history.", remedy: .history)
        }
        // The items must still have the state that the replay is based on.
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
    /// Creates an error for a commit that can't be undone.
    fileprivate init(notUndoable revision: Revision, in history: History) {
        let isRedoable = history.redoable.contains { $0.revision == revision }
        let reason: Message =
            switch history.commit(revision)?.purpose {
            case nil: "The history doesn't contain a change with this number."
            case .undo(let other): "It undid change \(other.description)."
            case .redo(let other): "It redid the change \(other.description)."
            default: "It has already been undone."
            }
        self.init(
            .nothingToUndo, "Can't undo the change \(revision.description).", reason: reason,
            advice: isRedoable ? "Redo it." : "See the numbers of the changes.",
            remedy: isRedoable ? .redo : .history)
    }

    /// Creates an error for a commit whose changes are unknown.
    init(unknown commit: Commit) {
        self.init(
            .conflict, "Can't undo \(TextRules.quoted(commit.title)).",
            reason: "The changes that another program made to the file are unknown.",
            advice: "Restore an earlier file from a backup, or undo a change before this one.",
            remedy: .undoChange)
    }

    /// Creates an error that lists the conflicts of an undo.
    fileprivate init(standingAgainst conflicts: [MergeConflict]) {
        let presentation = ItemPresentation()
        var sentences = conflicts.prefix(3).map { conflict -> Message in
            let name = TextRules.visible(conflict.name)
            guard let field = conflict.field else {
                return conflict.kind == .removedInOurs
                    ? "The item \(conflict.item?.short ?? "") was removed."
                    : "“\(name)” was changed."
            }
            if conflict.item == nil { return "The setting “\(field.rawValue)” was changed." }
            let title = TextRules.visible(ItemPresentation.title(of: field))
            let (now, before) = (
                presentation.quoted(conflict.ours, in: field), presentation.quoted(conflict.base, in: field)
            )
            return "“\(title)” of “\(name)” is now \(now), not \(before)."
        }
        if conflicts.count > 3 {
            sentences.append(
                "There are \(conflicts.count - 3, one: "other conflict", other: "other conflicts").")
        }
        self.init(
            .conflict, "Can't undo the change.",
            reason: sentences.dropFirst().reduce(sentences[0]) { "\($0) \($1)" },
            advice: "Edit the items, or undo the later change first.", item: conflicts.first?.item,
            field: conflicts.first?.field)
    }
}
