import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// `loot undo`
struct UndoCommand: LootCommand {
    private static let change = Argument.optional(
        "CHANGE", "The number of a change, as the history shows it; the last one unless given",
        values: Known.changes.values)

    let declaration = Command(
        "undo", summary: "Take the last change back, or an earlier one", group: "History",
        arguments: [change],
        examples: [
            .init("loot undo", "Take the last change back"),
            .init("loot undo 12", "Take back what change 12 did, and nothing that was done since"),
        ])

    var listNeed: ListNeed { .past }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let inventory = try await context.inventory()
        let commit: Commit
        if let text = context[UndoCommand.change] {
            guard let number = UInt64(text) else {
                throw LootError(
                    .usage, "can't undo “\(TextRules.visible(text))”",
                    because: "a change is named by its number",
                    next: "See the numbers with: \(context.program.name) history")
            }
            commit = try await inventory.undo(Revision(rawValue: number))
        } else {
            commit = try await inventory.undo()
        }
        context.line("Undid: \(commit.title)")
        return .success
    }
}

/// `loot redo`
struct RedoCommand: LootCommand {
    let declaration = Command(
        "redo", summary: "Make the change again that was taken back last", group: "History",
        examples: [.init("loot redo", "Make it again")])

    var listNeed: ListNeed { .past }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let commit = try await context.inventory().redo()
        context.line("Redid: \(commit.title)")
        return .success
    }
}

/// `loot history`
struct HistoryCommand: LootCommand {
    private static let item = Argument.optional(
        "ITEM", "The item whose history to tell; everything that can be undone and redone unless given",
        values: Known.items.values)
    private static let limit = Option.number("limit", "N", "At most so many of each; 20 unless given")

    let declaration = Command(
        "history", summary: "List what was done, to all items or to one", group: "History",
        arguments: [item],
        options: [limit],
        examples: [
            .init("loot history", "The newest changes, the latest first"),
            .init("loot history '#1'", "What was done to the first item, and by whom"),
        ])

    var listNeed: ListNeed { .past }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let limit = context[HistoryCommand.limit] ?? 20
        let inventory = try await context.inventory()
        var entries: [Entry] = []
        if let text = context[HistoryCommand.item] {
            let id = try await HistoryCommand.item(text, inventory)
            let commits = try await inventory.history(of: id, limit: limit)
            let told = context.presentation.history(commits, of: try await inventory.store.item(id))
            entries = told.reversed().map { Entry(commit: $0.commit, state: "", details: $0.lines) }
        } else {
            let history = try await inventory.history(limit: limit)
            entries = history.redoable.map { Entry(commit: $0, state: "undone") }
            entries += history.undoable.reversed().map { Entry(commit: $0, state: "") }
        }
        if entries.isEmpty {
            try context.requireList()
            context.line("No changes yet.")
        } else {
            write(entries, context)
        }
        return .success
    }

    private struct Entry {
        let commit: Commit
        let state: String
        var details: [String] = []
    }

    /// The item that is meant; by its whole id also one that is gone.
    private static func item(_ text: String, _ inventory: Inventory) async throws(LootError) -> ItemID {
        if let id = ItemID(text) { return id }
        return try await inventory.item(ItemReference(parsing: text)).id
    }

    private func write(_ entries: [Entry], _ context: CommandContext) {
        let hasAuthors = entries.contains { $0.commit.author != nil }
        let columns = Array(repeating: Table.Column(overflow: .never), count: hasAuthors ? 4 : 3)
        var table = Table(columns + [.init(overflow: .wrap)], glyphs: context.glyphs)
        let rows = entries.map { entry in
            let commit = entry.commit
            var row = [
                StyledText("\(commit.revision)", Style(.dim)),
                StyledText(context.presentation.date(of: commit), Style(.dim)),
                StyledText(entry.state, Style(.dim)),
            ]
            if hasAuthors { row.append(StyledText(commit.author ?? "", Style(.dim))) }
            let text = ([commit.title] + entry.details.map { "  \($0)" }).joined(separator: "\n")
            return row + [StyledText(text, lineBreaks: .kept)]
        }
        for row in rows { table.measure(row) }
        let layout = table.layout(width: context.console.width, colors: context.colors)
        var text = ""
        for row in rows { layout.append(row, to: &text) }
        context.write(text)
    }
}
