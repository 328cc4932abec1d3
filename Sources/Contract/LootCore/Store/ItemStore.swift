/// Keeps items in the user's order. How it keeps them is its own business: memory, a file, a database, a
/// service on another continent.
///
/// The laws, each a case of the conformance suite in `LootTesting`:
///
/// 1. Writing is all or nothing: after an error from ``apply(_:)`` the store is as it was.
/// 2. Every state has a ``Revision``, later than those before. A transaction whose ``Condition`` does not hold is
///    refused with `conflict`; one that has none is never refused for what others write elsewhere in the list.
/// 3. A page costs a page, in every store that can do better than a full pass.
/// 4. The answer to a query is what ``Query`` defines, whatever the store hands down to a database.
/// 5. What goes in comes out: text byte for byte, whole numbers of 64 bits, moments to the second, foreign fields.
/// 6. What an item may not hold, every store refuses alike: see ``Item/validate()``.
/// 7. Any number of tasks may call at the same time.
/// 8. A snapshot stays as it was, or says that it can't.
/// 9. No input makes it trap.
public protocol ItemStore: ItemReader {
    /// What the store can do. A caller may rely on it for as long as the store is open.
    var capabilities: StoreCapabilities { get }

    /// What is wrong with the medium, nil when all is well. A store with a problem takes no changes, and what it answers
    /// may not be all there is; unless its code is `read-only`: then all is there, and what may be written has only been
    /// taken away. A wrapper passes it on.
    ///
    /// The default implementation has none.
    var problem: LootError? { get }

    /// Why what it answers may not be all there is; nil when it is. A wrapper passes it on.
    ///
    /// The default implementation has the ``problem``, unless that is about writing alone.
    var damage: LootError? { get }

    /// The number of its newest state, where the store has it at hand; nil where it would have to ask its medium or another
    /// program. A wrapper passes it on.
    ///
    /// The default implementation has none.
    var revisionAtHand: Revision? { get }

    /// The files that its items name, nil if it keeps none. A wrapper passes them on.
    ///
    /// The default implementation has none; a store with the `files` capability keeps them.
    var fileKeeper: (any FileKeeper)? { get }

    /// Its state as it is now, held to be read whole however long that takes and whatever is written meanwhile.
    ///
    /// The default implementation holds nothing: it reads the store page by page, and fails with `conflict` as soon as
    /// that has moved on. A store with the `snapshots` capability does better, and a wrapper passes the question on.
    func snapshot() async throws(LootError) -> any ItemSnapshot

    /// Makes all changes of a transaction, or none. When it returns, a durable store has them on the medium.
    ///
    /// - Throws: ``LootError``: `conflict` when a condition of the transaction does not hold; `no-such-item`, `duplicate-item`, `position-out-of-range`, `invalid-value`, `unknown-field` for
    ///   changes that can't be made; `read-only`, `locked`, `no-space` and the like from the medium.
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit

    /// The newest `limit` commits that can be undone, and redone.
    ///
    /// The default implementation has none; a store with the `history` capability keeps its own. An actor declares
    /// it `async`, as it stands here: in a call on the actor's own type Swift prefers an `async` default to a
    /// synchronous method.
    func history(limit: Int) async throws(LootError) -> History

    /// How an item came to be what it is: the newest `limit` of those commits that changed it and can be undone, oldest
    /// first; each with what it did to that item and nothing else. An item that is gone has a history, too.
    ///
    /// The default implementation looks through the whole history. A store that can find them does better, and a
    /// wrapper passes the question on.
    func history(of item: ItemID, limit: Int) async throws(LootError) -> [Commit]

    /// What the store has done beyond what it was asked for, and a person should know: sentences, each of which is told
    /// once. A wrapper passes the question on.
    ///
    /// The default implementation has none.
    func takeNotices() -> [String]

    /// Everything that happens to the store from now on. The stream ends when the store is closed.
    func events() -> AsyncStream<StoreEvent>

    /// The answer to a query, followed from one state to the next: its shape as it is now, and from then on what every
    /// commit makes of it, by position.
    ///
    /// The default implementation compares answers of up to 5,000 items with what becomes of them, and ends longer ones
    /// with the next commit. A wrapper passes the question on; one that changes what is read answers with
    /// ``compared(_:)``.
    func live(_ query: Query) async throws(LootError) -> LiveAnswer

    /// The store itself where it can be checked, recovered and compacted; nil where there is nothing to look after. A
    /// wrapper passes on that of the store behind.
    ///
    /// The default implementation has none; a ``MaintainableStore`` is it.
    var maintenance: (any MaintainableStore)? { get }

    /// Gives back what the store holds of the system. Later calls throw `closed`; closing again does nothing.
    func close() async throws(LootError)
}

extension ItemStore {
    /// None.
    public var problem: LootError? { nil }

    /// The problem, unless it is about writing alone.
    public var damage: LootError? { problem.flatMap { $0.code == .readOnly ? nil : $0 } }

    /// None.
    public var revisionAtHand: Revision? { nil }

    /// None.
    public var fileKeeper: (any FileKeeper)? { nil }

    /// None.
    public var maintenance: (any MaintainableStore)? { nil }

    /// None.
    public func takeNotices() -> [String] { [] }

    /// Holds nothing: reads page by page, and fails where another writer writes in between.
    public func snapshot() async throws(LootError) -> any ItemSnapshot { try await PagedSnapshot(of: self) }

    /// None.
    public func history(limit: Int) async throws(LootError) -> History { History() }

    /// Looks through the whole history.
    public func history(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await history(limit: .max).newest(limit, of: item)
    }
}
