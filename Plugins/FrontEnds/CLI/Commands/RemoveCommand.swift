import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot remove` command.
struct RemoveCommand: LootCommand {
    let declaration = Command(
        "remove", summary: "Remove items",
        discussion: """
            Asks for confirmation and shows the names. Without a terminal, as in a script, it needs --yes. A removal \
            can be undone.
            """,
        group: "Items",
        arguments: [ItemArguments.anyNumber],
        options: ChangeOptions.choosing,
        examples: [
            .init("loot remove '#3'", "Remove the third item"),
            .init("loot remove --where 'value = 0' --dry-run", "Preview a removal"),
            .init("loot remove --where 'value = 0' --yes", "Remove all items with a value of 0"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let inventory = try await context.inventory()
        let messages = Chosen.Messages(
            question: { "Remove \($0)?" }, failure: { "Can't remove \($0)." }, asksForNamed: true,
            showsDifferences: false
        ) { (items) async throws(LootError) in
            try await inventory.contentsLeft(by: items).map { ItemPresentation.left($0.count, in: $0.place) }
        }
        var left: [(place: PlacePath, count: Int)] = []
        let chosen = try await Chosen(context, inventory, messages) {
            (items, inventory) async throws(LootError) in
            left = try await inventory.contentsLeft(by: items)
            return try await inventory.remove(items.map(\.id))
        }
        guard let chosen else { return .success }
        context.tell(
            chosen.items.count == 1
                ? String(localized: "Removed “\(chosen.items[0].name)”.")
                : String(localized: "Removed \(ItemPresentation.count(chosen.items.count))."))
        for (place, count) in left { context.tell("\(ItemPresentation.left(count, in: place)).") }
        return .success
    }
}
