import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// `loot serviced`
struct ServicedCommand: LootCommand {
    private static let day = Option.value("on", "DAY", "When it was done; today unless given")
    private static let note = Option.value("note", "TEXT", "What was done")
    private static let cost = Option.value("cost", "AMOUNT", "What it cost each item: 40, EUR 40")
    private static let isRepair = Option.flag(
        "repair", "It was not the regular service: the next one is due as before")

    let declaration = Command(
        "serviced", summary: "Note that items were serviced",
        discussion: """
            It stands in the items' log of care, which 'loot show' and 'loot care' tell. The next service is due when the \
            period has passed that 'loot edit ITEM --every "6 months"' sets. Where there is none, no further service is due.
            """,
        group: "Items",
        arguments: [ItemArguments.anyNumber],
        options: [day, note, cost, isRepair] + QueryOptions.selecting + [
            QueryOptions.yes, ItemOutput.format,
        ],
        examples: [
            .init("loot serviced '#3'", "Today"),
            .init("loot serviced '#3' --note \"New belt\" --cost 40 --repair", "What came between"),
            .init("loot serviced --where 'service < today' --on yesterday", "All that was late"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let isService = !context[ServicedCommand.isRepair]
        let entry = try CareEntry(
            note: context[ServicedCommand.note] ?? "", cost: context[ServicedCommand.cost] ?? "",
            day: context[ServicedCommand.day] ?? "", isService: isService, in: context.presentation.money)
        let output = try ItemOutput(context, fields: nil)
        let inventory = try await context.inventory()
        let verb = Chosen.Verb(name: isService ? "note the service of" : "note the care of", done: "noted")
        guard let chosen = try await Chosen(context, inventory, verb) else { return .success }
        try await inventory.noteCare(of: chosen.items.map(\.id), entry, isService: isService)
        return try await output.write(chosen, in: inventory) { item in
            if !isService { return "“\(entry.note)” is in the care log of “\(item.shownName)”." }
            let next = item.nextService.map { "The next service of “\(item.shownName)” is due on \($0)." }
            return next ?? "No further service of “\(item.shownName)” is due."
        }
    }
}

/// `loot care`
struct CareCommand: LootCommand {
    private enum Format {
        case table, json, csv
    }

    private static let since = Option.value(
        "since", "DAY", "Only what was done from then on: 2026-01-01, -1y")
    private static let format = Option.choice(
        "format", "FORMAT", "Write it for a program, and not as a table",
        [("table", .table), ("json", .json), ("csv", .csv)], default: Format.table)

    let declaration = Command(
        "care", summary: "List what was done to items, and what it cost",
        discussion: "The latest comes first; 'loot serviced' notes it, 'loot edit ITEM --care' corrects it.",
        group: "Overview",
        arguments: [ItemArguments.anyNumber],
        options: [since] + QueryOptions.selecting + [format],
        examples: [
            .init("loot care", "Of everything"),
            .init("loot care '#3' --since -1y", "Of one thing, within a year"),
            .init("loot care --where 'location in House' --format csv", "For a spreadsheet"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let since = try Field.day(context[CareCommand.since], for: "nextService")
        let query = try context.selection()
        let names = context[ItemArguments.anyNumber]
        if !names.isEmpty, query != nil {
            throw LootError(
                .usage, "can't list the care", because: "both items and a condition were given",
                next: "Name items, or give --where FILTER or --view NAME")
        }
        let inventory = try await context.inventory()
        let list =
            names.isEmpty
            ? try await inventory.care(of: query ?? .all, since: since)
            : Inventory.care(of: try await context.items(names, in: inventory), since: since)
        switch context[CareCommand.format] {
        case .json: context.write(list.json)
        case .csv: context.write(list.csv)
        case .table: CareCommand.write(list, context)
        }
        return .success
    }

    private static func write(_ list: CareList, _ context: CommandContext) {
        let money = context.presentation.money
        if list.lines.isEmpty {
            // Of a store that is not in order nothing tells whether it is so.
            if context.damage == nil { context.line("No care was noted.") }
            return
        }
        context.beginItems()
        let fixed = Table.Column(overflow: .never)
        var table = Table(
            [
                fixed, .init(alignment: .trailing, overflow: .never), fixed, .init(minimum: 12),
                .init(minimum: 8),
            ],
            glyphs: context.glyphs)
        let ids = ShortIDs(list.lines.map(\.item))
        let rows = list.lines.map { line in
            [
                StyledText(line.entry.day.description),
                StyledText(line.entry.cost.map { money.text($0, line.entry.currency) } ?? ""),
                StyledText(ids[line.item], Style(.dim)), StyledText(line.name), StyledText(line.entry.note),
            ]
        }
        for row in rows { table.measure(row) }
        let layout = table.layout(width: context.console.width, colors: context.colors)
        var text = ""
        for row in rows { layout.append(row, to: &text) }
        context.write(text)
        if list.lines.contains(where: { $0.entry.cost != nil }) {
            context.line("\(money.text(list.total)) in all")
        }
    }
}
