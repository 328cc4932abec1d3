import ListKit
import LootActions
import LootControllers
import LootCore
import TerminalKit
import TerminalText

/// What is shown around the list, and what its parts tell.
extension ItemScreens {
    func wire() {
        controller.onSelect = { [weak self] item in self?.open(item) }
        controller.leadingActions = { [weak self] in self?.leadingActions(of: $0) ?? [] }
        controller.onCursor = { [weak self] in self?.cursorMoved() }
        table.clicksToOpen = 2
        table.onKey = { [weak self] in
            guard let self, page.status.endsWithKey else { return }
            page.status.message = ""
            session.window.layoutIfNeeded()
        }
        table.onWidth = { [weak self] _ in self?.columnsChanged() }
        table.onCount = { [weak self] in self?.page.status.pending = $0.map { "\($0)" } ?? "" }
        table.onMoveRefused = { [weak self] _ in self?.tell(self?.reasonNotToMove ?? "") }
        table.onIndexWait = { [weak self] in
            self?.page.status.message = ""
            self?.page.status.pending = $0 ? "'" : ""
        }
        table.onContextMenu = { [weak self] _ in self?.showMenu() }
        page.preview.onOpen = { [weak self] in self?.openPreview(at: $0) }
        page.preview.onRest = { [weak self] in self?.readMore(of: $0) }
        page.onLeave = { [weak self] in self?.leaveDetail() }
        if configuration.confirm { controller.onRemove = { [weak self] in self?.askToRemove($0) } }
        header.add.on(.primaryAction) { [weak self] in self?.addNew() }
        header.edit.on(.primaryAction) { [weak self] in self?.toggleEditing() }
        header.sort.on(.valueChanged) { [weak self] in self?.queryChanged() }
        header.favorites.on(.valueChanged) { [weak self] in self?.queryChanged() }
        header.sections.on(.primaryAction) { [weak self] in self?.chooseSections() }
        header.search.field.on(.editingBegan) { [weak self] in self?.readKnownItems() }
        header.search.field.completion = { [weak self] _ in self?.completedSearch }
        header.search.onChange = { [weak self] _ in self?.queryChanged() }
        header.search.onSearch = { [weak self] _ in self?.searchEntered() }
        header.titles.onSort = { [weak self] in self?.sort(by: $0) }
        header.search.onCancel = { [weak self] _ in self?.searchCanceled() }
        page.tabs.on(.valueChanged) { [weak self] in
            guard let self, let index = page.tabs.selectedIndex else { return }
            show(view: index == 0 ? nil : views[index - 1])
        }
    }

    /// What can be done, for the last line.
    var hints: [StatusLine.Hint] {
        if header.search.field.isFocused { return completionHints }
        if table.awaitsIndexTitle { return jumpHints }
        // Beside open details, their own line says what can be done.
        if page.detail != nil { return [] }
        let commands: [(Command, String)] =
            controller.hasNoMarks
            ? [
                (.screen(.help), "keys"), (.screen(.add), "add"), (.screen(.search), "search"),
                (.action("favorite"), "favorite"), (.screen(.delete), "delete"), (.screen(.undo), "undo"),
                (.screen(.palette), "commands"), (.screen(.quit), "quit"), (.screen(.mark), "mark"),
                (.screen(.filter), "filter"), (.screen(.places), "places"), (.screen(.history), "history"),
            ]
            : [
                (.screen(.mark), "mark"), (.screen(.markRange), "range"), (.screen(.markAll), "all"),
                (.screen(.tags), "tags"), (.screen(.place), "place"), (.action("favorite"), "favorite"),
                (.action("lend"), "lend"), (.screen(.set), "set"), (.screen(.delete), "delete"),
                (.screen(.copy), "copy"), (.screen(.exportFile), "export"), (.screen(.back), "none"),
            ]
        return commands.compactMap { command, word in
            session.root.bindings.firstKey(of: command).map { key in
                StatusLine.Hint(key, word) { [weak self] in _ = self?.session.perform(command) }
            }
        }
    }

    /// The titles of the index, of which the next key is the first letter.
    private var jumpHints: [StatusLine.Hint] {
        [StatusLine.Hint("Jump to", "")]
            + controller.list.indexTitles.map { title in
                StatusLine.Hint(title, "") { [weak self] in
                    self?.table.jump(toTitle: title)
                    self?.table.endIndexWait()
                }
            }
    }

    func updateTitles() {
        let count = controller.outline.count
        let marked = controller.hasNoMarks ? "" : ", \(controller.markCount) marked"
        let number = ItemPresentation.count(count) + (controller.query.selectsAll ? "" : " found") + marked
        // What is not known is no count.
        let title = controller.problem != nil && count == 0 ? "Items" : "Items (\(number))"
        if let pages = session.root.pages, pages.top === page { pages.title = title }
        header.edit.title = controller.list.isEditing ? "Done" : "Edit"
    }

