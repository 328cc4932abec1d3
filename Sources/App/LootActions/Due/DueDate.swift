package import LootCore

/// A day on which a loan or a service of an item is due, or its warranty ends.
package struct DueDate: Hashable, Sendable {
    /// The kind of a due date.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The item should be returned. The date stays due until it is.
        case loan
        /// A service should be done. The date stays due until it is.
        case service
        /// The warranty ends. The date is ignored after it has passed.
        case warranty

        /// The field that contains the day.
        var field: FieldKey {
            switch self {
            case .loan: "lentUntil"
            case .service: "nextService"
            case .warranty: "warrantyUntil"
            }
        }

        /// Whether the date stays due after it has passed.
        var canBeLate: Bool { self != .warranty }
    }

    /// The default period for which front ends show due dates.
    package static let usualSpan = CalendarSpan(30, .day)

    package let item: Item
    /// The kind of the due date.
    package let kind: Kind
    package let day: Day

    /// Creates the due date of an item. Returns `nil` if the item has no day of this kind.
    init?(_ kind: Kind, of item: Item) {
        guard item.hasDetails, case .day(let day)? = item.value(for: kind.field) else { return nil }
        self.item = item
        self.kind = kind
        self.day = day
    }

    /// Returns the number of days left. It is negative if the date has passed.
    package func days(from today: Day) -> Int { DueDate.days(from: today, to: day) }

    static func days(from today: Day, to day: Day) -> Int {
        Int(day.daysSinceEpoch) - Int(today.daysSinceEpoch)
    }
}

extension DueDate.Kind {
    /// Returns a query for the items with a due date of this kind until a day, earliest first. Includes late ones if
    /// the kind can be late. The query uses only one field, so that an index can answer it.
    func query(from today: Day, through last: Day) -> Query {
        Query(filter: filter(from: today, through: last), sort: [SortKey(field)])
    }

    fileprivate func filter(from today: Day, through last: Day) -> Filter {
        let end = Filter.compare(field, .lessOrEqual, .day(last))
        return canBeLate ? end : .all([.compare(field, .greaterOrEqual, .day(today)), end])
    }

    /// Returns a query for the items with a late date of this kind.
    func query(lateOn today: Day) -> Query {
        query(from: today, through: today.adding(CalendarSpan(-1, .day)) ?? .first)
    }
}

/// The due dates of an inventory, earliest first.
package struct DueList: Hashable, Sendable {
    /// The day on which the list was made.
    package let today: Day
    /// The last requested day.
    package let last: Day
    /// The first due dates, up to the requested limit.
    package let dates: [DueDate]
    /// The total number of due dates.
    package let count: Int
    /// The number of late due dates.
    package let late: Int

    /// A filter that matches all items with a due date in the list.
    package var filter: Filter { .any(DueDate.Kind.allCases.map { $0.filter(from: today, through: last) }) }

    /// Whether nothing is due.
    package var isEmpty: Bool { count == 0 }
}

extension Day {
    /// Returns the last day within a period that begins on this day, or the last day of the calendar.
    package func through(_ span: CalendarSpan) -> Day { adding(span) ?? .last }
}
