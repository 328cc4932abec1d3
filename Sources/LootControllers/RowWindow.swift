import LootCore

/// The rows of an answer that have been read, by position; a bounded number of them.
struct RowWindow {
    static let pageSize = 64
    /// The most rows that are kept, around those that were read last.
    private static let greatestCount = 24 * pageSize

    private var items: [Int: Item] = [:]
    /// Pages that were asked for and are not here.
    private(set) var wanted: Set<Int> = []

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

    /// Takes in a page that was read.
    mutating func put(_ read: [Item], page: Int) {
        wanted.remove(page)
        let start = RowWindow.rows(ofPage: page).lowerBound
        for (offset, item) in read.enumerated() { items[start + offset] = item }
        keepAround(start)
    }

    /// Takes the rows to where a step has taken them.
    mutating func follow(_ step: AnswerStep) {
        if step.isEmpty { return }
        if !(step.removed.isEmpty && step.inserted.isEmpty && step.moved.isEmpty) {
            let map = RowMap(step)
            var moved: [Int: Item] = [:]
            moved.reserveCapacity(items.count)
            for (row, item) in items { if let row = map.row(after: row) { moved[row] = item } }
            items = moved
        }
        for row in step.inserted + step.changed { items[row.row] = row.item }
        for move in step.moved { items[move.target] = move.item }
        wanted = []
    }

    static func rows(ofPage page: Int) -> Range<Int> { page * pageSize..<(page + 1) * pageSize }

    private mutating func keepAround(_ row: Int) {
        guard items.count > RowWindow.greatestCount else { return }
        let reach = RowWindow.greatestCount / 3
        items = items.filter { abs($0.key - row) <= reach }
    }
}
