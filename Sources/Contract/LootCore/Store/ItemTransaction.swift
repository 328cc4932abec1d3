/// Changes that belong together: a store makes all of them or none. Each is made onto the outcome of those before.
public struct ItemTransaction: Hashable, Sendable {
    /// Why a transaction is made, which decides what becomes of the history.
    @nonexhaustive
    public enum Purpose: Hashable, Sendable {
        /// Something was changed: it can be undone, and what was undone before can't be redone any more.
        case edit
        /// The commit that made this revision is taken back; it can then be redone.
        case undo(Revision)
        /// The commit that made this revision, and was taken back, is made again; it can then be undone.
        case redo(Revision)
    }

    /// What is done, in order.
    public var changes: [Change]
    /// What a person reads in the history: `Add “Rusty Spork”`.
    public var title: String
    /// What must hold for the changes to be made; none writes onto whatever is there.
    public var conditions: [Condition]
    /// Who makes it, as the history shows it; nil if that is not known.
    public var author: String?
    /// Why it is made.
    public var purpose: Purpose

    /// Changes under a title. `expecting` is the condition that the whole list is still in that state.
    public init(
        _ changes: [Change], title: String = "Edit", expecting: Revision? = nil,
        conditions: [Condition] = [], author: String? = nil, purpose: Purpose = .edit
    ) {
        self.changes = changes
        self.title = title
        self.conditions = (expecting.map { [.list($0)] } ?? []) + conditions
        self.author = author
        self.purpose = purpose
    }
}

/// A transaction that was made.
public struct Commit: Hashable, Sendable {
    /// The state that it made.
    public let revision: Revision
    /// When it was made.
    public let date: Moment
    /// What a person reads in the history.
    public let title: String
    /// Who made it; nil if that is not known.
    public let author: String?
    /// Why it was made.
    public let purpose: ItemTransaction.Purpose
    /// What was done, in order, with what takes it back.
    public let changes: [AppliedChange]

    /// A commit, from all that there is to know of it.
    public init(
        revision: Revision, date: Moment = .now, title: String, author: String? = nil,
        purpose: ItemTransaction.Purpose = .edit, changes: [AppliedChange]
    ) {
        self.revision = revision
        self.date = date
        self.title = title
        self.author = author
        self.purpose = purpose
        self.changes = changes
    }

    /// The commit that a transaction made, whose changes were applied.
    public init(_ transaction: ItemTransaction, revision: Revision, changes: [AppliedChange]) {
        self.init(
            revision: revision, title: transaction.title, author: transaction.author,
            purpose: transaction.purpose, changes: changes)
    }

    /// The same commit with its changes of one item only; nil where it did nothing to that.
    package func concerning(_ item: ItemID) -> Commit? {
        let some = changes.filter { $0.change.item == item }
        if some.isEmpty { return nil }
        return Commit(
            revision: revision, date: date, title: title, author: author, purpose: purpose, changes: some)
    }

    /// The transaction that takes this commit back.
    public var undo: ItemTransaction {
        ItemTransaction(changes.reversed().map(\.inverse), title: title, purpose: .undo(revision))
    }

    /// The transaction that makes this commit again after it was taken back.
    public var redo: ItemTransaction {
        ItemTransaction(changes.map(\.change), title: title, purpose: .redo(revision))
    }
}
