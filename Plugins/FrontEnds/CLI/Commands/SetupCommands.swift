import CommandLineKit
import LootCore
import LootFormats
import LootPlugins
import TerminalText

/// `loot plugins`
struct PluginsCommand: LootCommand {
    let declaration = Command(
        "plugins", summary: "List what a configuration can select", group: "Setup",
        options: OutputFormat.options,
        examples: [.init("loot plugins", "Stores, sectionings and front ends, with their keys")])

    var isPaged: Bool { true }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let headings: [(PluginDescriptor.Kind, String)] = [
            (.store, "Stores (store.use)"), (.decorator, "Store decorators (store.with)"),
            (.sectioning, "Sections (sections.use)"), (.catalog, "Catalogs of products (catalogs)"),
            (.frontEnd, "Front ends (frontEnd.use)"),
        ]
        let plugins = context.host.plugins
        guard context[OutputFormat.option] == .table else {
            try context.write(PluginsCommand.records(plugins))
            return .success
        }
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
        return .success
    }

    /// A record for each plugin, with its options as a list of objects.
    private static func records(_ plugins: [PluginDescriptor]) -> Records {
        var records = Records([
            .init("name", "Name"), .init("kind", "Kind"), .init("summary", "Summary", wraps: true),
            .init("options", nil),
        ])
        for plugin in plugins {
            let options = plugin.options.map { option in
                var members: [ForeignField] = [
                    .init("name", .text(option.name)), .init("summary", .text(option.summary)),
                ]
                if let value = option.defaultValue { members.append(.init("default", .text(value.text))) }
                return ForeignValue.object(members)
            }
            records.append([
                .init(plugin.name), .init(plugin.kind.word), .init(plugin.summary),
                .init(options.isEmpty ? nil : .array(options), ""),
            ])
        }
        return records
    }

    private func rows(_ plugin: PluginDescriptor) -> [[StyledText]] {
        [[StyledText("  \(plugin.name)"), StyledText(plugin.summary)]]
            + plugin.options.map { option in
                let value = option.defaultValue.map { " (default \($0.text))" } ?? ""
                return [
                    StyledText("    \(option.name)", Style(.dim)),
                    StyledText(option.summary + value, Style(.dim)),
                ]
            }
    }
}

extension PluginDescriptor.Kind {
    /// What programs read.
    fileprivate var word: String {
        switch self {
        case .store: "store"
        case .decorator: "decorator"
        case .sectioning: "sectioning"
        case .catalog: "catalog"
        case .frontEnd: "frontEnd"
        }
    }
}

extension SettingValue {
    /// The value as a person writes it in a flag.
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

/// `loot completions`
struct CompletionsCommand: LootCommand {
    private static let shell = Argument.choice("SHELL", "The shell", Shell.allCases.map { ($0.rawValue, $0) })

    let declaration = Command(
        "completions", summary: "Print completions for a shell", group: "Setup",
        arguments: [shell],
        examples: [
            .init("loot completions bash > ~/.local/share/bash-completion/completions/loot", "For bash"),
            .init(
                "loot completions zsh > ~/.local/share/zsh/site-functions/_loot",
                "For zsh, in a folder of $fpath"),
            .init("loot completions fish > ~/.config/fish/completions/loot.fish", "For fish"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        if let shell = context[CompletionsCommand.shell] {
            context.write(context.program.program.completionScript(for: shell))
        }
        return .success
    }
}
