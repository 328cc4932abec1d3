import LootActions
import LootCore
import LootFormats
import TerminalText

/// The output of a commit's changes: each changed item, followed by its changed fields.
struct ChangeOutput {
    private let context: CommandContext
    /// Returns the current item, or `nil` if it was removed or isn't known.
    private let item: (ItemID) -> Item?

    init(_ context: CommandContext, item: @escaping (ItemID) -> Item?) {
        self.context = context
        self.item = item
    }

    /// The changes of a commit to one item.
    struct Difference {
        /// The kind of a difference.
        enum Kind: String {
            case added, removed, changed
        }

        let id: ItemID
        let name: String
        let kind: Kind
        let commit: Commit
    }

    /// Returns a commit's changes by item, in order of their first occurrence.
    func differences(_ commit: Commit) -> [Difference] {
        var order: [ItemID] = []
        var changes: [ItemID: [AppliedChange]] = [:]
        for change in commit.changes {
            guard let id = change.change.item else { continue }
            if changes[id] == nil { order.append(id) }
            changes[id, default: []].append(change)
        }
        return order.compactMap { id in
            guard let some = changes[id], let first = some.first, let last = some.last else { return nil }
            var kind = Difference.Kind.changed
            var name: String?
            switch (first.change, last.change) {
            case (.insert(let item, _), _): (kind, name) = (.added, item.shownName)
            case (_, .remove):
                if case .insert(let item, _) = last.inverse { name = item.shownName }
                kind = .removed
            default: break
            }
            if kind == .changed {
                name = ChangeOutput.formerName(in: some) ?? item(id)?.shownName
            }
            let own = Commit(
                revision: commit.revision, date: commit.date, title: commit.title, author: commit.author,
                purpose: commit.purpose, changes: some)
            return Difference(id: id, name: name ?? id.short, kind: kind, commit: own)
        }
    }

    /// Returns the difference between two versions of an item. `nil` represents an item that doesn't exist.
    static func difference(from old: Item?, to new: Item?) -> Difference? {
        guard let item = new ?? old else { return nil }
        var changes: [AppliedChange] = []
        if let old { changes.append(AppliedChange(.remove(old.id), inverse: .insert(old))) }
        if let new { changes.append(AppliedChange(.insert(new), inverse: .remove(new.id))) }
        let commit = Commit(revision: .initial, title: "", changes: changes)
        let kind: Difference.Kind = old == nil ? .added : new == nil ? .removed : .changed
        return Difference(id: item.id, name: (old ?? item).shownName, kind: kind, commit: commit)
    }

    /// Returns an item's name before the changes, if they contain it.
    private static func formerName(in changes: [AppliedChange]) -> String? {
        for change in changes {
            if case .update(_, let patch) = change.inverse, case .text(let name)?? = patch["name"],
                !name.isEmpty
            {
                return name
            }
            if case .insert(let item, _) = change.inverse { return item.shownName }
        }
        return nil
    }

    /// Returns a commit's changes as lines: `~ “Lamp” (2f1d0000)`, and ` Value: $40 → $45`. At most `most` items are
    /// shown; the others are counted.
    func lines(_ commit: Commit, most: Int = .max) -> [StyledText] {
        let all = differences(commit)
        let shown = all.prefix(most)
        let ids = ShortIDs(shown.map(\.id))
        var lines = commit.changes.filter { $0.change.item == nil }.flatMap { change in
            context.presentation.lines(of: change, nil, nil).map {
                StyledText("~ \($0)", Style(foreground: .ansi(.yellow)))
            }
        }
        lines += shown.flatMap { self.lines($0, labeled: ids[$0.id]) }
        if all.count > shown.count {
            lines.append(
                StyledText(
                    String(
                        localized: "and \(all.count - shown.count, one: "more item", other: "more items")"),
                    Style(.dim)))
        }
        return lines.flatMap(fitted)
    }

    /// Returns a difference as lines. The label follows the name in the first line.
    func lines(_ difference: Difference, labeled label: String) -> [StyledText] {
        let (sign, color): (String, ANSIColor) =
            switch difference.kind {
            case .added: ("+", .green)
            case .removed: ("-", .red)
            case .changed: ("~", .yellow)
            }
        let title = StyledText(
            "\(sign) \(Language.current.quoted(difference.name)) ", Style(foreground: .ansi(color)))
        return [title + StyledText("(\(label))", Style(.dim))]
            + fieldLines(difference).map { StyledText("    \($0)") }
    }

