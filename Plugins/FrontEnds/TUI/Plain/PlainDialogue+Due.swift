import LootActions
import LootCore

extension PlainDialogue {
    /// Lists the due dates, one per line.
    func sayDue(within span: CalendarSpan) async throws(LootError) {
        let today = Day.today
        let due = try await inventory.due(on: today, through: today.through(span))
        if due.isEmpty { return say(String(localized: "Nothing is due within \(span).")) }
        say("\(ItemPresentation.summary(of: due)).")
        for date in due.dates {
            let day = date.day.text(in: .current)
            let remaining = ItemPresentation.remaining(date.days(from: today))
            say("\(date.item.shownName), \(ItemPresentation.what(date)), \(day), \(remaining)")
        }
    }
}
