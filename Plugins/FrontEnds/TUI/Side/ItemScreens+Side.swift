import ListKit
import LootActions
import LootControllers
import LootCore
import TerminalKit

/// The side pages: places, due dates and loans, and the history.
extension ItemScreens {
    /// The side page that is shown, or `nil`.
    var side: SidePage? { session.root.pages?.top as? SidePage }

    /// Shows a side page.
    func show(_ side: SidePage, title: String) {
        side.onClose = { [weak self] in self?.closeSide() }
        session.root.pages?.onPop = { [weak self] _ in self?.updateTitles() }
        session.root.pages?.push(side, title: title)
        side.focusRows()
    }

    /// Returns to the list.
    func closeSide() {
        guard side != nil else { return }
        session.root.pages?.pop()
        table.focus()
        updateTitles()
    }

    func performBeside(_ command: ScreenCommand) -> Bool {
        switch command {
        case .back, .quit: closeSide()
        case .redraw: session.onRedraw()
        case .mouse: toggleMouse()
        default: return false
        }
        return true
    }

    private func hint(_ key: String, _ word: String, _ action: @escaping () -> Void) -> StatusLine.Hint {
        StatusLine.Hint(key, word, action: action)
    }

    /// Shows the items that match a filter. Canceling the search returns to the current side page.
    func showList(where condition: String) {
        let origin = side.map { (side: $0, title: session.root.pages?.title ?? "") }
        closeSide()
        header.search.text = "where \(condition)"
        queryChanged()
        searchOrigin = origin.map { SearchOrigin(side: $0.side, title: $0.title, text: header.search.text) }
    }

    /// Returns to the side page that set the search, unless the search has been changed since.
    func returnToSide(from text: String) {
        guard let origin = searchOrigin else { return }
        searchOrigin = nil
        guard origin.text == text else { return }
        // Show the whole list again before leaving it.
        perform { [weak self] () async throws(LootError) in
            self?.show(origin.side, title: origin.title)
            origin.side.onChange()
        }
    }

    // MARK: Due dates and loans

    /// The maximum number of rows in a section.
    private static let shownRows = 200

