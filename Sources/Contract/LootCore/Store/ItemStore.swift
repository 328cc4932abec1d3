/// An ordered collection of items in memory, in a file, in a database or on a server.
///
/// Implementations satisfy these laws, which the conformance tests in `LootTesting` check:
///
/// 1. Writing is all or nothing: if ``apply(_:)`` throws, the store is unchanged.
/// 2. Each state has a ``Revision``, which is later than all previous ones. A transaction with a ``Condition`` that
///    doesn't hold is rejected with `conflict`. A transaction without conditions is never rejected because of changes
///    elsewhere in the list.
/// 3. Reading a page takes time in proportion to the page, in all stores that can avoid a full pass.
/// 4. The result of a query is defined by ``Query``, even if the store delegates it to a database.
/// 5. Values are preserved exactly: text byte by byte, 64-bit integers, moments to the second, and unknown fields.
/// 6. All stores reject the same items (``Item/validate()``).
/// 7. All methods can be called concurrently.
/// 8. A snapshot never changes. If the store can't keep that state, reading it throws.
/// 9. No input makes the store trap.
///
/// A store may offer more: a history, snapshots, live answers, files, maintenance. Each is a separate protocol, such as
/// ``HistoryStore``. Callers ask for them with ``provider(of:)``.
public protocol ItemStore: ItemReader {
    /// The capabilities of the store, which don't change while it is open.
    var capabilities: StoreCapabilities { get }

    /// Applies all changes of a transaction, or none. When this method returns, a durable store has written them to
    /// its storage.
    ///
    /// - Throws: ``LootError``. The code is `conflict` if a condition doesn't hold; `no-such-item`, `duplicate-item`,
    ///   `position-out-of-range`, `invalid-value` or `unknown-field` for invalid changes; or `read-only`, `locked`,
    ///   `no-space` and others for problems of the storage.
    @discardableResult
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit

    /// Returns a stream of all future events. It ends when the store is closed.
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

    /// Releases the resources of the store. Later calls throw `closed`; closing again is a no-op.
    func close() async throws(LootError)
}
