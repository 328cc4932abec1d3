import LootCore

/// The rows of an answer that have been read, by position; a bounded number of them.
struct RowWindow {
    private static let pageSize = 64
    /// The most rows that are kept when others are read; of these, the ones no farther away than the reach.
    private static let greatestCount = 24 * pageSize
    /// The most rows that are read at once.
    private static let reach = 8 * pageSize

    private var items: [Int: Item] = [:]
    /// Pages that were asked for and are not here.
    private var wanted: Set<Int> = []

    /// The item of a row, if it is here. If not, its page is wanted.
    mutating func item(at row: Int) -> Item? {
        let item = items[row]
        if item == nil, row >= 0 { wanted.insert(row / RowWindow.pageSize) }
        return item
    }

    /// The item of a row, if it is here.
    func loaded(_ row: Int) -> Item? { items[row] }

    /// All items that are here.
    var loadedItems: Dictionary<Int, Item>.Values { items.values }

    /// The row of an item, if it is here.
    func row(of id: ItemID) -> Int? { items.first { $0.value.id == id }?.key }

    /// Asks for the pages of rows that will be needed.
    mutating func want(_ rows: some Sequence<Int>) {
        for row in rows where row >= 0 && items[row] == nil { wanted.insert(row / RowWindow.pageSize) }
    }

    /// Asks no longer for pages of these rows.
    mutating func release(_ rows: some Sequence<Int>) {
        for row in rows where row >= 0 { wanted.remove(row / RowWindow.pageSize) }
    }

    /// The rows to read next: the first pages that are wanted, as many as lie side by side. Nil when none is wanted.
    var missing: Range<Int>? {
        guard let first = wanted.min() else { return nil }
        var end = first + 1
        while wanted.contains(end), end - first < RowWindow.reach / RowWindow.pageSize { end += 1 }
        return first * RowWindow.pageSize..<end * RowWindow.pageSize
    }

    /// Takes in the items of rows that were missing.
    mutating func put(_ read: [Item], in rows: Range<Int>) {
        release(rows)
        for (offset, item) in read.enumerated() { items[rows.lowerBound + offset] = item }
        guard items.count > RowWindow.greatestCount else { return }
        items = items.filter {
            $0.key >= rows.lowerBound - RowWindow.reach && $0.key < rows.upperBound + RowWindow.reach
        }
    }

    /// Takes the rows to where a step has taken them.
    mutating func follow(_ step: AnswerStep) {
        if step.isEmpty { return }
        let places = step.removed + step.inserted.map(\.row) + step.moved.flatMap { [$0.source, $0.target] }
        if let first = places.min(), let last = places.max() {
            // Behind the last place rows stand where they stood, unless there are more or fewer before them.
            let end = step.removed.count == step.inserted.count ? last : Int.max
            let map = RowMap(step)
            let moved = items.keys.filter { $0 >= first && $0 <= end }
                .map { row in (map.row(after: row), items.removeValue(forKey: row)) }
            for case (let row?, let item?) in moved { items[row] = item }
        }
        for row in step.inserted + step.changed { items[row.row] = row.item }
        for move in step.moved { items[move.target] = move.item }
        wanted = []
    }
}
