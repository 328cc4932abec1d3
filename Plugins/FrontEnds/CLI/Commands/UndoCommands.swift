import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot undo` command.
struct UndoCommand: LootCommand {
    private static let change = Argument.optional(
        "CHANGE", "The number of a change in the history; the default is the last one",
        values: Known.changes.values)

    let declaration = Command(
        "undo", summary: "Undo the last change, or an earlier one", group: "History",
        arguments: [change],
        options: [ChangeOptions.trial] + OutputFormat.options,
        examples: [
            .init("loot undo", "Undo the last change"),
            .init("loot undo --dry-run", "Preview the undo"),
            .init("loot undo 12", "Undo only change 12"),
        ])

    var listNeed: ListNeed { .past }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let inventory = try await context.inventory()
        guard let text = context[UndoCommand.change] else {
            try await context.tell(try await inventory.undo()) { "Undone: \($0)" }
            return .success
        }
        guard let number = UInt64(text) else {
            throw LootError(
                .usage, "Can't undo “\(TextRules.visible(text))”.",
                reason: "A change is identified by its number.",
                advice: "See the numbers with “\(context.program.name) history”.")
        }
        try await context.tell(try await inventory.undo(Revision(rawValue: number))) { "Undone: \($0)" }
        return .success
    }
}

/// The `loot redo` command.
struct RedoCommand: LootCommand {
    let declaration = Command(
        "redo", summary: "Redo the most recently undone change", group: "History",
        options: [ChangeOptions.trial] + OutputFormat.options,
        examples: [.init("loot redo", "Redo the change")])

    var listNeed: ListNeed { .past }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        try await context.tell(try await context.inventory().redo()) { "Redone: \($0)" }
        return .success
    }
}

extension CommandContext {
    /// Reports an undone or redone commit: as a message, or in a machine-readable format.
    fileprivate func tell(_ commit: Commit, _ sentence: (String) -> Message) async throws(LootError) {
        if self[OutputFormat.option] == .table { return tell(sentence(commit.title).text) }
        let items = try await self.items(of: [commit], in: inventory())
        try write(HistoryRecords([(commit, "")], self, showsChanges: true) { items[$0] }.records)
    }
}
