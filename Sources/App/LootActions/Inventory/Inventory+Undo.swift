public import LootCore
import LootMerge

extension Inventory {
    /// Undoes one commit of the history, regardless of later commits, as far as its effects still exist. It can be
    /// redone like any other undone commit.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `nothing-to-undo` if the history doesn't contain the commit or
    ///   none of its effects are left, and `conflict` if later changes prevent it. Nothing is changed then.
    @discardableResult
    public func undo(_ revision: Revision) async throws(LootError) -> Commit {
        let history = try await titles(limit: .max)
        guard history.undoable.contains(where: { $0.revision == revision }),
            let commit = try await commit(at: revision)
        else { throw LootError(notUndoable: revision, in: history) }
        if commit.changes.isEmpty { throw LootError(unknown: commit) }
        do { return try await replay(commit.inverses, as: commit.undo) } catch {
            throw error.whileTrying("can't undo \(TextRules.quoted(commit.title))")
        }
    }

    /// Undoes or redoes the next commit in the history. If another writer commits first, looks up the next commit
    /// again. After too many attempts, applies whatever is next at that time.
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
                .nothingToUndo, "can't undo", because: "nothing is left of what it did",
                next: "See what was done", remedy: .history)
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
        let why =
            switch history.commit(revision)?.purpose {
            case nil: "the history holds none with this number"
            case .undo(let other): "it undid the change \(other)"
            case .redo(let other): "it redid the change \(other)"
            default: "it is undone already"
            }
        self.init(
            .nothingToUndo, "can't undo the change \(revision)", because: why,
            next: isRedoable ? "Make it again" : "See the numbers", remedy: isRedoable ? .redo : .history)
    }

    /// Creates an error for a commit whose changes are unknown.
    init(unknown commit: Commit) {
        self.init(
            .conflict, "can't undo \(TextRules.quoted(commit.title))",
            because: "what another program changed in the file is not known",
            next: "Restore an earlier file from a backup, or take back one change before it",
            remedy: .undoChange)
    }

    /// Creates an error that lists the conflicts of an undo.
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
