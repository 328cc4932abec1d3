package import LootCore

/// A day on which a loan or a service of an item is due, its warranty ends, or its stock is too low.
package struct DueDate: Hashable, Sendable {
    /// The kind of a due date.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The item should be returned. The date stays due until it is returned.
        case loan
        /// The item needs maintenance. The date stays due until the maintenance is recorded.
        case service
        /// The stock is below its minimum. The date is always today.
        case stock
        /// The warranty ends. The date is ignored after it has passed.
        case warranty

        /// The field that contains the day, or the minimum of a stock.
        var field: FieldKey {
            switch self {
            case .loan: "lentUntil"
            case .service: "nextService"
            case .stock: "minimum"
            case .warranty: "warrantyUntil"
            }
        }

        /// Whether the date stays due after it has passed.
        var canBeLate: Bool { self == .loan || self == .service }
    }

    /// The default period for which front ends show due dates.
    package static let usualSpan = CalendarSpan(30, .day)

    package let item: Item
    /// The kind of the due date.
    package let kind: Kind
    package let day: Day

    /// Creates the due date of an item. Returns `nil` if the item has no day of this kind.
    init?(_ kind: Kind, of item: Item, on today: Day) {
        guard item.hasDetails else { return nil }
        let day: Day
        switch item.value(for: kind.field) {
        case .day(let date): day = date
        case .integer(let minimum) where item.quantity < minimum: day = today
        default: return nil
        }
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
    /// the kind can be late. Its first condition uses only one field, so that an index can find them.
    func query(from today: Day, through last: Day) -> Query {
        Query(filter: filter(from: today, through: last), hidesDisposed: true, sort: [SortKey(field)])
    }

    fileprivate func filter(from today: Day, through last: Day) -> Filter {
        if self == .stock { return last < today ? .any([]) : .isBelowMinimum }
        let end = Filter.compare(field, .lessOrEqual, .day(last))
        return canBeLate ? end : .all([.compare(field, .greaterOrEqual, .day(today)), end])
    }

    /// Returns a query for the items with a late date of this kind.
    func query(lateOn today: Day) -> Query {
        query(from: today, through: today.adding(CalendarSpan(-1, .day)) ?? .first)
    }
}

extension Filter {
    /// Matches items with fewer pieces than their minimum.
    package static let isBelowMinimum = Filter.calculate(.field("quantity"), .less, .field("minimum"))
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

    /// A filter that matches all items with a due date in the list, and disposed ones.
    package var filter: Filter { .any(DueDate.Kind.allCases.map { $0.filter(from: today, through: last) }) }

    /// Whether nothing is due.
    package var isEmpty: Bool { count == 0 }
}

extension Day {
    /// Returns the last day within a period that begins on this day, or the last day of the calendar.
    package func through(_ span: CalendarSpan) -> Day { adding(span) ?? .last }
}
