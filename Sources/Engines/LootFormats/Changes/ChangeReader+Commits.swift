package import LootCore

extension ChangeReader {
    /// Reads a transaction: `{"changes": […], "title": …, "author": …, "conditions": […]}`. `undoes` or `redoes` with
    /// a revision make it an undo or redo, and `bookkeeping` excludes it from the history. Without a title, it is named by its changes. A `revision` is the condition
    /// that the list is at that revision.
    package mutating func transaction(_ value: DocumentValue) -> ItemTransaction? {
        let keys = [
            "changes", "title", "author", "conditions", "revision", "undoes", "redoes", "bookkeeping",
        ]
        guard object(value, keys: keys) != nil else { return nil }
        guard value["changes"] != nil else {
            refuse("The key “changes” is missing.")
            return nil
        }
        let title = member("title", of: value) { $0.text($1) }
        let author = member("author", of: value) { $0.author($1) }
        let expected = member("revision", of: value) { $0.revision($1) }
        let conditions = member("conditions", of: value) { $0.conditions($1) } ?? []
        let purpose = purpose(value)
        let changes = member("changes", of: value) { $0.changes($1) } ?? []
        return ItemTransaction(
            changes, title: title ?? (changes.count == 1 ? "Edit" : "\(changes.count) changes"),
            expecting: expected, conditions: conditions, author: author, purpose: purpose)
    }

    /// Reads a commit as ``ChangeWriter`` writes it.
    package mutating func commit(_ value: DocumentValue) -> Commit? {
        if value["changes"] != nil, value["inverses"] != nil { return summary(value) }
        refuse("This isn't a commit.")
        return nil
    }

    /// Reads a commit with or without changes.
    private mutating func summary(_ value: DocumentValue) -> Commit? {
        let revision = member("revision", of: value) { $0.revision($1) }
        let date = member("date", of: value) { $0.moment($1) }
        let title = member("title", of: value) { $0.text($1) }
        let author = member("author", of: value) { $0.text($1) }
        let purpose = purpose(value)
        let changes = member("changes", of: value) { $0.changes($1) } ?? []
        let inverses = member("inverses", of: value) { $0.changes($1) } ?? []
        guard let revision, let date, let title, changes.count == inverses.count else {
            refuse("This isn't a commit.")
            return nil
        }
        return Commit(
            revision: revision, date: date, title: title, author: author, purpose: purpose,
            changes: zip(changes, inverses).map { AppliedChange($0, inverse: $1) })
    }

    /// Reads a history as ``ChangeWriter`` writes it, with or without changes.
    package mutating func history(_ value: DocumentValue) -> History? {
        let commits = member("commits", of: value) { $0.list($1) }
        let undoable = member("undoable", of: value) { $0.revisions($1) }
        let redoable = member("redoable", of: value) { $0.revisions($1) }
        guard let commits, let undoable, let redoable else {
            refuse("This isn't a history.")
            return nil
        }
        return History(commits, undoable: undoable, redoable: redoable)
    }

    private mutating func revisions(_ value: DocumentValue) -> [Revision]? {
        guard case .array(let elements) = value.content else {
            refuse("This must be a list of revisions.")
            return nil
        }
        return elements.compactMap { revision($0) }
    }

    /// Reads the history of an item as ``ChangeWriter`` writes it.
    package mutating func commits(_ value: DocumentValue) -> [Commit]? {
        let commits = member("commits", of: value) { $0.list($1) }
        if commits == nil { refuse("This isn't a list of commits.") }
        return commits
    }

    private mutating func list(_ value: DocumentValue) -> [Commit]? {
        guard case .array(let elements) = value.content else {
            refuse("This must be a list of commits.")
            return nil
        }
        return elements.compactMap { summary($0) }
    }

    /// Reads an author, a single line of text.
    private mutating func author(_ value: DocumentValue) -> String? {
        guard let text = text(value) else { return nil }
        if let scalar = TextRules.firstRefused(in: text, allowingLines: false) {
            refuse("It contains the control character \(TextRules.name(of: scalar)).")
            return nil
        }
        return text
    }

    /// Reads conditions: `[{"revision": 7}, {"item": ID, "digest": "…"}, {"item": ID, "fields": {…}}]`.
    private mutating func conditions(_ value: DocumentValue) -> [Condition]? {
        guard case .array(let elements) = value.content else {
            refuse("This must be a list of conditions.")
            return nil
        }
        return elements.enumerated().compactMap { condition($1, at: JSONPointer().appending(String($0))) }
    }

    private mutating func condition(_ value: DocumentValue, at pointer: JSONPointer) -> Condition? {
        guard let entries = object(value, at: pointer) else { return nil }
        let keys = Set(entries.map(\.key))
        if keys == ["revision"], let given = value["revision"] {
            return revision(given, at: pointer.appending("revision")).map { .list($0) }
        }
        if keys == ["setting", "value"] {
            return setting(value, at: pointer).map { .setting($0.key, $0.value) }
        }
        guard let item = value["item"], let id = id(item, at: pointer.appending("item")) else {
            refuse(ChangeReader.conditionForm, at: pointer)
            return nil
        }
        if keys == ["item", "digest"], let given = value["digest"] {
            if case .text(let text) = given.content, let digest = ItemDigest(text) {
                return .item(id, digest)
            }
            refuse("This must be a digest of 32 hexadecimal digits.", at: pointer.appending("digest"))
            return nil
        }
        if keys == ["item", "fields"], let given = value["fields"] {
            let fields = patch(given, at: pointer.appending("fields"))
            if fields?[.allCustomFields] != nil {
                refuse("This must be an object.", at: pointer.appending("fields").appending("custom"))
            }
            return fields.map { .fields(id, $0) }
        }
        refuse(ChangeReader.conditionForm, at: pointer)
        return nil
    }

    private static let conditionForm: Message = """
        A condition consists of a revision, an item and its digest, an item and fields, or a setting and its value.
        """

    /// Reads a revision.
    package mutating func revision(_ value: DocumentValue) -> Revision? {
        revision(value, at: JSONPointer())
    }

    private mutating func revision(_ value: DocumentValue, at pointer: JSONPointer) -> Revision? {
        if case .number(let digits) = value.content, let number = UInt64(digits) {
            return Revision(rawValue: number)
        }
        refuse("This must be a revision, which is 0 or a positive whole number.", at: pointer)
        return nil
    }

    private mutating func moment(_ value: DocumentValue) -> Moment? {
        if case .text(let text) = value.content, let moment = Moment(text) { return moment }
        refuse("This must be a date and time.")
        return nil
    }

    private mutating func purpose(_ value: DocumentValue) -> ItemTransaction.Purpose {
        if let undone = member("undoes", of: value, { $0.revision($1) }) { return .undo(undone) }
        if let redone = member("redoes", of: value, { $0.revision($1) }) { return .redo(redone) }
        return member("bookkeeping", of: value) { $0.isTrue($1) } == true ? .bookkeeping : .edit
    }

    private mutating func isTrue(_ value: DocumentValue) -> Bool? {
        if case .flag(let flag) = value.content { return flag }
        refuse("This must be true or false.")
        return nil
    }
}
