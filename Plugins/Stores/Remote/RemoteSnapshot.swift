import LootAPI
import LootCore
import Synchronization

/// A snapshot held by a server. The server releases a snapshot that isn't read for a while.
final class RemoteSnapshot: ItemSnapshot {
    let revision: Revision
    private let reading: RemoteReading
    private let isClosed = Atomic<Bool>(false)

    init(of store: ServerStore) async throws(LootError) {
        let held = try await store.ask(API.holdSnapshot, ())
        revision = held.revision
        reading = RemoteReading(store: store, snapshot: held.id)
    }

    deinit {
        if isClosed.load(ordering: .acquiring) { return }
        Task { [reading] in await reading.release() }
    }

    func outline(of query: Query) async throws(LootError) -> Outline {
        try requireOpen()
        return try await reading.outline(of: query)
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try requireOpen()
        return try await reading.page(of: query, rows: rows)
    }

    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try requireOpen()
        return try await reading.answer(to: query, rows: rows)
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? {
        try requireOpen()
        return try await reading.item(id)
    }

    func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try requireOpen()
        return try await reading.position(of: id, in: query)
    }

    func settings() async throws(LootError) -> ListSettings {
        try requireOpen()
        return try await reading.settings()
    }

    func close() async {
        if isClosed.exchange(true, ordering: .acquiringAndReleasing) { return }
        await reading.release()
    }

    private func requireOpen() throws(LootError) {
        if isClosed.load(ordering: .acquiring) { throw LootError.storeClosed }
    }
}

extension RemoteReading {
    /// Releases the snapshot on the server. If the request fails, the server releases it later.
    fileprivate func release() async {
        guard let snapshot else { return }
        _ = try? await store.ask(API.releaseSnapshot, snapshot)
    }
}
