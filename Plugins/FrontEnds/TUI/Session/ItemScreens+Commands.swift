import ListKit
import LootActions
import LootControllers
import LootCore
import LootPlugins
import LootQueryText
import TerminalKit

extension ItemScreens {
    private var list: ListView { controller.list }
    private var current: Item? { list.cursor.flatMap { controller.item(at: $0) } }

    func offers(_ command: ScreenCommand) -> Bool {
        if side != nil { return [.help, .palette, .back, .quit, .mouse, .redraw].contains(command) }
        guard let detail else { return command != .save }
        let always: [ScreenCommand] = [
            .help, .palette, .photo, .removePhoto, .files, .mouse, .redraw, .back, .quit,
        ]
        let others: [ScreenCommand] =
            detail.isEditing
            ? [.save]
            : [
                .edit, .remove, .tags, .place, .set, .copy, .copyIDs, .repeatLast, .undo, .redo,
                .reload,
            ]
        return always.contains(command) || others.contains(command)
    }

    var moves: [TableCommand] {
        if side != nil { return SidePage.moves }
        guard let detail else { return TableCommand.allCases.filter { $0.name != nil } }
        return detail.isEditing ? [] : DetailPage.moves
    }

    func perform(_ command: ScreenCommand) -> Bool {
        guard offers(command) else { return false }
        if command != .back { tell("") }
        if side != nil { return performBeside(command) }
        if let detail { return perform(command, in: detail) }
        if controller.range != nil, ScreenCommand.onMarks.contains(command) {
            // The question contains the number of marked items, so read the range first.
            perform { [weak self] () async throws(LootError) in
                try await self?.controller.endRange()
                _ = self?.perform(command)
            }
            return true
        }
        if performOnList(command) {
            session.startWork()
            return true
        }
        switch command {
        case .add: addNew()
        case .barcode: askForBarcode()
        case .addRandom: controller.add(Item.random())
        case .edit: if let current { open(current, edits: true) }
        case .editList: toggleEditing()
        case .remove: if let targets { targets.item.map(remove) ?? removeMarked(targets) }
        case .moveUp: move(.moveUp)
        case .moveDown: move(.moveDown)
        case .sections: chooseSections()
        case .sort: header.sort.choose(((header.sort.selectedIndex ?? 0) + 1) % header.sort.segments.count)
        case .nextView: showView(1)
        case .previousView: showView(-1)
        case .keepView: askToKeepView()
        case .undo: undo()
        case .redo: redo()
        case .photo: askForPhoto()
        case .removePhoto: removePhoto()
        case .files: chooseForFiles()
        case .importFile: askForImport()
        case .exportFile: askForExport()
        case .larger: changeTextSize(by: 1)
        case .smaller: changeTextSize(by: -1)
        case .mouse: toggleMouse()
        case .shell: openShell()
        case .reload: reload()
        case .redraw: session.onRedraw()
        case .back: goBackInList()
        case .quit: session.quit()
        default: return false
        }
        session.startWork()
        return true
    }

    /// Performs a command that concerns the whole list or the marked items. Returns whether it does.
    private func performOnList(_ command: ScreenCommand) -> Bool {
        switch command {
        case .mark, .markRange, .markAll: perform(marking: command)
        case .tags: askForTags()
        case .place: askForPlace()
        case .set: chooseField()
        case .repeatLast: repeatLast()
        case .copy: copy({ "the names of \($0, one: "item", other: "items")" }) { $0.shownName }
        case .copyIDs: copy({ "the IDs of \($0, one: "item", other: "items")" }) { $0.id.description }
        case .favoritesOnly: header.favorites.toggle()
        case .search: focusSearch()
        case .filter: focusFilter()
        case .nextMatch, .previousMatch: moveToMatch(command == .nextMatch ? .down : .up)
        case .due: showDue()
        case .places: showPlaces()
        case .history: showSteps()
        case .settings: showListSettings()
        case .pane: togglePane()
        case .columns: chooseColumns()
        case .previousColumn, .nextColumn, .sortColumn, .editCell, .narrower, .wider, .frequencies:
            perform(onColumn: command)
        default: return false
        }
        return true
    }

