package import LootCore
import Synchronization

/// A snapshot of a database, held by a read-only transaction on its own connection.
final class SQLSnapshot: ItemSnapshot {
    let revision: Revision
    private let connection: SQLConnection
    /// A separate cache, because the store's cache contains newer revisions.
    private let warm = WarmAnswers()
    private let isClosed = Atomic<Bool>(false)
    /// Whether the database has ended the transaction.
    private let isLost = Atomic<Bool>(false)

    init(of database: any SQLDatabase) async throws(LootError) {
        connection = try await SQLConnection.open { () throws(LootError) in
            try database.connections.connect(.reading)
        }
        do throws(LootError) {
            revision = try await connection.perform { session throws(LootError) in
                try session.use(list: database.list)
                try session.run(session.dialect.beginReading)
                // The first query of a transaction determines the state that it sees.
                return try session.revision()
            }
        } catch {
            await connection.close()
            throw error
        }
    }

    func outline(of query: Query) async throws(LootError) -> Outline {
        try await read { reader throws(LootError) in try reader.outline(of: query) }
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await read { reader throws(LootError) in try reader.page(of: query, rows: rows) }
    }

    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await read { reader throws(LootError) in try reader.answer(to: query, rows: rows) }
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? {
        try await read { reader throws(LootError) in try reader.item(id) }
    }

    func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await read { reader throws(LootError) in try reader.position(of: id, in: query) }
    }

    func settings() async throws(LootError) -> ListSettings {
        try await read { reader throws(LootError) in try reader.session.settings() }
    }

    func close() async {
        if isClosed.exchange(true, ordering: .acquiringAndReleasing) { return }
        // Closing the connection ends the transaction.
        await connection.close()
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (ListReader) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        try await connection.perform { session throws(LootError) in
            if self.isClosed.load(ordering: .acquiring) { throw LootError.storeClosed }
            if self.isLost.load(ordering: .acquiring) { throw Self.lost }
            do throws(LootError) {
                return try body(ListReader(session: session, warm: self.warm, isInTransaction: true))
            } catch {
                // A standby cancels queries that conflict with a change that it received. A new transaction would see
                // another state.
                guard error.code == .transactionMet else { throw error }
                self.isLost.store(true, ordering: .releasing)
                throw Self.lost
            }
        }
    }

    private static var lost: LootError {
        LootError(
            .conflict, "Can't read the list.", reason: "It changes faster than it can be read.",
            advice: "Try again.")
    }
}

extension SQLStore {
    package func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        let database = database
        let snapshot = try await repeatingCanceled { () async throws(LootError) in
            try await SQLSnapshot(of: database)
        }
        note(snapshot.revision)
        return snapshot
    }
}
