import ListKit
import LootActions
import LootControllers
import LootCore
import TerminalKit

/// Marking items, and commands that change all marked items in one step.
extension ItemScreens {
    /// The items that a command applies to: the item of the details, the marked items, or the item at the cursor.
    struct Targets {
        /// The item if it is a single one, or `nil` for the marked items.
        var item: Item?
        /// The number of items; 0 for an action on the list.
        var count: Int

        var title: String {
            item.map { Language.current.quoted($0.shownName) } ?? ItemPresentation.count(count)
        }
    }

    /// The items that a command applies to now, or `nil` if there are none.
    var targets: Targets? {
        if let detail { return detail.isNew ? nil : Targets(item: detail.form.item, count: 1) }
        if !controller.hasNoMarks { return Targets(item: nil, count: controller.markCount) }
        return controller.list.cursor.flatMap(controller.item(at:)).map { Targets(item: $0, count: 1) }
    }

    func ids(of targets: Targets) async throws(LootError) -> [ItemID] {
        if let item = targets.item { return [item.id] }
        if targets.count == 0 { return [] }
        return try await controller.markedIDs()
    }

    /// Changes items in one step and shows a message. Marked items stay marked, unless the change removes them.
    func change(
        _ targets: Targets, removes: Bool = false, _ told: @escaping (_ count: Int) -> String,
        refused: @escaping (LootError) -> Bool = { _ in false },
        _ action: @escaping (Inventory, [ItemID]) async throws(LootError) -> Commit?
    ) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let commit: Commit?
            let ids: [ItemID]
            do throws(LootError) {
                ids = try await self.ids(of: targets)
                commit = ids.isEmpty ? nil : try await action(controller.inventory, ids)
            } catch {
                if refused(error) { return }
                throw error
            }
            try await follow(
                commit, of: targets, ids, removes: removes,
                commit == nil ? String(localized: "No changes were needed.") : told(ids.count))
        }
    }

    /// Shows the result of a change.
    func follow(
        _ commit: Commit?, of targets: Targets, _ ids: [ItemID], removes: Bool = false, _ message: String
    ) async throws(LootError) {
        if targets.item == nil, removes { controller.clearMarks() }
        try await controller.catchUp()
        if targets.item == nil, targets.count > 0, !removes { controller.keepMarks(on: ids) }
        try await followItem()
        updateTitles()
        let escape = Key(.escape).label()
        let bound = session.root.bindings.firstKey(of: .back) ?? escape
        let key = bound == escape ? String(localized: "Esc") : bound
        let keepsMarks = targets.count > 0 && targets.item == nil && !removes
        let marks = keepsMarks ? String(localized: "They stay marked until you press \(key).") : ""
        tell(Language.current.joined([message, marks]), undoing: commit)
    }

    // MARK: Marking

    func perform(marking command: ScreenCommand) {
        switch command {
        case .mark: toggleMark()
        case .markRange: toggleRange()
        default: toggleAll()
        }
        updateTitles()
    }

    private func toggleMark() {
        if controller.range != nil { return endRange() }
        controller.toggleMark()
        table.perform(.down)
    }

    private func toggleRange() {
        if controller.range != nil { return endRange() }
        controller.beginRange()
        if controller.range != nil {
            tell(String(localized: "Moving marks items now. v ends the range, Esc removes the marks."))
        }
    }

    private func endRange() {
        perform { [weak self] () async throws(LootError) in
            try await self?.controller.endRange()
            self?.updateTitles()
        }
    }

    private func toggleAll() {
        if controller.marks.all == controller.query, controller.marks.ids.isEmpty {
            controller.clearMarks()
        } else if controller.outline.count == 0 {
            tell(String(localized: "There is nothing to mark."))
        } else {
            controller.markAll()
        }
    }

    // MARK: Commands for marked items

    func removeMarked(_ targets: Targets) {
        let remove = { [weak self] in
            self?.change(
                targets, removes: true, { String(localized: "Removed \(ItemPresentation.count($0)).") }
            ) {
                (inventory, ids) async throws(LootError) in try await inventory.remove(ids)
            }
        }
        guard configuration.confirm else { return remove() ?? () }
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let names = try await namesOfMarked(targets.count)
            session.ask(
                String(localized: "Remove \(targets.title)?"),
                String(
                    localized:
                        """
                        \(names). All marked items are removed, including those not shown. You can undo this.
                        """
                ),
                [
                    AlertAction(String(localized: "Cancel"), style: .cancel),
                    AlertAction(String(localized: "Remove"), style: .destructive) { _ in remove() },
                ])
        }
    }

    /// The number of marked items named in a question.
    private static let mostNamed = 5

    /// Returns a list of names such as `“Drill”, “Hammer”, “Saw” and 58 more`.
    private func namesOfMarked(_ count: Int) async throws(LootError) -> String {
        let query = try await controller.markedQuery()
        let page = try await controller.inventory.store.page(of: query, rows: 0..<ItemScreens.mostNamed)
        let names = page.items.map { Language.current.quoted($0.shownName) }
        let more = count - names.count
        if more > 0 {
            return String(
                localized: "\(list: names, .none) and \(more, one: "more", other: "more")")
        }
        return Language.current.list(names)
    }

    /// Asks for the new value of a field for one or several items, and again with the typed text after an error. With
    /// `adding`, list entries without a sign are added to the list instead of replacing it.
    func askToSet(
        _ field: Field, _ title: String, _ hint: String, _ text: String? = nil, adding: Bool = false,
        problem: LootError? = nil
    ) {
        guard let targets else { return tell(String(localized: "No item is selected.")) }
        if let reason = reasonNotToWrite { return tell(reason) }
        let alert = Alert(
            Language.current.titled(title, targets.title),
            message: problem.map { "! \($0.sentence)" } ?? hint,
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction("OK") { [weak self] in
                    let typed = $0.first ?? ""
                    self?.set(field, to: adding ? ItemScreens.additions(typed) : typed, in: targets) {
                        self?.askToSet(field, title, hint, typed, adding: adding, problem: $0)
                    }
                },
            ])
        let known =
            field.key == "tags" ? "" : targets.item.flatMap { $0.value(for: field.key)?.description } ?? ""
        let input = alert.addTextField(text ?? known, placeholder: field.title.text)
        if [.text, .list].contains(field.type) {
            readKnownItems()
            input.completion = { [weak self] in self?.completion(of: $0, for: field) }
        }
        alert.present(in: session.window)
        input.selectAll()
    }

    func set(
        _ field: Field, to text: String, in targets: Targets, isAbsolute: Bool? = nil,
        refused: @escaping (LootError) -> Void
    ) {
        do throws(LootError) {
            var edit = ItemEdit()
            // The prompt for one item begins with its value, which may be negative.
            let isAbsolute = isAbsolute ?? (targets.item != nil)
            try edit.set(field, to: text, isAbsolute: isAbsolute)
            let (set, money) = (edit, controller.presentation.money)
            change(
                targets,
                {
                    String(
                        localized:
                            "\(field.title.text) set for \(targets.item == nil ? ItemPresentation.count($0) : targets.title)."
                    )
                },
                refused: {
                    refused($0)
                    return true
                }
            ) { [weak self] (inventory, ids) async throws(LootError) in
                let commit = try await inventory.edit(ids, set, in: money)
                self?.repeated = {
                    self?.set(field, to: text, in: $0, isAbsolute: isAbsolute, refused: refused)
                }
                return commit
            }
        } catch { refused(error) }
    }

    /// Asks which field to set.
    func chooseField() {
        guard targets != nil else { return tell(String(localized: "No item is selected.")) }
        let entries = Field.all.filter { $0.traits.isDisjoint(with: [.photo, .files, .log]) }.map { field in
            Palette.Entry(Language.current.titled(field.title.text, field.summary.text)) { [weak self] in
                self?.askToSet(
                    field, field.title.text, String(localized: "Leave it empty to clear the value."))
            }
        }
        session.show(
            Palette(
                String(localized: "Set a field"), entries, asking: String(localized: "Which field?"),
                empty: String(localized: "No such field")))
    }

    func askForTags() {
        guard let field = Field.with(key: "tags") else { return }
        if targets?.item != nil {
            return askToSet(
                field, String(localized: "Tags"),
                String(localized: "+red,-blue adds red and removes blue; red,blue replaces all tags"))
        }
        // The marked items have other tags, which the prompt doesn't show.
        askToSet(
            field, String(localized: "Tags"),
            String(localized: "red,-blue adds red and removes blue. To replace all tags, set the field Tags"),
            adding: true)
    }

    /// Returns the entries of a list, with a plus sign before each entry without a sign.
    private static func additions(_ text: String) -> String {
        let entries = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        return entries.map { $0.hasPrefix("+") || $0.hasPrefix("-") ? $0 : "+\($0)" }.joined(separator: ",")
    }

    func askForPlace() {
        guard let field = Field.with(key: "location") else { return }
        askToSet(
            field, String(localized: "Place"),
            String(localized: "For example House / Attic; empty for no place"))
    }

    // MARK: Copying

    /// The maximum number of items to copy, because terminals limit the size of the clipboard.
    private static let mostCopied = 1_000

    /// Copies a line for each item to the clipboard.
    func copy(_ what: @escaping (_ count: Int) -> Message, _ line: @escaping (Item) -> String) {
        guard let targets else { return }
        if let item = targets.item { return copied([item], what, line) }
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let query = try await controller.markedQuery()
            copied(
                try await controller.inventory.store.page(of: query, rows: 0..<ItemScreens.mostCopied).items,
                what, line)
        }
    }

    private func copied(_ items: [Item], _ what: (_ count: Int) -> Message, _ line: (Item) -> String) {
        session.window.copy(items.map(line).joined(separator: "\n"))
        let name =
            items.count == 1 ? Language.current.quoted(line(items[0])) : what(items.count).text
        tell(String(localized: "Copied \(name), if the terminal allows it."))
    }
}
