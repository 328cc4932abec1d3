import ListKit
import LootActions
package import LootCore

extension ItemsController {
    /// The items that have been read and are kept, in no order.
    package var loadedItems: some Sequence<Item> { window.loadedItems }

    /// How many items are marked, those of a range included that is being marked.
    package var markCount: Int {
        guard let range, let cursor = cursorRow else { return marks.count(of: outline.count) }
        // Which of them are marked already is not known before they are read.
        return abs(cursor - range.row) + 1
    }

    /// Whether nothing is marked, and nothing is being marked.
    package var hasNoMarks: Bool { marks.isEmpty && range == nil }

    private var cursorRow: Int? { list.cursor.flatMap(row(at:)) }

    /// Has the rows on the screen say whether they are marked.
    func showMarks() {
        for path in list.visibleRows {
            guard let cell = list.cell(at: path) as? ItemCell, let item = cell.item else { continue }
            cell.isMarked = isMarked(item, row: row(at: path))
        }
        list.onNeedsLayout?()
    }

    /// Whether a row is shown as marked.
    func isMarked(_ item: Item, row: Int?) -> Bool {
        if let range, let row, let cursor = cursorRow, range.contains(row, to: cursor) { return true }
        return marks.contains(item.id)
    }

    /// Marks the item under the cursor, or takes its mark away.
    package func toggleMark() {
        guard let item = list.cursor.flatMap(item(at:)) else { return }
        marks.toggle(item.id)
    }

    /// Begins to mark from the row of the cursor on.
    package func beginRange() {
        guard let cursor = list.cursor, let item = item(at: cursor), let row = row(at: cursor) else { return }
        range = MarkedRange(anchor: item.id, row: row)
    }

    /// Marks all that is found.
    package func markAll() {
        range = nil
        marks.markAll(query)
    }

    /// Takes all marks away.
    package func clearMarks() {
        range = nil
        marks = Marks()
    }

    /// Keeps the marks of what was just changed and is still there. Where all that a query finds are marked, they are from now
    /// on these items, which it may find no more.
    package func keepMarks(on ids: [ItemID]) {
        range = nil
        if marks.all?.selectsAll != true { marks = Marks(ids) }
    }

    /// Marks what lies between where a range began and the cursor.
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

    /// The marked items that are still there, in the user's order where all are marked.
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

    /// The query that finds the marked items and no others.
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
