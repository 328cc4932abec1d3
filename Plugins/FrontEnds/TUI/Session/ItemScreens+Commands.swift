import ListKit
import LootControllers
import LootCore
import TerminalKit

extension ItemScreens {
    private var list: ListView { controller.list }
    private var current: Item? { list.cursor.flatMap { controller.item(at: $0) } }

    func offers(_ command: Command) -> Bool {
        if detail != nil {
            let offered: [Command] = [
                .help, .palette, .delete, .favorite, .photo, .removePhoto, .mouse, .back, .quit,
            ]
            return offered.contains(command)
        }
        return true
    }

    func perform(_ command: Command) -> Bool {
        guard offers(command) else { return false }
        if command != .back { page.status.message = "" }
        if let detail { return perform(command, in: detail) }
        switch command {
        case .add: addNew()
        case .addRandom: controller.add(Item.random())
        case .edit: toggleEditing()
        case .delete: if let current { remove(current) }
        case .moveUp: move(.moveUp)
        case .moveDown: move(.moveDown)
        case .favorite: if let cursor = list.cursor { controller.toggleFavorite(at: cursor) }
        case .favoritesOnly: header.favorites.toggle()
        case .search:
            header.isHidden = false
            header.search.field.focus()
            header.search.field.selectAll()
        case .sections: chooseSections()
        case .sort: header.sort.choose(((header.sort.selectedIndex ?? 0) + 1) % header.sort.segments.count)
        case .undo: takeBack("Undone") { (inventory) throws(LootError) in try await inventory.undo() }
        case .redo: takeBack("Done again") { (inventory) throws(LootError) in try await inventory.redo() }
        case .photo: askForPhoto()
        case .removePhoto: removePhoto()
        case .importFile: askForImport()
        case .exportFile: askForExport()
        case .larger: changeTextSize(by: 1)
        case .smaller: changeTextSize(by: -1)
        case .mouse: toggleMouse()
        case .reload: reload()
        case .back: goBack()
        case .quit: session.quit()
        case .help, .palette: return false
        }
        session.startWork()
        return true
    }

    private func perform(_ command: Command, in detail: DetailPage) -> Bool {
        switch command {
        case .back, .quit: detail.leave()
        case .favorite: detail.toggleFavorite()
        case .delete where !detail.isNew: remove(detail.form.item)
        case .photo: askForPhoto()
        case .removePhoto: removePhoto()
        case .mouse: toggleMouse()
        default: return false
        }
        return true
    }

    private func goBack() {
        if !header.search.text.isEmpty {
            header.search.cancel()
        } else if session.window.focusedView?.isDescendant(of: header) == true {
            table.focus()
        } else if list.isEditing {
            toggleEditing()
        } else {
            table.focus()
        }
        page.status.message = ""
    }

    private func toggleMouse() {
        let isOurs = session.onMouse()
        let text =
            isOurs ? "The mouse works here again." : "The mouse is the terminal's: select text as usual."
        page.status.message = text
        detail?.status.message = text
    }

    private func changeTextSize(by steps: Int) {
        textSize = textSize.changed(by: steps)
        page.status.message = "Text size: \(textSize.rawValue)"
    }

    func toggleEditing() {
        list.isEditing.toggle()
        updateTitles()
        if list.isEditing {
            page.status.message = "Enter on an item deletes it; J and K or the mouse move it."
        }
        table.focus()
    }

    private func move(_ command: TableCommand) {
        if controller.query.isInUserOrder {
            table.perform(command)
        } else {
            page.status.message = "Items move only in their own order, without sort and sections."
        }
    }

    private func takeBack(
        _ word: String, _ action: @escaping (Inventory) async throws(LootError) -> Commit
    ) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let commit = try await action(controller.inventory)
            page.status.message = "\(word): \(commit.title)"
            try await controller.refresh()
            if let item = commit.changes.first?.change.item { try await controller.putCursor(on: item) }
        }
    }

    // MARK: Removing

    func remove(_ item: Item) {
        if configuration.confirm { askToRemove(item) } else { removeNow(item) }
    }

    func askToRemove(_ item: Item) {
        session.ask(
            "Delete “\(item.name)”?", "Undo brings it back.",
            [
                AlertAction("Cancel", style: .cancel),
                AlertAction("Delete", style: .destructive) { [weak self] _ in self?.removeNow(item) },
            ])
    }

    private func removeNow(_ item: Item) {
        if detail?.form.item.id == item.id { closeDetail() }
        controller.perform { [weak self] (inventory: Inventory) async throws(LootError) in
            try await inventory.remove([item.id])
            self?.page.status.message = "Deleted “\(item.name)”."
        }
        session.startWork()
    }

    // MARK: Sections

    func chooseSections() {
        var choices = configuration.sectionings
        if choices.isEmpty { choices = host.plugins.filter { $0.kind == .sectioning }.map(\.name) }
        let summaries = Dictionary(
            host.plugins.filter { $0.kind == .sectioning }.map { ($0.name, $0.summary) }
        ) { first, _ in first }
        var actions = choices.map { choice in
            let title = summaries[choice].map { "\(choice): \($0)" } ?? choice
            return AlertAction(choice == sectionsShown ? "\(title) (shown)" : title) { [weak self] _ in
                self?.section(by: choice)
            }
        }
        actions.append(AlertAction("Others…") { [weak self] _ in self?.askForSections() })
        actions.append(AlertAction("Cancel", style: .cancel))
        session.ask("Sections", style: .actionSheet, actions)
    }

    private func askForSections() {
        let alert = Alert(
            "Sections", message: "In short form: value:25,50,75,100 or field:location or date:year",
            actions: [
                AlertAction("Cancel", style: .cancel),
                AlertAction("Show") { [weak self] in self?.section(by: $0.first ?? "") },
            ])
        alert.addTextField(placeholder: "value:25,50,75,100")
        alert.present(in: session.window)
    }

    private func section(by shortForm: String) {
        do throws(LootError) {
            wanted.sectioning = try host.sectioning(shortForm)
            sectionsShown = shortForm
            header.sections.title = wanted.sectioning == nil ? "Sections" : "Sections: \(shortForm)"
            session.startWork()
        } catch { session.tell(error) }
    }
}
