import LootActions
import LootCore
import LootPlugins
import TerminalKit

/// The keys of all commands: the defaults, and the changes of a configuration.
struct KeyBindings: Sendable {
    /// The actions that have keys or palette entries.
    let actions: [Action]
    /// All commands, in the order in which the palette and the help list them.
    let all: [Command]
    private(set) var commands: [Key: Command] = [:]
    private(set) var table: [Key: TableCommand]
    /// A sentence for each command that lost its last key to another one.
    private(set) var losses: [String] = []

    /// Creates the default bindings and applies changes such as `remove=x`. A command that is changed loses its
    /// default keys.
    ///
    /// - Throws: `LootError` with code `configuration` if a change can't be read.
    init(_ changes: [String] = [], actions: [Action]) throws(LootError) {
        self.actions = actions
        all = Command.all(with: actions)
        table = TableCommand.standardKeys.filter { $0.value.name != nil }
        // As in file managers, the left arrow key closes and the right one opens. With Alt, they show the actions of
        // a row.
        table[Key(.left, .alt)] = table.updateValue(.close, forKey: Key(.left))
        table[Key(.right, .alt)] = table.updateValue(.open, forKey: Key(.right))
        for command in ScreenCommand.allCases {
            for key in command.standardKeys { commands[key] = .screen(command) }
        }
        for action in actions {
            for key in Command.action(action).standardKeys where commands[key] == nil && table[key] == nil {
                commands[key] = .action(action)
            }
        }
        var seen: Set<String> = []
        for change in changes {
            let parts = change.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let key = Key(name: parts[1]) else {
                throw KeyBindings.refusal(
                    change, "It doesn't have the form COMMAND=KEY.", advice: "Use, for example, remove=x.")
            }
            let isFirst = seen.insert(parts[0]).inserted
            if let command = all.first(where: { $0.name == parts[0] }) {
                if isFirst { commands = commands.filter { $0.value != command } }
                take(key, for: command.name)
                commands[key] = command
            } else if let command = TableCommand.allCases.first(where: { $0.name == parts[0] }) {
                if isFirst { table = table.filter { $0.value != command } }
                take(key, for: parts[0])
                table[key] = command
            } else {
                let names = all.map(\.name) + TableCommand.allCases.compactMap(\.name)
                throw KeyBindings.refusal(
                    change, "“\(TextRules.visible(parts[0]))” isn't a command.",
                    advice: Suggestions.advice(for: parts[0], among: names))
            }
        }
    }

    private mutating func take(_ key: Key, for name: String) {
        let command = commands.removeValue(forKey: key)
        let motion = table.removeValue(forKey: key)
        let lost: [String?] = [
            command.flatMap { commands.values.contains($0) ? nil : $0.name },
            motion.flatMap { table.values.contains($0) ? nil : $0.name },
        ]
        for other in lost.compactMap(\.self) where other != name {
            losses.append(
                String(localized: "“\(key.label())” is now the key for \(name), and \(other) has no key"))
        }
    }

    private static func refusal(_ change: String, _ reason: Message, advice: Message) -> LootError {
        LootError(
            .configuration, "Can't read the key “\(TextRules.visible(change))”.", reason: reason,
            advice: advice,
            place: "frontEnd.keys")
    }

    /// Returns the keys of a command for the help. `withLetters` determines whether keys that type a character are
    /// included.
    ///
    /// The keys of an action include those of its opposite.
    func keys(of command: Command, withLetters: Bool = true) -> String {
        var meanings = [command]
        if case .action(let action) = command, let opposite = actions.opposite(of: action) {
            meanings.append(.action(opposite))
        }
        let keys = commands.filter { meanings.contains($0.value) }.map(\.key)
        // In the list, the list's own command takes precedence for a key.
        return KeyBindings.text(keys.filter { withLetters ? table[$0] == nil : $0.typed == nil })
    }

    /// Returns the shortest key of a command, or `nil` if it has none.
    func firstKey(of command: Command) -> String? {
        keys(of: command).split(separator: " ").first.map(String.init)
    }

    /// Returns the shortest key of a screen command, or `nil` if it has none.
    func firstKey(of command: ScreenCommand) -> String? { firstKey(of: .screen(command)) }

    /// Returns the keys of a command of the list for the help.
    func keys(of command: TableCommand) -> String {
        KeyBindings.text(table.filter { $0.value == command }.map(\.key))
    }

    private static func text(_ keys: [Key]) -> String {
        // A lowercase letter comes before its uppercase form.
        keys.map { $0.label() }.sorted {
            ($0.count, $0.lowercased(), $1) < ($1.count, $1.lowercased(), $0)
        }.joined(separator: " ")
    }
}
