/// Where items are read: a store, whose state moves on, or a snapshot of one, whose state stays.
public protocol ItemReader: Sendable {
    /// The sections of a query's answer, current with the state that is read.
    func outline(of query: Query) async throws(LootError) -> Outline

    /// Rows of a query's answer. Positions beyond the end are not an error: the page is shorter, or empty.
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page

    /// Rows of a query's answer with the outline, both of one state however busily others write.
    ///
    /// The default implementation reads both until they are. A store that can read both at once does better, and a
    /// wrapper passes the question on.
    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer

    /// The item with this id, nil if there is none.
    func item(_ id: ItemID) async throws(LootError) -> Item?

    /// The row in which a query's answer has an item, nil if it is not in the answer.
    ///
    /// The default implementation reads through the answer.
    func position(of id: ItemID, in query: Query) async throws(LootError) -> Int?

    /// Returns the settings of the list.
    ///
    /// The default implementation returns none, for stores without the capability ``StoreCapabilities/settings``.
    func settings() async throws(LootError) -> ListSettings
}

extension ItemReader {
    /// Reads both until they are of one state, for at most ten seconds.
    ///
    /// - Throws: ``LootError`` with code `conflict` when the store never stands still in between.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await answer(to: query, rows: rows, patience: .seconds(10))
    }

    func answer(to query: Query, rows: Range<Int>, patience: Duration) async throws(LootError) -> Answer {
        let end = ContinuousClock.now + patience
        var outline = try await outline(of: query)
        repeat {
            let page = try await page(of: query, rows: rows)
            // The outline before may fit, or the one behind.
            if page.revision != outline.revision { outline = try await self.outline(of: query) }
            if page.revision == outline.revision { return Answer(outline: outline, page: page) }
        } while ContinuousClock.now < end
        throw LootError(
            .conflict, "can't read the list", because: "it changes faster than it can be read",
            next: "Try again")
    }

    /// No settings.
    public func settings() async throws(LootError) -> ListSettings { ListSettings() }

    /// Reads through the answer, a page at a time.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        var start = 0
        while true {
            let page = try await page(of: query, rows: start..<start + 1000)
            if let index = page.items.firstIndex(where: { $0.id == id }) { return start + index }
            if page.items.count < 1000 { return nil }
            start += 1000
        }
    }
}
