package import LootActions
import LootCore
public import LootPlugins
public import TerminalKit

extension FrontEndPlugin {
    /// The full-screen interface and the catalog of its views: `"frontEnd": { "use": "tui" }` or the command `tui`.
    public static let tui = tui(
        terminal: { PosixTerminal(term: $0["TERM"] ?? "") }, lines: ProcessLines())

    /// Returns the plugin with a custom terminal, which `terminal` creates from the environment.
    public static func tui(
        terminal: @escaping @Sendable ([String: String]) -> any Terminal
    ) -> FrontEndPlugin { tui(terminal: terminal, lines: ProcessLines()) }

    /// Returns the plugin with a custom terminal, and custom input and output for plain mode.
    package static func tui(
        terminal: @escaping @Sendable ([String: String]) -> any Terminal, lines: any LineStreams,
        files: any FileAccess = SystemFiles()
    ) -> FrontEndPlugin {
        FrontEndPlugin(
            builtIn: "tui", summary: "A full-screen terminal interface, with keyboard and mouse support.",
            options: TUIConfiguration.options,
            commands: [
                Command(
                    "tui", summary: "Show your items on a screen", greeting: .always,
                    examples: [
                        ("loot tui", "Show the list; press ? for the keys"),
                        ("loot --store json:attic.json tui", "Another list"),
                        ("loot tui --mode plain", "Line by line, for screen readers"),
                    ]),
                Command(
                    "catalog", summary: "Show all views of the terminal kit",
                    settings: ["content": "catalog"],
                    examples: [("loot catalog", "One page per view; press ? for the keys")]),
            ],
            words: ScreenCommand.allCases.map(\.name) + PlainCommand.allCases.map(\.rawValue)
                + TableCommand.allCases.compactMap(\.name) + ItemScreens.paletteWords
        ) { (settings, host) throws(LootError) in
            try TUIFrontEnd(
                try TUIConfiguration(settings), host: host, terminal: terminal, lines: lines, files: files)
        }
    }
}
