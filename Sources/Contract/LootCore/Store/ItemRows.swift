/// Rows of a query's answer with its outline, all of one state of the store however many they are and however often
/// they are gone through.
///
/// A few rows are read at once; for more, the store's state is held until `close()`, or until nothing refers to
/// the rows any more.
///
/// ```swift
/// try await store.withRows(of: query) { rows throws(LootError) in
///     try await rows.forEach { item in total.add(item) }
/// }
/// ```
public struct ItemRows: Sendable {
    /// The shape of the whole answer.
    public let outline: Outline
    /// Which of the answer's rows these are.
    package let range: Range<Int>
    /// What is answered.
    package let query: Query

    private let first: Page
    private let store: any ItemStore
    /// What the rows behind the first page are read from.
    private let snapshot: (any ItemSnapshot)?

    /// How many rows are read at once.
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

    /// How many rows there are.
    public var count: Int { range.count }

    /// Hands over the rows, a page at a time, until `body` has had enough.
    ///
    /// - Returns: whether `body` wanted everything.
    /// - Throws: ``LootError``: `conflict` where the store can't hold a state and has moved on, and what `body` throws.
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

    /// Hands over every item.
    public func forEach(_ body: (Item) throws(LootError) -> Void) async throws(LootError) {
        try await forEachPage { page throws(LootError) in
            for item in page.items { try body(item) }
            return true
        }
    }

    /// The position of an item in the user's order, nil if there is no such item any more.
    package func position(of id: ItemID) async throws(LootError) -> Int? {
        let reader: any ItemReader = snapshot ?? store
        return try await reader.position(of: id, in: .all)
    }

    /// Does something with the rows, then lets go of the state whatever came of it.
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

    /// Lets go of the state. Rows that are not in memory can't be read any more then.
    func close() async { await snapshot?.close() }
}

extension ItemStore {
    /// Rows of a query's answer, all of one state, to be closed by the caller. Those beyond the answer's end are left out.
    package func rows(
        _ range: Range<Int> = 0..<Int.max, of query: Query = .all
    ) async throws(LootError) -> ItemRows {
        try await ItemRows(range, of: query, in: self)
    }

    /// Reads rows of a query's answer, all of one state, which is let go of behind that whatever comes of it.
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
