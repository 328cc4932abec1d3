import Foundation
import LootCore
import LootSQL
import Synchronization
import Testing

@testable import PostgreSQLStorePlugin
@testable import SQLiteStorePlugin

/// A database that loses its connection at the end of a transaction, before or after the commit.
private struct LosingDatabase: SQLDatabase {
    enum Loss {
        /// The response is lost.
        case afterwards
        /// The request is lost.
        case before
        /// The response is lost, and the database remains unavailable.
        case forEver
    }

    let database: SQLiteDatabase
    let next = Next()
    let connections: SQLConnections

    init(_ database: SQLiteDatabase) {
        self.database = database
        connections = SQLConnections(to: database.place, readers: 1) { [next] use throws(LootError) in
            if next.isGone.withLock({ $0 }) { throw Session.lost }
            return Session(session: try database.connections.connect(use), next: next)
        }
    }

    /// The next loss to simulate, and whether the database has become unreachable.
    final class Next: Sendable {
        /// The number of queries that will be canceled because of a conflict.
        let conflicts = Mutex(0)
        let loss = Mutex<Loss?>(nil)
        let isGone = Mutex(false)
    }

    var place: String { database.place }
    var isReadOnly: Bool { false }

    func prepare(_ session: any SQLSession) throws(LootError) { try database.prepare(session) }

    final class Session: SQLSession {
        let session: any SQLSession
        let next: Next

        init(session: any SQLSession, next: Next) {
            self.session = session
            self.next = next
        }

        var dialect: SQLDialect { session.dialect }

        func run(_ statement: SQL) throws(LootError) -> Int { try session.run(statement) }

        func each(_ statement: SQL, _ body: (SQLRow) throws(LootError) -> Void) throws(LootError) {
            let isCanceled = next.conflicts.withLock { count in
                defer { count = max(0, count - 1) }
                return count > 0
            }
            if isCanceled {
                throw LootError(.transactionMet, "Can't use the store.", reason: "The query was canceled.")
            }
            guard statement.text == "COMMIT", let loss = next.loss.withLock({ $0.take() }) else {
                return try session.each(statement, body)
            }
            switch loss {
            case .before: try session.run("ROLLBACK")
            case .afterwards: try session.run("COMMIT")
            case .forEver:
                try session.run("COMMIT")
                next.isGone.withLock { $0 = true }
            }
            throw Self.lost
        }

        func insert(into table: String, columns: [String], _ values: [SQLValue]) throws(LootError) {
            try session.insert(into: table, columns: columns, values)
        }

        func waitForNews() throws(LootError) -> Set<String>? { try session.waitForNews() }

        func verify() throws(LootError) -> CheckReport { try session.verify() }

        func compact() throws(LootError) -> (before: Int, after: Int) { try session.compact() }

        func close() { session.close() }

        static var lost: LootError {
            LootError(.unavailable, "Can't use the store.", reason: "The connection was lost.")
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct `A commit whose response is lost` {
    private func open() async throws -> (SQLStore, LosingDatabase) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-lost-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "items.sqlite").path()
        let database = LosingDatabase(SQLiteDatabase(path: path, options: SQLiteOptions()))
        return (try await SQLStore.open(database, settlingLimit: .milliseconds(100)), database)
    }

    @Test(arguments: [true, false])
    func `a commit is made once, whether or not it arrived`(arrives: Bool) async throws {
        let (store, database) = try await open()
        let events = store.events()
        let lamp = try await store.add(Item(name: "Lamp"))
        for number in 1...3 {
            database.next.loss.withLock { $0 = arrives ? .afterwards : .before }
            let commit = try await store.apply([
                .insert(Item(name: "Spork \(number)")), .move(lamp.id, to: .position(number)),
            ])
            #expect(commit.revision.rawValue == UInt64(number + 1))
        }
        #expect(try await store.items().map(\.name) == ["Spork 1", "Spork 2", "Spork 3", "Lamp"])
        #expect(try await store.history(limit: 10).undoable.count == 4)
        var told: [UInt64] = []
        for await event in events {
            if case .committed(let commit) = event { told.append(commit.revision.rawValue) }
            if told.last == 4 { break }
        }
        #expect(told == [1, 2, 3, 4])
        try await store.close()
    }

    @Test(.timeLimit(.minutes(5)))
    func `observers receive one failure while the database is lost, and an event when it is available again`()
        async throws
    {
        let (store, database) = try await open()
        let revision = try await store.summary().revision
        database.next.isGone.withLock { $0 = true }
        var events = store.events().makeAsyncIterator()
        #expect(await events.next() == .failed(LosingDatabase.Session.lost))
        database.next.isGone.withLock { $0 = false }
        #expect(await events.next() == .reloaded(revision))
        try await store.close()
    }

    @Test func `reads and writes are repeated a limited number of times after a conflict`() async throws {
        let (store, database) = try await open()
        database.next.conflicts.withLock { $0 = 3 }
        try await store.add(Item(name: "Lamp"))
        database.next.conflicts.withLock { $0 = 3 }
        #expect(try await store.items().map(\.name) == ["Lamp"])
        database.next.conflicts.withLock { $0 = .max }
        let error = await #expect(throws: LootError.self) { try await store.summary() }
        #expect(error?.code == .unavailable)
        database.next.conflicts.withLock { $0 = 0 }
        try await store.close()
    }

    @Test func `a snapshot whose query was canceled because of a conflict is lost`() async throws {
        let (store, database) = try await open()
        let lamp = try await store.add(Item(name: "Lamp"))
        let snapshot = try await store.snapshot()
        database.next.conflicts.withLock { $0 = 1 }
        for _ in 1...2 {
            let error = await #expect(throws: LootError.self) { try await snapshot.item(lamp.id) }
            #expect(error?.code == .conflict)
        }
        await snapshot.close()
        #expect(try await store.item(lamp.id) == lamp)
        try await store.close()
    }

    @Test func `an unknown outcome at a PostgreSQL server counts as a lost response`() {
        let failure = PostgreSQLFailure(state: "40003", message: "result is ambiguous", place: "loot")
        #expect(failure.error.code == .unavailable)
    }

    @Test func `if the store can't determine whether a commit was made, it reports that`() async throws {
        let (store, database) = try await open()
        database.next.loss.withLock { $0 = .forEver }
        let error = await #expect(throws: LootError.self) { try await store.add(Item(name: "Lamp")) }
        #expect(error?.code == .unavailable)
        #expect(error?.failure == "Can't determine whether the list was changed.")
        database.next.isGone.withLock { $0 = false }
        try await store.add(Item(name: "Spork"))
        #expect(try await store.items().map(\.name) == ["Lamp", "Spork"])
        try await store.close()
    }
}
