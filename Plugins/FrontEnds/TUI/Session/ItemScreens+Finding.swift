import ListKit
import LootActions
import LootControllers
import LootCore
import LootPlugins
import TerminalKit
import TextSearch

/// Search, filters, sorting by columns, and typed commands in the palette.
extension ItemScreens {
    /// Moves the focus to the matches. Canceling the search no longer returns to the earlier position.
    func searchEntered() {
        if let filterProblem { return session.tell(filterProblem) }
        if controller.list.cursor != nil { searchHome = nil }
        table.focus()
    }

    /// Moves the focus to the search field, with the beginning of a filter.
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

    /// The words that can follow in the filter that is being typed.
    private var completions: [FilterCompletion.Candidate] {
        guard let condition = ItemScreens.condition(in: header.search.text) else { return [] }
        return FilterCompletion(own: host.ownFields, values: knownValues).candidates(for: condition)
    }

    /// Returns the filter after “where”, or `nil` if the text contains none.
    private static func condition(in text: String) -> String? {
        if text.hasPrefix("where ") { return String(text.dropFirst("where ".count)) }
        return text.firstRange(of: " where ").map { String(text[$0.upperBound...]) }
    }

    /// Whether completions can be offered.
    var offersCompletions: Bool { header.search.field.isFocused && !completions.isEmpty }

    /// Hides the scopes for a filter without search words, because scopes only apply to words.
    func showScopes() {
        let isFilter = header.search.text.hasPrefix("where ")
        guard header.search.scopeControl.isEnabled == isFilter else { return }
        header.search.scopeControl.isEnabled = !isFilter
        header.search.setNeedsLayout()
        header.setNeedsLayout()
        page.setNeedsLayout()
    }

    /// The number of items whose values are offered as completions.
    private static let mostKnown = 1_000

    /// Reads items in the background, whose values are offered as completions.
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

    /// Returns the values of a field in the items read for completions and in those near the screen.
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

