import LootCore

/// A reader that works off the main actor, so that searching a million items doesn't delay typed letters.
private protocol BackgroundReader: ReaderWrapper {}

extension BackgroundReader {
    @concurrent func outline(of query: Query) async throws(LootError) -> Outline {
        try await reader.outline(of: query)
    }

    @concurrent func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await reader.page(of: query, rows: rows)
    }

    @concurrent func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await reader.answer(to: query, rows: rows)
    }

    @concurrent func item(_ id: ItemID) async throws(LootError) -> Item? { try await reader.item(id) }

    @concurrent func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await reader.position(of: id, in: query)
    }

    @concurrent func settings() async throws(LootError) -> ListSettings { try await reader.settings() }
}

/// A store that works off the main actor.
struct BackgroundStore: StoreWrapper, BackgroundReader, HistoryStore, SnapshotStore, LiveStore {
    let wrapped: any ItemStore

    @concurrent func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        BackgroundSnapshot(snapshot: try await wrapped.snapshot())
    }

    @concurrent func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await wrapped.apply(transaction)
    }

    @concurrent func readHistory(limit: Int) async throws(LootError) -> History {
        try await wrapped.history(limit: limit)
    }

    @concurrent func readTitles(limit: Int) async throws(LootError) -> History {
        try await wrapped.titles(limit: limit)
    }

    @concurrent func readCommit(_ revision: Revision) async throws(LootError) -> Commit? {
        try await wrapped.commit(revision)
    }

    @concurrent func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await wrapped.history(of: item, limit: limit)
    }

    @concurrent func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        try await wrapped.live(query)
    }

    @concurrent func close() async throws(LootError) { try await wrapped.close() }
}

/// A snapshot that works off the main actor.
private struct BackgroundSnapshot: ItemSnapshot, BackgroundReader {
    let snapshot: any ItemSnapshot

    var reader: any ItemReader { snapshot }
    var revision: Revision { snapshot.revision }

    @concurrent func close() async { await snapshot.close() }
}
