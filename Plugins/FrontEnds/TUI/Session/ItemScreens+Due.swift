import ListKit
import LootActions
import LootControllers
import LootCore
import LootPlugins
import TerminalKit

extension ItemScreens {
    /// The number of days ahead in which due dates are shown.
    var dueWithin: CalendarSpan { host.listSettings.dueWithin ?? configuration.dueWithin }

    /// The number of due dates to read, which is the number that the sheet offers.
    private static let shownDates = 20

    private var inventory: Inventory { controller.inventory }

    // MARK: Due dates

    /// Reads due dates in the background if the list has changed. If that fails, none are shown.
    func readDue() {
        guard dueRevision != controller.outline.revision else { return }
        dueRevision = controller.outline.revision
        let (inventory, today) = (inventory, Day.today)
        let last = today.through(dueWithin)
        dueReader?.cancel()
        dueReader = Task { [weak self] in
            let due = try? await inventory.due(on: today, through: last, limit: ItemScreens.shownDates)
            guard let self, !Task.isCancelled, due != self.due else { return }
            note { [weak self] () async throws(LootError) in self?.tell(due: due) }
        }
    }

    private func tell(due: DueList?) {
        self.due = due
        page.due.message = ""
        page.setNeedsLayout()
        guard let due, let first = due.dates.first else { return }
        page.due.message = Language.current.titled(
            ItemPresentation.summary(of: due), ItemScreens.line(first, due))
        let key = session.root.bindings.firstKey(of: .due)
        let title: Message = key.map { "Show: \($0)" } ?? "Show"
        page.due.offer = StatusLine.Offer(title: title.text) { [weak self] in self?.showDue() }
    }

    /// Returns a line such as `Drill, back from Ann, 3 days late`.
    private static func line(_ date: DueDate, _ due: DueList) -> String {
        let remaining = ItemPresentation.remaining(date.days(from: due.today))
        return "\(date.item.shownName), \(ItemPresentation.what(date)), \(remaining)"
    }
}
