/// An ordered collection of items: in memory, in a file, in a database, or on a server.
///
/// The laws, each a case of the conformance suite in `LootTesting`:
///
/// 1. Writing is all or nothing: if ``apply(_:)`` throws, the store is unchanged.
/// 2. Every state has a ``Revision``, later than those before. A transaction whose ``Condition`` does not hold is
///    rejected with `conflict`; one without conditions is never rejected because others wrote elsewhere in the list.
/// 3. A page costs a page, in every store that can do better than a full pass.
/// 4. The answer to a query is what ``Query`` defines, whatever the store delegates to a database.
/// 5. Values are kept exactly: text byte for byte, whole numbers of 64 bits, moments to the second, foreign fields.
/// 6. Every store rejects the same items: see ``Item/validate()``.
/// 7. Any number of tasks may call at the same time.
/// 8. A snapshot stays as it was, or throws.
/// 9. No input makes the store trap.
///
/// A store may offer more: a history, snapshots, live answers, files, maintenance. Each is a separate protocol, such as
/// ``HistoryStore``. Callers ask for them with ``provider(of:)``.
public protocol ItemStore: ItemReader {
    /// What the store can do. A caller may rely on it for as long as the store is open.
    var capabilities: StoreCapabilities { get }

    /// Makes all changes of a transaction, or none. When it returns, a durable store has them on the medium.
    ///
    /// - Throws: ``LootError``: `conflict` if a condition of the transaction does not hold; `no-such-item`,
    ///   `duplicate-item`, `position-out-of-range`, `invalid-value`, `unknown-field` for changes that can't be made;
    ///   `read-only`, `locked`, `no-space` and others from the medium.
    @discardableResult
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit

    /// Returns everything that happens to the store from now on. The stream ends when the store is closed.
    func events() -> AsyncStream<StoreEvent>

    /// Returns the store that provides an optional capability, or `nil` if there is none.
    ///
    /// ```swift
    /// let history = try await store.provider(of: (any HistoryStore).self)?.readHistory(limit: 10)
    /// ```
    ///
    /// The default implementation returns the store itself if it conforms to the protocol. A ``StoreWrapper`` asks the
    /// wrapped store for what it doesn't provide itself, so a wrapper hides no capability by accident.
    func provider<Capability>(of capability: Capability.Type) -> Capability?

    /// Releases the resources of the store. Later calls throw `closed`; closing again does nothing.
    func close() async throws(LootError)
}
