import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// The `loot care` command.
struct CareCommand: LootCommand {
    private static let since = Option.value(
        "since", "DAY", "Only entries since this date: 2026-01-01, -1y")

    let declaration = Command(
        "care", summary: "List the maintenance of items and its cost",
        discussion: """
            The newest entry comes first. Use “loot serviced” to add entries and “loot edit ITEM --care” to \
            correct them.
            """,
        group: "Overview",
        arguments: [ItemArguments.anyNumber],
        options: [since] + QueryOptions.selecting + OutputFormat.options,
        examples: [
            .init("loot care", "List all maintenance"),
            .init("loot care '#3' --since -1y", "List the maintenance of one item in the last year"),
            .init("loot care --where 'location in House' --format csv", "Create a spreadsheet"),
        ])

    var isPaged: Bool { true }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let since = try context.day(CareCommand.since)
        let query = try await context.selection()
        let names = context[ItemArguments.anyNumber]
        if !names.isEmpty, query != nil {
            throw ItemArguments.refusal(hasBoth: true)
        }
        let inventory = try await context.inventory()
        let list =
            names.isEmpty
            ? try await inventory.care(of: query ?? .kept, since: since)
            : Inventory.care(of: try await context.items(names, in: inventory), since: since)
        try context.write(
            CareCommand.records(list, context), empty: String(localized: "No maintenance is recorded."))
        let isTotaled = list.lines.contains { $0.entry.cost != nil }
        if isTotaled, context[OutputFormat.option] == .table {
            context.line(String(localized: "\(context.presentation.money.text(list.total)) in total"))
        }
        return .success
    }

    private static func records(_ list: CareList, _ context: CommandContext) -> Records {
        var records = Records(
            [
                .init("date", String(localized: "Date")),
                .init("cost", String(localized: "Cost"), isNumber: true), .init("currency", nil),
                .init("item", "ID"), .init("name", String(localized: "Name"), wraps: true),
                .init("note", String(localized: "Note"), wraps: true),
            ], sharing: ["date", "cost", "currency", "note", "item", "name"], id: "item")
        records.hasTitles = true
        let ids = ShortIDs(list.lines.map(\.item))
        for line in list.lines {
            let (cost, currency) = (line.entry.cost, line.entry.currency)
            records.append([
                .init(.text(line.entry.day.description), StyledText(line.entry.day.text(in: .current))),
                .init(
                    cost.map { .number($0.description) },
                    StyledText(cost.map { context.presentation.money.text($0, currency) } ?? "")),
                .init(currency?.code),
                .init(.text(line.item.description), StyledText(ids[line.item], Style(.dim))),
                .init(line.name), .init(line.entry.note),
            ])
        }
        return records
    }
}
