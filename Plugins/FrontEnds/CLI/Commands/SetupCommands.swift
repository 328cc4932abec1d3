import CommandLineKit
import LootCore
import LootPlugins
import TerminalText

/// `loot config`
struct ConfigCommand: LootCommand {
    let declaration = Command(
        "config", summary: "Show or check the configuration", group: "Setup", needsSubcommand: true,
        subcommands: [
            Command("show", summary: "Every value, and where it came from"),
            Command("check", summary: "Look for everything that is wrong"),
            Command("schema", summary: "Print the JSON Schema of configuration files"),
        ],
        examples: [.init("loot config show", "Every value, and where it came from")])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        switch context.invocation.path.last {
        case "check": return check(context)
        case "schema": context.write(context.host.configurationSchema() + "\n")
        default:
            show(context)
            return report(context)
        }
        return .success
    }

    /// Writes everything that is wrong as errors.
    private func report(_ context: CommandContext) -> ExitStatus {
        let problems = context.host.configurationProblems()
        for problem in problems { context.complain(problem) }
        return problems.isEmpty ? .success : .configuration
    }

    private func show(_ context: CommandContext) {
        var table = Table(
            [.init(overflow: .never), .init(overflow: .wrap), .init(overflow: .wrap)], glyphs: context.glyphs)
        let rows = context.host.configuration().map { entry in
            [StyledText(entry.path), StyledText(entry.value), StyledText(entry.origin, Style(.dim))]
        }
        for row in rows { table.measure(row) }
        let layout = table.layout(width: context.console.width, colors: context.colors)
        var text = ""
        for row in rows { layout.append(row, to: &text) }
        context.write(text)
    }

    private func check(_ context: CommandContext) -> ExitStatus {
        let status = report(context)
        if status == .success { context.line("The configuration is in order.") }
        return status
    }
}

/// `loot completions`
struct CompletionsCommand: LootCommand {
    private static let shell = Argument.choice("SHELL", "The shell", Shell.allCases.map { ($0.rawValue, $0) })

    let declaration = Command(
        "completions", summary: "Print completions for a shell", group: "Setup",
        arguments: [shell],
        examples: [
            .init("loot completions bash > ~/.local/share/bash-completion/completions/loot", "For bash"),
            .init("loot completions fish > ~/.config/fish/completions/loot.fish", "For fish"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        if let shell = context[CompletionsCommand.shell] {
            context.write(context.program.program.completionScript(for: shell))
        }
        return .success
    }
}
