import ListKit
import LootControllers
import LootCore
import TerminalKit

extension ItemScreens {
    /// Shows the details of an item.
    func open(_ item: Item) {
        for path in controller.list.selectedRows { controller.list.deselect(path) }
        show(DetailPage(DetailForm(item), isNew: false, presentation: configuration.presentation))
    }

    /// Shows the empty details of an item that is to be added.
    func addNew() {
        show(DetailPage(DetailForm(Item()), isNew: true, presentation: configuration.presentation))
    }

    private func show(_ page: DetailPage) {
        guard detail == nil, let pages = session.root.pages else { return }
        detail = page
        page.status.hint = "Esc saves and goes back  Tab next field  Ctrl-S save  Ctrl-G throw changes away"
        page.onSave = { [weak self] leaves in self?.save(page, leaves: leaves) }
        page.onDiscard = { [weak self] in self?.closeDetail() }
        page.onAddField = { [weak self] in self?.askForField(of: page) }
        page.onChoosePhoto = { [weak self] in self?.askForPhoto() }
        page.onRemovePhoto = { [weak self] in self?.removePhoto() }
        let title = page.isNew ? "New item" : page.form.item.name
        let save = Button("Save") { [weak page] in page?.save() }
        pages.push(page, title: title, accessories: [save])
        pages.onPop = { [weak self] view in self?.popped(view, title: title, save: save) }
        page.focusFirstField()
        showPhoto(in: page)
    }

    /// A click on the bar went back: what was changed is saved first.
    private func popped(_ view: View, title: String, save: Button) {
        guard let page = detail, view === page else { return }
        if page.form.isChanged {
            session.root.pages?.push(page, title: title, accessories: [save])
            page.leave()
        } else {
            closed()
        }
    }

    /// Goes back to the list, whatever was typed.
    func closeDetail() {
        guard let page = detail, let pages = session.root.pages else { return }
        detail = nil
        if pages.top === page { pages.pop() }
        closed()
    }

    private func closed() {
        detail = nil
        table.focus()
        updateTitles()
    }

    /// Saves what was changed, and does what is to follow if that works.
    func save(_ page: DetailPage, leaves: Bool, then follow: @escaping () -> Void = {}) {
        guard page.form.isChanged else {
            if leaves { closeDetail() }
            return
        }
        let edited: Item
        let patch: Patch
        do throws(LootError) {
            edited = try page.form.edited()
            patch = try page.form.patch()
        } catch {
            page.focus(on: error.field)
            return session.tell(error, [throwAway])
        }
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            do throws(LootError) {
                if page.isNew {
                    try await controller.inventory.add([edited])
                } else {
                    try await controller.inventory.edit([edited.id], patch)
                }
            } catch { return failedToSave(error, page, edited, leaves: leaves, then: follow) }
            page.saved(edited)
            if leaves { closeDetail() }
            try await controller.refresh()
            try await controller.putCursor(on: edited.id)
            let isShown = try await controller.path(of: edited.id) != nil
            self.page.status.message =
                "Saved “\(edited.name)”" + (isShown ? "." : "; what is shown leaves it out.")
            follow()
        }
    }

    private var throwAway: AlertAction {
        AlertAction("Throw away", style: .destructive) { [weak self] _ in self?.closeDetail() }
    }

    /// The form keeps everything, so that it can be tried again.
    private func failedToSave(
        _ error: LootError, _ page: DetailPage, _ edited: Item, leaves: Bool,
        then follow: @escaping () -> Void
    ) {
        let retry = { [weak self] in self?.save(page, leaves: leaves, then: follow) ?? () }
        guard error.code == .noSuchItem else { return session.tell(error, [throwAway], retry: retry) }
        let again = AlertAction("Add it again") { _ in
            page.becomeNew()
            retry()
        }
        session.tell(error, [again, throwAway])
    }

    private func askForField(of page: DetailPage) {
        let alert = Alert(
            "Another field",
            message: "Its name, and what it holds: text, integer, decimal, flag, day or moment.",
            actions: [
                AlertAction("Cancel", style: .cancel),
                AlertAction("Add") { [weak self] texts in
                    do throws(LootError) {
                        let type = texts.last.flatMap { FieldType(rawValue: $0.lowercased()) }
                        try page.addField(texts.first ?? "", type ?? .text)
                    } catch { self?.session.tell(error) }
                },
            ])
        alert.addTextField(placeholder: "Name")
        alert.addTextField("text", placeholder: "text")
        alert.present(in: session.window)
    }
}
