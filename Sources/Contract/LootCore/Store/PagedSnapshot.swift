/// A fallback for stores without snapshots: it reads the store itself as long as that doesn't change.
///
/// After the store has changed, all methods throw ``LootError`` with code `conflict`.
package final class PagedSnapshot: ItemSnapshot {
    /// The revision of the snapshot.
    package let revision: Revision
    private let store: any ItemStore

    /// Creates a snapshot of the store's current state.
    package init(of store: any ItemStore) async throws(LootError) {
        self.store = store
        revision = try await store.summary().revision
    }

    /// Returns the sections of a query's result.
    package func outline(of query: Query) async throws(LootError) -> Outline {
        let outline = try await store.outline(of: query)
        try check(outline.revision)
        return outline
    }

    /// Returns rows of a query's result.
    package func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        let page = try await store.page(of: query, rows: rows)
        try check(page.revision)
        return page
    }

    /// Returns the item with an ID, or `nil` if it doesn't exist.
    package func item(_ id: ItemID) async throws(LootError) -> Item? {
        let item = try await store.item(id)
        try check(try await store.summary().revision)
        return item
    }

    /// Returns the row of an item in a query's result, or `nil` if the result doesn't contain it.
    package func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        let position = try await store.position(of: id, in: query)
        try check(try await store.summary().revision)
        return position
    }

    /// Returns the settings of the list.
    package func settings() async throws(LootError) -> ListSettings {
        let settings = try await store.settings()
        try check(try await store.summary().revision)
        return settings
    }

    /// Does nothing because there are no resources.
    package func close() async {}

    private func check(_ current: Revision) throws(LootError) {
        if current == revision { return }
        throw LootError(
            .conflict, "Can't read the list.",
            reason: """
                It was changed in the meantime (revision \(current.description) instead of \(revision.description)). \
                This store doesn't support snapshots.
                """,
            advice: "Try again.")
    }
}
