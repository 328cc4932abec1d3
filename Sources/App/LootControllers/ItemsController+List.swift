public import ListKit
import LootActions
import LootCore

extension ItemsController: ListPrefetching {
    /// Loads the rows when ``settle()`` is called next.
    public func list(_ list: ListView, prefetchRowsAt paths: [RowPath]) {
        window.want(paths.compactMap(row(at:)))
    }

    /// Cancels loading the rows.
    public func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [RowPath]) {
        window.release(paths.compactMap(row(at:)))
    }
}

extension ItemsController: ListDataSource {
    /// Returns the number of sections, at least one.
    public func numberOfSections(in list: ListView) -> Int { max(1, outline.sections.count) }

    /// Returns the number of items in a section.
    public func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
        outline.sections.indices.contains(section) ? outline.sections[section].count : 0
    }

    /// Returns the cell of an item, or a placeholder while the item is being loaded.
    public func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(ItemCell.kind, for: path)
        cell.layout = cellLayout
        cell.fields = fields
        cell.columns = columns
        if let item = wantedItem(at: path) {
            cell.show(item, presentation)
            cell.isMarked = isMarked(item, row: row(at: path))
        } else {
            cell.isPlaceholder = true
        }
        return cell
    }

    /// Returns the title of a section.
    public func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
        guard query.sectioning != nil, outline.sections.indices.contains(section) else { return nil }
        return outline.sections[section].title
    }

    /// Returns the number of items and the total value of a section.
    public func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
        guard query.sectioning != nil, outline.sections.indices.contains(section) else { return nil }
        return presentation.footer(of: outline.sections[section])
    }

    /// Returns the index titles of the sections, each once.
    public func sectionIndexTitles(in list: ListView) -> [String] {
        outline.sections.compactMap(\.indexTitle).reduce(into: []) { titles, title in
            if titles.last != title { titles.append(title) }
        }
    }

    /// Returns the first section with an index title.
    public func list(_ list: ListView, sectionForIndexTitle title: String, at index: Int) -> Int {
        outline.sections.firstIndex { $0.indexTitle == title } ?? 0
    }

    /// Returns whether the item has been loaded.
    public func list(_ list: ListView, canEditRowAt path: RowPath) -> Bool { item(at: path) != nil }

    /// Returns whether items are shown in the user's order.
    public func list(_ list: ListView, canMoveRowAt path: RowPath) -> Bool { query.isInUserOrder }

    /// Removes the item when ``settle()`` is called next.
    public func list(
        _ list: ListView, commit style: EditingStyle, forRowAt path: RowPath
    ) -> PendingUpdate {
        if style == .delete { personRemoves(at: path) }
        return PendingUpdate()
    }

    /// Moves the item in the user's order when ``settle()`` is called next.
    public func list(
        _ list: ListView, moveRowAt source: RowPath, to target: RowPath
    ) -> PendingUpdate {
        guard let item = item(at: source), let neighbor = self.item(at: target), item.id != neighbor.id else {
            return PendingUpdate()
        }
        let destination: Destination = target > source ? .after(neighbor.id) : .before(neighbor.id)
        perform { (inventory: Inventory) async throws(LootError) in
            _ = try await inventory.move(item.id, to: destination)
        }
        return PendingUpdate()
    }
}

extension ItemsController: ListDelegate {
    /// Updates the marked range.
    public func listDidMoveCursor(_ list: ListView) {
        if range != nil { showMarks() }
        onCursor()
    }

    /// Calls ``onSelect``.
    public func list(_ list: ListView, didSelectRowAt path: RowPath) {
        if let item = item(at: path) { onSelect(item) }
    }

    /// Returns the height of a name and a serial number of one line each.
    public func list(_ list: ListView, estimatedRowHeightInSection section: Int) -> Int {
        columns.isEmpty ? cellLayout.usualHeight : 1 + cellLayout.padding
    }

    /// Returns the actions that a swipe from the left offers.
    public func list(_ list: ListView, leadingActionsForRowAt path: RowPath) -> [RowAction] {
        guard let item = item(at: path) else { return [] }
        if let leadingActions { return leadingActions(item) }
        return [
            RowAction(
                item.isFavorite
                    ? String(localized: "Remove from favorites") : String(localized: "Add to favorites")
            ) { [weak self] in self?.toggleFavorite(at: $0) }
        ]
    }

    /// Returns an action that removes the item.
    public func list(_ list: ListView, trailingActionsForRowAt path: RowPath) -> [RowAction]? {
        guard item(at: path) != nil else { return [] }
        return [
            RowAction(String(localized: "Remove"), style: .destructive) { [weak self] in
                self?.personRemoves(at: $0)
            }
        ]
    }

    fileprivate func personRemoves(at path: RowPath) {
        if let onRemove { item(at: path).map(onRemove) } else { remove(at: path) }
    }
}
