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

    /// Offers the items of which something is due; one is opened.
    func showDue() {
        guard let due, !due.isEmpty else {
            return tell("Nothing is due within \(configuration.dueWithin).")
        }
        var actions = due.dates.map { date in
            AlertAction(ItemScreens.line(date, due)) { [weak self] _ in self?.open(date.item) }
        }
        if due.count > due.dates.count {
            actions.append(
                AlertAction("All \(due.count) in the list") { [weak self] _ in
                    self?.header.search.text = "where \(due.filter)"
                    self?.queryChanged()
                })
        }
        actions.append(AlertAction("Cancel", style: .cancel))
        session.ask("Due", style: .actionSheet, actions)
    }

    // MARK: Loans

    /// Takes note that the item is back, or asks to whom it is to be lent.
    func lendOrGiveBack() {
        guard let item = chosenItem, detail?.isNew != true else { return }
        if let reason = reasonNotToWrite { return tell(reason) }
        guard item.isLent else { return askToLend(item) }
        note(item, "“\(item.shownName)” is back\(item.lentTo.map { " from \($0)" } ?? "").") {
            (inventory) throws(LootError) in try await inventory.giveBack([item.id])
        }
    }

    /// Asks for a name and a day; once more with what was typed, where that makes no sense.
    private func askToLend(_ item: Item, _ answers: [String] = [], problem: LootError? = nil) {
        let question = "To whom, and until when: +14d, 2026-11-30, or nothing"
        let alert = Alert(
            "Lend “\(item.shownName)”",
            message: problem.map { "\($0.headline)\n\($0.explanation)\n\(question)" } ?? question,
            actions: [
                AlertAction("Cancel", style: .cancel),
                AlertAction("Lend") { [weak self] in self?.lend(item, $0) },
            ])
        let name = alert.addTextField(answers.first ?? "", placeholder: "Name")
        let until = alert.addTextField(answers.dropFirst().first ?? "", placeholder: "Until")
        alert.present(in: session.window)
        if let problem { (problem.field == "lentUntil" ? until : name).focus() }
    }

    private func lend(_ item: Item, _ answers: [String]) {
        let (name, text) = (answers.first ?? "", answers.dropFirst().first ?? "")
        do throws(LootError) {
            try Inventory.name(ofBorrower: name)
            let value = try Field.with(key: "lentUntil")?.parse(text)
            let day: Day? = if case .day(let day)? = value { day } else { nil }
            note(item, "“\(item.shownName)” is lent to \(name).") { (inventory) throws(LootError) in
                try await inventory.lend([item.id], to: name, until: day)
            }
        } catch { askToLend(item, answers, problem: error) }
    }

    private func note(
        _ item: Item, _ message: String, _ action: @escaping (Inventory) async throws(LootError) -> Commit?
    ) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let commit = try await action(inventory)
            try await showItem(item.id, message, commit)
            await showHistory()
        }
    }
}
