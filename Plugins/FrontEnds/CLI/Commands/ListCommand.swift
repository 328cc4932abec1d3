import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// `loot list`
struct ListCommand: LootCommand {
    private static let limit = Option.number("limit", "N", "At most so many rows")
    private static let offset = Option.number("offset", "N", "Leave out so many rows first")
    private static let fields = Option.value(
        "fields", "A,B", "Show these fields", values: Known.fields.values)
    private static let onlyCounts = Option.flag("count", "Print only how many there are")

    let declaration: Command

    init(_ sectionings: [String]) {
        declaration = Command(
            "list", summary: "List items", group: "Items",
            options: [QueryOptions.sections(of: sectionings)] + QueryOptions.choosing
                + [Self.limit, Self.offset, Self.fields, Self.onlyCounts, ItemOutput.format],
            examples: [
                .init("loot list --sections value:25,50", "In price bands"),
                .init("loot list --search mac --favorites", "Favorites in which “mac” is found"),
                .init(
                    "loot list --where 'location is not set' --fields name,value --format csv",
                    "For a spreadsheet"),
            ])
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let onlyCounts = context[ListCommand.onlyCounts]
        let query = try context.queryInSections(usesConfigured: !onlyCounts)
        let limit = context[ListCommand.limit] ?? Int.max
        let offset = context[ListCommand.offset] ?? 0
        let output = try ItemOutput(context, fields: context[ListCommand.fields])
        let inventory = try await context.inventory()
        if onlyCounts {
            context.line(String(try await inventory.store.outline(of: query).count))
            return .success
        }
        let (end, overflows) = offset.addingReportingOverflow(limit)
        try await output.write(query, rows: offset..<(overflows ? Int.max : end), in: inventory)
        return .success
    }
}
