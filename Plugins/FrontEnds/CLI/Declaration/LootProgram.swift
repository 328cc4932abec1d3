package import CommandLineKit
import LootActions
package import LootCore
package import LootPlugins

/// The declaration and the parser of the command line: its own commands, the commands that start other front ends,
/// and the global options.
package struct LootProgram: Sendable {
    /// The declaration of the commands.
    package let program: Program
    private let commands: [any LootCommand]
    private let frontEnds: [FrontEndCommand]

    /// The program's name.
    package var name: String { program.root.name }

    /// Creates the command line of an application with the given front ends, plugins and actions.
    package init(
        name: String = "loot", frontEnds: [(command: FrontEndPlugin.Command, plugin: PluginDescriptor)],
        plugins: [PluginDescriptor], actions: [Action]
    ) {
        func names(_ kind: PluginDescriptor.Kind) -> [String] {
            plugins.filter { $0.kind == kind }.map(\.name)
        }
        let sectionings = names(.sectioning)
        let itemCommands: [any LootCommand] = [
            AddCommand(), ListCommand(sectionings), ShowCommand(), EditCommand(), RemoveCommand(),
            MoveCommand(),
        ]
        let otherCommands: [any LootCommand] = [
            PhotoCommand(), FileCommand(),
            BarcodeCommand(),
            DueCommand(), LoansCommand(), ShoppingCommand(), CareCommand(), SectionsCommand(),
            PlacesCommand(),
            StatsCommand(sectionings),
            WatchCommand(sectionings), ViewCommand(sectionings),
            ImportCommand(names(.importer)), ExportCommand(names(.exporter)), CopyCommand(),
            ReportCommand(sectionings),
            LabelsCommand(), StocktakeCommand(),
            MergeCommand(), ConflictsCommand(), MergeDriverCommand(),
            UndoCommand(), RedoCommand(), HistoryCommand(),
            CheckCommand(), RecoverCommand(), CompactCommand(), BenchCommand(),
            ActionsCommand(), SettingsCommand(), ConfigCommand(), PluginsCommand(),
            PluginsCommand("plugin", isHidden: true),
            PeopleCommand(),
            GitCommand(), CompletionsCommand(),
        ]
        commands = itemCommands + actions.onItems.map { ActionCommand($0) } + otherCommands
        self.frontEnds = frontEnds.map { FrontEndCommand($0.command, of: $0.plugin) }
        let root = Command(
            name, summary: "Keep track of what you own.",
            discussion: """
                Without a command, the configured front end starts; by default it lists your items. An ITEM is an ID \
                or its beginning, a name, or '#POSITION' in quotes. A number with fewer than eight digits isn't an \
                ID.

                Exit statuses: 0 success, 1 declined or conflicts left, 64 usage, 65 invalid data, 66 no such item, \
                input or list, 69 store unavailable, 73 can't create or write, 74 input or output failed, 75 locked \
                or changed meanwhile (try again), 78 configuration. An error after a change says what was changed.
                """,
            implied: "list", options: GlobalOptions.all,
            subcommands: commands.map(\.declaration) + self.frontEnds.map(\.declaration),
            examples: [
                .init("loot add \"Rusty Spork\" --value 40 --location Kitchen", "Add an item"),
                .init("loot list --where 'value >= 50' --sort value:desc", "List the most valuable items"),
                .init("loot undo", "Undo the last change"),
                .init("loot help filter", "Filters"),
            ])
        program = Program(root, calling: "loot", topics: HelpTopics.all, synonyms: HelpTopics.synonyms)
    }

    /// Parses a command line.
    ///
    /// - Throws: `LootError` with code `usage` if it is invalid.
    package func parse(_ words: [String]) throws(LootError) -> Program.Request {
        do { return try program.parse(words) } catch { throw error.lootError }
    }

    /// The names of all commands.
    var words: [String] { ["help"] + program.root.subcommands.map(\.name) }

    /// Returns whether the first word of a command line belongs to this program.
    package func knows(_ word: String) -> Bool {
        word.hasPrefix("-") || word == "help" || word.hasPrefix("__") || hasCommand(word)
    }

    /// Returns whether the program has a command with the given name.
    package func hasCommand(_ name: String) -> Bool { program.root.subcommands.contains { $0.name == name } }

    /// Writes the help of a command.
    package func writeHelp(for path: [String], to console: any Console) {
        console.write(program.help(for: path, width: min(console.width ?? 80, 100)))
    }

    /// Writes the manual page of a command.
    package func writeManual(for path: [String], version: String, to console: any Console) {
        console.write(program.manual(for: path, version: version))
    }

    /// Runs a command.
    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let name = context.invocation.path.first
        if let own = commands.first(where: { $0.declaration.name == name }) {
            context.listNeed = own.listNeed
            let invocation = context.invocation
            if invocation.lists(FieldOptions.custom) || invocation.lists(ItemOutput.fields)
                || invocation.lists(QueryOptions.conditions)
            {
                await context.readDeclarations()
            }
            if own.isPaged || context.isTrial { context.page() }
            return try await own.run(context)
        }
        guard let frontEnd = frontEnds.first(where: { $0.command.name == name }) else { return .usage }
        context.tellMissingList()
        try await context.beginList(greets: frontEnd.greets(context.invocation))
        return try await context.host.run(frontEnd.command, settings: frontEnd.settings(context.invocation))
    }
}

extension CommandLineError {
    /// The error as an application error.
    fileprivate var lootError: LootError {
        LootError(.usage, message, advice: advice)
    }
}

/// A command of the command line.
protocol LootCommand: Sendable {
    /// The command's declaration.
    var declaration: Command { get }
    /// The command's requirement for the store's file.
    var listNeed: ListNeed { get }
    /// Whether to show the output in a pager on a terminal.
    var isPaged: Bool { get }
    /// Runs the command and writes its result.
    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus
}

extension LootCommand {
    var listNeed: ListNeed { .list }
    var isPaged: Bool { false }
}
