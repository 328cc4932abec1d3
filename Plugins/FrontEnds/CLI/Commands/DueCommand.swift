import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// `loot due`
struct DueCommand: LootCommand {
    private enum Format {
        case table, json, csv, calendar
    }

    private static let span = Option.value(
        "within", "TIME",
        "How far ahead to look: 30d, 6 weeks, 1y; 30 days unless given, a calendar without end")
    private static let format = Option.choice(
        "format", "FORMAT", "Write it for a program, and not as a table",
        [("table", .table), ("json", .json), ("csv", .csv), ("ics", .calendar)], default: Format.table)

    let declaration = Command(
        "due", summary: "List what is due",
        discussion: """
            Loans that are to be back, services, and warranties that end, the earliest first; what is late comes before \
            all. Calendar programs read the format ics.
            """,
        group: "Overview",
        options: [span, format],
        examples: [
            .init("loot due", "Within 30 days"),
            .init("loot due --within 1y", "Within a year"),
            .init("loot due --format ics > loot.ics", "For a calendar"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let format = context[DueCommand.format]
        let today = Day.today
        let last = try DueCommand.last(context[DueCommand.span], from: today)
        let inventory = try await context.inventory()
        if format == .calendar {
            let console = context.console
            try await DueCalendar(on: today).write(inventory, through: last ?? .last) { bytes in
                context.write(bytes)
                return !console.isBroken
            }
            return .success
        }
        let end = last ?? today.through(DueDate.usualSpan)
        let due = try await inventory.due(on: today, through: end)
        switch format {
        case .json: context.write(DueListing.json(of: due))
        case .csv: context.write(DueListing.csv(of: due))
        default: DueCommand.write(due, context)
        }
        return .success
    }

    private static func last(_ text: String?, from today: Day) throws(LootError) -> Day? {
        guard let text else { return nil }
        guard let span = CalendarSpan(text) else {
            throw LootError(
                .usage, "can't read --within “\(TextRules.visible(text))”",
                because: "it is not a length of time",
                next: "Give one like 30d, 6 weeks or 1y")
        }
        return today.through(span)
    }

    private static func write(_ due: DueList, _ context: CommandContext) {
        if due.isEmpty {
            // Of a store that is not in order nothing tells whether it is so.
            if context.damage != nil { return }
            let until = due.last == .last ? "" : " until \(due.last)"
            return context.line("Nothing is due\(until).")
        }
        context.beginItems()
        let fixed = Table.Column(overflow: .never)
        var table = Table(
            [fixed, fixed, fixed, .init(minimum: 12), .init(minimum: 8)], glyphs: context.glyphs)
        let ids = ShortIDs(due.dates.map(\.item.id))
        let rows = due.dates.map { date in
            let days = date.days(from: due.today)
            let style = days < 0 ? Style(foreground: .ansi(.red)) : days == 0 ? Style(.bold) : Style()
            return [
                StyledText(date.day.description), StyledText(ItemPresentation.remaining(days), style),
                StyledText(ids[date.item.id], Style(.dim)), StyledText(date.item.shownName),
                StyledText(ItemPresentation.what(date)),
            ]
        }
        for row in rows { table.measure(row) }
        let layout = table.layout(width: context.console.width, colors: context.colors)
        var text = ""
        for row in rows { layout.append(row, to: &text) }
        context.write(text)
    }
}
