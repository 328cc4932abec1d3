import Localization
import LootPlugins
import TerminalKit

/// The meaning of a key or a menu entry.
///
/// Commands are compared by their names, which are unique.
enum Command: Hashable, Sendable {
    /// A command of the screen.
    case screen(ScreenCommand)
    /// An action on items. If the action has an opposite, its key runs the one that applies.
    case action(Action)

    /// Returns all commands, in the order in which the palette and the help list them: the actions come before the
    /// commands that ask for a field.
    static func all(with actions: [Action]) -> [Command] {
        ScreenCommand.allCases.flatMap { command -> [Command] in
            (command == .tags ? actions.map { .action($0) } : []) + [.screen(command)]
        }
    }

    /// The name in configurations and in the palette.
    var name: String {
        switch self {
        case .screen(let command): command.name
        case .action(let action): action.id
        }
    }

    /// A short description for the help and the palette.
    var summary: String {
        switch self {
        case .screen(let command): command.summary
        case .action(let action): action.summary.text
        }
    }

    /// The default keys.
    var standardKeys: [Key] {
        switch self {
        case .screen(let command): command.standardKeys
        case .action(let action): [action.suggestedKey.flatMap { Key(name: $0) }].compactMap(\.self)
        }
    }

    static func == (left: Command, right: Command) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
