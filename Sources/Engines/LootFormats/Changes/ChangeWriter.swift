package import LootCore

/// Writes changes and commits in the JSON form of the API, which ``ChangeReader`` reads.
package struct ChangeWriter: Sendable {
    private let items = JSONItemWriter()

    /// Creates a writer.
    package init() {}

    /// Appends a commit: `{"revision": 7, "date": …, "title": …, "author": …, "changes": […], "inverses": […]}`. Each
    /// inverse undoes the change at the same index.
    package func append(_ commit: Commit, to bytes: inout [UInt8]) {
        append(headOf: commit, to: &bytes)
        append(changesOf: commit, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    private func append(headOf commit: Commit, to bytes: inout [UInt8]) {
        bytes += "{\"revision\":\(commit.revision),\"date\":\"\(commit.date)\",\"title\":".utf8
        JSONText.append(commit.title, to: &bytes)
        append(author: commit.author, to: &bytes)
        append(commit.purpose, to: &bytes)
    }

    private func append(changesOf commit: Commit, to bytes: inout [UInt8]) {
        bytes += ",\"changes\":[".utf8
        append(commit.changes.lazy.map(\.change), to: &bytes)
        bytes += "],\"inverses\":[".utf8
        append(commit.changes.lazy.map(\.inverse), to: &bytes)
        bytes += "]".utf8
    }

    /// Appends changes separated by commas, without the brackets.
    package func append(_ changes: some Sequence<Change>, to bytes: inout [UInt8]) {
        var isFirst = true
        for change in changes {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            append(change, to: &bytes)
        }
    }

    /// Appends a transaction: `{"changes": […], "title": …, "conditions": […]}`.
    package func append(_ transaction: ItemTransaction, to bytes: inout [UInt8]) {
        bytes += "{\"title\":".utf8
        JSONText.append(transaction.title, to: &bytes)
        append(author: transaction.author, to: &bytes)
        append(transaction.purpose, to: &bytes)
        if !transaction.conditions.isEmpty {
            bytes += ",\"conditions\":[".utf8
            for (index, condition) in transaction.conditions.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(condition, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        }
        bytes += ",\"changes\":[".utf8
        append(transaction.changes, to: &bytes)
        bytes += "]}".utf8
    }

    /// Appends a history: `{"commits": […], "undoable": [6], "redoable": [7]}`. Undone commits have `"undone": true`. If
    /// not `isWhole`, the commits have no changes and inverses.
    package func append(_ history: History, isWhole: Bool, to bytes: inout [UInt8]) {
        let undone = history.commits.undone
        bytes += "{\"commits\":[".utf8
        for (index, commit) in history.commits.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(headOf: commit, to: &bytes)
            if undone.contains(commit.revision) { bytes += ",\"undone\":true".utf8 }
            if isWhole { append(changesOf: commit, to: &bytes) }
            bytes.append(UInt8(ascii: "}"))
        }
        func list(_ commits: [Commit]) -> String { commits.map { "\($0.revision)" }.joined(separator: ",") }
        bytes += "],\"undoable\":[\(list(history.undoable))],\"redoable\":[\(list(history.redoable))]}".utf8
    }

    /// Appends the history of an item: `{"commits": […]}`.
    package func append(history commits: [Commit], to bytes: inout [UInt8]) {
        bytes += "{\"commits\":[".utf8
        append(commits, to: &bytes)
        bytes += "]}".utf8
    }

    private func append(_ commits: [Commit], to bytes: inout [UInt8]) {
        for (index, commit) in commits.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(commit, to: &bytes)
        }
    }

    private func append(_ purpose: ItemTransaction.Purpose, to bytes: inout [UInt8]) {
        switch purpose {
        case .edit: break
        case .undo(let revision): bytes += ",\"undoes\":\(revision)".utf8
        case .redo(let revision): bytes += ",\"redoes\":\(revision)".utf8
        case .bookkeeping: bytes += ",\"bookkeeping\":true".utf8
        }
    }

    private func append(author: String?, to bytes: inout [UInt8]) {
        guard let author else { return }
        bytes += ",\"author\":".utf8
        JSONText.append(author, to: &bytes)
    }

    /// Appends the name of a setting and its value, or null if it isn't set.
    private func append(_ key: SettingKey, _ value: ForeignValue?, to bytes: inout [UInt8]) {
        JSONText.append(key.rawValue, to: &bytes)
        bytes += ",\"value\":".utf8
        JSONText.append(value ?? .null, to: &bytes)
    }

    private func append(_ condition: Condition, to bytes: inout [UInt8]) {
        switch condition {
        case .list(let revision): bytes += "{\"revision\":\(revision)".utf8
        case .item(let id, let digest): bytes += "{\"item\":\"\(id)\",\"digest\":\"\(digest)\"".utf8
        case .fields(let id, let patch):
            bytes += "{\"item\":\"\(id)\",\"fields\":".utf8
            append(patch, to: &bytes)
        case .setting(let key, let value):
            bytes += "{\"setting\":".utf8
            append(key, value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends a destination: `{"to": 3}`, `{"to": "first"}`, or another item in `before` or `after`.
    package func append(_ destination: Destination, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        append(destination, as: "to", to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    private func append(_ destination: Destination, as key: String, to bytes: inout [UInt8]) {
        switch destination {
        case .first: bytes += "\"\(key)\":\"first\"".utf8
        case .last: bytes += "\"\(key)\":\"last\"".utf8
        case .position(let position): bytes += "\"\(key)\":\(position)".utf8
        case .before(let other): bytes += "\"before\":\"\(other)\"".utf8
        case .after(let other): bytes += "\"after\":\"\(other)\"".utf8
        }
    }

    /// Appends a change.
    package func append(_ change: Change, to bytes: inout [UInt8]) {
        switch change {
        case .insert(let item, let destination):
            bytes += "{\"insert\":".utf8
            items.append(item, to: &bytes)
            if destination != .last {
                bytes.append(UInt8(ascii: ","))
                append(destination, as: "at", to: &bytes)
            }
        case .update(let id, let patch):
            bytes += "{\"update\":\"\(id)\",\"set\":".utf8
            append(patch, to: &bytes)
        case .move(let id, let destination):
            bytes += "{\"move\":\"\(id)\",".utf8
            append(destination, as: "to", to: &bytes)
        case .remove(let id): bytes += "{\"remove\":\"\(id)\"".utf8
        case .set(let key, let value):
            bytes += "{\"setting\":".utf8
            append(key, value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends a patch as a JSON Merge Patch.
    package func append(_ patch: Patch, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        var separator = ""
        for edit in patch.edits where edit.field.customName == nil {
            bytes += separator.utf8
            separator = ","
            JSONText.append(edit.field.rawValue, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            if case .list(let entries)? = edit.value,
                Field.with(key: edit.field)?.traits.contains(.files) == true
            {
                JSONText.append(FileEntries.value(of: entries), to: &bytes)
            } else {
                append(edit.value, isCustom: false, to: &bytes)
            }
        }
        let custom = patch.edits.filter { $0.field.customName != nil }
        if !custom.isEmpty {
            bytes += "\(separator)\"custom\":{".utf8
            for (index, edit) in custom.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONText.append(edit.field.customName ?? "", to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                append(edit.value, isCustom: true, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func append(_ value: FieldValue?, isCustom: Bool, to bytes: inout [UInt8]) {
        switch value {
        case nil: bytes += "null".utf8
        case .moment(let moment) where !isCustom: JSONText.append(moment.description, to: &bytes)
        case .day(let day) where !isCustom: JSONText.append(day.description, to: &bytes)
        case let value?: JSONText.append(custom: value, to: &bytes)
        }
    }
}
