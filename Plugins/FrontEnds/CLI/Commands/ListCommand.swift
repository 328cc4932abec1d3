import CommandLineKit
import LootControllers
import LootCore

/// `loot list`
struct ListCommand: LootCommand {
    let declaration: Command

    init(_ sectionings: [String]) {
        declaration = Command(
            "list", summary: "List items", group: "Items",
            options: QueryOptions.declared(sectionings) + [
                .value("limit", "N", "At most so many rows"),
                .value("offset", "N", "Leave out so many rows first"),
                .value(
                    "fields", "A,B", "Show these fields",
                    values: .suggested(FieldOptions.names)),
                .flag("count", "Print only how many there are"),
                ItemOutput.formatOption,
            ],
            examples: [
                .init("loot list --sections value:25,50", "In price bands"),
                .init("loot list --search mac --favorites", "Favorites in which “mac” is found"),
                .init(
                    "loot list --where 'location is not set' --fields name,value --format csv",
                    "For a spreadsheet"),
            ])
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let query = try context.query(usesConfiguredSections: !context.parsed.contains("count"))
        let limit = try context.number("limit") ?? Int.max
        let offset = try context.number("offset") ?? 0
        let output = try ItemOutput(context, fields: context.parsed.value(of: "fields"))
        let inventory = try await context.inventory()
        if context.parsed.flag("count") ?? false {
            context.line(String(try await inventory.store.outline(of: query).count))
            return .success
        }
        let (end, overflows) = offset.addingReportingOverflow(limit)
        try await output.write(query, rows: offset..<(overflows ? Int.max : end), in: inventory)
        return .success
    }
}
