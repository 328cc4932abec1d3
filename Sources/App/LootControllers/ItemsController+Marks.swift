import ListKit
import LootActions
package import LootCore

extension ItemsController {
    /// The items that have been loaded, in no particular order.
    package var loadedItems: some Sequence<Item> { window.loadedItems }

    /// The number of marked items, including a range that is being marked.
    package var markCount: Int {
        guard let range, let cursor = cursorRow else { return marks.count(of: outline.count) }
        // Some rows of the range may be marked already. That is unknown until they have been read.
        return abs(cursor - range.row) + 1
    }

    /// Whether no item is marked and no range is being marked.
    package var hasNoMarks: Bool { marks.isEmpty && range == nil }

    private var cursorRow: Int? { list.cursor.flatMap(row(at:)) }

    /// Updates the marks of the visible rows.
    func showMarks() {
        for path in list.visibleRows {
            guard let cell = list.cell(at: path) as? ItemCell, let item = cell.item else { continue }
            cell.isMarked = isMarked(item, row: row(at: path))
        }
        list.onNeedsLayout?()
    }

    /// Returns whether a row is shown as marked.
    func isMarked(_ item: Item, row: Int?) -> Bool {
        if let range, let row, let cursor = cursorRow, range.contains(row, to: cursor) { return true }
        return marks.contains(item.id)
    }

    /// Marks the item at the cursor, or removes its mark.
    package func toggleMark() {
        guard let item = list.cursor.flatMap(item(at:)) else { return }
        marks.toggle(item.id)
    }

    /// Starts marking a range at the cursor.
    package func beginRange() {
        guard let cursor = list.cursor, let item = item(at: cursor), let row = row(at: cursor) else { return }
        range = MarkedRange(anchor: item.id, row: row)
    }

    /// Marks all items of the query.
    package func markAll() {
        range = nil
        marks.markAll(query)
    }

    /// Removes all marks.
    package func clearMarks() {
        range = nil
        marks = Marks()
    }

    /// Marks the items that an action changed. They replace a marked query, which may no longer find them. If
    /// all items of the list are marked, they stay marked.
    package func keepMarks(on ids: [ItemID]) {
        range = nil
        if marks.all?.selectsAll != true { marks = Marks(ids) }
    }

    /// Marks the items between the start of the range and the cursor.
    package func endRange() async throws(LootError) {
        guard let range, let cursor = cursorRow else { return }
        let start = try await inventory.store.position(of: range.anchor, in: query) ?? range.row
        var row = min(start, cursor)
        let end = max(start, cursor) + 1
        while row < end {
            let page = try await inventory.store.page(of: query, rows: row..<min(end, row + 1000))
            if page.items.isEmpty { break }
            marks.mark(page.items.map(\.id))
            row += page.items.count
        }
        self.range = nil
    }

    /// Returns the IDs of the marked items that still exist. If all items of a query are marked, the IDs are
    /// in the query's order.
    package func markedIDs() async throws(LootError) -> [ItemID] {
        try await endRange()
        var found: [ItemID] = []
        let marks = marks
        if let all = marks.all {
            try await inventory.forEachItem(of: all) { if marks.contains($0.id) { found.append($0.id) } }
            return found
        }
        for id in marks.ids where try await inventory.store.item(id) != nil { found.append(id) }
        return found
    }

    /// Returns a query that finds exactly the marked items.
    package func markedQuery() async throws(LootError) -> Query {
        try await endRange()
        let names = marks.ids.map(\.description).sorted()
        let named = Filter.any(names.map { .compare(Field.idKey, .equal, .text($0)) })
        guard var query = marks.all else { return Query(filter: named, sort: self.query.sort) }
        if marks.ids.isEmpty { return query }
        query.filter = query.filter.map { .all([$0, .not(named)]) } ?? .not(named)
        return query
    }
}
