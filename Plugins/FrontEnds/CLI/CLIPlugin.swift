package import CommandLineKit
package import LootActions
package import LootCore
public import LootPlugins

extension FrontEndPlugin {
    /// The command line of this process: `"frontEnd": { "use": "cli" }`.
    public static let cli = cli()

    /// Returns the command line with the given console and files: `"frontEnd": { "use": "cli" }`.
    ///
    /// Runs the request, which the program has parsed. Without a request, lists the items.
    package static func cli(
        _ request: (Program.Request, of: LootProgram)? = nil, on console: any Console = ProcessConsole(),
        files: any FileAccess = SystemFiles()
    ) -> FrontEndPlugin {
        FrontEndPlugin(
            builtIn: "cli", summary: "Commands for terminals and scripts.",
            options: CLIConfiguration.options,
            words: LootProgram(frontEnds: [], plugins: [], actions: []).words
        ) { (settings, host) throws(LootError) in
            let program =
                request?.of
                ?? LootProgram(
                    frontEnds: host.frontEndCommands, plugins: host.plugins, actions: host.actions)
            let wanted = if let request { request.0 } else { try program.parse([]) }
            return CLIFrontEnd(
                CLIConfiguration(settings), for: wanted, of: program, host: host, console: console,
                files: files)
        }
    }
}

/// The configuration of the command line.
package struct CLIConfiguration: Hashable, Sendable {
    /// The use of colors.
    package enum Color: String, Hashable, Sendable, CaseIterable {
        /// Use colors on terminals that support them, unless `NO_COLOR` is set.
        case auto
        /// Use colors even if the output is a pipe.
        case always
        /// Don't use colors.
        case never
    }

    /// The currency or its sign, which precedes amounts.
    package var currency = "$"
    /// The use of colors.
    package var color = Color.auto
    /// The value at or above which items are highlighted as valuable.
    package var highValue: Amount = 50
    /// The fields that lists show by default. Empty for the standard ones.
    package var columns: [String] = []
    /// The default sort order of lists: `value:desc`.
    package var sort: [String] = []
    /// The pager for long output, as a shell command, or `nil` to use the environment's.
    package var pager: String?
    /// Whether to keep the location in pictures' metadata.
    package var keepsPosition = false

    /// Creates a configuration with the default values.
    package init() {}

    /// Creates a configuration from settings.
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
            "currency", .text, default: "$",
            "The default currency of amounts: a symbol, or a code such as EUR."
        ),
        PluginOption(
            "color", .choice(Color.allCases.map(\.rawValue)), default: "auto", "Whether to use colors."),
        PluginOption(
            "highValue", .amount, default: 50,
            "Amounts of at least this value are shown in red instead of green."),
        PluginOption(
            "columns", .list(.text), "The fields that “loot list” shows: name, value, location."),
        PluginOption("sort", .list(.text), "The sort order of “loot list”: location, value:desc."),
        PluginOption(
            "pager", .text,
            "The program that shows long output in a terminal. The default is LOOT_PAGER, PAGER or less; cat turns paging off."
        ),
        PluginOption(
            "keepPosition", .flag, default: false,
            "Keep the GPS location in added pictures."),
    ]
}
