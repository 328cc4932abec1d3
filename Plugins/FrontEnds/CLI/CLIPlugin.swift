package import CommandLineKit
package import LootActions
package import LootCore
public import LootPlugins

extension FrontEndPlugin {
    /// The command line of this process: `"frontEnd": { "use": "cli" }`.
    public static let cli = cli()

    /// The command line on these streams, which imports from and exports to these files: `"frontEnd": { "use": "cli" }`.
    ///
    /// It does what a command line asks for that `program` has read; without one it lists.
    package static func cli(
        _ request: (Program.Request, of: LootProgram)? = nil, on console: any Console = ProcessConsole(),
        files: any FileAccess = SystemFiles()
    ) -> FrontEndPlugin {
        FrontEndPlugin(
            builtIn: "cli", summary: "Commands for the terminal and for scripts.",
            options: CLIConfiguration.options
        ) { (settings, host) throws(LootError) in
            let program =
                request?.of ?? LootProgram(frontEnds: host.frontEndCommands, plugins: host.plugins)
            let wanted = if let request { request.0 } else { try program.parse([]) }
            return CLIFrontEnd(
                CLIConfiguration(settings), for: wanted, of: program, host: host, console: console,
                files: files)
        }
    }
}

/// What a configuration says of the command line.
package struct CLIConfiguration: Hashable, Sendable {
    /// When colors are used.
    package enum Color: String, Hashable, Sendable, CaseIterable {
        /// On a terminal that has them, unless `NO_COLOR` says otherwise.
        case auto
        /// Also in a pipe.
        case always
        /// Not at all.
        case never
    }

    /// What stands before amounts.
    package var currency = "$"
    /// When colors are used.
    package var color = Color.auto
    /// From this value on, an item is worth much.
    package var highValue: Amount = 50
    /// The fields that a list shows where nothing is said; none for the usual ones.
    package var columns: [String] = []
    /// What a list is sorted by where nothing is said: `value:desc`.
    package var sort: [String] = []
    /// The program that shows long output, as a line for the shell; nil where the environment may say.
    package var pager: String?
    /// Whether pictures keep the place where they were taken.
    package var keepsPosition = false

    /// The defaults.
    package init() {}

    /// What the settings say.
    package init(_ settings: PluginSettings) {
        currency = settings.text("currency") ?? currency
        color = settings.text("color").flatMap(Color.init) ?? color
        highValue = settings.amount("highValue") ?? highValue
        columns = settings.texts("columns")
        sort = settings.texts("sort")
        pager = settings.text("pager")
        keepsPosition = settings.flag("keepPosition")
    }

    static let options = [
        PluginOption(
            "currency", .text, default: "$", "What stands before amounts: a sign, or a currency such as EUR."),
        PluginOption(
            "color", .choice(Color.allCases.map(\.rawValue)), default: "auto", "When colors are used."),
        PluginOption(
            "highValue", .amount, default: 50,
            "From this value on, a value is red and not green."),
        PluginOption(
            "columns", .list(.text), "The fields that loot list shows: name, value, location."),
        PluginOption("sort", .list(.text), "What loot list sorts by: location, value:desc."),
        PluginOption(
            "pager", .text,
            "The program that shows long output on a terminal; else LOOT_PAGER, PAGER or less. cat is none."),
        PluginOption(
            "keepPosition", .flag, default: false,
            "Leave in pictures where they were taken, as cameras note it."),
    ]
}
