import ListKit
import LootActions
import LootControllers
import LootCore
import LootPlugins
import TerminalKit

extension ItemScreens {
    /// Opens the details of an item.
    func open(_ item: Item, edits: Bool = false) {
        for path in controller.list.selectedRows { controller.list.deselect(path) }
        show(DetailForm(item, own: presentation.ownFields), isNew: false)
        if edits { edit(nil) }
        offerDraft()
    }

    /// Opens a form for a new item or, if configured, adds a random item.
    func addNew(from template: ItemTemplate? = nil) {
        if let reason = reasonNotToWrite { return tell(reason) }
        if configuration.addsAtOnce, template == nil { return addAtOnce() }
        showNew(DetailForm(own: presentation.ownFields, template: template))
        offerDraft()
    }

    private func addAtOnce() {
        let item = Item.random()
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let commit = try await controller.inventory.add([item])
            try await controller.catchUp()
            try await controller.putCursor(on: item.id)
            tell(String(localized: "Added “\(item.name)”."), undoing: commit)
        }
    }

    /// Shows and edits the form of a new item.
    func showNew(_ form: DetailForm) {
        show(form, isNew: true)
        edit(nil)
    }

    private func show(_ form: DetailForm, isNew: Bool) {
        guard detail == nil, let pages = session.root.pages else { return }
        let actions = DetailPage.Actions(
            back: { [weak self] in self?.goBack() },
            save: { [weak self] in self?.save() },
            edit: { [weak self] in self?.edit($0) },
            editOne: { [weak self] in self?.edit($0, alone: true) },
            saveAndEdit: { [weak self] in self?.saveAndEdit($0) },
            offered: session.root.bindings.actions.onItems,
            perform: { [weak self] in _ = self?.session.perform($0) },
            addField: { [weak self] in self?.askForField() },
            choosePhoto: { [weak self] in self?.askForPhoto() },
            removePhoto: { [weak self] in self?.removePhoto() },
            chooseForFiles: { [weak self] in self?.chooseForFiles() },
            typeDate: { [weak self] in self?.askForDate($0, $1) },
            complete: { [weak self] in self?.completion(of: $1, in: $0) })
        let page = DetailPage(
            form, isNew: isNew, presentation: presentation, keys: table.keys, actions)
        page.status.hints = { [weak page] in page?.hints ?? [] }
        detail = page
        if self.page.isSplit, pages.top === self.page {
            self.page.status.message = ""
            self.page.detail = page
            session.window.layoutIfNeeded()
            pages.accessories = page.barButtons
        } else {
            pages.push(
                page, title: isNew ? String(localized: "New item") : form.item.shownName,
                accessories: page.barButtons)
        }
        pages.allowsBack = { [weak self] in self?.leaves($0, $1) ?? true }
        page.focusFirstField()
        showPhoto(in: page)
        perform { [weak self] () async throws(LootError) in await self?.showHistory() }
    }

    /// Loads and shows the history of the item in the details. If that fails, no history is shown.
    func showHistory() async {
        guard let page = detail, !page.isNew else { return }
        let commits = try? await controller.inventory.history(
            of: page.form.item.id, limit: HistoryView.limit)
        page.show(history: commits ?? [])
    }

    // MARK: Editing

    /// Starts editing the details at a field. If it is `nil`, starts at the focused field, or at the first one. If
    /// `alone` is true, only the given field is edited.
    func edit(_ field: FieldKey?, alone: Bool = false) {
        guard let page = detail, !page.isEditing else { return }
        if let reason = reasonNotToWrite { return tell(reason) }
        readKnownItems()
        page.beginEditing(field ?? page.focusedKey, alone: alone)
        // A switch is toggled and saved with one key.
        if alone, let field, page.form[field]?.control == .toggle {
            page.set(page.form[field]?.text == "true" ? "false" : "true", for: field)
            return save()
        }
        modeChanged(of: page)
    }

    /// Saves a single edited field, and starts editing another one.
    private func saveAndEdit(_ field: FieldKey) {
        guard let page = detail else { return }
        let next = { [weak self, weak page] in
            guard let self, let page, detail === page, !page.isEditing else { return }
            page.focus(field)
            if page.form[field]?.control != .toggle { page.editOne(field) }
        }
        if page.hasInput { return save(then: next) }
        endEditing(page)
        next()
    }

    /// Ends editing and discards unsaved text.
    private func endEditing(_ page: DetailPage) {
        page.endEditing()
        modeChanged(of: page)
    }

    private func modeChanged(of page: DetailPage) {
        guard let pages = session.root.pages, pages.top === page || self.page.detail === page else { return }
        let focus = session.window.focusedView
        pages.accessories = page.barButtons
        if pages.top === page {
            pages.title = page.isNew ? String(localized: "New item") : page.form.item.shownName
        }
        focus?.focus()
    }

    /// The reason why nothing can be changed, or `nil` if the store is writable.
    var reasonNotToWrite: String? {
        let store = controller.inventory.store
        if store.capabilities.contains(.writable) { return nil }
        return store.problem?.problem() ?? String(localized: "This store is read-only.")
    }

    /// Asks for the name of a new custom field, and then for its type.
    private func askForField() {
        let alert = Alert(
            String(localized: "Another field"),
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction(String(localized: "Add")) { [weak self] texts in
                    guard let self, var trial = detail?.form else { return }
                    let name = texts.first ?? ""
                    do throws(LootError) {
                        // An invalid name is refused before the type is chosen.
                        try trial.addCustomField(name, .text)
                        askForType(of: name)
                    } catch { session.tell(error) }
                },
            ])
        alert.addTextField(placeholder: String(localized: "Name"))
        alert.present(in: session.window)
    }

    private func askForType(of name: String) {
        let entries = CustomField.types.map { type in
            Palette.Entry(type.title) { [weak self] in
                do throws(LootError) { try self?.detail?.addField(name, type) } catch {
                    self?.session.tell(error)
                }
            }
        }
        session.show(
            Palette(
                name, entries, asking: String(localized: "Kind"), empty: String(localized: "Nothing found.")))
    }

    /// Asks for a date. Asks again after an invalid one.
    private func askForDate(_ key: FieldKey, _ text: String, refused: LootError? = nil) {
        guard let page = detail, let row = page.form[key] else { return }
        let alert = Alert(
            row.title,
            message: refused.map { "! \($0.explanationAndAdvice)" }
                ?? String(localized: "2026-11-30, today, +14d, -6m, +2y, or nothing"),
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction("OK") { [weak self, weak page] texts in
                    let typed = texts.first ?? ""
                    do throws(LootError) { try page?.take(date: typed, for: key) } catch {
                        self?.askForDate(key, typed, refused: error)
                    }
                },
            ])
        alert.addTextField(Day(text)?.text(in: .current) ?? text)
        alert.present(in: session.window)
    }

    // MARK: Leaving

    /// Goes back from editing to reading, or from reading to the list. Asks about unsaved changes first.
    func goBack() {
        guard let page = detail else { return }
        if page.isEditing, page.hasInput { return askToSave(page) }
        if page.isEditing, !page.isNew { endEditing(page) } else { closeDetail() }
    }

    /// Closes the details because the list was clicked. Asks about unsaved changes first.
    func leaveDetail() {
        guard let page = detail else { return }
        if page.isEditing, page.hasInput { askToSave(page, leaves: true) } else { closeDetail() }
    }

    /// Handles an attempt to leave the details. Escape goes back by one step, and the navigation bar saves and
    /// returns to the list. Returns whether the navigation may continue.
    private func leaves(_ view: View, _ way: NavigationView.WayBack) -> Bool {
        guard let page = detail, view === page else { return true }
        if way == .escape {
            goBack()
        } else if !unsavedChanges.isEmpty {
            save(leaves: true)
        } else {
            closeDetail()
        }
        return false
    }

    var unsavedChanges: [String] { detail.map { $0.isEditing && $0.hasInput ? $0.form.changes : [] } ?? [] }

    /// Asks whether to save or discard changes. If `leaves` is true, the details are closed afterward.
    private func askToSave(_ page: DetailPage, leaves: Bool = false) {
        let discard = AlertAction(String(localized: "Discard"), style: .destructive) { [weak self] _ in
            self?.discard(page)
            if leaves { self?.closeDetail() }
        }
        let keep = AlertAction(String(localized: "Keep editing"), style: .cancel)
        do throws(LootError) { _ = try page.form.edited() } catch {
            return session.ask(
                String(localized: "Discard the changes?"),
                String(localized: "They can't be saved. \(error.explanationAndAdvice)"), [keep, discard])
        }
        session.ask(
            page.isNew ? String(localized: "Add this item?") : String(localized: "Save the changes?"),
            page.form.changes.joined(separator: "\n"),
            [
                AlertAction(page.isNew ? String(localized: "Add") : String(localized: "Save")) {
                    [weak self] _ in self?.save(leaves: leaves)
                },
                discard, keep,
            ])
    }

    private func discard(_ page: DetailPage) {
        if page.isNew {
            closeDetail()
            tell(String(localized: "Nothing was added."))
        } else {
            endEditing(page)
            tell(String(localized: "Nothing was changed."))
        }
    }

    /// Closes the details and discards unsaved text.
    func closeDetail() {
        guard let page = detail, let pages = session.root.pages else { return }
        detail = nil
        if pages.top === page { pages.pop() }
        if self.page.detail === page {
            self.page.detail = nil
            pages.accessories = []
        }
        readViews()
        if let side {
            side.focusRows()
            side.onChange()
        } else {
            table.focus()
        }
        updateTitles()
        session.window.layoutIfNeeded()
        showPreview()
    }

    // MARK: Saving

    /// Saves the changes, and closes the details if `leaves` is true. Calls `follow` after a success; after an error,
    /// the form keeps everything.
    func save(leaves: Bool = false, then follow: @escaping () -> Void = {}) {
        guard let page = detail, page.isEditing else { return }
        guard page.hasInput else { return goBack() }
        if page.showConflict() {
            return tell(
                String(localized: "Not saved: it was also changed elsewhere. Choose yours or theirs."))
        }
        do throws(LootError) {
            let edited = try page.form.edited()
            let transaction = try page.form.transaction(addsItem: page.isNew)
            perform { [weak self] () async throws(LootError) in
                guard let self else { return }
                do throws(LootError) {
                    try await write(edited, transaction, of: page, leaves: leaves)
                    follow()
                } catch {
                    try await failedToSave(error, page) { [weak self] in
                        self?.save(leaves: leaves, then: follow)
                    }
                }
            }
        } catch {
            if page.refuse(error) { tell(String(localized: "Not saved.")) } else { session.tell(error) }
        }
    }

    private func write(
        _ edited: Item, _ transaction: ItemTransaction, of page: DetailPage, leaves: Bool
    ) async throws(LootError) {
        let inventory = controller.inventory
        let wasNew = page.isNew
        let commit = try await inventory.save(transaction)
        page.saved(try await inventory.store.item(edited.id) ?? edited)
        modeChanged(of: page)
        if leaves { closeDetail() }
        await showHistory()
        try await controller.catchUp()
        try await controller.putCursor(on: edited.id)
        let isShown = try await controller.path(of: edited.id) != nil
        let name = edited.shownName
        let message: Message =
            switch (wasNew, isShown) {
            case (true, true): "Added “\(name)”."
            case (true, false): "Added “\(name)”, which this list doesn't show."
            case (false, true): "Saved “\(name)”."
            case (false, false): "Saved “\(name)”, which this list doesn't show."
            }
        tell(message.text, undoing: commit)
    }

    /// Handles an error while saving. If the item was changed elsewhere, fields that the person hasn't changed are
    /// updated without asking, and saving is tried again. Otherwise the person decides.
    private func failedToSave(
        _ error: LootError, _ page: DetailPage, _ retry: @escaping () -> Void
    ) async throws(LootError) {
        let keep = AlertAction(String(localized: "Keep editing"), style: .cancel)
        let isStale = error.code == .conflict || error.code == .noSuchItem
        let current = isStale ? try await controller.inventory.store.item(page.form.item.id) : nil
        if let current, current != page.form.item {
            page.adopt(current)
            return retry()
        }
        guard isStale, current == nil else {
            let message: Message = "Not saved. \(error.explanation)"
            tell(message.text)
            return session.ask(
                error.failure.text, error.details,
                [AlertAction(String(localized: "Try again")) { _ in retry() }, keep])
        }
        session.ask(
            String(localized: "“\(page.form.item.shownName)” was removed"),
            String(localized: "It was removed elsewhere while you edited it."),
            [
                AlertAction(String(localized: "Add it again")) { _ in
                    page.becomeNew()
                    retry()
                },
                AlertAction(String(localized: "Discard"), style: .destructive) { [weak self] _ in
                    self?.closeDetail()
                }, keep,
            ])
    }
}
