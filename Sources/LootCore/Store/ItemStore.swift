/// Keeps items in the user's order. How it keeps them is nobody else's business: memory, a file, a database, a
/// service on another continent.
///
/// The laws, each a case of the conformance suite in `LootTesting`:
///
/// 1. Writing is all or nothing: after an error from ``apply(_:)`` the store is as it was.
/// 2. Every state has a ``Revision``, later than those before. A transaction that expects an older one is refused
///    with `conflict`.
/// 3. A page costs a page, in every store that can do better than a full pass.
/// 4. The answer to a query is what ``Query`` defines, whatever the store hands down to a database.
/// 5. What goes in comes out: text byte for byte, whole numbers of 64 bits, moments to the second, foreign fields.
/// 6. What an item may not hold, every store refuses alike: see ``Item/validate()``.
/// 7. Any number of tasks may call at the same time.
/// 8. No input makes it trap.
public protocol ItemStore: Sendable {
    /// What the store can do. A caller may rely on it for as long as the store is open.
    var capabilities: StoreCapabilities { get }

    /// What is wrong with the medium, nil when all is well. A store with a problem takes no changes, and what it answers
    /// may not be all there is. A wrapper passes it on.
    ///
    /// The default implementation has none.
    var problem: LootError? { get }

    /// The photos that its items name, nil if it keeps none. A wrapper passes them on.
    ///
    /// The default implementation has none; a store with the `photos` capability keeps them.
    var photos: (any PhotoStore)? { get }

    /// The sections of a query's answer, current with the last commit.
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

    /// Makes all changes of a transaction, or none. When it returns, a durable store has them on the medium.
    ///
    /// - Throws: ``LootError``: `conflict` when the store has moved on from the revision that the transaction
    ///   expects; `no-such-item`, `duplicate-item`, `position-out-of-range`, `invalid-value`, `unknown-field` for
    ///   changes that can't be made; `read-only`, `locked`, `no-space` and the like from the medium.
    func apply(_ transaction: Transaction) async throws(LootError) -> Commit

    /// The newest `limit` commits that can be undone, and redone.
    ///
    /// The default implementation has none; a store with the `history` capability keeps its own. An actor declares
    /// it `async`, as it stands here: in a call on the actor's own type Swift prefers an `async` default to a
    /// synchronous method.
    func history(limit: Int) async throws(LootError) -> History

    /// Everything that happens to the store from now on. The stream ends when the store is closed.
    func events() -> AsyncStream<StoreEvent>

    /// Gives back what the store holds of the system. Later calls throw `closed`; closing again does nothing.
    func close() async throws(LootError)
}

extension ItemStore {
    /// None.
    public var problem: LootError? { nil }

    /// None.
    public var photos: (any PhotoStore)? { nil }

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

    /// None.
    public func history(limit: Int) async throws(LootError) -> History { History() }
}
