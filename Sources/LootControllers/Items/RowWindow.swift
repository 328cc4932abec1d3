import LootCore

/// The rows of an answer that have been read, by position, in pages; a bounded number of them.
struct RowWindow {
    static let pageSize = 64
    private static let greatestCount = 64

    private var pages: [Int: [Item]] = [:]
    /// Pages in the order in which they were last used, the latest last.
    private var usage: [Int] = []
    /// Pages that were asked for and are not here.
    private(set) var wanted: Set<Int> = []

    /// The item of a row, if it is here. If not, its page is wanted.
    mutating func item(at row: Int) -> Item? {
        let page = row / RowWindow.pageSize
        guard let items = pages[page] else {
            wanted.insert(page)
            return nil
        }
        let offset = row % RowWindow.pageSize
        return offset < items.count ? items[offset] : nil
    }

    /// The item of a row, if it is here.
    func loaded(_ row: Int) -> Item? {
        guard row >= 0, let items = pages[row / RowWindow.pageSize] else { return nil }
        let offset = row % RowWindow.pageSize
        return offset < items.count ? items[offset] : nil
    }

    /// Asks for the pages of rows that will be needed.
    mutating func want(_ rows: some Sequence<Int>) {
        for row in rows where row >= 0 && pages[row / RowWindow.pageSize] == nil {
            wanted.insert(row / RowWindow.pageSize)
        }
    }

    /// Asks no longer for pages of these rows.
    mutating func release(_ rows: some Sequence<Int>) {
        for row in rows where row >= 0 { wanted.remove(row / RowWindow.pageSize) }
    }

    mutating func put(_ items: [Item], page: Int) {
        pages[page] = items
        wanted.remove(page)
        usage.removeAll { $0 == page }
        usage.append(page)
        while usage.count > RowWindow.greatestCount { pages[usage.removeFirst()] = nil }
    }

    static func rows(ofPage page: Int) -> Range<Int> { page * pageSize..<(page + 1) * pageSize }
}