    private func focusSearch() {
        header.isHidden = false
        header.search.field.focus()
        header.search.field.selectAll()
    }

    /// Moves the cursor to the next or previous match. The list shows matches only, so this is the adjacent row.
    private func moveToMatch(_ way: TableCommand) {
        if controller.query.search == nil, controller.query.filter == nil {
            return tell(String(localized: "Press / to search first."))
        }
        table.perform(way)
    }

    private func togglePane() {
        guard page.bounds.width >= ListPage.widthOfSplit else {
            return tell(
                String(
                    localized: """
                        Details are shown next to the list if the terminal has at least \
                        \(ListPage.widthOfSplit) columns.
                        """)
            )
        }
        page.wantsPane.toggle()
        session.window.layoutIfNeeded()
        showPreview()
    }

    private func perform(_ command: ScreenCommand, in detail: DetailPage) -> Bool {
        switch command {
        case .back, .quit: goBack()
        case .edit: edit(nil)
        case .save: save()
        case .tags: askForTags()
        case .place: askForPlace()
        case .set: chooseField()
        case .repeatLast: repeatLast()
        case .copy: copy({ "the names of \($0, one: "item", other: "items")" }) { $0.shownName }
        case .copyIDs: copy({ "the IDs of \($0, one: "item", other: "items")" }) { $0.id.description }
        case .redraw: session.onRedraw()
        case .remove: remove(detail.form.item)
        case .undo: undo()
        case .redo: redo()
        case .reload: reload()
        case .photo: askForPhoto()
        case .removePhoto: removePhoto()
        case .files: chooseForFiles()
        case .mouse: toggleMouse()
        default: return false
        }
        session.startWork()
        return true
    }

    private func goBackInList() {
        if !controller.hasNoMarks, session.window.focusedView?.isDescendant(of: header) != true {
            controller.clearMarks()
            updateTitles()
        } else if !header.search.text.isEmpty {
            let text = header.search.text
            header.search.cancel()
            returnToSide(from: text)
        } else if session.window.focusedView?.isDescendant(of: header) == true {
            table.focus()
        } else if list.isEditing {
            toggleEditing()
        } else {
            table.focus()
        }
        tell("")
    }

    func toggleMouse() {
        let isOurs = session.onMouse()
        let text =
            isOurs
            ? String(localized: "The program is handling the mouse again.")
            : String(localized: "The terminal handles the mouse now. Select text as usual.")
        tell(text)
    }

    private func openShell() {
        do throws(LootError) { try session.onShell() } catch { session.tell(error) }
    }

    private func changeTextSize(by steps: Int) {
        textSize = textSize.changed(by: steps)
        if let cursor = list.cursor { list.scroll(to: cursor) }
        tell(String(localized: "Text size \(textSize.step) of \(TextSize.steps.count): \(textSize.words)"))
    }

    func toggleEditing() {
        list.isEditing.toggle()
        updateTitles()
        if list.isEditing {
            tell(
                controller.query.isInUserOrder
                    ? String(localized: "Enter removes an item. J and K or the mouse move it.")
                    : String(localized: "Enter removes an item. E leaves edit mode."))
        }
        table.focus()
    }

    private func move(_ command: TableCommand) {
        if controller.query.isInUserOrder {
            table.perform(command)
        } else {
            tell(reasonNotToMove)
        }
    }

    /// The reason why items can't be moved manually, with advice.
    var reasonNotToMove: String {
        func key(_ command: ScreenCommand) -> String {
            session.root.bindings.firstKey(of: command).map { " (\($0))" } ?? ""
        }
        let reason: Message =
            switch (controller.query.sort.isEmpty, controller.query.sectioning == nil) {
            case (true, _): "Items can be moved only in manual order. Turn off sections\(key(.sections))."
            case (false, true): "Items can be moved only in manual order. Sort by “Manual”\(key(.sort))."
            case (false, false):
                """
                Items can be moved only in manual order. Sort by “Manual”\(key(.sort)) and turn off \
                sections\(key(.sections)).
                """
            }
        return reason.text
    }

    // MARK: Undoing

    func undo() {
        takeBack(String(localized: "Undone")) { (inventory) throws(LootError) in try await inventory.undo() }
    }

