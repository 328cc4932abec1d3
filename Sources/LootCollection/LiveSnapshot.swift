public import LootCore

/// A state of ``LiveItems``, held: it shares with what is current everything that neither has changed since.
public final class LiveSnapshot: ItemSnapshot {
    /// The state that is held.
    public let revision: Revision
    private let items: LiveItems

    init(_ items: ItemCollection, at revision: Revision) {
        self.revision = revision
        self.items = LiveItems(items, revision: revision, historyLimit: 0)
    }

    /// See ``LootCore/ItemReader/outline(of:)``.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        try await items.outline(of: query)
    }

    /// See ``LootCore/ItemReader/page(of:rows:)``.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await items.page(of: query, rows: rows)
    }

    /// See ``LootCore/ItemReader/answer(to:rows:)``.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await items.answer(to: query, rows: rows)
    }

    /// See ``LootCore/ItemReader/item(_:)``.
    public func item(_ id: ItemID) async throws(LootError) -> Item? { try items.item(id) }

    /// See ``LootCore/ItemReader/position(of:in:)``.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await items.position(of: id, in: query)
    }

    /// See ``LootCore/ItemSnapshot/close()``.
    public func close() async { items.close() }
}
