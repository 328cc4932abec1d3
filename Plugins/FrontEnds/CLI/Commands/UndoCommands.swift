import CommandLineKit
import LootControllers
import LootCore
import TerminalText

/// `loot undo`
struct UndoCommand: LootCommand {
    let declaration = Command(
        "undo", summary: "Take the last change back", group: "History",
        examples: [.init("loot undo", "Take the last change back")])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let commit = try await context.inventory().undo()
        context.line("Undid: \(commit.title)")
        return .success
    }
}

/// `loot redo`
struct RedoCommand: LootCommand {
    let declaration = Command(
        "redo", summary: "Make the change again that was taken back last", group: "History",
        examples: [.init("loot redo", "Make it again")])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let commit = try await context.inventory().redo()
        context.line("Redid: \(commit.title)")
        return .success
    }
}

/// `loot history`
struct HistoryCommand: LootCommand {
    let declaration = Command(
        "history", summary: "List what can be undone and redone", group: "History",
        options: [.value("limit", "N", "At most so many of each; 20 unless given")],
        examples: [.init("loot history", "The newest changes, the latest first")])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let limit = try context.number("limit") ?? 20
        let history = try await context.inventory().history(limit: limit)
        if history.undoable.isEmpty, history.redoable.isEmpty {
            context.line("No changes yet.")
            return .success
        }
        var table = Table(
            [.init(overflow: .never), .init(overflow: .never), .init(overflow: .wrap)], glyphs: context.glyphs
        )
        let rows =
            history.redoable.map { row($0, "undone") } + history.undoable.reversed().map { row($0, "") }
        for row in rows { table.measure(row) }
        let layout = table.layout(width: context.console.width, colors: context.colors)
        var text = ""
        for row in rows { layout.append(row, to: &text) }
        context.console.write(text)
        return .success
    }

    private func row(_ commit: Commit, _ state: String) -> [StyledText] {
        let date = commit.date.description.replacing("T", with: " ").replacing("Z", with: " UTC")
        return [StyledText(date, Style(.dim)), StyledText(state, Style(.dim)), StyledText(commit.title)]
    }
}
