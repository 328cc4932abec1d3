import CommandLineKit
import Localization
import LootActions
import LootCore
import LootFormats
import LootPlugins
import TerminalText

/// The keys of all settings with their descriptions, one paragraph each.
private struct KnownSettings: MessageValue {
    func text(in language: Language) -> String {
        KnownSetting.all.map { language.titled($0.key.rawValue, $0.summary.text(in: language)) }
            .joined(separator: "\n\n")
    }
}

/// The `loot settings` command.
struct SettingsCommand: LootCommand {
    private static let key = Argument.required(
        "KEY", "The setting, such as currency, or an entry, such as views.insured", values: keys)
    private static let value = Argument.required("VALUE", "The value: text, a number, or an object as JSON")
    private static let keys = Values.suggested(KnownSetting.all.map(\.key.rawValue))

    let declaration = Command(
        "settings", summary: "Show or change the settings of the list",
        discussion: """
            Settings are stored with the items: every front end uses them, changes can be undone, and they are part of \
            copies, archives, mirrors and git merges. They take precedence over the configuration.

            \(KnownSettings())
            """,
        group: "Setup", implied: "show",
        subcommands: [
            Command("show", summary: "Show all values and their sources", options: OutputFormat.options),
            Command(
                "set", summary: "Change a setting", arguments: [key, value], options: [ChangeOptions.trial],
                examples: [
                    .init("loot settings set currency EUR", "Use euros for amounts without a currency"),
                    .init("loot settings set title \"Lake cabin\"", "Set the name of the list"),
                    .init("loot settings set customFields.weight decimal", "Define a custom field"),
                ]),
            Command(
                "unset", summary: "Remove a setting from the list", arguments: [key],
                options: [ChangeOptions.trial]),
        ],
        examples: [.init("loot settings", "Show all values and their sources")])

    var listNeed: ListNeed { .beginning }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let subcommand = context.invocation.path.last
        if subcommand != "set" { context.listNeed = .list }
        let inventory = try await context.inventory()
        switch subcommand {
        case "set":
            let path = try SettingPath(context[SettingsCommand.key])
            let typed = path.value(of: context[SettingsCommand.value])
            let commit = try await inventory.changeSettings(for: context.host) { $0[path] = typed }
            let value = try await inventory.settings()[path]
            context.tell(
                commit == nil
                    ? String(localized: "It already has this value.")
                    : String(localized: "Set \(path.text) to \(SettingText.line(path.text(of: value)))."))
            try await tellEffect(of: commit, inventory, context)
        case "unset":
            let key = SettingKey(rawValue: context[SettingsCommand.key])
            // A setting from a newer version can be removed even though it is unknown.
            let path = try await inventory.settings()[key] == nil ? SettingPath(key.rawValue) : nil
            let commit = try await inventory.changeSettings(for: context.host) { settings in
                if let path { settings[path] = nil } else { settings[key] = nil }
            }
            context.tell(
                commit == nil
                    ? String(localized: "The list doesn't contain this setting.")
                    : String(localized: "Unset \(TextRules.visible(key.rawValue))."))
            try await tellEffect(of: commit, inventory, context)
        default: try show(try await inventory.settings(), context)
        }
        return .success
    }

    /// Reports how many items have amounts that are in another currency after a commit, or would be in a dry run.
    private func tellEffect(
        of commit: Commit?, _ inventory: Inventory, _ context: CommandContext
    ) async throws(LootError) {
        guard let effect = try await inventory.effectOnAmounts(of: commit) else { return }
        if !context.isTrial { return context.tell(effect.text) }
        if let note = try await inventory.noteOnCurrency() { context.say(note.text) }
    }

    private func show(_ settings: ListSettings, _ context: CommandContext) throws(LootError) {
        var records = Records([
            .init("key", String(localized: "Key")), .init("value", String(localized: "Value"), wraps: true),
            .init("origin", String(localized: "Source"), wraps: true),
        ])
        func append(_ key: SettingKey, _ value: ForeignValue, _ origin: String) {
            let setting = KnownSetting.all.first { $0.key == key }
            let text = setting.map { SettingPath($0).text(of: value) } ?? SettingText.text(value)
            records.append([.init(key.rawValue), .init(value, StyledText(text)), .init(origin: origin)])
        }
        let known = KnownSetting.all.map(\.key)
        for key in known + settings.keys.filter({ !known.contains($0) && !$0.isInternal }) {
            if let value = settings[key] {
                append(key, value, "list")
            } else if let (value, origin) = fallback(key, context) {
                append(key, value, origin)
            }
        }
        try context.write(records)
    }

    /// The value that applies as long as the list doesn't set one, and its origin.
    private func fallback(_ key: SettingKey, _ context: CommandContext) -> (ForeignValue, String)? {
        let entry = context.host.configuration().first {
            $0.path == "cli.\(key.rawValue)" || $0.path == "frontEnd.\(key.rawValue)"
        }
        let origin = entry?.origin ?? "default"
        switch key {
        case "currency": return (.text(context.configuration.currency), origin)
        case "highValue": return (.number(context.configuration.highValue.description), origin)
        case "dueWithin": return (.text(DueDate.usualSpan.description), "default")
        default: return nil
        }
    }
}
