public import LootCore

extension ChangeReader {
    /// A batch of changes: `{"changes": […], "title": …, "revision": 7}`, with `undoes` or `redoes` and a revision
    /// where it takes a commit back or makes it again. Without a title it is called what it does.
    public mutating func transaction(_ value: DocumentValue) -> Transaction? {
        guard object(value, keys: ["changes", "title", "revision", "undoes", "redoes"]) != nil else {
            return nil
        }
        guard value["changes"] != nil else {
            refuse("changes are missing")
            return nil
        }
        let title = member("title", of: value) { $0.text($1) }
        let expected = member("revision", of: value) { $0.revision($1) }
        let purpose = purpose(value)
        let changes = member("changes", of: value) { $0.changes($1) } ?? []
        return Transaction(
            changes, title: title ?? (changes.count == 1 ? "Edit" : "\(changes.count) changes"),
            expecting: expected, purpose: purpose)
    }

    /// A commit as ``ChangeWriter`` writes it.
    public mutating func commit(_ value: DocumentValue) -> Commit? {
        let revision = member("revision", of: value) { $0.revision($1) }
        let date = member("date", of: value) { $0.moment($1) }
        let title = member("title", of: value) { $0.text($1) }
        let purpose = purpose(value)
        let changes = member("changes", of: value) { $0.changes($1) }
        let inverses = member("inverses", of: value) { $0.changes($1) }
        guard let revision, let date, let title, let changes, let inverses, changes.count == inverses.count
        else {
            refuse("this is no commit")
            return nil
        }
        return Commit(
            revision: revision, date: date, title: title, purpose: purpose,
            changes: zip(changes, inverses).map { AppliedChange($0, inverse: $1) })
    }

    /// A history as ``ChangeWriter`` writes it.
    public mutating func history(_ value: DocumentValue) -> History? {
        let undoable = member("undoable", of: value) { $0.commits($1) }
        let redoable = member("redoable", of: value) { $0.commits($1) }
        guard let undoable, let redoable else {
            refuse("this is no history")
            return nil
        }
        return History(undoable: undoable, redoable: redoable)
    }

    private mutating func commits(_ value: DocumentValue) -> [Commit]? {
        guard case .array(let elements) = value.content else {
            refuse("a list of commits should stand here")
            return nil
        }
        return elements.compactMap { commit($0) }
    }

    /// A state's number.
    public mutating func revision(_ value: DocumentValue) -> Revision? {
        if case .number(let digits) = value.content, let number = UInt64(digits) {
            return Revision(rawValue: number)
        }
        refuse("a revision, a whole number from 0 up, should stand here")
        return nil
    }

    private mutating func moment(_ value: DocumentValue) -> Moment? {
        if case .text(let text) = value.content, let moment = Moment(text) { return moment }
        refuse("a date and time should stand here")
        return nil
    }

    private mutating func purpose(_ value: DocumentValue) -> Transaction.Purpose {
        if let undone = member("undoes", of: value, { $0.revision($1) }) { return .undo(undone) }
        return member("redoes", of: value) { $0.revision($1) }.map { .redo($0) } ?? .edit
    }
}
