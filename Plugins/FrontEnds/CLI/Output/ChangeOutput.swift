import LootActions
import LootCore
import LootFormats
import TerminalText

/// How the differences that a commit makes read: each item that it changed, and below it what has become of its fields.
struct ChangeOutput {
    private let context: CommandContext
    /// An item as it is now, where that is known; nil where it is gone.
    private let item: (ItemID) -> Item?

    init(_ context: CommandContext, item: @escaping (ItemID) -> Item?) {
        self.context = context
        self.item = item
    }

    /// What a commit did to one item.
    struct Difference {
        /// What was done to it.
        enum Kind: String {
            case added, removed, changed
        }

        let id: ItemID
        let name: String
        let kind: Kind
        let commit: Commit
    }

    /// What a commit did, item by item, in the order in which they first occur.
    func differences(_ commit: Commit) -> [Difference] {
        var order: [ItemID] = []
        var changes: [ItemID: [AppliedChange]] = [:]
        for change in commit.changes {
            let id = change.change.item
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

    /// What a plan would do to an item: nil stands for one that is not there yet, or would be no more.
    static func difference(from old: Item?, to new: Item?) -> Difference? {
        guard let item = new ?? old else { return nil }
        var changes: [AppliedChange] = []
        if let old { changes.append(AppliedChange(.remove(old.id), inverse: .insert(old))) }
        if let new { changes.append(AppliedChange(.insert(new), inverse: .remove(new.id))) }
        let commit = Commit(revision: .initial, title: "", changes: changes)
        let kind: Difference.Kind = old == nil ? .added : new == nil ? .removed : .changed
        return Difference(id: item.id, name: (old ?? item).shownName, kind: kind, commit: commit)
    }

    /// What an item was called before these changes, where they say so.
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

    /// The differences of a commit as lines: `~ “Lamp” (2f1d0000)`, and `    Value: $40 → $45`. Of more than `most` items
    /// the rest is counted.
    func lines(_ commit: Commit, most: Int = .max) -> [StyledText] {
        let all = differences(commit)
        let shown = all.prefix(most)
        let ids = ShortIDs(shown.map(\.id))
        var lines = shown.flatMap { self.lines($0, labeled: ids[$0.id]) }
        if all.count > shown.count {
            lines.append(
                StyledText("and \(ItemPresentation.count(all.count - shown.count)) more", Style(.dim)))
        }
        return lines.flatMap(fitted)
    }

    /// A difference as lines, the first of which has the label behind the name.
    func lines(_ difference: Difference, labeled label: String) -> [StyledText] {
        let (sign, color): (String, ANSIColor) =
            switch difference.kind {
            case .added: ("+", .green)
            case .removed: ("-", .red)
            case .changed: ("~", .yellow)
            }
        let title = StyledText("\(sign) “\(difference.name)” ", Style(foreground: .ansi(color)))
        return [title + StyledText("(\(label))", Style(.dim))]
            + fieldLines(difference).map { StyledText("    \($0)") }
    }

    /// What has become of the fields of an item.
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

    /// What an item holds besides its name, as far as it is something.
    private func fields(of item: Item) -> [String] {
        ChangeOutput.keys(of: item).map { key in
            "\(ItemPresentation.title(of: key)): \(context.presentation.shortText(of: key, in: item))"
        }
    }

    private static func keys(of item: Item) -> [FieldKey] {
        let built = Field.all.filter { field in
            field.key != "name" && field.key != "dateCreated" && !field.isDefault(in: item)
                && field.value(of: item) != nil
        }.map(\.key)
        return built + (item.hasDetails ? item.custom.keys.sorted().map(FieldKey.custom) : [])
    }

    /// A line in the width of the terminal: what does not fit goes on below, further to the right.
    private func fitted(_ line: StyledText) -> [StyledText] {
        guard let width = context.width, line.wrapped(to: width).count > 1 else { return [line] }
        let parts = line.wrapped(to: max(width - 6, 1))
        return parts.prefix(1) + parts.dropFirst().map { StyledText("      ") + $0 }
    }

    // MARK: For programs

    /// The differences of a commit as JSON has them: each with the `item`, its `name`, the `kind`, and of what was changed
    /// the `fields`, each with its `old` and its `new` value.
    func json(_ commit: Commit) -> ForeignValue {
        .array(
            differences(commit).map { difference in
                var members: [ForeignField] = [
                    .init("item", .text(difference.id.description)), .init("name", .text(difference.name)),
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

extension ItemTransaction.Purpose {
    /// What a commit does with what its title tells.
    var verb: String {
        switch self {
        case .edit: "do"
        case .undo: "undo"
        case .redo: "redo"
        }
    }
}
