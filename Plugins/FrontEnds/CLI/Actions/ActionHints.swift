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
        "lend": [
            .init("loot lend '#3' --to Ann --until +14d", "For two weeks"),
            .init("loot lend '#3' '#7' --to Ann", "Two things, without a date"),
            .init("loot due", "See what is lent, and what is late"),
        ],
        "return": [
            .init("loot return '#3'", "One thing"),
            .init("loot return --where 'lent = Ann'", "Everything that Ann had"),
        ],
    ]
    /// Other names of an option, by the parameter's name.
    static let aliases: [String: [String]] = ["until": ["due"]]
}
