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
        declaration = Command(
            isFavorite ? "favorite" : "unfavorite",
            summary: isFavorite ? "Mark items as favorites" : "Mark items as no favorites any more",
            group: "Items",
            arguments: [ItemArguments.several],
            options: [ItemOutput.format],
            examples: [
                .init(
                    "loot \(isFavorite ? "favorite" : "unfavorite") '#1' '#4'",
                    "The first and the fourth item")
            ])
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let output = try ItemOutput(context, fields: nil)
        let inventory = try await context.inventory()
        let items = try await context.items(context[ItemArguments.several], in: inventory)
        try await inventory.setFavorite(items.map(\.id), isFavorite)
        var changed: [Item] = []
        for item in items { changed.append(try await inventory.item(.id(item.id))) }
        try await output.write(changed, in: inventory)
        return .success
    }
}
