import LootActions
import LootCore
import Synchronization

/// A cache of the due dates, for the current revision and day.
final class DueToday: Sendable {
    /// The maximum number of due dates on a page.
    private static let shown = 20

    private let inventory: Inventory
    private let span: @Sendable () -> CalendarSpan
    private let today: @Sendable () -> Day
    private let known = Mutex<(revision: Revision, due: DueList)?>(nil)

    /// Creates a cache of the due dates within a time span.
    init(
        _ inventory: Inventory, within span: @escaping @Sendable () -> CalendarSpan,
        today: @escaping @Sendable () -> Day
    ) {
        (self.inventory, self.span, self.today) = (inventory, span, today)
    }

    var day: Day { today() }

    /// Returns the due dates at a revision, or `nil` if they can't be read.
    func list(at revision: Revision) async -> DueList? {
        let day = day
        if let known = known.withLock(\.self), known.revision == revision, known.due.today == day {
            return known.due
        }
        let (inventory, last) = (inventory, day.through(span()))
        let due = try? await elsewhere { () throws(LootError) in
            try await inventory.due(on: day, through: last, limit: DueToday.shown)
        }
        if let due { known.withLock { $0 = (revision, due) } }
        return due
    }
}
