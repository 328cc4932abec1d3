import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// The `loot sections` command.
struct SectionsCommand: LootCommand {
    private static let name = Argument.optional(
        "NAME", "A grouping, such as value:25,50; the default is the configured one",
        values: Known.sections.values)

    let declaration = Command(
        "sections", summary: "List sections with counts and totals", group: "Overview",
        arguments: [name],
        options: QueryOptions.choosing + OutputFormat.options,
        examples: [
            .init(
                "loot sections field:tags", "Count items by tag; an item with several tags is counted in each"
            ),
            .init("loot sections place:1", "Count items by place, with their value"),
            .init("loot sections place --where 'value > 100' --format md", "Group a selection, as Markdown"),
        ])

    var isPaged: Bool { true }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        var query = try await context.query()
        query.sectioning =
            if let name = context[SectionsCommand.name] { try context.host.sectioning(name) } else {
                try context.host.sectioning()
            }
        let inventory = try await context.inventory()
        let outline = try await inventory.overview(of: query)
        let empty = query.selectsAll ? ItemPresentation.noItems : ItemPresentation.noMatches
        try context.write(SectionOutput(context).records(outline), empty: empty)
        return .success
    }
}

/// The `loot stats` command.
struct StatsCommand: LootCommand {
    private static let chart = Option.choice(
        "chart", "KIND", "Draw a chart instead",
        Chart.Kind.allCases.map { (word: $0.rawValue, value: Optional($0)) },
        default: Chart.Kind?.none)
    let declaration: Command

    init(_ sectionings: [String]) {
        declaration = Command(
            "stats", summary: "Show totals", group: "Overview",
            options: [QueryOptions.sections(of: sectionings)] + QueryOptions.choosing
                + [QueryOptions.at, Self.chart]
                + OutputFormat.options,
            examples: [
                .init("loot stats --sections place", "Show totals by place"),
                .init("loot stats --chart year", "Compare what you bought and disposed of in each year"),
                .init("loot stats --at 2025-12-31", "Show totals of what you owned at the end of 2025"),
            ])
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let query = try await context.queryInSections()
        let inventory = try await context.inventory()
        if let kind = context[StatsCommand.chart] {
            let chart = try await inventory.chart(kind, of: query, context.presentation)
            try ChartOutput(context).write(chart)
            return .success
        }
        let statistics = try await inventory.statistics(of: query, context.presentation)
        let parts = query.sectioning == nil ? nil : try await inventory.overview(of: query)
        try SectionOutput(context).write(statistics, parts)
        return .success
    }
}
