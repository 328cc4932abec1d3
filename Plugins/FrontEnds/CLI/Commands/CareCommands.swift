import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// The `loot serviced` command.
struct ServicedCommand: LootCommand {
    private static let day = Option.value("on", "DAY", "The date of the service; the default is today")
    private static let note = Option.value("note", "TEXT", "A description of the work")
    private static let cost = Option.value("cost", "AMOUNT", "The cost per item: 40, EUR 40")
    private static let isRepair = Option.flag(
        "repair", "Record a repair, which doesn't change the date of the next service")

    let declaration = Command(
        "serviced", summary: "Record maintenance of items",
        discussion: """
            Adds an entry to the maintenance log, which “loot show” and “loot care” print. The next service is due \
            after the period set with “loot edit ITEM --every '6 months'”. Without a period, no further service is \
            due.
            """,
        group: "Items",
        arguments: [ItemArguments.anyNumber],
        options: [day, note, cost, isRepair] + ChangeOptions.choosing + ItemOutput.options,
        examples: [
            .init("loot serviced '#3'", "Today"),
            .init("loot serviced '#3' --note \"New belt\" --cost 40 --repair", "Record a repair"),
            .init(
                "loot serviced --where 'service < today' --on yesterday",
                "Record a service of all overdue items"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let isService = !context[ServicedCommand.isRepair]
        let entry = try CareEntry(
            note: context[ServicedCommand.note] ?? "", cost: context[ServicedCommand.cost] ?? "",
            day: context[ServicedCommand.day] ?? "", isService: isService, in: context.presentation.money)
        let output = try ItemOutput(context)
        let inventory = try await context.inventory()
        let messages = Chosen.Messages(
            question: { isService ? "Record a service of \($0)?" : "Record a repair of \($0)?" },
            failure: {
                isService ? "Can't record a service for \($0)." : "Can't record a repair of \($0)."
            })
        let chosen = try await Chosen(context, inventory, messages) {
            (items, inventory) async throws(LootError) in
            try await inventory.noteCare(of: items.map(\.id), entry, isService: isService)
        }
        guard let chosen else { return .success }
        return try await output.write(chosen, in: inventory) { item in
            if !isService {
                return String(
                    localized: "“\(entry.note)” is in the maintenance log of “\(item.shownName)”.")
            }
            let next = item.nextService.map {
                String(localized: "The next service of “\(item.shownName)” is due on \($0).")
            }
            return next ?? String(localized: "No further service of “\(item.shownName)” is due.")
        }
    }
}

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
