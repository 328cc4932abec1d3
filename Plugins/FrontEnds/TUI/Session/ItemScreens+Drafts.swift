import LootActions
import LootCore
import TerminalKit

extension ItemScreens {
    func keepDraft() -> Bool {
        guard let detail, detail.hasInput, let draft = detail.form.draft, let drafts else { return false }
        do { try drafts.keep(draft) } catch { return false }
        return true
    }

    /// Offers to restore the unsaved text of the form that was stored when the program ended.
    func offerDraft() {
        guard let page = detail, reasonNotToWrite == nil,
            let draft = drafts?.draft(of: page.isNew ? nil : page.form.item.id)
        else { return }
        var form = page.form
        form.resume(draft)
        // The same changes have been saved in the meantime.
        guard form.isChanged else { return drop(draft) }
        session.ask(
            String(localized: "Unsaved input"), form.changes.joined(separator: "\n"),
            [
                AlertAction(String(localized: "Restore")) { [weak self] _ in
                    self?.resume(draft)
                    self?.drop(draft)
                },
                AlertAction(String(localized: "Discard"), style: .destructive) { [weak self] _ in
                    self?.drop(draft)
                },
                AlertAction(String(localized: "Later"), style: .cancel),
            ])
    }

    private func resume(_ draft: FormDraft) {
        guard let page = detail else { return }
        if !page.isEditing { edit(nil) }
        page.resume(draft)
    }

    private func drop(_ draft: FormDraft) {
        do throws(LootError) { try drafts?.drop(draft.item) } catch { session.tell(error) }
    }
}
