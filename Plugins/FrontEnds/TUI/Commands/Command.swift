import Localization
import LootActions
import LootPlugins
import TerminalKit

/// The meaning of a key or a menu entry.
enum Command: Hashable, Sendable {
    /// A command of the screen.
    case screen(ScreenCommand)
    /// An action on items, by its id. The key of an action with an opposite runs the applicable one of both.
    case action(Action.ID)

    /// All commands, in the order in which the palette and the help list them: the actions come before the commands
    /// that ask for a field.
    static let all = ScreenCommand.allCases.flatMap { command -> [Command] in
        let actions = command == .tags ? Action.builtIn.map { Command.action($0.id) } : []
        return actions + [.screen(command)]
    }

    /// Returns the command with a name.
    static func named(_ name: String) -> Command? { all.first { $0.name == name } }

    /// The name in configurations and in the palette.
    var name: String {
        switch self {
        case .screen(let command): command.name
        case .action(let id): id
        }
    }

    /// A short description for the help and the palette.
    var summary: String {
        switch self {
        case .screen(let command): command.summary
        case .action(let id): Action.named(id)?.summary.text ?? ""
        }
    }

    /// The default keys.
    var standardKeys: [Key] {
        switch self {
        case .screen(let command): command.standardKeys
        case .action(let id): [Action.named(id)?.suggestedKey.flatMap { Key(name: $0) }].compactMap(\.self)
        }
    }
}
