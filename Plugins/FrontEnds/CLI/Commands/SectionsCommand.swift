import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// `loot sections`
struct SectionsCommand: LootCommand {
    private static let name = Argument.optional(
        "NAME", "A sectioning, such as value:25,50; the configured one unless given",
        values: Known.sections.values)

    let declaration = Command(
        "sections", summary: "List sections with counts and totals", group: "Overview",
        arguments: [name],
        options: [SectionOutput.isJSON],
        examples: [.init("loot sections field:location", "What is where, and what it is worth")])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let sectioning =
            if let name = context[SectionsCommand.name] { try context.host.sectioning(name) } else {
                try context.host.sectioning()
            }
        let inventory = try await context.inventory()
        let outline = try await inventory.store.outline(of: Query(sectioning: sectioning))
        SectionOutput(context).write(outline)
        return .success
    }
}

/// `loot stats`
struct StatsCommand: LootCommand {
    let declaration: Command

    init(_ sectionings: [String]) {
        declaration = Command(
            "stats", summary: "Inventory totals", group: "Overview",
            options: [QueryOptions.sections(of: sectionings)] + QueryOptions.choosing
                + [SectionOutput.isJSON],
            examples: [.init("loot stats --sections field:location", "Totals, by location")])
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let query = try context.queryInSections()
        let inventory = try await context.inventory()
        let (statistics, outline) = try await inventory.store.withRows(of: query) { rows throws(LootError) in
            (try await Statistics(of: rows), rows.outline)
        }
        SectionOutput(context).write(statistics, query.sectioning == nil ? nil : outline)
        return .success
    }
}
