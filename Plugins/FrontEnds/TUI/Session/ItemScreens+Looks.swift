import ListKit
import Localization
import LootActions
import LootControllers
import LootCore
import LootPlugins
import LootQueryText
import TerminalKit
import TerminalText

/// The views around the list, and their events.
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

    /// The hints in the last line.
    var hints: [StatusLine.Hint] {
        if header.search.field.isFocused { return completionHints }
        if table.awaitsIndexTitle { return jumpHints }
        // Open details next to the list show their own hints.
        if page.detail != nil { return [] }
        let actions = session.root.bindings.actions.filter { $0.suggestedKey != nil }
        let commands: [(Command, Message)] =
            controller.hasNoMarks
            ? [
                (.screen(.help), "keys"), (.screen(.add), "add"), (.screen(.search), "search"),
            ] + actions.filter { $0.symbol != nil }.map { (.action($0), $0.hint) } + [
                (.screen(.remove), "remove"), (.screen(.undo), "undo"),
                (.screen(.palette), "commands"), (.screen(.quit), "quit"), (.screen(.mark), "mark"),
                (.screen(.filter), "filter"), (.screen(.places), "places"), (.screen(.history), "history"),
            ]
            : [
                (.screen(.mark), "mark"), (.screen(.markRange), "range"), (.screen(.markAll), "all"),
                (.screen(.tags), "tags"), (.screen(.place), "place"),
            ] + actions.map { (.action($0), $0.hint) } + [
                (.screen(.set), "set"), (.screen(.remove), "remove"),
                (.screen(.copy), "copy"), (.screen(.exportFile), "export"), (.screen(.back), "none"),
            ]
        return commands.compactMap { command, word in
            session.root.bindings.firstKey(of: command).map { key in
                StatusLine.Hint(key, word.text) { [weak self] in _ = self?.session.perform(command) }
            }
        }
    }

    /// The titles of the index, when a key can choose one.
    private var jumpHints: [StatusLine.Hint] {
        [StatusLine.Hint(String(localized: "Jump to"), "")]
            + controller.list.indexTitles.map { title in
                StatusLine.Hint(title, "") { [weak self] in
                    self?.table.jump(toTitle: title)
                    self?.table.endIndexWait()
                }
            }
    }

    /// The minimum width of a screen whose title bar shows the store, the view and the filter.
    private static let leastWidthOfOrigin = 80

    func updateTitles() {
        let count = controller.outline.count
        let found: Message =
            controller.query.selectsAll
            ? "\(count, one: "item", other: "items")" : "\(count, one: "item", other: "items") found"
        let number =
            controller.hasNoMarks ? found.text : String(localized: "\(found), \(controller.markCount) marked")
        let name = firstPage.title
        // Without a readable store, the number of items is unknown.
        let title = controller.problem != nil && count == 0 ? name : "\(name) (\(number))"
        if let pages = session.root.pages, pages.top === page {
            pages.title = title
            if pages.accessories.isEmpty { pages.accessories = [origin] }
            let view = shownView.flatMap { $0 > 0 ? views[$0 - 1].name : nil }
            let file = host.storeFile.flatMap { $0.path.split(separator: "/").last }.map(String.init)
            let parts = [file, view, controller.query.filter?.description].compactMap(\.self)
            let room = pages.bounds.width < ItemScreens.leastWidthOfOrigin ? 0 : pages.bounds.width / 3
            origin.text = StyledText(parts.joined(separator: " · ").visible().truncated(to: room))
        }
        header.edit.title = controller.list.isEditing ? String(localized: "Done") : String(localized: "Edit")
    }

    func textSizeChanged() {
        controller.cellLayout = textSize.cellLayout
        table.isStrong = textSize.isAccessibility
    }
    /// Adapts the columns to the width of the list and to the wanted fields.
    func columnsChanged() {
        var wanted = columns
        // A view determines the fields to show.
        if !fieldsShown.isEmpty { wanted.fields = fieldsShown.compactMap { try? Field.shown(named: $0) } }
        let (width, isView) = (controller.list.width, !fieldsShown.isEmpty)
        let fitting = wanted.fitting(width, besideDetails: page.isSplit)
        // If not all fields of a view fit, show them on lines below the names, which have more space.
        let hasAll = fitting.count == wanted.fields.count || width >= ListColumns.leastWidth
        controller.columns = hasAll || !isView ? fitting : []
        header.titles.columns = controller.columns
    }

    /// Shows a message in the status line of the current page and of the page below. With a commit, the message has a
    /// button to undo it. If details are open next to the list, only their line shows the message.
    func tell(_ message: String, undoing commit: Commit? = nil) {
        let side = session.root.pages?.stack.lazy.compactMap { $0 as? SidePage }.last
        let isBeside = side != nil || page.detail != nil && page.isSplit
        for status in [isBeside ? nil : page.status, detail?.status, side?.status].compactMap({ $0 }) {
            status.message = message
            guard let commit else { continue }
            let key = session.root.bindings.firstKey(of: .undo)
            let title = String(localized: "Undo")
            status.offer = StatusLine.Offer(
                title: key.map { Language.current.titled(title, $0) } ?? title
            ) { [weak self] in
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

    // MARK: Details next to the list

    /// Shows the item at the cursor in the details next to the list.
    func cursorMoved() {
        showPreview()
        if controller.range != nil { updateTitles() }
    }

    func showPreview() {
        guard page.isSplit, detail == nil else { return page.preview.show(nil) }
        // While a row is being loaded, keep the previous item to avoid flicker.
        guard let cursor = controller.list.cursor else { return page.preview.show(nil) }
        if let item = controller.item(at: cursor) { page.preview.show(item) }
    }

    private func openPreview(at field: FieldKey?) {
        guard let item = page.preview.item else { return }
        open(item)
        if let field { detail?.focus(field) }
    }

    /// Loads the history and the photo of an item in the background.
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

    /// Returns a decoded image, or one in a format that the terminal supports. Returns `nil` if the file can't be
    /// decoded.
    @concurrent nonisolated static func image(
        of file: StoredFile, drawnBy formats: Set<Image.Format>
    ) async -> Image? {
        guard let image = Image(name: file.kind.title, file: file.bytes)?.decoded else { return nil }
        return image.isDecoded || image.format.map(formats.contains) == true ? image : nil
    }

    // MARK: Menu

    /// Returns the commands and titles of the menu of an item.
    private static func menu(of item: Item) -> [(ScreenCommand, String)] {
        [
            (.tags, String(localized: "Tags…")),
            (.place, String(localized: "Move to another place…")), (.set, String(localized: "Set a field…")),
            (.copy, String(localized: "Copy its name")),
            (
                .photo,
                item.photo == nil
                    ? String(localized: "Set a photo…") : String(localized: "Change the photo…")
            ),
            (.files, String(localized: "Files…")), (.mark, String(localized: "Mark it")),
            (.remove, String(localized: "Remove it")),
        ]
    }

    /// The commands and titles of the menu of the marked items.
    private static var menuOfMarked: [(ScreenCommand, String)] {
        [
            (.tags, String(localized: "Tags…")), (.place, String(localized: "Move them to another place…")),
            (.set, String(localized: "Set a field…")), (.copy, String(localized: "Copy their names")),
            (.exportFile, String(localized: "Export them…")), (.remove, String(localized: "Remove them")),
            (.back, String(localized: "Unmark all")),
        ]
    }

    /// Shows the menu of the right mouse button.
    private func showMenu() {
        guard let targets else { return }
        var actions =
            targets.item.map { item in
                [AlertAction(String(localized: "Open")) { [weak self] _ in self?.open(item) }]
            } ?? []
        actions += menuEntries(for: targets)
        actions += (targets.item.map(ItemScreens.menu) ?? ItemScreens.menuOfMarked).map { command, title in
            AlertAction(title, style: command == .remove ? .destructive : .normal) {
                [weak self] _ in
                _ = self?.session.perform(.screen(command))
            }
        }
        actions.append(AlertAction(String(localized: "Cancel"), style: .cancel))
        session.ask(targets.title, style: .actionSheet, actions)
    }
}

extension Action {
    /// The word for the action in the last line: its ID, which is a short English word, or its title in other
    /// languages.
    var hint: Message { Language.current == .english ? Message(verbatim: id) : title }
}