    /// Shows the overdue, due and lent items.
    func showDue() {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let (due, loans) = try await readDueAndLent()
            if due.isEmpty, loans.isEmpty {
                return tell(String(localized: "Nothing is due within \(dueWithin), and nothing is on loan."))
            }
            let page = SidePage(keys: table.keys, empty: String(localized: "Nothing is due."))
            show(due, loans, in: page)
            page.onChange = { [weak self, weak page] in
                self?.perform { [weak self] () async throws(LootError) in
                    guard let self, let page else { return }
                    let (due, loans) = try await readDueAndLent()
                    show(due, loans, in: page)
                }
            }
            show(page, title: String(localized: "Due and lent"))
        }
    }

    private func readDueAndLent() async throws(LootError) -> (due: DueList, loans: [Item]) {
        let today = Day.today
        let inventory = controller.inventory
        let due = try await inventory.due(
            on: today, through: today.through(dueWithin), limit: ItemScreens.shownRows)
        let lent = Query(filter: .isSet("lentTo"), sort: [SortKey("lentUntil")])
        return (due, try await inventory.store.page(of: lent, rows: 0..<ItemScreens.shownRows).items)
    }

    private func show(_ due: DueList, _ loans: [Item], in page: SidePage) {
        func row(_ date: DueDate) -> SidePage.Row {
            SidePage.Row(
                id: "\(date.kind) \(date.item.id)",
                text: "\(date.item.shownName), \(ItemPresentation.what(date))",
                detail: ItemPresentation.remaining(date.days(from: due.today))
            ) { [weak self] in self?.go(to: date.item) }
        }
        let late = due.dates.filter { $0.day < due.today }
        let coming = due.dates.filter { $0.day >= due.today }
        let lent = loans.map { item in
            let until =
                item.lentUntil.map { String(localized: "until \($0)") } ?? String(localized: "no date")
            return SidePage.Row(
                id: "\(item.id)", text: "\(item.shownName), \(item.lentTo ?? "")", detail: until
            ) { [weak self] in self?.go(to: item) }
        }
        let sections = [
            (String(localized: "Overdue"), late.map(row)),
            (String(localized: "Due within \(dueWithin)"), coming.map(row)),
            (String(localized: "Lent"), lent),
        ].filter { !$0.1.isEmpty }
        page.show(sections.map { SidePage.Section(title: "\($0.0) (\($0.1.count))", rows: $0.1) })
        let filter = "\(due.filter)"
        page.status.hints = { [weak self] in
            [
                StatusLine.Hint(String(localized: "Enter"), String(localized: "open")),
                StatusLine.Hint("=", String(localized: "list all due items")) {
                    self?.showList(where: filter)
                },
                StatusLine.Hint(String(localized: "Esc"), String(localized: "back")) { self?.closeSide() },
            ]
        }
        page.onKey = { [weak self] key, _ in
            guard key == "=" else { return false }
            self?.showList(where: filter)
            return true
        }
    }

    // MARK: Places

    /// Shows the tree of places. Enter shows the items of a place; the arrow keys expand and collapse it.
    func showPlaces() {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let tree = try await controller.inventory.places()
            showPlaces(PlaceWalk(tree))
        }
    }

    private func showPlaces(_ walk: PlaceWalk) {
        var keys = table.keys
        // Right expands a place instead of opening its items.
        keys[Key(.right)] = nil
        let page = SidePage(
            keys: keys, empty: String(localized: "No item has a place yet. Press @ to set one."))
        var walk = walk
        let money = controller.presentation.money
        let show = { [weak self, weak page] (row: Int?) in
            let path = row.flatMap(walk.line(of:)).map { RowPath(row: $0) }
            let rows = walk.lines.map { line in
                SidePage.Row(
                    id: line.condition, text: line.text,
                    detail: "\(ItemPresentation.count(line.holding.count)), \(money.text(line.holding.total))"
                ) { [weak self] in self?.showList(where: line.condition) }
            }
            page?.show([SidePage.Section(rows: rows)], at: path)
        }
        show(nil)
        page.onChange = { [weak self] in
            self?.perform { [weak self] () async throws(LootError) in
                guard let tree = try await self?.controller.inventory.places() else { return }
                walk = walk.following(tree)
                show(nil)
            }
        }
        page.status.hints = { [weak self] in
            [
                StatusLine.Hint(String(localized: "Enter"), String(localized: "show contents")),
                StatusLine.Hint("→", String(localized: "open")),
                StatusLine.Hint("←", String(localized: "close")),
                StatusLine.Hint(String(localized: "Esc"), String(localized: "back")) { self?.closeSide() },
            ]
        }
        page.onKey = { key, path in
            guard let row = walk.row(atLine: path.row) else { return false }
            switch key {
            case Key(.right): walk.setOpen(true, row)
            case Key(.left), "h":
                guard let closed = walk.close(row) else { return key == Key(.left) }
                show(closed)
                return true
            default: return false
            }
            show(row)
            return true
        }
        self.show(page, title: String(localized: "Places"))
    }

    // MARK: History

    private static let shownSteps = 500

    /// Shows the changes, newest first, with the details of the one at the cursor. `u` undoes it.
    func showSteps() {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let page = SidePage(keys: table.keys, empty: String(localized: "No changes yet."))
            try await showSteps(in: page)
            page.onChange = { [weak self, weak page] in
                self?.perform { [weak self] () async throws(LootError) in
                    if let page { try await self?.showSteps(in: page) }
                }
            }
            self.show(page, title: String(localized: "History"))
        }
    }

    private func showSteps(in page: SidePage) async throws(LootError) {
        let inventory = controller.inventory
        let history = try await inventory.titles(limit: ItemScreens.shownSteps)
        let commits = Array(history.commits.suffix(ItemScreens.shownSteps).reversed())
        let undone = history.commits.undone
        let rows = commits.map { commit in
            let state = undone.contains(commit.revision) ? String(localized: "undone") : nil
            let facts = [controller.presentation.date(of: commit), commit.author, state].compactMap(\.self)
            return SidePage.Row(
                id: "\(commit.revision)", text: commit.heading, detail: Language.current.list(facts, .none)
            ) { [weak self] in self?.openItem(of: commit.revision) }
        }
        page.onCursor = { [weak self, weak page] path in
            guard let page, commits.indices.contains(path.row) else { return }
            self?.showDifferences(of: commits[path.row].revision, in: page)
        }
        page.show([SidePage.Section(rows: rows)])
        if let path = page.cursor { page.onCursor(path) }
        let undo = { [weak self, weak page] in
            guard let page, let path = page.cursor, commits.indices.contains(path.row) else { return }
            self?.undoStep(commits[path.row], in: page)
        }
        page.status.hints = { [weak self] in
            [
                StatusLine.Hint("u", String(localized: "undo this step"), action: undo),
                StatusLine.Hint(String(localized: "Enter"), String(localized: "open its item")),
                StatusLine.Hint(String(localized: "Esc"), String(localized: "back")) { self?.closeSide() },
            ]
        }
        page.onKey = { key, _ in
            guard key == "u" else { return false }
            undo()
            return true
        }
    }

    /// The maximum number of items whose changes are shown in detail.
    private static let shownItems = 20

    private func showDifferences(of revision: Revision, in page: SidePage) {
        note { [weak self, weak page] () async throws(LootError) in
            guard let self, let page,
                let commit = try await controller.inventory.commit(at: revision)
            else { return }
            var lines: [String] = []
            for change in commit.changes where change.change.item == nil {
                lines += controller.presentation.lines(of: change, nil, nil)
            }
            let ids = commit.changes.compactMap(\.change.item).reduce(into: [ItemID]()) {
                if !$0.contains($1) { $0.append($1) }
            }
            for id in ids.prefix(ItemScreens.shownItems) {
                let item = try await controller.inventory.store.item(id)
                let part = Commit(
                    revision: commit.revision, date: commit.date, title: commit.title, author: commit.author,
                    purpose: commit.purpose, changes: commit.changes.filter { $0.change.item == id })
                let name = (item ?? part.item)?.shownName ?? id.description
                let changes = controller.presentation.history([part], of: item).flatMap(\.lines)
                lines.append(Language.current.titled(name, changes.joined(separator: "; ")))
            }
            if ids.count > ItemScreens.shownItems {
                lines.append(
                    String(
                        localized:
                            "and \(ids.count - ItemScreens.shownItems, one: "more item", other: "more items")"
                    ))
            }
            page.show(more: lines)
        }
    }

    private func openItem(of revision: Revision) {
        perform { [weak self] () async throws(LootError) in
            guard let self, let commit = try await controller.inventory.commit(at: revision),
                let id = commit.changes.first?.change.item
            else { return }
            guard let item = try await controller.inventory.store.item(id) else {
                side?.status.message = String(localized: "The item was removed.")
                return
            }
            go(to: item)
        }
    }

    private func undoStep(_ commit: Commit, in page: SidePage) {
        perform { [weak self, weak page] () async throws(LootError) in
            guard let self, let page else { return }
            let undone = try await controller.inventory.undo(commit.revision)
            try await controller.catchUp()
            try await showSteps(in: page)
            page.status.message = String(localized: "Undone: \(undone.title)")
        }
    }
}

extension Commit {
    /// The item that the commit adds or removes, or `nil`.
    fileprivate var item: Item? {
        for change in changes {
            if case .insert(let item, _) = change.change { return item }
            if case .insert(let item, _) = change.inverse { return item }
        }
        return nil
    }
}
