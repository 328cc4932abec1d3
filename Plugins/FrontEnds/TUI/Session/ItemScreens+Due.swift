import ListKit
import LootActions
import LootControllers
import LootCore
import LootPlugins
import TerminalKit

extension ItemScreens {
    /// How far ahead to look for what is due.
    var dueWithin: CalendarSpan { host.listSettings.dueWithin ?? configuration.dueWithin }

    /// How many dates are read: those that a sheet offers.
    private static let shownDates = 20

    private var inventory: Inventory { controller.inventory }

    /// The item that is lent or cared for: the one whose details are shown, or the one under the cursor.
    var chosenItem: Item? {
        detail?.form.item ?? controller.list.cursor.flatMap { controller.item(at: $0) }
    }

    // MARK: What is due

    /// Reads what is due where the list is in another state than before, beside all else: no key waits for it. Where it
    /// can't be read, the list does without.
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
        page.due.message = "\(ItemPresentation.summary(of: due)): \(ItemScreens.line(first, due))"
        let key = session.root.bindings.firstKey(of: .due).map { ": \($0)" } ?? ""
        page.due.offer = StatusLine.Offer(title: "Show\(key)") { [weak self] in self?.showDue() }
    }

    /// `Drill, back from Ann, 3 days late`
    private static func line(_ date: DueDate, _ due: DueList) -> String {
        let remaining = ItemPresentation.remaining(date.days(from: due.today))
        return "\(date.item.shownName), \(ItemPresentation.what(date)), \(remaining)"
    }
}
