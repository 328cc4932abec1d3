import LootActions
import LootCore

extension PlainDialogue {
    /// Says what is due, a line each.
    func sayDue(within span: CalendarSpan) async throws(LootError) {
        let today = Day.today
        let due = try await inventory.due(on: today, through: today.through(span))
        if due.isEmpty { return say("Nothing is due within \(span).") }
        say("\(ItemPresentation.summary(of: due)).")
        for date in due.dates {
            let remaining = ItemPresentation.remaining(date.days(from: today))
            say("\(date.item.shownName), \(ItemPresentation.what(date)), \(date.day), \(remaining)")
        }
    }

    /// `lend 1 Ann until +14d`
    func lend(_ rest: String) async throws(LootError) {
        let words = rest.split(separator: " ", maxSplits: 1)
        let parts = words.count < 2 ? [] : words[1].split(separator: " until ", maxSplits: 1)
        guard let name = parts.first else {
            throw PlainDialogue.missing(
                "a number and a name", next: "Type for example: lend 1 Ann until +14d")
        }
        let item = try await item(rest)
        let value = try parts.dropFirst().first.flatMap { (text) throws(LootError) in
            try Field.with(key: "lentUntil")?.parse(String(text))
        }
        let day: Day? = if case .day(let day)? = value { day } else { nil }
        try await inventory.lend([item.id], to: String(name), until: day)
        say("\(item.shownName) is lent to \(name)\(day.map { " until \($0)" } ?? "").")
    }

    func giveBack(_ rest: String) async throws(LootError) {
        let item = try await item(rest)
        let commit = try await inventory.giveBack([item.id])
        say(commit == nil ? "\(item.shownName) is not lent." : "\(item.shownName) is back.")
    }

    func noteService(_ rest: String) async throws(LootError) {
        let item = try await item(rest)
        try await inventory.serviced([item.id])
        let next = try await inventory.item(.id(item.id)).nextService
        say(next.map { "The next service is due on \($0)." } ?? "No further service is due.")
    }
}
