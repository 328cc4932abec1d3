import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// `loot shopping`
struct ShoppingCommand: LootCommand {
    let declaration = Command(
        "shopping", summary: "List the items below their minimum, with the number to buy", group: "Overview",
        options: QueryOptions.selecting + OutputFormat.options,
        examples: [
            .init("loot edit Batteries --minimum 8", "Keep at least eight in stock"),
            .init("loot shopping --format md", "Create a list to print"),
            .init(
                "loot shopping --where 'vendor = \"Tool Barn\"' --format csv",
                "Create a spreadsheet for one shop"),
        ])

    var isPaged: Bool { true }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let query = try await context.selection() ?? .kept
        var records = Records(
            [
                .init("buy", String(localized: "Buy"), isNumber: true),
                .init("name", String(localized: "Name"), wraps: true),
                .init("quantity", String(localized: "Have"), isNumber: true),
                .init("minimum", String(localized: "Minimum"), isNumber: true),
                .init("vendor", String(localized: "Vendor"), wraps: true), .init("id", nil),
            ], sharing: ["id", "name", "buy", "quantity", "minimum", "vendor"], id: "id")
        records.hasTitles = true
        for item in try await context.inventory().itemsToBuy(of: query) {
            records.append([
                .init(item.piecesToBuy), .init(item.shownName), .init(item.quantity),
                .init(item.minimum ?? 0), .init(item.vendor), .init(item.id.description),
            ])
        }
        try context.write(records, empty: String(localized: "Nothing is below its minimum."))
        return .success
    }
}
