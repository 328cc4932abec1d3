package import ListKit
import LootActions
import LootCore

extension ItemsController: ListPrefetching {
    /// Notes that the rows will be needed.
    package func list(_ list: ListView, prefetchRowsAt paths: [RowPath]) {
        window.want(paths.compactMap(row(at:)))
    }

    /// Notes that they are not needed any more.
    package func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [RowPath]) {
        window.release(paths.compactMap(row(at:)))
    }
}

extension ItemsController: ListDataSource {
    /// Those of the answer; at least one.
    package func numberOfSections(in list: ListView) -> Int { max(1, outline.sections.count) }

    /// Those of the answer.
    package func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
        outline.sections.indices.contains(section) ? outline.sections[section].count : 0
    }

    /// An item's cell, a placeholder while the item is on its way.
    package func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(ItemCell.kind, for: path)
        cell.lines = lines
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

    /// The section's title.
    package func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
        guard query.sectioning != nil, outline.sections.indices.contains(section) else { return nil }
        return outline.sections[section].title
    }

    /// The section's count and total value.
    package func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
        guard query.sectioning != nil, outline.sections.indices.contains(section) else { return nil }
        return presentation.footer(of: outline.sections[section])
    }

    /// The sections' index titles, each once.
    package func sectionIndexTitles(in list: ListView) -> [String] {
        outline.sections.compactMap(\.indexTitle).reduce(into: []) { titles, title in
            if titles.last != title { titles.append(title) }
        }
    }

    /// The first section with that index title.
    package func list(_ list: ListView, sectionForIndexTitle title: String, at index: Int) -> Int {
        outline.sections.firstIndex { $0.indexTitle == title } ?? 0
    }

    /// Every row that has been read.
    package func list(_ list: ListView, canEditRowAt path: RowPath) -> Bool { item(at: path) != nil }

    /// Rows in the user's own order.
    package func list(_ list: ListView, canMoveRowAt path: RowPath) -> Bool { query.isInUserOrder }

    /// Removes the item.
    package func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
        if style == .delete { personRemoves(at: path) }
    }

    /// Moves the item in the user's order, also where the answer leaves items out.
    package func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {
        guard let item = item(at: source), let neighbor = self.item(at: target), item.id != neighbor.id else {
            return
        }
        let destination: Destination = target > source ? .after(neighbor.id) : .before(neighbor.id)
        perform { (inventory: Inventory) async throws(LootError) in
            _ = try await inventory.move(item.id, to: destination)
        }
    }
}

extension ItemsController: ListDelegate {
    /// Rows between where a range of marks began and the cursor are marked.
    package func listDidMoveCursor(_ list: ListView) {
        if range != nil { showMarks() }
        onCursor()
    }

    /// Opens the item.
    package func list(_ list: ListView, didSelectRowAt path: RowPath) {
        if let item = item(at: path) { onSelect(item) }
    }

    /// Name and serial number, as the layout of the cells has them.
    package func list(_ list: ListView, estimatedRowHeightInSection section: Int) -> Int {
        columns.isEmpty ? cellLayout.usualHeight : 1 + cellLayout.padding
    }

    /// The actions that the front end offers.
    package func list(_ list: ListView, leadingActionsForRowAt path: RowPath) -> [RowAction] {
        item(at: path).map(leadingActions) ?? []
    }

    /// Delete.
    package func list(_ list: ListView, trailingActionsForRowAt path: RowPath) -> [RowAction]? {
        guard item(at: path) != nil else { return [] }
        return [RowAction("Delete", style: .destructive) { [weak self] in self?.personRemoves(at: $0) }]
    }

    fileprivate func personRemoves(at path: RowPath) {
        if let onRemove { item(at: path).map(onRemove) } else { remove(at: path) }
    }
}
