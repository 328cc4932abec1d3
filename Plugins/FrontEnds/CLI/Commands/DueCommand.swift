import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// The `loot due` command.
struct DueCommand: LootCommand {
    private static let span = Option.value(
        "within", "TIME",
        "The period to show: 30d, 6 weeks, 1y; the default is 30 days, or no limit for a calendar")
    private static let notify = Option.flag(
        "notify", "Send the reminders that weren't sent yet, for example from a timer")
    let declaration = Command(
        "due", summary: "List what is due",
        discussion: """
            Lists loans, services, expiring warranties and items below their minimum stock, earliest first. \
            Overdue entries come first. Use the format ics for calendar programs. \
            --notify sends the reminders in the list's setting “reminders”.
            """,
        group: "Overview",
        options: [span, notify] + QueryOptions.selecting + [
            OutputFormat.optionWithCalendar, OutputFormat.noHeader,
        ],
        examples: [
            .init("loot due", "List what is due within 30 days"),
            .init("loot due --within 1y", "List what is due within a year"),
            .init("loot due --where 'location in Garage' --format csv", "Create a spreadsheet for one place"),
            .init("loot due --format ics > loot.ics", "Create a calendar"),
            .init("loot due --notify", "Send reminders"),
        ])

    var isPaged: Bool { true }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let today = Day.today
        let last = try DueCommand.last(context[DueCommand.span], from: today)
        let query = try await context.selection()
        let inventory = try await context.inventory()
        if context[DueCommand.notify] {
            if query != nil || last != nil {
                throw LootError(
                    .usage, "Can't send only some reminders.",
                    reason: "The setting “reminders” determines what they contain.",
                    advice: "Leave out --where, --view and --within, or change the setting.")
            }
            return try await DueCommand.notify(inventory, context)
        }
        if context[OutputFormat.optionWithCalendar] == .calendar {
            if query != nil {
                throw LootError(
                    .usage, "Can't write the calendar.",
                    reason: "A calendar always contains everything that is due.",
                    advice: "Leave out --where and --view.")
            }
            let console = context.console
            try await DueCalendar(on: today).write(inventory, through: last ?? .last) { bytes in
                context.write(bytes)
                return !console.isBroken
            }
            return .success
        }
        let end = last ?? today.through(context.host.listSettings.dueWithin ?? DueDate.usualSpan)
        let due = try await inventory.due(on: today, through: end)
        let dates = due.dates.filter { query?.selects($0.item) ?? true }
        let nothing: Message = due.last == .last ? "Nothing is due." : "Nothing is due until \(due.last)."
        try context.write(DueCommand.records(dates, today), empty: nothing.text)
        return .success
    }

    /// Sends reminders, and reports the result of each one.
    private static func notify(
        _ inventory: Inventory, _ context: CommandContext
    ) async throws(LootError) -> ExitStatus {
        let sender = try ReminderSender(
            inventory, listName: context.host.nameWithoutTitle, environment: context.host.environment)
        let outcomes = try await sender.run()
        if outcomes.isEmpty {
            throw LootError(
                .usage, "Can't send reminders.", reason: "The list has no reminders.",
                advice: "Write, for example: loot settings set reminders.ann 'mail ann@example.org'")
        }
        for outcome in outcomes {
            let name = TextRules.visible(outcome.name)
            if let error = outcome.error {
                context.complain(error)
            } else if outcome.isClaimed {
                context.tell(String(localized: "\(name): another program is sending it."))
            } else if outcome.count == 0 {
                context.tell(String(localized: "\(name): nothing new is due."))
            } else {
                let dates: Message = "\(outcome.count, one: "due date", other: "due dates")"
                context.tell(String(localized: "\(name): sent \(dates)."))
            }
        }
        return outcomes.compactMap(\.error).first.map(\.exitStatus) ?? .success
    }

    private static func last(_ text: String?, from today: Day) throws(LootError) -> Day? {
        guard let text else { return nil }
        guard let span = CalendarSpan(reading: text) else {
            throw LootError(
                .usage, "Can't read --within “\(TextRules.visible(text))”.",
                reason: Int(text) == nil ? "It isn't a period." : "The number has no unit.",
                advice: Int(text) == nil
                    ? "Enter a period such as 6 months, 2 weeks or 10 days."
                    : "Use \(text)d for days, or \(text)w for weeks.")
        }
        return today.through(span)
    }

    private static func records(_ dates: [DueDate], _ today: Day) -> Records {
        var records = Records(
            [
                .init("date", String(localized: "Date")), .init("days", String(localized: "Due in")),
                .init("id", "ID"),
                .init("name", String(localized: "Name"), wraps: true),
                .init("kind", String(localized: "Reason"), wraps: true), .init("lentTo", nil),
            ], sharing: ["kind", "date", "days", "id", "name", "lentTo"], id: "id")
        records.hasTitles = true
        let ids = ShortIDs(dates.map(\.item.id))
        for date in dates {
            let days = date.days(from: today)
            let style = days < 0 ? Style(foreground: .ansi(.red)) : days == 0 ? Style(.bold) : Style()
            records.append(
                [
                    .init(.text(date.day.description), StyledText(date.day.text(in: .current))),
                    .init(.number(String(days)), StyledText(ItemPresentation.remaining(days), style)),
                    .init(.text(date.item.id.description), StyledText(ids[date.item.id], Style(.dim))),
                    .init(date.item.shownName),
                    .init(.text(date.kind.rawValue), StyledText(ItemPresentation.what(date))),
                    .init(date.kind == .loan ? date.item.lentTo : nil),
                ], json: DueListing.json(of: date, on: today))
        }
        return records
    }
}
