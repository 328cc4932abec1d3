import CommandLineKit
import LootActions
import LootCore
import LootMerge
import LootPlugins
import TerminalText

/// The `loot conflicts` command.
struct ConflictsCommand: LootCommand {
    private static let item = Argument.optional(
        "ITEM", "An ID or its beginning, a name, #POSITION, or settings; the default is all",
        values: Known.items.values)
    private static let field = Argument.optional(
        "FIELD", "The field; the default is all fields of the item",
        values: .suggested(FieldOptions.names))
    private static let take = Option.value(
        "take", "ours|theirs|VALUE", "The value to keep: ours, theirs, or another value",
        values: .suggested(MergeConflict.Side.allCases.map(\.rawValue)))

    let declaration = Command(
        "conflicts", summary: "List and resolve conflicts of a merge",
        discussion: """
            An item keeps your value of a conflicting field, and stores the other one until you resolve the conflict. \
            A single undo reverts a resolution. An item that one side removed and the other changed is kept until you \
            choose the side that removed it.

            Conflicts in the settings of the list work the same way. Resolve them with “loot conflicts settings KEY \
            --take theirs”.

            The exit status is 1 if conflicts are listed, and 0 otherwise.
            """,
        group: "Files",
        arguments: [item, field],
        options: [take, ChangeOptions.trial] + OutputFormat.options,
        examples: [
            .init("loot conflicts", "List conflicts"),
            .init("loot conflicts '#3' value --take theirs", "Use their value"),
            .init("loot conflicts '#3' --take ours", "Keep all of your values"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let take = context[ConflictsCommand.take]
        context.onlyShows = take == nil
        let inventory = try await context.inventory()
        guard let named = context[ConflictsCommand.item] else {
            if take != nil {
                throw LootError(
                    .usage, "Can't resolve the conflicts.", reason: "No item was given.",
                    advice:
                        "Run, for example, “\(context.program.name) conflicts '#3' value --take theirs”.")
            }
            return try list(
                try await inventory.unsettled(), nil, try await inventory.settings().conflicts, context)
        }
        let field = context[ConflictsCommand.field]
        if named == ConflictsCommand.settings {
            let conflicts = try await inventory.settings().conflicts.filter {
                field == nil || $0.field?.rawValue == field
            }
            if !conflicts.isEmpty { return try await settle(conflicts, take, inventory, context) }
        }
        let item = try await inventory.item(ItemReference(parsing: named))
        guard let take else {
            return try list([item], field, [], context)
        }
        let conflicts = item.conflicts.filter { ConflictsCommand.matches($0, field) }
        guard let first = conflicts.first else {
            let name = TextRules.visible(item.name)
            let reason: Message =
                if let field {
                    "“\(name)” has no conflict in the field “\(TextRules.visible(field))”."
                } else { "“\(name)” has no conflict." }
            throw LootError(
                .noSuchItem, "Can't resolve the conflict.", reason: reason,
                advice: "List all conflicts with “\(context.program.name) conflicts”.", item: item.id)
        }
        let settlement = try ConflictsCommand.settlement(take, conflicts)
        try await inventory.settle(conflicts, of: item.id, settlement)
        guard let settled = try await inventory.store.item(item.id) else {
            context.tell(String(localized: "Resolved. “\(item.name)” was removed."))
            return .success
        }
        guard conflicts.count == 1, let key = first.field else {
            context.tell(
                String(
                    localized:
                        """
                        Resolved \(conflicts.count, one: "conflict", other: "conflicts") in \
                        “\(settled.name)”.
                        """
                )
            )
            return .success
        }
        let value =
            settled.value(for: key).map { context.presentation.text(of: $0, in: key) }
            ?? ItemPresentation.notSet
        context.tell(String(localized: "Resolved: “\(settled.name)”: \(FieldNoun(key)): \(value)"))
        return .success
    }

    private static let settings = "settings"

    /// Lists or settles conflicts between settings.
    private func settle(
        _ conflicts: [MergeConflict], _ take: String?, _ inventory: Inventory, _ context: CommandContext
    ) async throws(LootError) -> ExitStatus {
        guard let take else { return try list([], nil, conflicts, context) }
        guard let side = MergeConflict.Side(rawValue: take) else {
            throw LootError(
                .usage, "Can't resolve the conflicts with “\(TextRules.visible(take))”.",
                reason: "Conflicts in settings can only be resolved with ours or theirs.",
                advice: "Set another value with “\(context.program.name) settings set KEY VALUE”.")
        }
        for conflict in conflicts {
            let path = conflict.field?.rawValue ?? ""
            try await inventory.settle(setting: path, taking: side, for: context.host)
            let value = conflict.value(of: side).map { "\($0)" } ?? ItemPresentation.notSet
            context.tell(String(localized: "Resolved: \(path): \(value)"))
        }
        return .success
    }

    /// Parses the argument of `--take`.
    private static func settlement(
        _ text: String, _ conflicts: [MergeConflict]
    ) throws(LootError) -> Settlement {
        if let side = MergeConflict.Side(rawValue: text) { return .taking(side) }
        guard conflicts.count == 1, let key = conflicts[0].field else {
            throw LootError(
                .usage, "Can't resolve the conflicts with “\(TextRules.visible(text))”.",
                reason: conflicts.count == 1
                    ? "The conflict concerns the whole item."
                    : "A single value can't resolve \(conflicts.count, one: "conflict", other: "conflicts").",
                advice: conflicts.count == 1
                    ? "Use ours or theirs." : "Specify the field, or use ours or theirs.")
        }
        if let field = Field.with(key: key) { return .value(try field.parse(text)) }
        let type = (conflicts[0].ours ?? conflicts[0].theirs)?.type ?? .text
        return .value(text.isEmpty ? nil : try type.parse(text))
    }

    private static func matches(_ conflict: MergeConflict, _ field: String?) -> Bool {
        guard let field else { return true }
        guard let key = conflict.field else { return field.lowercased() == Field.idKey.rawValue }
        return key.rawValue == field || key.customName == field || (try? Field.named(field)) == key
    }

    /// Lists unresolved conflicts. The status indicates whether there are any.
    private func list(
        _ items: [Item], _ field: String?, _ settings: [MergeConflict], _ context: CommandContext
    ) throws(LootError) -> ExitStatus {
        let output = MergeOutput(context)
        let ids = ShortIDs(items.map(\.id))
        var records = Records([
            .init("id", "ID"), .init("name", String(localized: "Name"), wraps: true),
            .init("field", String(localized: "Field"), wraps: true),
            .init("ours", String(localized: "Yours"), wraps: true),
            .init("theirs", String(localized: "Theirs"), wraps: true),
        ])
        records.hasTitles = true
        for conflict in settings {
            func text(_ side: MergeConflict.Side) -> String {
                conflict.value(of: side).map { "\($0)" } ?? ItemPresentation.notSet
            }
            records.append([
                .init(Self.settings), .init(conflict.name), .init(conflict.field?.rawValue ?? ""),
                .init(text(.ours)), .init(text(.theirs)),
            ])
        }
        for item in items {
            for conflict in item.conflicts where ConflictsCommand.matches(conflict, field) {
                let title =
                    conflict.field.map { ItemPresentation.title(of: $0) } ?? String(localized: "The item")
                records.append([
                    .init(.text(item.id.description), StyledText(ids[item.id], Style(.dim))),
                    .init(item.name),
                    .init(conflict.field.map { .text(Field.name(of: $0)) }, StyledText(title)),
                    .init(output.text(conflict, .ours)), .init(output.text(conflict, .theirs)),
                ])
            }
        }
        try context.write(records, empty: String(localized: "No conflicts."))
        return records.isEmpty ? .success : .unsettled
    }
}
