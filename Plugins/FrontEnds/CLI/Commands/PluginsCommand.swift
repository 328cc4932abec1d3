import CommandLineKit
import LootCore
import LootPlugins
import TerminalText

/// The `loot plugins` command, and its hidden alias.
struct PluginsCommand: LootCommand {
    private static let program = Argument.required("PROGRAM", "The name, or a path with a /", values: .file)
    private static let name = Argument.required("NAME", "The name")
    private static let record = Argument.required("FILE", "The recording", values: .file)
    private static let file = Argument.required("FILE", "The file for the recording", values: .file)
    private static let kind = Option.value(
        "kind", "KIND", "The kind: store (the default), sectioning, importer, exporter, hook or action",
        values: .suggested(["store", "sectioning", "importer", "exporter", "hook", "action"]))
    private static let language = Option.value(
        "language", "LANGUAGE", "The language: python (the default), sh or go",
        values: .suggested(["python", "sh", "go"]))
    private static let settings = Option.values(
        "set", "KEY=VALUE", "An option of the plugin; {} is replaced with a new name for each law")
    private static let seed = Option.number("seed", "N", "The seed of the random steps")
    private static let steps = Option.number(
        "steps", "N", "The number of random steps", in: 0...1_000_000)

    private static let only = Option.value(
        "only", "TEXT", "Only laws whose names contain this text")
    private static let sample = Option.value(
        "sample", "FILE", "A file that the plugin's importers can read", values: .file)

    let declaration: Command

    /// Creates the command with the given name.
    init(_ name: String = "plugins", isHidden: Bool = false) {
        declaration = Command(
            name, summary: "List plugins, and manage plugins in other languages",
            discussion: """
                A plugin can be a program in any language, named loot-plugin-NAME, in the plugins folder of your \
                configuration or on the PATH. It runs only after you trust it, and only until its file changes. It can \
                be a store, a sectioning, a format, a hook or an action, and is used like the built-in ones.
                """,
            group: "Setup", isHidden: isHidden, options: OutputFormat.options,
            subcommands: [
                Command("list", summary: "List trusted programs, and untrusted ones that were found"),
                Command(
                    "trust", summary: "Trust a program with its current content",
                    arguments: [Self.program],
                    options: [ChangeOptions.yes]),
                Command("forget", summary: "Stop trusting a program", arguments: [Self.name]),
                Command(
                    "new", summary: "Create a plugin from a template", arguments: [Self.name],
                    options: [Self.kind, Self.language]),
                Command(
                    "test",
                    summary:
                        "Test a plugin with all laws; a plugin given by its path doesn't have to be trusted",
                    arguments: [Self.program],
                    options: [Self.settings, Self.seed, Self.steps, Self.only, Self.sample]),
                Command(
                    "record", summary: "Test a plugin, and record its messages",
                    arguments: [Self.program, Self.file],
                    options: [Self.settings, Self.seed, Self.steps, Self.only, Self.sample]),
                Command(
                    "replay", summary: "Replay a recording, and show responses that differ",
                    arguments: [Self.record, Self.program]),
            ],
            examples: [
                .init("loot plugins", "List all plugins with their options"),
                .init("loot plugins new shelf --kind store --language python", "Create a store in Python"),
                .init("loot plugins test ./loot-plugin-shelf", "Test it"),
                .init(
                    "loot plugins test ./loot-plugin-shelf --set path=/tmp/{}.json",
                    "Test it with new files in /tmp"),
                .init("loot plugins trust ./loot-plugin-shelf", "Use it: loot --store shelf:items.json list"),
            ])
    }

