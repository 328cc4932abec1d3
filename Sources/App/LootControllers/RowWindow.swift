import LootCore

/// A cache of the loaded rows of a result, by position. Its size is limited.
struct RowWindow {
    private static let pageSize = 64
    /// The number of rows above which rows farther away than `reach` are dropped.
    private static let greatestCount = 24 * pageSize
    /// The maximum number of rows that are read at once.
    private static let reach = 8 * pageSize

    private var items: [Int: Item] = [:]
    /// The requested pages that haven't been loaded.
    private var wanted: Set<Int> = []

    /// Returns the item of a row if it is loaded. Otherwise requests its page.
    mutating func item(at row: Int) -> Item? {
        let item = items[row]
        if item == nil, row >= 0 { wanted.insert(row / RowWindow.pageSize) }
        return item
    }

    /// Returns the item of a row if it is loaded.
    func loaded(_ row: Int) -> Item? { items[row] }

    /// All loaded items.
    var loadedItems: Dictionary<Int, Item>.Values { items.values }

    /// Returns the row of an item if it is loaded.
    func row(of id: ItemID) -> Int? { items.first { $0.value.id == id }?.key }

    /// Requests the pages of rows that will be needed.
    mutating func want(_ rows: some Sequence<Int>) {
        for row in rows where row >= 0 && items[row] == nil { wanted.insert(row / RowWindow.pageSize) }
    }

    /// Cancels the requests for the pages of rows.
    mutating func release(_ rows: some Sequence<Int>) {
        for row in rows where row >= 0 { wanted.remove(row / RowWindow.pageSize) }
    }

    /// The rows to read next: the first requested pages that are adjacent, or `nil` if none is requested.
    var missing: Range<Int>? {
        guard let first = wanted.min() else { return nil }
        var end = first + 1
        while wanted.contains(end), end - first < RowWindow.reach / RowWindow.pageSize { end += 1 }
        return first * RowWindow.pageSize..<end * RowWindow.pageSize
    }

    /// Stores the items of rows that were read.
    mutating func put(_ read: [Item], in rows: Range<Int>) {
        release(rows)
        for (offset, item) in read.enumerated() { items[rows.lowerBound + offset] = item }
        guard items.count > RowWindow.greatestCount else { return }
        items = items.filter {
            $0.key >= rows.lowerBound - RowWindow.reach && $0.key < rows.upperBound + RowWindow.reach
        }
    }

    /// Moves the rows to their positions after a step.
    mutating func follow(_ step: AnswerStep) {
        if step.isEmpty { return }
        let places = step.removed + step.inserted.map(\.row) + step.moved.flatMap { [$0.source, $0.target] }
        if let first = places.min(), let last = places.max() {
            // If as many rows were inserted as removed, rows after the last changed position stay where they are.
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
