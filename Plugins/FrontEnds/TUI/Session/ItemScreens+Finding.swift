import ListKit
import LootActions
import LootControllers
import LootCore
import LootPlugins
import TerminalKit
import TextSearch

/// Searching, filtering, sorting by a column, and what the palette understands.
extension ItemScreens {
    /// The person goes to what was found: where they were before the search counts no more.
    func searchEntered() {
        if let filterProblem { return session.tell(filterProblem) }
        if controller.list.cursor != nil { searchHome = nil }
        table.focus()
    }

    /// Has the person type a filter.
    func focusFilter() {
        header.isHidden = false
        header.search.field.focus()
        let text = header.search.text
        if !text.hasPrefix("where "), !text.contains(" where ") {
            header.search.text = text.isEmpty ? "where " : text + " where "
        }
        showScopes()
    }

    // MARK: Completion

    /// What can come next in the filter that is being typed.
    private var completions: [FilterCompletion.Candidate] {
        guard let condition = ItemScreens.condition(in: header.search.text) else { return [] }
        return FilterCompletion(own: host.ownFields, values: knownValues).candidates(for: condition)
    }

    /// The filter behind “where”; nil where none is being typed.
    private static func condition(in text: String) -> String? {
        if text.hasPrefix("where ") { return String(text.dropFirst("where ".count)) }
        return text.firstRange(of: " where ").map { String(text[$0.upperBound...]) }
    }

    /// Whether something can come next in the filter that is being typed.
    var offersCompletions: Bool { header.search.field.isFocused && !completions.isEmpty }

    /// Scopes are for words: where there is only a filter, it has their room.
    func showScopes() {
        let isFilter = header.search.text.hasPrefix("where ")
        guard header.search.scopeControl.isEnabled == isFilter else { return }
        header.search.scopeControl.isEnabled = !isFilter
        header.search.setNeedsLayout()
        header.setNeedsLayout()
        page.setNeedsLayout()
    }

    /// How many items say what is usual.
    private static let mostKnown = 1_000

    /// Reads, beside all else, what items hold, to be offered where a text is typed.
    func readKnownItems() {
        let store = controller.inventory.store
        knownItemsReader?.cancel()
        knownItemsReader = Task { [weak self] in
            let page = try? await store.page(of: Query(), rows: 0..<ItemScreens.mostKnown)
            guard !Task.isCancelled, let self, let page else { return }
            (knownItems, knownTexts) = (page.items, [:])
            self.page.status.setNeedsDisplay()
        }
    }

    /// What the first items, and those near the screen, hold in a field.
    func knownValues(of key: FieldKey) -> [String] {
        let known = knownTexts[key] ?? ItemScreens.texts(of: key, in: knownItems)
        knownTexts[key] = known
        return known.union(ItemScreens.texts(of: key, in: controller.loadedItems)).sorted()
    }

    private static func texts(of key: FieldKey, in items: some Sequence<Item>) -> Set<String> {
        var texts: Set<String> = []
        for item in items {
            switch item.value(for: key) {
            case .list(let entries): texts.formUnion(entries)
            case .text(let text) where !text.isEmpty && !text.contains(where: \.isNewline): texts.insert(text)
            default: break
            }
        }
        return texts
    }

    /// What has been typed of a field's text, with what all known texts have in common that begin so; behind a comma only
    /// the last entry counts, where there are several. Nil where none begins so, or where it is whole.
    func completion(of text: String, for field: Field) -> String? {
        var begun = text[...]
        if field.type == .list {
            if let comma = text.lastIndex(of: ",") { begun = text[text.index(after: comma)...] }
            begun = begun.drop { $0 == " " }
            // Such a sign puts a tag on or takes it off.
            if let sign = begun.first, "+-".contains(sign) { begun = begun.dropFirst() }
        }
        let folded = Folding.fold(String(begun))
        let values = knownValues(of: field.key).filter { Folding.fold($0).hasPrefix(folded) }
        guard !begun.isEmpty, let first = values.first else { return nil }
        let common = values.reduce(first[...]) { common, value in
            common.prefix(zip(common, value).prefix { $0 == $1 }.count)
        }
        guard common.count > begun.count || values.count == 1 else { return text }
        let completed = text[..<begun.startIndex] + common
        return values.count == 1 && completed == text ? nil : String(completed)
    }

