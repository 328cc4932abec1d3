public import CommandLineKit
public import LootCore

/// The declaration of `loot`'s command line: its own commands, and the words that start other front ends.
public struct LootProgram {
    /// The declaration itself.
    public let program: Program
    private let commands: [(command: any LootCommand, declaration: Command)]
    private let frontEnds: [(command: FrontEndPlugin.Command, plugin: PluginDescriptor)]

    /// The command line of an application with these front ends and plugins.
    public init(_ host: any Host) {
        self.init(frontEnds: host.frontEndCommands, plugins: host.plugins)
    }

    /// The command line of an application with these front ends and plugins.
    public init(
        frontEnds: [(command: FrontEndPlugin.Command, plugin: PluginDescriptor)], plugins: [PluginDescriptor]
    ) {
        let sectionings = plugins.filter { $0.kind == .sectioning }.map(\.name)
        let ours: [any LootCommand] = [
            AddCommand(), ListCommand(sectionings), ShowCommand(), EditCommand(), RemoveCommand(),
            MoveCommand(),
            FavoriteCommand(true), FavoriteCommand(false), PhotoCommand(),
            SectionsCommand(sectionings), StatsCommand(sectionings),
            ImportCommand(), ExportCommand(), CopyCommand(), ReportCommand(sectionings),
            MergeCommand(), ConflictsCommand(), MergeDriverCommand(),
            UndoCommand(), RedoCommand(), HistoryCommand(),
            CheckCommand(), RecoverCommand(), CompactCommand(), BenchCommand(),
            ConfigCommand(), PluginsCommand(), GitCommand(), CompletionsCommand(),
        ]
        commands = ours.map { ($0, $0.declaration) }
        self.frontEnds = frontEnds
        let root = Command(
            "loot", summary: "Keep track of what you own.",
            discussion: """
                Without a command, the configured front end starts; unless another is configured, that lists your \
                items. An ITEM is an id, the beginning of one, or '#POSITION', in quotes; fewer than \
                eight digits alone are neither.

                Exit status: 0 done, 1 not done since the answer to a question was no, or conflicts are left, 64 usage, \
                65 bad data, 66 no such item, input or list, 69 store unavailable, 73 can't create or write, 74 input/output, 75 locked or \
                changed meanwhile (try again), 78 configuration. An error that comes after something was changed says \
                what was done.
                """,
            options: LootProgram.globals,
            subcommands: commands.map(\.declaration) + frontEnds.map(LootProgram.declaration),
            examples: [
                .init("loot add \"Rusty Spork\" --value 40 --location Kitchen", "Add an item"),
                .init("loot list --where 'value >= 50' --sort value:desc", "List the dearest things"),
                .init("loot undo", "Take the last change back"),
            ])
        program = Program(root)
    }

    /// The options that the application's wiring takes for itself, wherever they stand.
    static let globals: [Option] = [
        .value(
            "config", "FILE", "Read this configuration file", values: .file, isGlobal: true,
            group: "Global options"),
        .value(
            "set", "KEY=VALUE", "Set a configuration key: store.path=items.json", isRepeatable: true,
            isGlobal: true,
            group: "Global options"),
        .value(
            "store", "ADDRESS", "Use this store: json:items.json, memory:", isGlobal: true,
            group: "Global options"),
        .flag("version", "Print the version", isGlobal: true, group: "Global options"),
    ]

    /// Runs the command that was parsed.
    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let name = context.parsed.path.first ?? "list"
        if let own = commands.first(where: { $0.declaration.name == name }) {
            context.listNeed = own.command.listNeed
            return try await own.command.run(context)
        }
        guard let frontEnd = frontEnds.first(where: { $0.command.name == name }) else { return .usage }
        context.tellMissingList()
        return try await context.host.run(
            frontEnd.command, settings: try LootProgram.settings(of: frontEnd.plugin, context.parsed))
    }

    // MARK: Other front ends

    /// A front end's word, with its plugin's options as flags.
    private static func declaration(
        _ frontEnd: (command: FrontEndPlugin.Command, plugin: PluginDescriptor)
    ) -> Command {
        Command(
            frontEnd.command.name, summary: frontEnd.command.summary, group: "Other front ends",
            options: frontEnd.plugin.options.map { option in
                let name = flagName(option.name)
                switch option.kind {
                case .flag: return .flag(name, option.summary, isNegatable: true)
                case .choice(let words): return .value(name, "WORD", option.summary, values: .oneOf(words))
                case .path: return .value(name, "FILE", option.summary, values: .file)
                case .address: return .value(name, "ADDRESS", option.summary)
                case .integer: return .value(name, "N", option.summary)
                case .list: return .value(name, "A,B", option.summary)
                case .text, .secret: return .value(name, "TEXT", option.summary)
                }
            })
    }

    private static func settings(
        of plugin: PluginDescriptor, _ parsed: ParsedCommand
    ) throws(LootError) -> [String: SettingValue] {
        var settings: [String: SettingValue] = [:]
        for option in plugin.options {
            let name = flagName(option.name)
            if case .flag = option.kind {
                settings[option.name] = parsed.flag(name).map { .flag($0) }
            } else if let text = parsed.value(of: name) {
                settings[option.name] = setting(text, as: option.kind)
            }
        }
        return settings
    }

    /// What was typed for an option. What is not of its kind the wiring refuses.
    private static func setting(_ text: String, as kind: PluginOption.Kind) -> SettingValue {
        switch kind {
        case .integer: Int(text).map { .integer($0) } ?? .text(text)
        case .list(let kind):
            .list(text.split(separator: ",").map { setting(String($0), as: kind) })
        default: .text(text)
        }
    }

    /// `publicURL` as a flag: `public-url`. Options have ASCII names.
    private static func flagName(_ name: String) -> String {
        var result: [UInt8] = []
        var wasLower = false
        for byte in name.utf8 {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if isUpper, wasLower { result.append(UInt8(ascii: "-")) }
            result.append(isUpper ? byte | 0x20 : byte)
            wasLower = !isUpper
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// A command of the command line.
protocol LootCommand: Sendable {
    /// How it is called.
    var declaration: Command { get }
    /// What it needs of the store's file.
    var listNeed: ListNeed { get }
    /// Runs it, and writes its result.
    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus
}

extension LootCommand {
    var listNeed: ListNeed { .list }
}
