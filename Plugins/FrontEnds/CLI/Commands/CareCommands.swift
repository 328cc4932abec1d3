import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// The `loot serviced` command.
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
        options: [day, note, cost, isRepair] + ChangeOptions.choosing + ItemOutput.options,
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
        let output = try ItemOutput(context)
        let inventory = try await context.inventory()
        let messages = Chosen.Messages(
            question: { isService ? "Record the service of \($0)?" : "Record the care of \($0)?" },
            failure: {
                isService ? "Can't record the service of \($0)." : "Can't record the care of \($0)."
            })
        let chosen = try await Chosen(context, inventory, messages) {
            (items, inventory) async throws(LootError) in
            try await inventory.noteCare(of: items.map(\.id), entry, isService: isService)
        }
        guard let chosen else { return .success }
        return try await output.write(chosen, in: inventory) { item in
            if !isService { return "“\(entry.note)” is in the care log of “\(item.shownName)”." }
            let next = item.nextService.map { "The next service of “\(item.shownName)” is due on \($0)." }
            return next ?? "No further service of “\(item.shownName)” is due."
        }
    }
}

/// The `loot care` command.
struct CareCommand: LootCommand {
    private static let since = Option.value(
        "since", "DAY", "Only what was done from then on: 2026-01-01, -1y")

    let declaration = Command(
        "care", summary: "List what was done to items, and what it cost",
        discussion: "The latest comes first; 'loot serviced' notes it, 'loot edit ITEM --care' corrects it.",
        group: "Overview",
        arguments: [ItemArguments.anyNumber],
        options: [since] + QueryOptions.selecting + OutputFormat.options,
        examples: [
            .init("loot care", "Of everything"),
            .init("loot care '#3' --since -1y", "Of one thing, within a year"),
            .init("loot care --where 'location in House' --format csv", "For a spreadsheet"),
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
            ? try await inventory.care(of: query ?? .all, since: since)
            : Inventory.care(of: try await context.items(names, in: inventory), since: since)
        try context.write(CareCommand.records(list, context), empty: "No care was noted.")
        let isTotaled = list.lines.contains { $0.entry.cost != nil }
        if isTotaled, context[OutputFormat.option] == .table {
            context.line("\(context.presentation.money.text(list.total)) in all")
        }
        return .success
    }

    private static func records(_ list: CareList, _ context: CommandContext) -> Records {
        var records = Records(
            [
                .init("date", "Date"), .init("cost", "Cost", isNumber: true), .init("currency", nil),
                .init("item", "Id"), .init("name", "Name", wraps: true), .init("note", "Note", wraps: true),
            ], sharing: ["date", "cost", "currency", "note", "item", "name"], id: "item")
        let ids = ShortIDs(list.lines.map(\.item))
        for line in list.lines {
            let (cost, currency) = (line.entry.cost, line.entry.currency)
            records.append([
                .init(line.entry.day.description),
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

extension ItemOutput {
    /// Writes the result of a change: a sentence for each item or, in machine-readable formats, the items themselves.
    func write(
        _ chosen: Chosen, in inventory: Inventory, _ sentence: (Item) -> String
    ) async throws(LootError) -> ExitStatus {
        var items: [Item] = []
        for item in chosen.items { items.append(try await inventory.item(.id(item.id))) }
        if isTable {
            for item in items { tell(sentence(item)) }
        } else {
            try await write(items, in: inventory)
        }
        return .success
    }
}
