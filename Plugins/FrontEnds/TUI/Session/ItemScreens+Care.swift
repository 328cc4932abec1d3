import LootActions
import LootControllers
import LootCore
import TerminalKit

/// Recording services and repairs.
extension ItemScreens {
    /// Asks for the note, the cost and the date of a service or repair of the item.
    func askForCare() {
        guard let item = chosenItem, detail?.isNew != true else { return }
        if let reason = reasonNotToWrite { return tell(reason) }
        askForCare(item)
    }

    /// Asks again with the typed answers if an answer is invalid or the item has no regular services.
    private func askForCare(_ item: Item, _ answers: [String] = [], problem: LootError? = nil) {
        let question =
            String(
                localized:
                    "Description, cost and date are optional. A repair doesn't change the next service."
            )
        let alert = Alert(
            String(localized: "Maintenance of “\(item.shownName)”"),
            message: problem?.sentence ?? question,
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction(String(localized: "Serviced")) { [weak self] in
                    self?.noteCare(of: item, $0, isService: true)
                },
                AlertAction(String(localized: "Repair")) { [weak self] in
                    self?.noteCare(of: item, $0, isService: false)
                },
            ])
        alert.addTextField(answers.first ?? "", placeholder: String(localized: "Note, such as New belt"))
        let cost = alert.addTextField(
            answers.dropFirst().first ?? "", placeholder: String(localized: "Cost, such as 40 or EUR 40"))
        let day = alert.addTextField(
            answers.dropFirst(2).first ?? "",
            placeholder: String(localized: "Date (default: today), such as -3d"))
        alert.present(in: session.window)
        switch problem?.field {
        case "careLog": cost.focus()
        case "nextService": day.focus()
        default: break
        }
    }

    private func noteCare(of item: Item, _ answers: [String], isService: Bool) {
        do throws(LootError) {
            let entry = try CareEntry(
                note: answers.first ?? "", cost: answers.dropFirst().first ?? "",
                day: answers.dropFirst(2).first ?? "", isService: isService,
                in: controller.presentation.money)
            perform { [weak self] () async throws(LootError) in
                try await self?.note(entry, of: item, isService: isService) { [weak self] error in
                    self?.askForCare(item, answers, problem: error)
                }
            }
        } catch { askForCare(item, answers, problem: error) }
    }

    private func note(
        _ entry: CareEntry, of item: Item, isService: Bool, refused: (LootError) -> Void
    ) async throws(LootError) {
        let commit: Commit?
        do throws(LootError) {
            commit = try await controller.inventory.noteCare(of: [item.id], entry, isService: isService)
        } catch {
            var error = error
            if error.remedy == .setServicePeriod {
                error.advice = "Choose Repair, or set how often it is serviced."
            }
            return refused(error)
        }
        let message =
            commit == nil
            ? String(localized: "“\(item.shownName)” already has this entry.")
            : isService
                ? String(localized: "“\(item.shownName)” was serviced.")
                : String(localized: "Added “\(entry.note)” to the maintenance log of “\(item.shownName)”.")
        try await showItem(item.id, message, commit)
        await showHistory()
    }
}
