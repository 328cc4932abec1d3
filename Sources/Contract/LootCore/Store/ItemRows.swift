/// Rows of a query's result with its outline, all at the same revision, which can be iterated several times.
///
/// A few rows are read immediately. For more rows, a snapshot of the store is held until `close()` is called or the
/// rows are released.
///
/// ```swift
/// try await store.withRows(of: query) { rows throws(LootError) in
///     try await rows.forEach { item in total.add(item) }
/// }
/// ```
public struct ItemRows: Sendable {
    /// The outline of the whole result.
    public let outline: Outline
    /// The range of the rows in the result.
    package let range: Range<Int>
    /// The query.
    package let query: Query

    private let first: Page
    private let store: any ItemStore
    /// The snapshot for rows after the first page.
    private let snapshot: (any ItemSnapshot)?

    /// The number of rows per page.
    static let pageSize = 5_000

    fileprivate init(_ range: Range<Int>, of query: Query, in store: any ItemStore) async throws(LootError) {
        let start = max(0, range.lowerBound)
        let firstRows = start..<max(start, min(range.upperBound, start.saturatingAdding(ItemRows.pageSize)))
        var answer = try await store.answer(to: query, rows: firstRows)
        var snapshot: (any ItemSnapshot)?
        if firstRows.upperBound < min(range.upperBound, answer.outline.count) {
            let held = try await store.snapshot()
            if held.revision != answer.outline.revision {
                do throws(LootError) { answer = try await held.answer(to: query, rows: firstRows) } catch {
                    await held.close()
                    throw error
                }
            }
            snapshot = held
        }
        self.query = query
        self.store = store
        self.snapshot = snapshot
        first = answer.page
        outline = answer.outline
        let end = min(range.upperBound, answer.outline.count)
        self.range = min(start, max(0, end))..<max(0, end)
    }

    /// The number of rows.
    public var count: Int { range.count }

    /// Calls `body` with each page of rows until it returns `false`.
    ///
    /// - Returns: Whether `body` returned `true` for all pages.
    /// - Throws: ``LootError``, including the errors of `body`. The code is `conflict` if the store can't hold a
    ///   snapshot and has changed.
    @discardableResult
    public func forEachPage(
        _ body: (Page) async throws(LootError) -> Bool
    ) async throws(LootError) -> Bool {
        if try await !body(first) { return false }
        guard let snapshot else { return true }
        let next = first.start + first.items.count
        for start in stride(from: next, to: range.upperBound, by: ItemRows.pageSize) {
            let end = min(start + ItemRows.pageSize, range.upperBound)
            if try await !body(try await snapshot.page(of: query, rows: start..<end)) { return false }
        }
        return true
    }

    /// Calls `body` with each item.
    public func forEach(_ body: (Item) throws(LootError) -> Void) async throws(LootError) {
        try await forEachPage { page throws(LootError) in
            for item in page.items { try body(item) }
            return true
        }
    }

    /// Returns the position of an item in the user's order, or `nil` if it doesn't exist.
    package func position(of id: ItemID) async throws(LootError) -> Int? {
        let reader: any ItemReader = snapshot ?? store
        return try await reader.position(of: id, in: .all)
    }

    /// Returns the positions in the user's order of a page's items, which are in that order. Takes a few reads,
    /// regardless of the number of hidden items. If the list has changed, the positions of some items are `nil`.
    package func positions(of page: Page) async throws(LootError) -> [Int?] {
        let reader: any ItemReader = snapshot ?? store
        guard let first = page.items.first, let last = page.items.last,
            let start = try await reader.position(of: first.id, in: .all),
            let end = try await reader.position(of: last.id, in: .all)
        else { return page.items.map { _ in nil } }
        if end - start == page.items.count - 1 { return Array(start...end) }
        var positions: [Int?] = []
        for chunk in stride(from: start, to: end + 1, by: ItemRows.pageSize) {
            let rows = chunk..<min(chunk + ItemRows.pageSize, end + 1)
            for (position, item) in zip(chunk..., try await reader.page(of: .all, rows: rows).items)
            where positions.count < page.items.count && page.items[positions.count].id == item.id {
                positions.append(position)
            }
        }
        return positions + Array(repeating: nil, count: page.items.count - positions.count)
    }

    /// Reads the settings of the list.
    package func settings() async throws(LootError) -> ListSettings {
        let reader: any ItemReader = snapshot ?? store
        return try await reader.settings()
    }

    /// Calls `body` and closes the rows when it returns or throws.
    package func closing<Value>(
        _ body: () async throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        let value: Value
        do throws(LootError) { value = try await body() } catch {
            await close()
            throw error
        }
        await close()
        return value
    }

    /// Releases the snapshot. After that, only the first page can be read.
    func close() async { await snapshot?.close() }
}

extension ItemStore {
    /// Returns rows of a query's result, which the caller must close. Rows beyond the end are omitted.
    package func rows(
        _ range: Range<Int> = 0..<Int.max, of query: Query = .all
    ) async throws(LootError) -> ItemRows {
        try await ItemRows(range, of: query, in: self)
    }

    /// Calls `body` with rows of a query's result at the same revision. The snapshot is released when `body` returns
    /// or throws.
    public func withRows<Value>(
        _ range: Range<Int> = 0..<Int.max, of query: Query = .all,
        _ body: (ItemRows) async throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        let rows = try await rows(range, of: query)
        return try await rows.closing { () throws(LootError) in try await body(rows) }
    }
}

extension Int {
    fileprivate func saturatingAdding(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
