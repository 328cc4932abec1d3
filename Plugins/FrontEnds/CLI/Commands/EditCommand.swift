import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// `loot edit`
struct EditCommand: LootCommand {
    let declaration = Command(
        "edit", summary: "Set fields of items",
        discussion: "An empty value takes a field's value out: --location \"\".", group: "Items",
        arguments: [ItemArguments.anyNumber],
        options: [QueryOptions.condition, QueryOptions.yes, ItemOutput.format]
            + FieldOptions.declared(),
        examples: [
            .init("loot edit '#3' --value 45 --location Attic", "Set two fields"),
            .init("loot edit --where 'location = Garage' --location Shed --yes", "Move everything"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let patch = try FieldOptions.patch(context.invocation)
        guard !patch.isEmpty else {
            throw LootError(
                .usage, "can't edit", because: "no field was given",
                next: "Write for example: loot edit '#1' --value 45")
        }
        let output = try ItemOutput(context, fields: nil)
        let inventory = try await context.inventory()
        guard let chosen = try await Chosen(context, inventory, .init(name: "edit", done: "edited")) else {
            return .success
        }
        let commit = try await inventory.edit(chosen.items.map(\.id), patch)
        if chosen.isByCondition, output.isTable {
            let edited = commit?.changes.count ?? 0
            context.line(
                edited == 0
                    ? "Nothing to edit: all of them are so already."
                    : "Edited \(ItemPresentation.count(edited)).")
            return .success
        }
        var edited: [Item] = []
        for item in chosen.items { edited.append(try await inventory.item(.id(item.id))) }
        try await output.write(edited, in: inventory)
        return .success
    }
}
