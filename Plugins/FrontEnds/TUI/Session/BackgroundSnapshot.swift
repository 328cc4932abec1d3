import LootCore

/// A snapshot whose answers are worked out beside the screens.
struct BackgroundSnapshot: ItemSnapshot {
    let snapshot: any ItemSnapshot

    var revision: Revision { snapshot.revision }

    @concurrent func outline(of query: Query) async throws(LootError) -> Outline {
        try await snapshot.outline(of: query)
    }

    @concurrent func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await snapshot.page(of: query, rows: rows)
    }

    @concurrent func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await snapshot.answer(to: query, rows: rows)
    }

    @concurrent func item(_ id: ItemID) async throws(LootError) -> Item? { try await snapshot.item(id) }

    @concurrent func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await snapshot.position(of: id, in: query)
    }

    @concurrent func close() async { await snapshot.close() }
}
