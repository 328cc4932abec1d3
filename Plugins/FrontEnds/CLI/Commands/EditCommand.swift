import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// `loot edit`
struct EditCommand: LootCommand {
    let declaration = Command(
        "edit", summary: "Set fields of items",
        discussion: """
            An empty value takes a field's value out: --location "". Tags with + and - before them are put in and taken \
            out, and the others stay: --tags +fragile,-sold.
            """,
        group: "Items",
        arguments: [ItemArguments.anyNumber],
        options: QueryOptions.selecting + [QueryOptions.yes, ItemOutput.format]
            + FieldOptions.declared(),
        examples: [
            .init("loot edit '#3' --value 45 --location Attic", "Set two fields"),
            .init("loot edit --where 'value >= 500' --tags +insured --yes", "Add a tag to many"),
            .init("loot edit --where 'location = Garage' --location Shed --yes", "Move everything"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let edit = try FieldOptions.edit(context.invocation, own: context.host.ownFields)
        guard !edit.isEmpty else {
            throw LootError(
                .usage, "can't edit", because: "no field was given",
                next: "Write for example: \(context.program.name) edit '#1' --value 45")
        }
        let output = try ItemOutput(context, fields: nil)
        let inventory = try await context.inventory()
        guard let chosen = try await Chosen(context, inventory, .init(name: "edit", done: "edited")) else {
            return .success
        }
        let commit = try await inventory.edit(chosen.items, edit, in: context.presentation.money)
        if chosen.isByCondition, output.isTable {
            let edited = commit?.changes.count ?? 0
            context.line(
                edited == 0
                    ? "Nothing to edit: all of them are so already."
                    : "Edited \(ItemPresentation.count(edited)).")
        }
        let carried = (commit?.changes.count ?? 0) - chosen.items.count
        if carried > 0, output.isTable, let commit {
            for (place, count) in try await inventory.joined(by: commit) {
                context.line(ItemPresentation.joined(place, count))
            }
        }
        if chosen.isByCondition, output.isTable { return .success }
        if carried > 0, output.isTable {
            context.line(
                "With \(chosen.items.count == 1 ? "it" : "them") \(ItemPresentation.count(carried)) in it.")
        }
        var edited = chosen.items
        for change in commit?.changes ?? [] {
            guard case .update(let id, let patch) = change.change,
                let index = edited.firstIndex(where: { $0.id == id })
            else { continue }
            try patch.apply(to: &edited[index])
        }
        try await output.write(edited, at: chosen.rows, in: inventory)
        return .success
    }
}