    func textSizeChanged() {
        controller.cellLayout = textSize.cellLayout
        table.isStrong = textSize.isAccessibility
    }
    /// The columns follow the width of the list, and what is wanted.
    func columnsChanged() {
        var wanted = columns
        // A view says itself which fields it shows.
        if !fieldsShown.isEmpty { wanted.fields = fieldsShown.compactMap { try? Field.named($0) } }
        let (width, isView) = (controller.list.width, !fieldsShown.isEmpty)
        let fitting = wanted.fitting(width, besideDetails: page.isSplit)
        // Lines below the names have room for more of a view's fields.
        let hasAll = fitting.count == wanted.fields.count || width >= ListColumns.leastWidth
        controller.columns = hasAll || !isView ? fitting : []
        header.titles.columns = controller.columns
    }

    /// Says what has just happened, on the page that is shown and on the one below; a click takes back the commit that did
    /// it. Beside open details it is said once.
    func tell(_ message: String, undoing commit: Commit? = nil) {
        let side = session.root.pages?.stack.lazy.compactMap { $0 as? SidePage }.last
        let isBeside = side != nil || page.detail != nil && page.isSplit
        for status in [isBeside ? nil : page.status, detail?.status, side?.status].compactMap({ $0 }) {
            status.message = message
            guard let commit else { continue }
            let key = session.root.bindings.firstKey(of: .undo).map { ": \($0)" } ?? ""
            status.offer = StatusLine.Offer(title: "Undo\(key)") { [weak self] in
                self?.undo(commit)
            }
        }
    }

    func isBusyChanged(_ isBusy: Bool) {
        page.status.isBusy = isBusy
        detail?.status.isBusy = isBusy
    }

    func report(_ message: String) {
        tell(message)
        for status in [page.status, detail?.status].compactMap({ $0 }) where status.message == message {
            status.isBrief = true
        }
    }

    // MARK: Beside the list

    /// The details beside the list follow the cursor.
    func cursorMoved() {
        showPreview()
        if controller.range != nil { updateTitles() }
    }

    func showPreview() {
        guard page.isSplit, detail == nil else { return page.preview.show(nil) }
        // A row that is still on its way leaves what is there, so that nothing flickers.
        guard let cursor = controller.list.cursor else { return page.preview.show(nil) }
        if let item = controller.item(at: cursor) { page.preview.show(item) }
    }

    private func openPreview(at field: FieldKey?) {
        guard let item = page.preview.item else { return }
        open(item)
        if let field { detail?.focus(field) }
    }

    /// Reads, beside all else, what the details of an item take longer to know.
    private func readMore(of item: Item) {
        let (inventory, keeper) = (controller.inventory, controller.inventory.store.fileKeeper)
        let formats = session.window.imageFormats
        previewReader?.cancel()
        previewReader = Task { [weak self] in
            let commits = try? await inventory.history(of: item.id, limit: HistoryView.limit)
            guard !Task.isCancelled else { return }
            self?.page.preview.show(history: commits ?? [], of: item)
            guard let id = item.photo, let keeper else { return }
            var image: Image?
            if let small = try? await keeper.thumbnail(of: id) {
                image = await ItemScreens.image(of: small, drawnBy: formats)
            }
            if image == nil, !Task.isCancelled, let file = try? await keeper.file(id) {
                image = await ItemScreens.image(of: file, drawnBy: formats)
            }
            if !Task.isCancelled { self?.page.preview.show(picture: image, of: item) }
        }
    }

    /// A picture that every terminal can show; it is decoded beside the screens. Nil for one that can't be read.
    @concurrent nonisolated static func image(
        of file: StoredFile, drawnBy formats: Set<Image.Format>
    ) async -> Image? {
        guard let image = Image(name: file.kind.title, file: file.bytes)?.decoded else { return nil }
        return image.isDecoded || image.format.map(formats.contains) == true ? image : nil
    }

    // MARK: Menu

    /// What can be done to an item, as it would be done to this one.
    private static func menu(of item: Item) -> [(ScreenCommand, String)] {
        [
            (.tags, "Tags…"),
            (.place, "Put it elsewhere…"), (.set, "Set a field…"),
            (.copy, "Copy its name"), (.photo, item.photo == nil ? "Give it a photo…" : "Another photo…"),
            (.files, "Files…"), (.mark, "Mark it"), (.delete, "Delete it"),
        ]
    }

    /// What can be done to all marked items.
    private static let menuOfMarked: [(ScreenCommand, String)] = [
        (.tags, "Tags…"), (.place, "Put them elsewhere…"),
        (.set, "Set a field…"), (.copy, "Copy their names"),
        (.exportFile, "Export them…"), (.delete, "Delete them"), (.back, "Take the marks away"),
    ]

    /// What the right button offers for the row under the mouse.
    private func showMenu() {
        guard let targets else { return }
        var actions =
            targets.item.map { item in
                [AlertAction("Open") { [weak self] _ in self?.open(item) }]
            } ?? []
        actions += menuEntries(for: targets)
        actions += (targets.item.map(ItemScreens.menu) ?? ItemScreens.menuOfMarked).map { command, title in
            AlertAction(title, style: command == .delete ? .destructive : .normal) {
                [weak self] _ in
                _ = self?.session.perform(.screen(command))
            }
        }
        actions.append(AlertAction("Cancel", style: .cancel))
        session.ask(targets.title, style: .actionSheet, actions)
    }
}
