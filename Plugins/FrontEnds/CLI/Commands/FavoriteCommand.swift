import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// `loot favorite` and `loot unfavorite`
struct FavoriteCommand: LootCommand {
    let declaration: Command
    private let isFavorite: Bool

    init(_ isFavorite: Bool) {
        self.isFavorite = isFavorite
        let name = isFavorite ? "favorite" : "unfavorite"
        declaration = Command(
            name,
            summary: isFavorite ? "Mark items as favorites" : "Mark items as no favorites any more",
            group: "Items",
            arguments: [ItemArguments.anyNumber],
            options: ChangeOptions.choosing + ItemOutput.options,
            examples: [
                .init("loot \(name) '#1' '#4'", "The first and the fourth item"),
                .init("loot \(name) --where 'value > 1000' --dry-run", "See which that would change"),
            ])
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let output = try ItemOutput(context)
        let inventory = try await context.inventory()
        let verb = Chosen.Verb(
            name: isFavorite ? "favorite" : "unfavorite", done: isFavorite ? "favorited" : "unfavorited")
        let chosen = try await Chosen(context, inventory, verb) {
            (items, inventory) async throws(LootError) in
            try await inventory.setFavorite(items.map(\.id), isFavorite)
        }
        guard let chosen else { return .success }
        var changed: [Item] = []
        for item in chosen.items { changed.append(try await inventory.item(.id(item.id))) }
        try await output.write(changed, in: inventory)
        return .success
    }
}
