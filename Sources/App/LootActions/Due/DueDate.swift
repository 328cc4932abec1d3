package import LootCore

/// A day on which something is due about an item: a loan is to be back, a service is to be done, a warranty ends.
package struct DueDate: Hashable, Sendable {
    /// What is due.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// What is lent is to be back; late until it is.
        case loan
        /// A service is to be done; late until it is.
        case service
        /// A warranty ends, and is of no interest once it has.
        case warranty

        /// The field that holds the day.
        var field: FieldKey {
            switch self {
            case .loan: "lentUntil"
            case .service: "nextService"
            case .warranty: "warrantyUntil"
            }
        }

        /// Whether it stays due behind its day, until something is done.
        var canBeLate: Bool { self != .warranty }
    }

    /// How far ahead front ends look unless something else is said.
    package static let usualSpan = CalendarSpan(30, .day)

    /// The item.
    package let item: Item
    /// What is due about it.
    package let kind: Kind
    /// When.
    package let day: Day

    /// What is due of this kind; nil where the item has no day for it.
    init?(_ kind: Kind, of item: Item) {
        guard item.hasDetails, case .day(let day)? = item.value(for: kind.field) else { return nil }
        self.item = item
        self.kind = kind
        self.day = day
    }

    /// How many days are left; less than 0 when it is late.
    package func days(from today: Day) -> Int { DueDate.days(from: today, to: day) }

    static func days(from today: Day, to day: Day) -> Int {
        Int(day.daysSinceEpoch) - Int(today.daysSinceEpoch)
    }
}

extension DueDate.Kind {
    /// The items of which this is due up to a day, the earliest first: late ones too, where they can be late. A store
    /// finds them by the one field, whatever else there is.
    func query(from today: Day, through last: Day) -> Query {
        Query(filter: filter(from: today, through: last), sort: [SortKey(field)])
    }

    fileprivate func filter(from today: Day, through last: Day) -> Filter {
        let end = Filter.compare(field, .lessOrEqual, .day(last))
        return canBeLate ? end : .all([.compare(field, .greaterOrEqual, .day(today)), end])
    }

    /// The items of which this is late.
    func query(lateOn today: Day) -> Query {
        query(from: today, through: today.adding(CalendarSpan(-1, .day)) ?? .first)
    }
}

/// What is due, the earliest first.
package struct DueList: Hashable, Sendable {
    /// The day from which it was asked.
    package let today: Day
    /// The last day that was asked for.
    package let last: Day
    /// The first ones.
    package let dates: [DueDate]
    /// How many there are in all.
    package let count: Int
    /// How many of them are late.
    package let late: Int

    /// What selects the items of all of it.
    package var filter: Filter { .any(DueDate.Kind.allCases.map { $0.filter(from: today, through: last) }) }

    /// Whether nothing is due.
    package var isEmpty: Bool { count == 0 }
}

extension Day {
    /// The last day within this length of time from here: the last of all where the calendar ends before.
    package func through(_ span: CalendarSpan) -> Day { adding(span) ?? .last }
}
