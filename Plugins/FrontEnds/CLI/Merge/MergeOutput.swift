import LootActions
import LootCore
import LootMerge
import LootPlugins
import TerminalText

extension ExitStatus {
    /// Completed with conflicts, like the status of `diff` and `git merge`.
    static let unsettled = Self(rawValue: 1)
}

/// The output of a merge.
struct MergeOutput {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Returns a line that describes the given conflict, such as `“Lamp”: value: $20 here, $30 there`.
    func sentence(_ conflict: MergeConflict) -> String {
        switch conflict.kind {
        case .removedInOurs:
            return String(localized: "“\(conflict.name)”: removed here, changed there (kept)")
        case .removedInTheirs:
            return String(localized: "“\(conflict.name)”: changed here, removed there (kept)")
        case .edited:
            let field: Message = conflict.field.map { "\(FieldNoun($0))" } ?? ""
            let (ours, theirs) = (text(conflict, .ours), text(conflict, .theirs))
            return String(localized: "“\(conflict.name)”: \(field): \(ours) here, \(theirs) there")
        }
    }

    /// Returns the value of the given side in the conflict as text.
    func text(_ conflict: MergeConflict, _ side: MergeConflict.Side) -> String {
        switch (conflict.kind, side) {
        case (.removedInOurs, .ours), (.removedInTheirs, .theirs): return String(localized: "removed")
        case (.removedInOurs, .theirs), (.removedInTheirs, .ours): return String(localized: "changed")
        case (.edited, _): break
        }
        guard let field = conflict.field, let value = conflict.value(of: side) else {
            return ItemPresentation.notSet
        }
        return context.presentation.text(of: value, in: field)
    }

    /// Writes the changes that the given plan would make.
    func writePlan(_ plan: MergePlan) {
        let differences =
            plan.added.compactMap { ChangeOutput.difference(from: nil, to: $0) }
            + plan.removed.compactMap { ChangeOutput.difference(from: $0, to: nil) }
            + plan.changed.compactMap { ChangeOutput.difference(from: $0.old, to: $0.new) }
        let ids = ShortIDs(differences.map(\.id))
        let output = ChangeOutput(context) { _ in nil }
        for difference in differences {
            for line in output.lines(difference, labeled: ids[difference.id]) { context.line(line) }
        }
    }

    /// Returns the totals of a completed or planned merge.
    func totals(_ plan: MergePlan, isTrial: Bool) -> String {
        let (added, changed) = (plan.added.count, plan.changed.count)
        let (removed, moved) = (plan.removed.count, plan.moved.count)
        let counts: [(Int, Message)] = [
            (added, isTrial ? "\(added) to add" : "\(added) added"),
            (changed, isTrial ? "\(changed) to change" : "\(changed) changed"),
            (removed, isTrial ? "\(removed) to remove" : "\(removed) removed"),
            (moved, isTrial ? "\(moved) to move" : "\(moved) moved"),
        ]
        let shown = counts.filter { $0.0 > 0 }.map(\.1.text)
        return shown.isEmpty ? String(localized: "nothing new") : Language.current.list(shown, .none)
    }

    /// Returns a message about missing files, or `nil` if none are missing.
    func missing(_ files: BroughtFiles, beside name: String) -> String? {
        let count = files.missing.reduce(0) { $0 + $1.count }
        if count == 0 { return nil }
        let most = 5
        let items = files.missing.prefix(most).map { TextRules.quoted($0.item) }
        let rest = files.missing.count - items.count
        let names: Message =
            rest > 0
            ? "\(list: items, .none) and \(rest, one: "more", other: "more")"
            : "\(list: items)"
        return String(
            localized: """
                \(count, one: "file is", other: "files are") missing both here and next to \(name): \
                \(names). To add files again, use: \(context.program.name) file add
                """)
    }
}
