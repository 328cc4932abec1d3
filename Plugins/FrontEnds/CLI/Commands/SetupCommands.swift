import CommandLineKit
import LootCore
import LootPlugins
import TerminalText

/// The `loot completions` command.
struct CompletionsCommand: LootCommand {
    private static let shell = Argument.choice("SHELL", "The shell", Shell.allCases.map { ($0.rawValue, $0) })

    let declaration = Command(
        "completions", summary: "Print completions for a shell", group: "Setup",
        arguments: [shell],
        examples: [
            .init(
                "loot completions bash > ~/.local/share/bash-completion/completions/loot",
                "Install completions for bash"),
            .init(
                "loot completions zsh > ~/.local/share/zsh/site-functions/_loot",
                "Install completions for zsh, in a folder of $fpath"),
            .init(
                "loot completions fish > ~/.config/fish/completions/loot.fish", "Install completions for fish"
            ),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        if let shell = context[CompletionsCommand.shell] {
            context.write(context.program.program.completionScript(for: shell))
        }
        return .success
    }
}
