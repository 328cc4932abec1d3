import CommandLineKit
import LootActions
import LootCore
import LootFormats
import LootPlugins
import TerminalText

/// The `loot config` command.
struct ConfigCommand: LootCommand {
    private static let key = Argument.required(
        "KEY", "The key, such as cli.sort", values: Known.keys.values)
    private static let value = Argument.required(
        "VALUE", "The value: true, false, a number, a list or an object as JSON; everything else is text")

    let declaration = Command(
        "config", summary: "Show, check or change the configuration",
        discussion: """
            The file is ~/.config/loot/config.json, unless LOOT_CONFIG or --config names another. Changing a value \
            keeps the rest of the file and its comments. Values that make the configuration invalid are rejected.
            """,
        group: "Setup", needsSubcommand: true,
        subcommands: [
            Command("show", summary: "Show all values and their sources", options: OutputFormat.options),
            Command("check", summary: "Check the configuration for errors"),
            Command("path", summary: "Print the path of the file"),
            Command(
                "get", summary: "Print a value", arguments: [key],
                examples: [.init("loot config get store.path", "Print the path of the list")]),
            Command(
                "set", summary: "Set a value in the file", arguments: [key, value],
                examples: [
                    .init(
                        "loot config set store sqlite:big.sqlite", "Use a list in the current folder"),
                    .init(
                        "loot config set cli.columns name,location,value",
                        "Choose the columns of lists"),
                    .init(
                        "loot config set aliases.dear \"list --where 'value > 500'\"", "Define a command"
                    ),
                ]),
            Command("unset", summary: "Remove a value from the file", arguments: [key]),
            Command("edit", summary: "Edit the file with $VISUAL or $EDITOR, and check it"),
            Command("schema", summary: "Print the JSON Schema of configuration files"),
        ],
        examples: [
            .init("loot config show", "Show all values and their sources"),
            .init("loot config set cli.sort value:desc", "Choose the order of lists"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        switch context.invocation.path.last {
        case "check": return check(context)
        case "schema": context.write(context.host.configurationSchema() + "\n")
        case "path": context.line(TextRules.visible(path: try ConfigCommand.path(context)))
        case "get": try get(context)
        case "set":
            let key = context[ConfigCommand.key]
            if key.hasPrefix("aliases."), context.program.hasCommand(String(key.dropFirst("aliases.".count)))
            {
                throw LootError(
                    .usage, "Can't set “\(TextRules.visible(key))”.",
                    reason: "A command has this name, and commands take precedence over aliases.",
                    advice: "Choose another name.")
            }
            let isChanged = try context.host.configure(key, to: context[ConfigCommand.value])
            context.tell(
                isChanged
                    ? String(localized: "Set \(TextRules.visible(key)).")
                    : String(localized: "It already has this value."))
        case "unset":
            let key = context[ConfigCommand.key]
            let isChanged = try context.host.configure(key, to: nil)
            context.tell(
                isChanged
                    ? String(localized: "Removed the setting \(TextRules.visible(key)).")
                    : String(localized: "The file doesn't contain this key."))
        case "edit": return try edit(context)
        default:
            try show(context)
            return report(context)
        }
        return .success
    }

    private static func path(_ context: CommandContext) throws(LootError) -> String {
        if let path = context.host.configurationFile { return path }
        throw LootError(
            .configuration, "Can't find the configuration file.",
            reason: "Neither HOME nor XDG_CONFIG_HOME is set.", advice: "Specify a file with LOOT_CONFIG.")
    }

    /// Writes all errors in the configuration.
    private func report(_ context: CommandContext) -> ExitStatus {
        let problems = context.host.configurationProblems()
        for problem in problems { context.complain(problem) }
        return problems.isEmpty ? .success : .configuration
    }

    private func show(_ context: CommandContext) throws(LootError) {
        var records = Records([
            .init("key", String(localized: "Key"), wraps: true, resists: true),
            .init("value", String(localized: "Value"), wraps: true),
            .init("origin", String(localized: "Source"), wraps: true),
        ])
        for entry in context.host.configuration() {
            records.append([.init(entry.path), .init(entry.value), .init(origin: entry.origin)])
        }
        try context.write(records)
    }

    private func get(_ context: CommandContext) throws(LootError) {
        var key = context[ConfigCommand.key]
        let entries = context.host.configuration()
        // The options of the selected front end are shown under frontEnd.
        if let use = entries.first(where: { $0.path == "frontEnd.use" }).map({ ConfigCommand.plain($0.value) }
        ),
            key == use || key.hasPrefix("\(use).")
        {
            key = "frontEnd" + key.dropFirst(use.count)
        }
        if let entry = entries.first(where: { $0.path == key }) {
            // Write text without quotes, for use in scripts.
            return context.line(ConfigCommand.plain(entry.value))
        }
        let inner = entries.filter { $0.path.hasPrefix("\(key).") }
        guard inner.isEmpty else {
            for entry in inner { context.line("\(entry.path)=\(ConfigCommand.plain(entry.value))") }
            return
        }
        throw LootError(
            .usage, "Can't get “\(TextRules.visible(key))”.", reason: "It has no value.",
            advice: Suggestions.advice(for: key, among: entries.map(\.path)))
    }

    private static func plain(_ value: String) -> String { ItemJSON.list("[\(value)]")?.first ?? value }

    private func check(_ context: CommandContext) -> ExitStatus {
        let status = report(context)
        if status == .success { context.tell(String(localized: "The configuration has no errors.")) }
        return status
    }

    private func edit(_ context: CommandContext) throws(LootError) -> ExitStatus {
        let path = try ConfigCommand.path(context)
        if !context.files.exists(path) {
            if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
                try context.files.makeFolders(String(path[..<slash]))
            }
            let writer = try context.files.create(path, replaces: false)
            try writer.write(Array("{\n}\n".utf8))
            try writer.commit()
        }
        try TextEditor(context).edit(path)
        // Read the configuration again, since the file has changed.
        let problems = context.host.configurationProblemsNow()
        for problem in problems { context.complain(problem) }
        if problems.isEmpty { context.tell(String(localized: "The configuration has no errors.")) }
        return problems.isEmpty ? .success : .configuration
    }
}