    /// What Tab makes of what was typed into a place or tags of a form; nil where it goes on to the next field: what stands
    /// there as it was is never completed, and what is a place already only by typing on.
    func completion(of text: String, in key: FieldKey) -> String? {
        guard let field = Field.with(key: key), detail?.form[key]?.isChanged == true else { return nil }
        let isPlace = field.traits.contains(.place)
        // A place that ends with a stroke is not whole yet.
        let isWhole = !isPlace || PlacePath.isWhole(text)
        guard isPlace || key == "tags", !isWhole || !isPlace || !isKnown(place: text, in: key) else {
            return nil
        }
        let completed = completion(of: text, for: field)
        return completed == text && isWhole ? nil : completed
    }

    /// Whether something lies in a place.
    private func isKnown(place text: String, in key: FieldKey) -> Bool {
        let place = PlacePath(text)
        return knownValues(of: key).contains { place.contains(PlacePath($0)) }
    }

    var completionHints: [StatusLine.Hint] {
        let candidates = completions
        guard !candidates.isEmpty else {
            let known = ItemScreens.condition(in: header.search.text) != nil
            return [
                StatusLine.Hint("Enter", "to the list") { [weak self] in self?.searchEntered() },
                StatusLine.Hint("Esc", "back") { [weak self] in self?.header.search.cancel() },
            ]
                + (known
                    ? []
                    : [StatusLine.Hint("where", "begins a filter") { [weak self] in self?.focusFilter() }])
        }
        return candidates.prefix(30).enumerated().map { index, candidate in
            StatusLine.Hint(index == 0 ? "Tab" : "", candidate.word.trimmed) { [weak self] in
                self?.complete(candidate)
            }
        }
    }

    /// The text with what comes first of what can come next; a filter for which nothing is known stays as it is, and nil
    /// is for words.
    var completedSearch: String? {
        let text = header.search.text
        return completions.first.map(completed) ?? (ItemScreens.condition(in: text) == nil ? nil : text)
    }

    private func completed(_ candidate: FilterCompletion.Candidate) -> String {
        String(header.search.text.dropLast(candidate.typed)) + candidate.word
    }

    private func complete(_ candidate: FilterCompletion.Candidate) {
        header.search.field.focus()
        header.search.text = completed(candidate)
        queryChanged()
    }

    // MARK: Columns

    /// Sorts by a field; once more the other way round, and a third time in the list's own order.
    func sort(by key: FieldKey) {
        let name = Field.with(key: key)?.name ?? key.rawValue
        let ways = ["\(name)", "\(name):desc"]
        let current = (header.sort.selectedIndex ?? 0) - 1
        let shown = sorts.indices.contains(current) ? sorts[current].first : nil
        let index = ways.firstIndex { $0 == shown }.map { $0 + 1 } ?? 0
        sort(by: index < ways.count ? [ways[index]] : [])
    }

    /// Sorts as a text says, or not at all.
    private func sort(by sort: [String]) {
        if !sort.isEmpty, !sorts.contains(sort) { sorts.append(sort) }
        header.sort.selectedIndex = (sorts.firstIndex(of: sort) ?? -1) + 1
        queryChanged()
    }

    /// Offers the fields for the columns; each goes on or off.
    func chooseColumns() {
        guard page.isSplit || controller.list.width >= ListColumns.leastWidth else {
            return tell("A terminal of \(ListColumns.leastTerminal) columns or more has columns.")
        }
        let entries = Field.all.filter { field in
            !["name", "valueInDollars", "isFavorite", "photo", "files"].contains(field.key)
        }.map { field in
            let isShown = columns.fields.contains(field.key)
            return Palette.Entry("\(isShown ? "✓" : " ") \(field.title.text)") { [weak self] in
                guard let self else { return }
                if isShown {
                    columns.fields.removeAll { $0 == field.key }
                } else {
                    columns.fields.insert(field.key, at: 0)
                }
                chooseColumns()
            }
        }
        session.show(
            Palette("Columns", entries, asking: "Which one goes on or off? Esc ends", empty: "No such field"))
    }

    // MARK: The palette

