/// A group of changes that a store applies in order, all or none.
public struct ItemTransaction: Hashable, Sendable {
    /// The purpose of a transaction, which determines its effect on the history.
    @nonexhaustive
    public enum Purpose: Hashable, Sendable {
        /// A normal change. It can be undone, and undone commits can no longer be redone.
        case edit
        /// Undoes the commit with this revision, which can then be redone.
        case undo(Revision)
        /// Redoes the undone commit with this revision, which can then be undone.
        case redo(Revision)
        /// Changes settings in which the program stores its own state, for example which reminders were sent. The commit
        /// isn't part of the history: it can't be undone, and undone commits can still be redone.
        case bookkeeping
    }

    /// The changes in order.
    public var changes: [Change]
    /// The title in the history, for example `Add “Rusty Spork”`.
    public var title: String
    /// The preconditions. Without any, the changes are applied to any state.
    public var conditions: [Condition]
    /// The author in the history, or `nil` if unknown.
    public var author: String?
    /// The purpose.
    public var purpose: Purpose

    /// Creates a transaction. `expecting` adds the condition that the list still has a revision.
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

/// An applied transaction.
public struct Commit: Hashable, Sendable {
    /// The revision after the commit.
    public let revision: Revision
    /// The date of the commit.
    public let date: Moment
    /// The title in the history.
    public let title: String
    /// The author, or `nil` if unknown.
    public let author: String?
    /// The purpose.
    public let purpose: ItemTransaction.Purpose
    /// The applied changes with their inverses, in order.
    public let changes: [AppliedChange]

    /// Creates a commit from its properties.
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

    /// Creates the commit of an applied transaction.
    public init(_ transaction: ItemTransaction, revision: Revision, changes: [AppliedChange]) {
        self.init(
            revision: revision, title: transaction.title, author: transaction.author,
            purpose: transaction.purpose, changes: changes)
    }

    /// The commit without its changes.
    var withoutChanges: Commit {
        Commit(revision: revision, date: date, title: title, author: author, purpose: purpose, changes: [])
    }

    /// Returns the commit with only the changes to an item, or `nil` if there are none.
    package func concerning(_ item: ItemID) -> Commit? {
        let some = changes.filter { $0.change.item == item }
        if some.isEmpty { return nil }
        return Commit(
            revision: revision, date: date, title: title, author: author, purpose: purpose, changes: some)
    }

    /// The transaction that undoes this commit.
    public var undo: ItemTransaction {
        ItemTransaction(changes.reversed().map(\.inverse), title: title, purpose: .undo(revision))
    }

    /// The transaction that redoes this commit after it was undone.
    public var redo: ItemTransaction {
        ItemTransaction(changes.map(\.change), title: title, purpose: .redo(revision))
    }
}
