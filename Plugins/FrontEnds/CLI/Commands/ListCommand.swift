import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import LootQueryText

/// The `loot list` command.
struct ListCommand: LootCommand {
    private static let limit = Option.number("limit", "N", "The maximum number of rows")
    private static let offset = Option.number("offset", "N", "The number of rows to skip")
    private static let view = Argument.optional(
        "@VIEW", "The name of a view", values: Known.views.values)
    private static let onlyCounts = Option.flag("count", "Print only the number of items")

    let declaration: Command

    init(_ sectionings: [String]) {
        declaration = Command(
            "list", summary: "List items", group: "Items",
            arguments: [Self.view],
            options: [QueryOptions.sections(of: sectionings)] + QueryOptions.choosing
                + [QueryOptions.at, Self.limit, Self.offset, Self.onlyCounts] + ItemOutput.options,
            examples: [
                .init("loot list --sections value:25,50", "Group items by value"),
                .init("loot list --search mac --favorites", "Find favorites that contain “mac”"),
                .init(
                    "loot list --where 'location is not set' --fields name,value --format csv",
                    "Create a spreadsheet"),
                .init(
                    "loot list --where 'location in Garage and value > 50 and not has photo' --sort location "
                        + "--format md",
                    "Print a Markdown table"),
                .init("loot list --format '{name}: {value}'", "Print one line per item, using a template"),
                .init("loot list @insured", "List the items of a view"),
                .init(
                    "loot list --at 2025-12-31", "List what you owned at the end of 2025, with book values"),
            ])
    }

    var isPaged: Bool { true }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let onlyCounts = context[ListCommand.onlyCounts]
        let view = try await view(context)
        let query = try await context.queryInSections(
            usesConfigured: !onlyCounts, sortsAsConfigured: true, view: view)
        let limit = context[ListCommand.limit] ?? Int.max
        let offset = context[ListCommand.offset] ?? 0
        let output = try ItemOutput(context, of: view, usesColumns: true)
        let inventory = try await context.inventory()
        if onlyCounts {
            context.line(String(try await inventory.store.outline(of: query).count))
            return .success
        }
        let (end, overflows) = offset.addingReportingOverflow(limit)
        try await output.write(query, rows: offset..<(overflows ? Int.max : end), in: inventory)
        return .success
    }

    /// Returns the view given as `@VIEW` or with `--view`.
    private func view(_ context: CommandContext) async throws(LootError) -> SavedView? {
        guard let name = context[ListCommand.view] else { return try await context.view() }
        // Open the list first, because it can contain views, too.
        _ = try await context.inventory()
        guard name.hasPrefix("@") else {
            let list = "\(context.program.name) list"
            let isView = context.host.views().contains { $0.isCalled(name) }
            throw LootError(
                .usage, "Can't list \(TextRules.quoted(name)).", reason: "The name of a view begins with @.",
                advice: isView
                    ? "Run “\(list) \("@\(name)".quotedForView)”."
                    : "To find items, run “\(list) --search \(TextRules.visible(name).quotedForShell)”.")
        }
        guard context[QueryOptions.view] == nil else {
            throw LootError(
                .usage, "Can't list two views.", reason: "--view names a second view.",
                advice: "Specify only one of them.")
        }
        return try context.host.views().named(name.viewName)
    }
}
