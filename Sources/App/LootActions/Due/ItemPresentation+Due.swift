package import LootCore

extension ItemPresentation {
    /// A short remark that an item is lent or that its service is due.
    package struct Badge: Hashable, Sendable {
        /// The text, for example `lent to Ann until Nov 30`.
        package let text: String
        /// Whether something is late. The text says so, too.
        package let isLate: Bool
    }

    /// Returns the badges to show next to an item's name.
    package static func badges(of item: Item, on today: Day) -> [Badge] {
        guard item.hasDetails else { return [] }
        if let disposal = item.disposal {
            let recipient = item.recipient.map { " to \($0)" } ?? ""
            let day = item.disposedOn.map { ", \(short($0, on: today))" } ?? ""
            return [Badge(text: disposal.rawValue + recipient + day, isLate: false)]
        }
        var badges: [Badge] = []
        if item.isLent {
            let borrower = item.lentTo.map { "lent to \($0)" } ?? "lent"
            let days = item.lentUntil.map { DueDate.days(from: today, to: $0) }
            let end =
                switch days {
                case nil: ""
                case let days? where days <= 0: ", \(days == 0 ? "due today" : remaining(days))"
                default: item.lentUntil.map { " until \(short($0, on: today))" } ?? ""
                }
            badges.append(Badge(text: borrower + end, isLate: (days ?? 0) < 0))
        }
        if let days = item.nextService.map({ DueDate.days(from: today, to: $0) }), days <= 0 {
            badges.append(
                Badge(text: days == 0 ? "service due" : "service \(remaining(days))", isLate: days < 0))
        }
        return badges
    }

    /// Returns a description of a due date, for example `back from Ann`, `service` or `warranty ends`.
    package static func what(_ date: DueDate) -> String {
        switch date.kind {
        case .loan: date.item.lentTo.map { "back from \($0)" } ?? "back"
        case .service: "service"
        case .stock: "\(date.item.quantity) of \(date.item.minimum ?? 0) in stock"
        case .warranty: "warranty ends"
        }
    }

    /// Returns the time until or since a day in words, for example `3 days late`, `today`, `tomorrow` or `in 12
    /// days`.
    package static func remaining(_ days: Int) -> String {
        switch days {
        case ..<0: "\(days == -1 ? "1 day" : "\(-days) days") late"
        case 0: "today"
        case 1: "tomorrow"
        default: "in \(days) days"
        }
    }

    /// Returns the time until or since the due date in a field, for example `3 days late`, `in 12 days` or `ended 40
    /// days ago`. Returns `nil` if the field contains no due date.
    package static func remaining(of key: FieldKey, in item: Item, on today: Day) -> String? {
        guard let kind = DueDate.Kind.allCases.first(where: { $0.field == key }), kind != .stock,
            let days = DueDate(kind, of: item, on: today)?.days(from: today)
        else { return nil }
        if kind.canBeLate || days >= 0 { return remaining(days) }
        return days == -1 ? "ended yesterday" : "ended \(-days) days ago"
    }

    /// Returns the text of a field's value. A due date is followed by the time until or since it.
    package func text(of key: FieldKey, in item: Item, on today: Day) -> String {
        let text = text(of: key, in: item)
        return ItemPresentation.remaining(of: key, in: item, on: today).map { "\(text) (\($0))" } ?? text
    }

    /// Returns a summary of due dates: `3 due, 1 of them late`.
    package static func summary(of due: DueList) -> String {
        switch (due.late, due.count) {
        case (0, let count): "\(count) due"
        case (let late, let count) where late == count: "\(count) late"
        case (let late, let count): "\(count) due, \(late) of them late"
        }
    }

    /// Returns the short form of a day, with the year if it isn't the current one: `Nov 30`, `Jan 2, 2027`.
    package static func short(_ day: Day, on today: Day) -> String {
        let parts = day.components
        let text = "\(months[parts.month - 1]) \(parts.day)"
        return parts.year == today.components.year ? text : "\(text), \(parts.year)"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
