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
            return [Badge(text: text(of: disposal, item, on: today), isLate: false)]
        }
        var badges: [Badge] = []
        if item.isLent {
            let loans = item.openLoans
            let pieces = loans.reduce(0) { $0 + $1.pieces(of: item) }
            let isPartial = pieces < item.quantity && !loans.isEmpty
            let days = item.lentUntil.map { DueDate.days(from: today, to: $0) }
            let loan = loan(of: item, due: days, on: today)
            let text = isPartial ? String(localized: "\(pieces) of \(item.quantity): \(loan)") : loan
            badges.append(Badge(text: text, isLate: (days ?? 0) < 0))
        }
        if let loan = item.reservations.first {
            let text =
                loan.from.map { String(localized: "reserved for \(loan.borrower), \(short($0, on: today))") }
                ?? String(localized: "reserved for \(loan.borrower)")
            badges.append(Badge(text: text, isLate: false))
        }
        if let days = item.nextService.map({ DueDate.days(from: today, to: $0) }), days <= 0 {
            let text: Message =
                days == 0 ? "service due" : "service \(-days, one: "day", other: "days") overdue"
            badges.append(Badge(text: text.text, isLate: days < 0))
        }
        return badges
    }

    /// Returns the text for a disposed item: `sold to Jo, Nov 30`.
    private static func text(of disposal: Disposal, _ item: Item, on today: Day) -> String {
        let what: Message =
            if let recipient = item.recipient {
                switch disposal {
                case .sold: "sold to \(recipient)"
                case .discarded: "thrown away, \(recipient)"
                case .lost: "lost, \(recipient)"
                case .given: "given to \(recipient)"
                }
            } else {
                title(of: disposal)
            }
        return item.disposedOn.map { "\(what.text), \(short($0, on: today))" } ?? what.text
    }

    /// Returns how an item was disposed of, for example `given away`.
    package static func title(of disposal: Disposal) -> Message {
        switch disposal {
        case .sold: "sold"
        case .discarded: "thrown away"
        case .lost: "lost"
        case .given: "given away"
        }
    }

    /// Returns the text for a lent item: `lent to Ann until Nov 30`. `days` is the number of days until the loan ends.
    private static func loan(of item: Item, due days: Int?, on today: Day) -> String {
        let end = item.lentUntil.map { short($0, on: today) } ?? ""
        let text: Message =
            switch (item.lentTo, days) {
            case (nil, nil): "lent"
            case (let borrower?, nil): "lent to \(borrower)"
            case (nil, 0?): "lent, due today"
            case (let borrower?, 0?): "lent to \(borrower), due today"
            case (nil, let days?) where days < 0: "lent, \(-days, one: "day", other: "days") overdue"
            case (let borrower?, let days?) where days < 0:
                "lent to \(borrower), \(-days, one: "day", other: "days") overdue"
            case (nil, _): "lent until \(end)"
            case (let borrower?, _): "lent to \(borrower) until \(end)"
            }
        return text.text
    }

    /// Returns a description of a due date, for example `due back from Ann`, `service` or `warranty ends`.
    package static func what(_ date: DueDate) -> String {
        switch date.kind {
        case .loan:
            date.item.lentTo.map { String(localized: "due back from \($0)") }
                ?? String(localized: "loan ends")
        case .service: String(localized: "service")
        case .stock: String(localized: "\(date.item.quantity) of \(date.item.minimum ?? 0) in stock")
        case .warranty: String(localized: "warranty ends")
        }
    }

    /// Returns the time until or since a day in words, for example `3 days late`, `today`, `tomorrow` or `in 12
    /// days`.
    package static func remaining(_ days: Int) -> String {
        switch days {
        case ..<0: String(localized: "\(-days, one: "day", other: "days") overdue")
        case 0: String(localized: "today")
        case 1: String(localized: "tomorrow")
        default: String(localized: "in \(days, one: "day", other: "days")")
        }
    }

    /// Returns the time until or since the due date in a field, for example `3 days late`, `in 12 days` or `ended 40
    /// days ago`. Returns `nil` if the field contains no due date.
    package static func remaining(of key: FieldKey, in item: Item, on today: Day) -> String? {
        guard let kind = DueDate.Kind.allCases.first(where: { $0.field == key }), kind != .stock,
            let days = DueDate(kind, of: item, on: today)?.days(from: today)
        else { return nil }
        if kind.canBeLate || days >= 0 { return remaining(days) }
        return days == -1
            ? String(localized: "ended yesterday")
            : String(localized: "ended \(-days, one: "day", other: "days") ago")
    }

    /// Returns the text of a field's value. A due date is followed by the time until or since it.
    package func text(of key: FieldKey, in item: Item, on today: Day) -> String {
        let text = text(of: key, in: item)
        return ItemPresentation.remaining(of: key, in: item, on: today).map { "\(text) (\($0))" } ?? text
    }

    /// Returns a summary of due dates: `3 due, 1 of them late`.
    package static func summary(of due: DueList) -> String {
        switch (due.late, due.count) {
        case (0, let count): String(localized: "\(count) due")
        case (let late, let count) where late == count: String(localized: "\(count) overdue")
        case (let late, let count): String(localized: "\(count) due, \(late) of them overdue")
        }
    }

    /// Returns the short form of a day, with the year if it isn't the current one: `Nov 30`, `Jan 2, 2027`.
    package static func short(_ day: Day, on today: Day) -> String {
        let language = Language.current
        if day.components.year == today.components.year { return day.textWithoutYear(in: language) }
        guard language.conventions.days.settlesOrder else {
            let (text, year) = (day.textWithoutYear(in: language), day.components.year)
            return language.conventions.days.marksOfNamedMonths.map { "\(year)\($0.year)\(text)" }
                ?? "\(text), \(year)"
        }
        return day.text(in: language)
    }
}
