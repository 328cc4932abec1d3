import LootActions
import LootCore
import Synchronization

/// What is due, read once for each state of the store and each day.
final class DueToday: Sendable {
    /// How many of it a page shows.
    private static let shown = 20

    private let inventory: Inventory
    private let span: CalendarSpan
    private let today: @Sendable () -> Day
    private let known = Mutex<(revision: Revision, due: DueList)?>(nil)

    /// What is due in an inventory within a length of time.
    init(_ inventory: Inventory, within span: CalendarSpan, today: @escaping @Sendable () -> Day) {
        (self.inventory, self.span, self.today) = (inventory, span, today)
    }

    /// The day by which it is told.
    var day: Day { today() }

    /// What is due in a state; nil where that can't be read.
    func list(at revision: Revision) async -> DueList? {
        let day = day
        if let known = known.withLock(\.self), known.revision == revision, known.due.today == day {
            return known.due
        }
        let (inventory, last) = (inventory, day.through(span))
        let due = try? await elsewhere { () throws(LootError) in
            try await inventory.due(on: day, through: last, limit: DueToday.shown)
        }
        if let due { known.withLock { $0 = (revision, due) } }
        return due
    }
}