    func meanings(of text: String) -> [Palette.Entry] {
        guard detail == nil || detail?.isEditing == false, side == nil else { return [] }
        let typed = text.trimmed
        if let row = Int(typed), row > 0, detail == nil {
            return [Palette.Entry("Go to row \(row)") { [weak self] in self?.go(toRow: row) }]
        }
        let parts = typed.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return [] }
        let (word, rest) = (parts[0].lowercased(), parts[1])
        switch word {
        case "search" where detail == nil, "where" where detail == nil:
            return [
                Palette.Entry(word == "where" ? "Filter: \(rest)" : "Search: \(rest)") { [weak self] in
                    self?.header.search.text = word == "where" ? "where \(rest)" : rest
                    self?.queryChanged()
                }
            ]
        case "sort" where detail == nil:
            guard (try? SortKey(parsing: rest)) != nil else { return [] }
            return [
                Palette.Entry("Sort by \(title(ofSort: [rest]))") { [weak self] in self?.sort(by: [rest]) }
            ]
        case "sections" where detail == nil:
            guard (try? host.sectioning(rest)) != nil else { return [] }
            return [Palette.Entry("Sections: \(rest)") { [weak self] in self?.section(by: rest) }]
        case "tag": return setting("tags", rest)
        case "place": return setting("location", rest)
        default: return running(word, rest) ?? setting(word, rest)
        }
    }

    /// `lend Ann until +14d` runs an action.
    private func running(_ name: String, _ line: String) -> [Palette.Entry]? {
        guard let action = Action.named(name), !action.parameters.isEmpty, let targets else { return nil }
        return [
            Palette.Entry("\(action.title.text) \(targets.title): \(line)") { [weak self] in
                self?.commit(action, action.arguments(in: line), on: targets)
            }
        ]
    }

    /// `value 40` sets the value.
    private func setting(_ name: String, _ text: String) -> [Palette.Entry] {
        guard let key = try? Field.named(name), let field = Field.with(key: key), let targets else {
            return []
        }
        return [
            Palette.Entry("Set \(field.title.text) of \(targets.title) to \(text)") { [weak self] in
                self?.set(field, to: text, in: targets) { self?.session.tell($0) }
            }
        ]
    }

    /// Opens an item, with the cursor of the list on it.
    func go(to item: Item) {
        open(item)
        perform { [weak self] () async throws(LootError) in try await self?.controller.putCursor(on: item.id)
        }
    }

    private func go(toRow row: Int) {
        let path = controller.path(ofRow: min(row, controller.outline.count) - 1)
        controller.list.moveCursor(to: path)
    }

    /// How many items the palette shows, and how few are so few that those which only have the letters are looked for.
    private nonisolated static let (mostFound, fewFound) = (8, 3)
    /// How many items are looked at for letters.
    private nonisolated static let mostLookedAt = 5_000

    func lookUp(_ text: String, _ found: @escaping ([Palette.Entry]) -> Void) {
        guard text.count > 1, detail == nil, side == nil else { return }
        let (store, money) = (controller.inventory.store, controller.presentation)
        itemFinder?.cancel()
        itemFinder = Task { [weak self] in
            let tell = { [weak self] (items: [Item]) in
                guard !Task.isCancelled, !items.isEmpty else { return }
                found(
                    items.map { item in
                        Palette.Entry("▸ \(item.shownName)", keys: money.value(of: item)) {
                            self?.go(to: item)
                        }
                    })
            }
            let query = Query(search: Search(text, in: []))
            let items = (try? await store.page(of: query, rows: 0..<ItemScreens.mostFound))?.items ?? []
            tell(items)
            guard items.count < ItemScreens.fewFound, text.count > 2, !Task.isCancelled else { return }
            tell(await ItemScreens.items(withLettersOf: text, in: store, besides: Set(items.map(\.id))))
        }
    }

    /// Items whose names have the letters in their order, the best first. Of very many items only the first ones are looked
    /// at.
    @concurrent nonisolated private static func items(
        withLettersOf text: String, in store: any ItemStore, besides known: Set<ItemID>
    ) async -> [Item] {
        let words = Folding.fold(text).split(separator: " ")
        guard let page = try? await store.page(of: Query(), rows: 0..<mostLookedAt) else { return [] }
        let scored = page.items.enumerated().compactMap { index, item -> (score: Int, index: Int)? in
            guard !known.contains(item.id) else { return nil }
            let score = FuzzyMatch.score(words, in: Folding.fold(item.shownName))
            return score.map { ($0, index) }
        }
        return scored.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.prefix(mostFound).map {
            page.items[$0.index]
        }
    }
}
