import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot edit` command.
struct EditCommand: LootCommand {
    private static let usesEditor = Option.flag(
        "editor", short: "e", "Edit the items as text with $VISUAL or $EDITOR")

    let declaration = Command(
        "edit", summary: "Change fields of items",
        discussion: """
            An empty value clears a field: --location "". Prefix tags with + or - to add or remove them: --tags \
            +fragile,-sold. --quantity +5 and --quantity -5 change a number, and --value '*1.1' multiplies it. With \
            --editor, you edit all fields as text; a single undo reverts all changes, and errors are shown on the \
            lines where they occur.
            """,
        group: "Items",
        arguments: [ItemArguments.anyNumber],
        options: [usesEditor] + ChangeOptions.choosing + ItemOutput.options + FieldOptions.declared(),
        examples: [
            .init("loot edit '#3' --value 45 --location Attic", "Change two fields"),
            .init("loot edit --where 'location = Garage' --editor", "Edit several items in an editor"),
            .init("loot edit --where 'value >= 500' --tags +insured --dry-run", "Preview a change"),
            .init("loot edit --where 'tags has gold' --value '*1.1'", "Increase values by 10%"),
            .init(
                "loot edit --where 'location = Garage' --location Shed --yes",
                "Move everything to another place"),
            .init(
                "loot list --search bosch --format ids | loot edit - --tags +tool",
                "Edit the items that another command found"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let edit = try FieldOptions.edit(context.invocation, own: context.host.ownFields)
        let usesEditor = context[EditCommand.usesEditor]
        guard edit.isEmpty == usesEditor else {
            throw LootError(
                .usage, "Can't edit the items.",
                reason: usesEditor ? "Both fields and --editor were given." : "No field was given.",
                advice: usesEditor
                    ? "Use only one of them."
                    : """
                    Run, for example, “\(context.program.name) edit '#1' --value 45” or “\(context.program.name) edit \
                    '#1' --editor”.
                    """)
        }
        let output = try ItemOutput(context)
        let inventory = try await context.inventory()
        if usesEditor {
            let items = try await context.shownItems(in: inventory)
            if items.isEmpty { return .success }
            let commit = try await EditingSession(items, context).run(inventory)
            try await tell(commit, of: items, at: [:], isMany: items.count > 1, output, inventory, context)
            return .success
        }
        let messages = Chosen.Messages(
            question: { "Edit \($0)?" }, failure: { "Can't edit \($0)." })
        let chosen = try await Chosen(context, inventory, messages) {
            (items, inventory) async throws(LootError) in
            try await inventory.edit(
                items.map(\.id), edit, in: context.presentation.money, knowing: items)
        }
        guard let chosen else { return .success }
        try await tell(
            chosen.commit, of: chosen.items, at: chosen.rows, isMany: chosen.isByCondition, output, inventory,
            context)
        return .success
    }

    private func tell(
        _ commit: Commit?, of items: [Item], at rows: [ItemID: Int], isMany: Bool, _ output: ItemOutput,
        _ inventory: Inventory, _ context: CommandContext
    ) async throws(LootError) {
        let count = commit?.changes.count ?? 0
        if isMany, output.isTable {
            context.tell(
                count == 0
                    ? String(localized: "Nothing to change. The items already have these values.")
                    : String(localized: "Edited \(ItemPresentation.count(count))."))
        }
        let carried = count - items.count
        if carried > 0, output.isTable, let commit {
            for (place, count) in try await inventory.joined(by: commit) {
                context.tell(ItemPresentation.joined(place, count))
            }
        }
        if isMany, output.isTable { return }
        if carried > 0, output.isTable {
            context.tell(ItemPresentation.carried(carried, in: items.count))
        }
        var edited = items
        for change in commit?.changes ?? [] {
            guard case .update(let id, let patch) = change.change,
                let index = edited.firstIndex(where: { $0.id == id })
            else { continue }
            try patch.apply(to: &edited[index])
        }
        try await output.write(edited, at: rows, in: inventory)
    }
}