    /// Returns lines for the changed fields of an item.
    private func fieldLines(_ difference: Difference) -> [String] {
        switch difference.kind {
        case .added:
            guard case .insert(let item, _)? = difference.commit.changes.first?.change else { return [] }
            return fields(of: item)
        case .removed:
            guard case .insert(let item, _)? = difference.commit.changes.last?.inverse else { return [] }
            return fields(of: item)
        case .changed:
            return context.presentation.history([difference.commit], of: item(difference.id)).flatMap(\.lines)
        }
    }

    /// Returns lines for an item's fields that have a value, without its name.
    private func fields(of item: Item) -> [String] {
        ChangeOutput.keys(of: item).map { key in
            Language.current.titled(
                ItemPresentation.title(of: key), context.presentation.shortText(of: key, in: item))
        }
    }

    private static func keys(of item: Item) -> [FieldKey] {
        let built = Field.all.filter { field in
            field.key != "name" && field.key != "dateCreated" && !field.isDefault(in: item)
                && field.value(of: item) != nil
        }.map(\.key)
        return built + (item.hasDetails ? item.custom.keys.sorted().map(FieldKey.custom) : [])
    }

    /// Wraps a line to the terminal's width and indents the continuation lines.
    private func fitted(_ line: StyledText) -> [StyledText] {
        guard let width = context.width, line.wrapped(to: width).count > 1 else { return [line] }
        let parts = line.wrapped(to: max(width - 6, 1))
        return parts.prefix(1) + parts.dropFirst().map { StyledText("      ") + $0 }
    }

    // MARK: JSON

    /// Returns a commit's changes as JSON. Each has the `item`, its `name`, the `kind`, and the changed `fields` with
    /// their `old` and `new` values.
    func json(_ commit: Commit) -> ForeignValue {
        let settings = commit.changes.compactMap { change -> ForeignValue? in
            guard case (.set(let key, let new), .set(_, let old)) = (change.change, change.inverse) else {
                return nil
            }
            let values = [("old", old), ("new", new)].compactMap { name, value in
                value.map { ForeignField(name, $0) }
            }
            return .object([.init("setting", .text(key.rawValue))] + values)
        }
        return .array(
            settings
                + differences(commit).map { difference in
                    var members: [ForeignField] = [
                        .init("item", .text(difference.id.description)),
                        .init("name", .text(difference.name)),
                        .init("kind", .text(difference.kind.rawValue)),
                    ]
                    let fields = values(difference)
                    if !fields.isEmpty { members.append(.init("fields", .object(fields))) }
                    return .object(members)
                })
    }

    private func values(_ difference: Difference) -> [ForeignField] {
        func pair(_ key: FieldKey, _ old: FieldValue?, _ new: FieldValue?) -> ForeignField {
            ForeignField(
                Field.name(of: key),
                .object(
                    [("old", old), ("new", new)].compactMap { name, value in
                        value.map { ForeignField(name, $0.foreign) }
                    }))
        }
        switch (
            difference.kind, difference.commit.changes.first?.change, difference.commit.changes.last?.inverse
        ) {
        case (.added, .insert(let item, _)?, _):
            return ChangeOutput.keys(of: item).map { pair($0, nil, item.value(for: $0)) }
        case (.removed, _, .insert(let item, _)?):
            return ChangeOutput.keys(of: item).map { pair($0, item.value(for: $0), nil) }
        default: break
        }
        return difference.commit.changes.flatMap { change -> [ForeignField] in
            switch (change.change, change.inverse) {
            case (.update(_, let patch), .update(_, let before)):
                patch.edits.map { pair($0.field, before[$0.field] ?? nil, $0.value) }
            case (.move(_, .position(let target)), .move(_, .position(let source))):
                [
                    ForeignField(
                        "position",
                        .object([
                            .init("old", .number(String(source + 1))),
                            .init("new", .number(String(target + 1))),
                        ]))
                ]
            default: []
            }
        }
    }
}

extension Commit {
    /// The line above the changes of a commit in a dry run.
    var preview: String {
        switch purpose {
        case .edit, .bookkeeping: String(localized: "Would do: \(title)")
        case .undo: String(localized: "Would undo: \(title)")
        case .redo: String(localized: "Would redo: \(title)")
        }
    }
}