    /// Undoes a commit, if it is the newest one.
    func undo(_ commit: Commit) {
        takeBack(String(localized: "Undone")) { (inventory) throws(LootError) in
            let newest = try await inventory.history(limit: 1).undoable.last
            guard let newest, newest.revision == commit.revision else {
                throw LootError(
                    .conflict, "Can't undo \(TextRules.quoted(commit.title)).",
                    reason: newest.map { "\(TextRules.quoted($0.title)) was made later." }
                        ?? "It was already undone.",
                    advice: newest == nil ? "" : "Undo the later change first.")
            }
            return try await inventory.commit(newest.undo)
        }
    }

    private func redo() {
        takeBack(String(localized: "Redone")) { (inventory) throws(LootError) in
            try await inventory.redo()
        }
    }

    private func takeBack(
        _ word: String, _ action: @escaping (Inventory) async throws(LootError) -> Commit
    ) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let commit = try await action(controller.inventory)
            try await controller.catchUp()
            if let item = commit.changes.first?.change.item { try await controller.putCursor(on: item) }
            try await followItem()
            tell(Language.current.titled(word, commit.title))
        }
    }

    /// Updates the details that are shown, and closes them if the item was removed.
    func followItem() async throws(LootError) {
        guard let detail, !detail.isNew, !detail.isEditing else { return }
        let id = detail.form.item.id
        if let item = try await controller.inventory.store.item(id) {
            detail.adopt(item)
            await showHistory()
        } else {
            closeDetail()
        }
    }

    // MARK: Removing

    func remove(_ item: Item) {
        if configuration.confirm { askToRemove(item) } else { removeNow(item) }
    }

    func askToRemove(_ item: Item) {
        session.ask(
            String(localized: "Remove “\(item.shownName)”?"), String(localized: "Undo brings it back."),
            [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction(String(localized: "Remove"), style: .destructive) { [weak self] _ in
                    self?.removeNow(item)
                },
            ])
    }

    private func removeNow(_ item: Item) {
        if detail?.form.item.id == item.id { closeDetail() }
        controller.perform { [weak self] (inventory: Inventory) async throws(LootError) in
            let commit = try await inventory.remove([item.id])
            self?.tell(String(localized: "Removed “\(item.shownName)”."), undoing: commit)
        }
        session.startWork()
    }

    // MARK: Sections

    func chooseSections() {
        let configured = configuration.sectionings
        let choices =
            configured.isEmpty
            ? SectioningChoice.all(of: host).map { ($0.shortForm, $0.title) }
            : configured.filter { $0 != "none" }.map { ($0, SectioningChoice($0, of: host).title) }
        var shown: String? = wanted.sectioning == nil ? "none" : nil
        if case .named(let name) = sections { shown = name }
        let all = [("none", String(localized: "No sections"))] + choices
        var entries = all.map { choice, title in
            Palette.Entry(choice == shown ? String(localized: "\(title) (shown)") : title) { [weak self] in
                self?.section(by: choice)
            }
        }
        entries.append(Palette.Entry(String(localized: "Other…")) { [weak self] in self?.askForSections() })
        session.show(
            Palette(
                String(localized: "Sections"), entries, at: all.firstIndex { $0.0 == shown } ?? 0,
                asking: String(localized: "Type to filter, Enter to show"),
                empty: String(localized: "No such grouping")))
    }

    private func askForSections() {
        let alert = Alert(
            String(localized: "Sections"),
            message: String(localized: "Short form, such as value:25,50,75,100, field:location or date:year"),
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction(String(localized: "Show")) { [weak self] in self?.section(by: $0.first ?? "") },
            ])
        alert.addTextField(placeholder: "value:25,50,75,100")
        alert.present(in: session.window)
    }

    func section(by shortForm: String) {
        do throws(LootError) {
            let sectioning = try host.sectioning(shortForm)
            let usual = try host.sectioning()
            // If no sections are configured, showing none is the default.
            show(sections: sectioning == nil && usual == nil ? .unsaid : .named(shortForm))
            queryChanged()
        } catch { session.tell(error) }
    }
}
