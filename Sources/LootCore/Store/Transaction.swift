/// Changes that belong together: a store makes all of them or none. Each is made onto the outcome of those before.
public struct Transaction: Hashable, Sendable {
    /// Why a transaction is made, which decides what becomes of the history.
    public enum Purpose: Hashable, Sendable {
        /// Somebody changed something: it can be undone, and what was undone before can't be redone any more.
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
    /// The state that the writer has seen. When the store has moved on, that is a conflict and nothing is changed;
    /// nil writes onto whatever is there.
    public var expecting: Revision?
    /// Why it is made.
    public var purpose: Purpose

    /// Changes under a title.
    public init(
        _ changes: [Change], title: String = "Edit", expecting: Revision? = nil, purpose: Purpose = .edit
    ) {
        self.changes = changes
        self.title = title
        self.expecting = expecting
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
    /// Why it was made.
    public let purpose: Transaction.Purpose
    /// What was done, in order, with what takes it back.
    public let changes: [AppliedChange]

    /// A commit, from all that there is to know of it.
    public init(
        revision: Revision, date: Moment = .now, title: String, purpose: Transaction.Purpose = .edit,
        changes: [AppliedChange]
    ) {
        self.revision = revision
        self.date = date
        self.title = title
        self.purpose = purpose
        self.changes = changes
    }

    /// The transaction that takes this commit back.
    public var undo: Transaction {
        Transaction(changes.reversed().map(\.inverse), title: title, purpose: .undo(revision))
    }

    /// The transaction that makes this commit again after it was taken back.
    public var redo: Transaction {
        Transaction(changes.map(\.change), title: title, purpose: .redo(revision))
    }
}
