import ListKit
import LootActions
import LootControllers
import LootCore
import TerminalKit

extension ItemScreens {
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
        let last = today.through(configuration.dueWithin)
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

    // MARK: Loans

    /// Takes note that the item is back, or asks to whom it is to be lent; of marked items those that are lent are back
    /// where all are.
    func lendOrGiveBack() {
        guard let targets else { return }
        if let reason = reasonNotToWrite { return tell(reason) }
        guard let item = targets.item else { return lendMarked(targets) }
        guard item.isLent else { return askToLend(targets) }
        change(targets, { _ in "“\(item.shownName)” is back\(item.lentTo.map { " from \($0)" } ?? "")." }) {
            (inventory, ids) async throws(LootError) in try await inventory.giveBack(ids)
        }
    }

    private func lendMarked(_ targets: Targets) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            var areLent = true
            for id in try await controller.markedIDs() where areLent {
                areLent = try await inventory.store.item(id)?.isLent == true
            }
            guard areLent else { return askToLend(targets) }
            change(targets, { "\(ItemPresentation.count($0)) back." }) {
                (inventory, ids) async throws(LootError) in try await inventory.giveBack(ids)
            }
        }
    }

    /// Asks for a name and a day; once more with what was typed, where that makes no sense.
    private func askToLend(_ targets: Targets, _ answers: [String] = [], problem: LootError? = nil) {
        let question = "To whom, and until when: +14d, 2026-11-30, or nothing"
        let alert = Alert(
            "Lend \(targets.title)",
            message: problem.map { "\($0.headline)\n\($0.explanation)\n\(question)" } ?? question,
            actions: [
                AlertAction("Cancel", style: .cancel),
                AlertAction("Lend") { [weak self] in self?.lend(targets, $0) },
            ])
        let name = alert.addTextField(answers.first ?? "", placeholder: "Name")
        let until = alert.addTextField(answers.dropFirst().first ?? "", placeholder: "Until")
        alert.present(in: session.window)
        if let problem { (problem.field == "lentUntil" ? until : name).focus() }
    }

    func lend(_ targets: Targets, _ answers: [String]) {
        let (name, text) = (answers.first ?? "", answers.dropFirst().first ?? "")
        do throws(LootError) {
            try Inventory.name(ofBorrower: name)
            let value = try Field.with(key: "lentUntil")?.parse(text)
            let day: Day? = if case .day(let day)? = value { day } else { nil }
            change(
                targets,
                {
                    targets.item == nil
                        ? "\(ItemPresentation.count($0)) lent to \(name)."
                        : "\(targets.title) is lent to \(name)."
                }
            ) { (inventory, ids) async throws(LootError) in
                try await inventory.lend(ids, to: name, until: day)
            }
        } catch { askToLend(targets, answers, problem: error) }
    }
}
