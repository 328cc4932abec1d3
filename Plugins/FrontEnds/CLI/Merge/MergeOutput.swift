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

    /// Returns a line that describes a conflict: `“Lamp”: value: $20 here, $30 there`.
    func sentence(_ conflict: MergeConflict) -> String {
        switch conflict.kind {
        case .removedInOurs: return "“\(conflict.name)”: removed here, changed there (kept)"
        case .removedInTheirs: return "“\(conflict.name)”: changed here, removed there (kept)"
        case .edited:
            let field = conflict.field.map { ItemPresentation.title(of: $0).lowercased() } ?? ""
            return
                "“\(conflict.name)”: \(field): \(text(conflict, .ours)) here, \(text(conflict, .theirs)) there"
        }
    }

    /// Returns one side's value as text.
    func text(_ conflict: MergeConflict, _ side: MergeConflict.Side) -> String {
        switch (conflict.kind, side) {
        case (.removedInOurs, .ours), (.removedInTheirs, .theirs): return "removed"
        case (.removedInOurs, .theirs), (.removedInTheirs, .ours): return "changed"
        case (.edited, _): break
        }
        guard let field = conflict.field, let value = conflict.value(of: side) else { return "not set" }
        return context.presentation.text(of: value, in: field)
    }

    /// Writes the changes that a plan would make.
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
        let counts = [
            (plan.added.count, "added", "to add"), (plan.changed.count, "changed", "to change"),
            (plan.removed.count, "removed", "to remove"), (plan.moved.count, "moved", "to move"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \(isTrial ? $0.2 : $0.1)" }
        return told.isEmpty ? "nothing new" : told.joined(separator: ", ")
    }

    /// Returns a message about missing files, or `nil` if none are missing.
    func missing(_ files: BroughtFiles, beside name: String) -> String? {
        let count = files.missing.reduce(0) { $0 + $1.count }
        if count == 0 { return nil }
        let most = 5
        let items = files.missing.prefix(most).map { "“\(TextRules.visible($0.item))”" }
        let rest = files.missing.count - items.count
        let names = items.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        let advice = "give the files again with: \(context.program.name) file add"
        return count == 1
            ? "1 file of \(names) is missing: it is neither here nor next to \(name); \(advice)"
            : "\(count) files of \(names) are missing: they are neither here nor next to \(name); \(advice)"
    }
}