    var listNeed: ListNeed { .beginning }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let path = context.invocation.path
        guard path.count > 1 else {
            if context[OutputFormat.option] == .table {
                listPlugins(context)
            } else {
                try context.write(PluginsCommand.records(context.host.plugins))
            }
            return .success
        }
        guard let programs = context.host.programs else {
            throw LootError(
                .unsupported, "Can't manage plugins.", reason: "This program doesn't run plugins.")
        }
        let tell: @Sendable (String) -> Void = { [console = context.console] line in
            // Each step that violates a law is on a separate line.
            for part in line.split(separator: "\n") { console.write(String(part).visible() + "\n") }
            try? console.flush()
        }
        switch path.last {
        case "list": listPrograms(try programs.list(), context)
        case "trust": try await trust(context, programs)
        case "forget":
            try programs.forget(context[Self.name])
            context.line(String(localized: "\(context[Self.name]) is no longer trusted."))
        case "new":
            let (kind, language) = (context[Self.kind] ?? "store", context[Self.language] ?? "python")
            let files = try programs.writeTemplate(kind, in: language, name: context[Self.name])
            context.line(String(localized: "Wrote \(list: files)."))
            let file = files[0]
            let built = file.hasSuffix(".go") ? String(file.dropLast(3)) : file
            if built != file {
                context.line(String(localized: "Build it with: go build -o \(built) \(file)"))
            }
            let sample = kind == "importer" ? " --sample FILE" : ""
            context.line(
                String(localized: "Test it with: \(context.program.name) plugins test ./\(built)\(sample)"))
        case "test": return try await test(context, programs, record: nil, tell)
        case "record": return try await test(context, programs, record: context[Self.file], tell)
        default:
            let isSame = try await programs.replay(
                context[Self.record], to: context[Self.program], tell: tell)
            return isSame ? .success : .badData
        }
        return .success
    }

    private func trust(
        _ context: CommandContext, _ programs: any PluginPrograms
    ) async throws(LootError) {
        let name = context[Self.program]
        try context.confirm(
            String(localized: "Allow \(TextRules.visible(path: name)) to run with all of your permissions?"),
            refusal: LootError(
                .declined, "Can't trust \(TextRules.visible(path: name)).",
                reason: """
                    A trusted program can do everything that you can, and confirmation isn't possible without a \
                    terminal.
                    """, advice: "Confirm it with --yes."))
        let program = try await programs.trust(name)
        context.line(String(localized: "\(program.name) is trusted. It offers:"))
        for offer in program.offers {
            let access =
                offer.kind == .action ? String(localized: "It changes the items that you select.") : ""
            let summary = Language.current.joined([offer.summary.text, access])
            context.line("  \(offer.kind.rawValue) \(offer.name): \(summary)")
        }
    }

    private func test(
        _ context: CommandContext, _ programs: any PluginPrograms, record: String?,
        _ tell: @escaping @Sendable (String) -> Void
    ) async throws(LootError) -> ExitStatus {
        var trial = PluginTrial(context[Self.program], record: record)
        for text in context[Self.settings] {
            guard let separator = text.firstIndex(of: "=") else {
                throw LootError(
                    .usage, "Can't read --set \(TextRules.quoted(text)).",
                    reason: "It doesn't have the form KEY=VALUE.", advice: "Use, for example, path=/tmp/{}."
                )
            }
            trial.settings[String(text[..<separator])] = String(text[text.index(after: separator)...])
        }
        if let seed = context[Self.seed] { trial.seed = UInt64(seed) }
        if let steps = context[Self.steps] { trial.steps = steps }
        (trial.only, trial.sample) = (context[Self.only], context[Self.sample])
        return try await programs.test(trial, tell: tell) ? .success : .badData
    }

    private func listPrograms(_ programs: [PluginProgram], _ context: CommandContext) {
        if programs.isEmpty {
            return context.line(
                String(
                    localized:
                        "No plugins in other languages found. Create one with: \(context.program.name) plugins new NAME"
                )
            )
        }
        var table = Table(
            [.init(overflow: .never), .init(overflow: .never), .init(overflow: .wrap)], glyphs: context.glyphs
        )
        let rows = programs.map { program in
            let state =
                switch program.trust {
                case .trusted: String(localized: "trusted")
                case .unknown: String(localized: "not trusted")
                case .changed: String(localized: "changed, not run")
                case .missing: String(localized: "missing")
                }
            let offers = program.offers.map { "\($0.kind.rawValue) \($0.name)" }.joined(separator: ", ")
            return [
                StyledText(program.name),
                StyledText(state, program.trust == .trusted ? Style() : Style(.bold)),
                StyledText(offers.isEmpty ? program.path : "\(offers) (\(program.path))", Style(.dim)),
            ]
        }
        for row in rows { table.measure(row) }
        let layout = table.layout(width: context.width, colors: context.colors)
        var text = ""
        for row in rows { layout.append(row, to: &text) }
        context.write(text)
    }

    /// Writes the plugins from which a configuration can select.
    func listPlugins(_ context: CommandContext) {
        let headings: [(PluginDescriptor.Kind, String)] = [
            (.store, String(localized: "Stores (store.use)")),
            (.decorator, String(localized: "Store wrappers (store.with)")),
            (.sectioning, String(localized: "Sections (sections.use)")),
            (.catalog, String(localized: "Catalogs (catalogs)")),
            (.importer, String(localized: "Importers (importers)")),
            (.exporter, String(localized: "Exporters (exporters)")),
            (.hook, String(localized: "Hooks (hooks)")), (.action, String(localized: "Actions (actions)")),
            (.frontEnd, String(localized: "Front ends (frontEnd.use)")),
        ]
        let plugins = context.host.plugins
        var text = ""
        var table = Table([.init(overflow: .never), .init(overflow: .wrap)], glyphs: context.glyphs)
        for plugin in plugins { for row in rows(plugin) { table.measure(row) } }
        let layout = table.layout(width: context.width, colors: context.colors)
        for (kind, heading) in headings {
            let members = plugins.filter { $0.kind == kind }
            if members.isEmpty { continue }
            if !text.isEmpty { text += "\n" }
            text += StyledText(heading, Style(.bold)).rendered(colors: context.colors) + "\n"
            for plugin in members { for row in rows(plugin) { layout.append(row, to: &text) } }
        }
        context.write(text)
    }

    /// Returns a record for each plugin, with its options as an array of objects.
    private static func records(_ plugins: [PluginDescriptor]) -> Records {
        var records = Records([
            .init("name", String(localized: "Name")), .init("kind", String(localized: "Kind")),
            .init("summary", String(localized: "Summary"), wraps: true),
            .init("options", nil),
        ])
        for plugin in plugins {
            let options = plugin.options.map { option in
                var members: [ForeignField] = [
                    .init("name", .text(option.name)), .init("summary", .text(option.summary.text)),
                ]
                if let value = option.defaultValue { members.append(.init("default", .text(value.text))) }
                return ForeignValue.object(members)
            }
            records.append([
                .init(plugin.name), .init(plugin.kind.rawValue), .init(plugin.summary.text),
                .init(options.isEmpty ? nil : .array(options), ""),
            ])
        }
        return records
    }

    private func rows(_ plugin: PluginDescriptor) -> [[StyledText]] {
        [[StyledText("  \(plugin.name)"), StyledText(plugin.summary.text)]]
            + plugin.options.map { option in
                let value = option.defaultValue.map { " " + String(localized: "(default \($0.text))") } ?? ""
                return [
                    StyledText("    \(option.name)", Style(.dim)),
                    StyledText(option.summary.text + value, Style(.dim)),
                ]
            }
    }
}

extension SettingValue {
    /// The value in the notation of command-line options.
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .amount(let amount): amount.description
        case .flag(let flag): String(flag)
        case .list(let list): list.map(\.text).joined(separator: ",")
        }
    }
}
