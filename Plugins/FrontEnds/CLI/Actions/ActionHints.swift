import CommandLineKit

/// The parts of action commands that the actions don't declare.
enum ActionHints {
    /// Examples for the help of an action's command.
    static let examples: [String: [Command.Example]] = [
        "favorite": [
            .init("loot favorite '#1' '#4'", "The first and the fourth item"),
            .init("loot favorite --where 'value > 1000' --dry-run", "See which items that would change"),
        ],
        "unfavorite": [
            .init("loot unfavorite '#1' '#4'", "The first and the fourth item"),
            .init("loot unfavorite --where 'value < 10' --dry-run", "See which items that would change"),
        ],
    ]
    /// Other names of an option, by the parameter's name.
    static let aliases: [String: [String]] = [:]
}