    /// Returns the longest common beginning of the known values that start with the given text. For a list,
    /// only the entry after the last comma counts. Returns `nil` if nothing matches or the text is complete.
    func completion(of text: String, for field: Field) -> String? {
        var begun = text[...]
        if field.type == .list {
            if let comma = text.lastIndex(of: ",") { begun = text[text.index(after: comma)...] }
            begun = begun.drop { $0 == " " }
            // A plus or minus sign adds or removes a tag.
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

    /// Returns the completion of a place or of tags in a form, or `nil` if Tab should move to the next field.
    /// Unchanged text is never completed, and the path of an existing place only if more was typed.
    func completion(of text: String, in key: FieldKey) -> String? {
        guard let field = Field.with(key: key), detail?.form[key]?.isChanged == true else { return nil }
        let isPlace = field.traits.contains(.place)
        // A path that ends with a slash is incomplete.
        let isWhole = !isPlace || PlacePath.isWhole(text)
        guard isPlace || key == "tags", !isWhole || !isPlace || !isKnown(place: text, in: key) else {
            return nil
        }
        let completed = completion(of: text, for: field)
        return completed == text && isWhole ? nil : completed
    }

    /// Returns whether an item is in a place, or in a place within it.
    private func isKnown(place text: String, in key: FieldKey) -> Bool {
        let place = PlacePath(text)
        return knownValues(of: key).contains { place.contains(PlacePath($0)) }
    }

    var completionHints: [StatusLine.Hint] {
        let candidates = completions
        guard !candidates.isEmpty else {
            let known = ItemScreens.condition(in: header.search.text) != nil
            return [
                StatusLine.Hint(String(localized: "Enter"), String(localized: "to the list")) { [weak self] in
                    self?.searchEntered()
                },
                StatusLine.Hint(String(localized: "Esc"), String(localized: "back")) { [weak self] in
                    self?.header.search.cancel()
                },
            ]
                + (known
                    ? []
                    : [
                        StatusLine.Hint("where", String(localized: "start a filter")) { [weak self] in
                            self?.focusFilter()
                        }
                    ])
        }
        return candidates.prefix(30).enumerated().map { index, candidate in
            StatusLine.Hint(index == 0 ? String(localized: "Tab") : "", candidate.word.trimmed) {
                [weak self] in
                self?.complete(candidate)
            }
        }
    }

    /// The search text with the first completion. A filter without completions is returned unchanged; for search
    /// words, the result is `nil`.
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

    /// Sorts by a field: ascending, descending the second time, and in the user's order the third time.
    func sort(by key: FieldKey) {
        let name = Field.with(key: key)?.name ?? key.rawValue
        let ways = ["\(name)", "\(name):desc"]
        let current = (header.sort.selectedIndex ?? 0) - 1
        let shown = sorts.indices.contains(current) ? sorts[current].first : nil
        let index = ways.firstIndex { $0 == shown }.map { $0 + 1 } ?? 0
        sort(by: index < ways.count ? [ways[index]] : [])
    }

    /// Sorts by keys such as `value:desc`, or in the user's order if there are none.
    private func sort(by sort: [String]) {
        if !sort.isEmpty, !sorts.contains(sort) { sorts.append(sort) }
        header.sort.selectedIndex = (sorts.firstIndex(of: sort) ?? -1) + 1
        queryChanged()
    }

    /// Shows a palette that adds and removes columns.
    func chooseColumns() {
        guard page.isSplit || controller.list.width >= ListColumns.leastWidth else {
            return tellWhenColumnsAreShown()
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
            Palette(
                String(localized: "Columns"), entries,
                asking: String(localized: "Which column do you want to show or hide? Press Esc to finish."),
                empty: String(localized: "No such field")))
    }

    // MARK: The palette

    /// The words with which a line in the palette can begin.
    nonisolated static let paletteWords = ["search", "where", "sort", "sections", "tag", "place"]

    func meanings(of text: String) -> [Palette.Entry] {
        guard detail == nil || detail?.isEditing == false, side == nil else { return [] }
        let typed = text.trimmed
        if let row = Int(typed), row > 0, detail == nil {
            return [
                Palette.Entry(String(localized: "Go to row \(row)")) { [weak self] in self?.go(toRow: row) }
            ]
        }
        let parts = typed.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return [] }
        let (word, rest) = (parts[0].lowercased(), parts[1])
        switch word {
        case "search" where detail == nil, "where" where detail == nil:
            return [
                Palette.Entry(
                    word == "where"
                        ? String(localized: "Filter: \(rest)") : String(localized: "Search: \(rest)")
                ) { [weak self] in
                    self?.header.search.text = word == "where" ? "where \(rest)" : rest
                    self?.queryChanged()
                }
            ]
        case "sort" where detail == nil:
            guard (try? SortKey(parsing: rest)) != nil else { return [] }
            return [
                Palette.Entry(String(localized: "Sort by \(title(ofSort: [rest]))")) { [weak self] in
                    self?.sort(by: [rest])
                }
            ]
        case "sections" where detail == nil:
            guard (try? host.sectioning(rest)) != nil else { return [] }
            return [
                Palette.Entry(String(localized: "Sections: \(rest)")) { [weak self] in self?.section(by: rest)
                }
            ]
        case "tag": return setting("tags", rest)
        case "place": return setting("location", rest)
        default: return running(word, rest) ?? setting(word, rest)
        }
    }

    /// Returns an entry that runs an action with arguments, such as `lend Ann until +14d`, or `nil` if there is no such
    /// action or no item to run it on.
    private func running(_ name: String, _ line: String) -> [Palette.Entry]? {
        guard let action = session.root.bindings.actions.named(name), !action.parameters.isEmpty,
            let targets = action.isForList ? Targets(item: nil, count: 0) : targets
        else { return nil }
        let title = action.isForList ? action.title.text : "\(action.title.text) \(targets.title)"
        return [
            Palette.Entry(Language.current.titled(title, line)) { [weak self] in
                self?.commit(action, action.arguments(in: line), on: targets)
            }
        ]
    }

    /// Returns an entry that sets a field, such as `value 40`.
    private func setting(_ name: String, _ text: String) -> [Palette.Entry] {
        guard let key = try? Field.named(name), let field = Field.with(key: key), let targets else {
            return []
        }
        return [
            Palette.Entry(String(localized: "Set \(field.title.text) of \(targets.title) to \(text)")) {
                [weak self] in
                self?.set(field, to: text, in: targets) { self?.session.tell($0) }
            }
        ]
    }

    /// Opens an item and moves the cursor to it.
    func go(to item: Item) {
        open(item)
        perform { [weak self] () async throws(LootError) in try await self?.controller.putCursor(on: item.id)
        }
    }

    private func go(toRow row: Int) {
        let path = controller.path(ofRow: min(row, controller.outline.count) - 1)
        controller.list.moveCursor(to: path)
    }

    /// The maximum number of items in the palette, and the number of matches below which names that contain only the
    /// letters are searched, too.
    private nonisolated static let (mostFound, fewFound) = (8, 3)
    /// The maximum number of items in which names that contain only the letters are searched.
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

    /// Returns items whose names contain the letters in order, best match first. Only the first items of a long list
    /// are searched.
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
