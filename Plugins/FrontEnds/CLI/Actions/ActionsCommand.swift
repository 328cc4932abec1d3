import CommandLineKit
import Localization
import LootActions
import LootCore
import LootFormats
import LootPlugins

/// The `loot actions` command.
struct ActionsCommand: LootCommand {
    let declaration = Command(
        "actions", summary: "List the actions that all front ends offer", group: "Setup",
        options: OutputFormat.options,
        examples: [.init("loot actions --format json", "List them with their parameters, for programs")])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        var records = Records([
            .init("id", String(localized: "Action")), .init("key", String(localized: "Shortcut")),
            .init("summary", String(localized: "Summary"), wraps: true),
        ])
        let actions = context.host.actions
        for action in actions {
            var json: [UInt8] = []
            actions.listing(of: action).appendJSON(to: &json)
            records.append(
                [.init(action.id), .init(actions.key(of: action)), .init(action.summary.text)], json: json)
        }
        try context.write(records, empty: "")
        return .success
    }
}
