/// The snapshot of a store that can hold none: it reads the store itself, for as long as that stays as it was.
///
/// - Throws: ``LootError`` with code `conflict` from every reading after the store has moved on.
package final class PagedSnapshot: ItemSnapshot {
    /// The state that is read.
    package let revision: Revision
    private let store: any ItemStore

    /// The store's state as it is now.
    package init(of store: any ItemStore) async throws(LootError) {
        self.store = store
        revision = try await store.summary().revision
    }

    /// The sections of a query's answer.
    package func outline(of query: Query) async throws(LootError) -> Outline {
        let outline = try await store.outline(of: query)
        try check(outline.revision)
        return outline
    }

    /// Rows of a query's answer.
    package func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        let page = try await store.page(of: query, rows: rows)
        try check(page.revision)
        return page
    }

    /// The item with this id, nil if there is none.
    package func item(_ id: ItemID) async throws(LootError) -> Item? {
        let item = try await store.item(id)
        try check(try await store.summary().revision)
        return item
    }

    /// The row in which a query's answer has an item, nil if it is not in the answer.
    package func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        let position = try await store.position(of: id, in: query)
        try check(try await store.summary().revision)
        return position
    }

    /// The settings of the list.
    package func settings() async throws(LootError) -> ListSettings {
        let settings = try await store.settings()
        try check(try await store.summary().revision)
        return settings
    }

    /// Nothing is held.
    package func close() async {}

    private func check(_ current: Revision) throws(LootError) {
        if current == revision { return }
        throw LootError(
            .conflict, "can't read the list",
            because:
                "it was changed meanwhile (revision \(current), not \(revision)), and this store can't hold a state",
            next: "Try again")
    }
}
