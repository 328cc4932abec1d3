/// A source of items: a store, whose state changes, or a snapshot, whose state doesn't.
public protocol ItemReader: Sendable {
    /// Returns the sections of a query's result.
    func outline(of query: Query) async throws(LootError) -> Outline

    /// Returns rows of a query's result. Rows beyond the end are omitted.
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page

    /// Returns rows of a query's result together with its outline, both at the same revision.
    ///
    /// The default implementation retries until both have the same revision. Stores that can read both together
    /// should implement this method, and wrappers should forward it.
    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer

    /// Returns the item with an ID, or `nil` if it doesn't exist.
    func item(_ id: ItemID) async throws(LootError) -> Item?

    /// Returns the row of an item in a query's result, or `nil` if the result doesn't contain it.
    ///
    /// The default implementation searches the result.
    func position(of id: ItemID, in query: Query) async throws(LootError) -> Int?

    /// Returns the settings of the list.
    ///
    /// The default implementation returns none, for stores without the capability ``StoreCapabilities/settings``.
    func settings() async throws(LootError) -> ListSettings
}

extension ItemReader {
    /// Retries until the outline and the page have the same revision, for at most ten seconds.
    ///
    /// - Throws: ``LootError`` with code `conflict` if the store changes too fast.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await answer(to: query, rows: rows, patience: .seconds(10))
    }

    func answer(to query: Query, rows: Range<Int>, patience: Duration) async throws(LootError) -> Answer {
        let end = ContinuousClock.now + patience
        var outline = try await outline(of: query)
        repeat {
            let page = try await page(of: query, rows: rows)
            // The page may match the previous outline or the next one.
            if page.revision != outline.revision { outline = try await self.outline(of: query) }
            if page.revision == outline.revision { return Answer(outline: outline, page: page) }
        } while ContinuousClock.now < end
        throw LootError(
            .conflict, "Can't read the list.", reason: "It changes faster than it can be read.",
            advice: "Try again.")
    }

    /// Returns empty settings.
    public func settings() async throws(LootError) -> ListSettings { ListSettings() }

    /// Searches the result page by page.
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
