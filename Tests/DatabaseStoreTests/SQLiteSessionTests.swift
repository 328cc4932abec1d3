import Foundation
import LootCore
import LootSQL
import Testing

@testable import SQLiteStorePlugin

@Suite(.timeLimit(.minutes(1))) struct `Fast queries of SQLite` {
    private let path = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID()).sqlite")
        .path()

    /// Returns the same statement for any number of rows.
    private func counting(to count: Int64) -> SQL {
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(.integer(count))) SELECT n FROM numbers"
    }

    /// Opens a connection with a very long limit, so that slow machines don't affect the test.
    private func open() throws -> SQLiteSession {
        let session = try SQLiteSession(path: path, use: .writing, options: SQLiteOptions())
        session.moment = .seconds(600)
        return session
    }

    @Test func `a query is run immediately if it was fast before`() throws {
        let session = try open()
        defer { session.close() }
        #expect(try !session.send(counting(to: 3), for: ""))  // The cost isn't known yet.
        try session.run(counting(to: 3))
        var rows = 0
        #expect(try session.send(counting(to: 5), for: ""))
        #expect(try session.receive { _ in rows += 1 } == .whole)
        #expect(rows == 5)
    }

    @Test func `a slow query is interrupted, and runs on another thread until it is fast again`() throws {
        let session = try open()
        defer { session.close() }
        try session.run(counting(to: 3))
        #expect(try session.send(counting(to: .max), for: ""))
        session.moment = .milliseconds(1)
        #expect(try session.receive { _ in } == .tooLong)
        #expect(try !session.send(counting(to: 3), for: ""))
        session.moment = .seconds(600)
        var rows = 0
        try session.each(counting(to: 3)) { _ in rows += 1 }
        #expect(rows == 3)
        #expect(try session.send(counting(to: 3), for: ""))
        #expect(try session.receive { _ in } == .whole)
    }

    @Test func `a query is interrupted if another session locked the file`() throws {
        let session = try open()
        defer { session.close() }
        try session.run("CREATE TABLE things (name)")
        let reading: SQL = "SELECT name FROM things"
        try session.run(reading)
        let other = try open()
        defer { other.close() }
        try other.run("BEGIN EXCLUSIVE")
        #expect(try session.send(reading, for: ""))
        #expect(try session.receive { _ in } == .tooLong)
        try other.run("ROLLBACK")
        #expect(try session.send(reading, for: ""))
        #expect(try session.receive { _ in } == .whole)
    }
}
