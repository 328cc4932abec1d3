import LootActions
import LootControllers
import LootCore
import LootQueryText
import TerminalKit

/// The commands for the selected column.
extension ItemScreens {
    /// The number of cells by which a column gets wider or narrower, and the minimum width.
    private static let (widthStep, leastWidth) = (2, 4)
    /// The maximum number of values that are shown with their frequencies.
    private static let shownValues = 500

    func perform(onColumn command: ScreenCommand) {
        let fields = header.titles.fields
        guard !fields.isEmpty else {
            return tellWhenColumnsAreShown()
        }
        let index = fields.firstIndex { $0 == header.titles.selected } ?? 0
        let field = fields[index]
        switch command {
        case .previousColumn: header.titles.selected = fields[max(0, index - 1)]
        case .nextColumn: header.titles.selected = fields[min(index + 1, fields.count - 1)]
        case .sortColumn: sort(by: field)
        case .editCell: editCell(field)
        case .narrower: widen(field, by: -ItemScreens.widthStep)
        case .wider: widen(field, by: ItemScreens.widthStep)
        default: showFrequencies(of: field)
        }
    }

    /// Says how wide the terminal must be for columns.
    func tellWhenColumnsAreShown() {
        tell(
            String(
                localized:
                    "Columns are shown if the terminal is at least \(ListColumns.leastTerminal) characters wide."
            ))
    }

    private func editCell(_ key: FieldKey) {
        guard let field = Field.with(key: key) else {
            return tell(String(localized: "This column can only be edited in the item."))
        }
        guard let targets, targets.item != nil, let columns = header.titles.columns(of: key) else {
            return askToSet(field, field.title.text, field.summary.text)
        }
        if let reason = reasonNotToWrite { return tell(reason) }
        edit(field, of: targets, in: columns)
    }

    /// Edits the value in its cell. If it is refused, shows the reason and edits the typed text again.
    private func edit(_ field: Field, of targets: Targets, in columns: Range<Int>, _ typed: String? = nil) {
        let known = targets.item.flatMap { $0.value(for: field.key)?.description } ?? ""
        let editor = CellEditor(typed ?? known, columns: columns) { [weak self] text in
            guard let self else { return }
            table.cellEditor = nil
            table.focus()
            guard let text, text != known else { return }
            set(field, to: text, in: targets) { [weak self] problem in
                self?.edit(field, of: targets, in: columns, text)
                self?.tell(problem.sentence)
            }
        }
        if [.text, .list].contains(field.type) {
            readKnownItems()
            editor.field.completion = { [weak self] in self?.completion(of: $0, for: field) }
        }
        table.cellEditor = editor
        editor.field.focus()
        editor.field.selectAll()
    }

    private func widen(_ field: FieldKey, by cells: Int) {
        guard let column = controller.columns.first(where: { $0.field == field }) else {
            return tell(String(localized: "The name column uses the space left by the other columns."))
        }
        columns.widths[field] = max(ItemScreens.leastWidth, column.width + cells)
    }

    /// Shows the values of a field in the items that are shown, most frequent first. Enter shows the items with one.
    private func showFrequencies(of key: FieldKey) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let page = SidePage(keys: table.keys, empty: String(localized: "No items are shown."))
            page.onChange = { [weak self, weak page] in
                self?.perform { [weak self] () async throws(LootError) in
                    if let page { try await self?.showFrequencies(of: key, in: page) }
                }
            }
            page.status.hints = { [weak self] in
                [
                    StatusLine.Hint(String(localized: "Enter"), String(localized: "show these items")),
                    StatusLine.Hint(String(localized: "Esc"), String(localized: "back")) {
                        self?.closeSide()
                    },
                ]
            }
            try await showFrequencies(of: key, in: page)
            show(page, title: ItemPresentation.title(of: key))
        }
    }

    private func showFrequencies(of key: FieldKey, in page: SidePage) async throws(LootError) {
        var query = controller.query
        query.sort = []
        query.sectioning = RuleSectioning(.value(key))
        let outline = try await controller.inventory.store.outline(of: query)
        let sections = outline.sections.sorted { ($0.count, $1.start) > ($1.count, $0.start) }
        let rows = sections.prefix(ItemScreens.shownValues).map { section in
            let condition = section.key.flatMap { ItemScreens.filter(of: $0, in: key) }
            let filter =
                condition.map { .all([query.filter, $0].compactMap(\.self)) }
                ?? query.filter
            let title = section.key == .missing ? String(localized: "Not set") : section.title
            return SidePage.Row(
                id: title, text: title, detail: controller.presentation.footer(of: section)
            ) { [weak self] in filter.map { self?.showList(where: "\($0)") } }
        }
        page.show([SidePage.Section(rows: Array(rows))])
    }

    /// Returns the filter for the items of a section.
    private static func filter(of section: SectionKey, in field: FieldKey) -> Filter? {
        switch section {
        case .text(let text): .compare(field, .equal, .text(text))
        case .number(let number) where Field.with(key: field)?.type == .flag:
            .compare(field, .equal, .flag(number != 0))
        case .number(let number): .compare(field, .equal, .integer(number))
        case .amount(let amount): .compare(field, .equal, .amount(amount))
        case .missing: .not(.isSet(field))
        case .place: nil
        }
    }
}
