import Foundation
import LootCore
import Testing

@testable import LootSQL
@testable import PostgreSQLStorePlugin
@testable import SQLiteStorePlugin

@Suite(.timeLimit(.minutes(10))) struct `Connections that stores share` {
    private let name = "many_\(UUID().uuidString.prefix(8).lowercased())"

    /// Opens lists in schemas of one database. They share a few connections.
    private func open(_ count: Int) async throws -> [any MaintainableStore] {
        let server = try PostgreSQLServer.shared.get()
        var options = PostgreSQLOptions()
        options.connections = 3
        options.patience = .seconds(300)
        var stores: [any MaintainableStore] = []
        for number in 0..<count {
            stores.append(
                try await server.store("\(name)_\(number)", options: options, "&application_name=\(name)"))
        }
        return stores
    }

    private func connectionCount() throws -> Int? {
        let session = try PostgreSQLServer.shared.get().session()
        defer { session.close() }
        return try session.texts(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = \(.text(name))"
        ).first.flatMap { Int($0) }
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled))
    func `many lists in one database use few connections, and no list sees another's items`() async throws {
        let stores = try await open(12)
        let streams = stores.map { $0.events() }
        try await withThrowingTaskGroup { group in
            for (number, store) in stores.enumerated() {
                for _ in 0..<2 {
                    group.addTask {
                        for _ in 0..<5 {
                            try await store.add(Item(name: "List \(number)"))
                            let page = try await store.page(of: .all, rows: 0..<20)
                            #expect(Set(page.items.map(\.name)) == ["List \(number)"])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let most = try #require(try connectionCount())
        #expect((1...7).contains(most))
        for (store, stream) in zip(stores, streams) {
            #expect(try await store.summary().count == 10)
            var revisions: [UInt64] = []
            for await event in stream {
                if case .committed(let commit) = event { revisions.append(commit.revision.rawValue) }
                if revisions.count == 10 { break }
            }
            #expect(revisions == Array(1...10))
        }
        for store in stores.dropLast() { try await store.close() }
        #expect(try await stores.last?.summary().count == 10)
        for store in stores { try await store.close() }
        while try connectionCount() != 0 { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled))
    func `observers of a list receive only its changes by other programs`() async throws {
        let stores = try await open(2)
        // A store with other options has its own connections, like another program.
        let other = try await PostgreSQLServer.shared.get().store("\(name)_0")
        let streams = stores.map { $0.events() }
        let commit = try await other.apply([.insert(Item(name: "Lamp"))])
        var iterator = streams[0].makeAsyncIterator()
        #expect(await iterator.next() == .committed(commit))
        let own = try await stores[1].apply([.insert(Item(name: "Spork"))])
        var second = streams[1].makeAsyncIterator()
        #expect(await second.next() == .committed(own))
        for store in stores { try await store.close() }
        try await other.close()
    }

    @Test func `a task that waits too long for a connection receives an error, and later ones work`()
        async throws
    {
        let path = FileManager.default.temporaryDirectory.appending(path: "loot-pool-\(UUID()).sqlite").path()
        let database = SQLiteDatabase(path: path, options: SQLiteOptions())
        let pool = SQLPool(limit: 1, to: path, patience: .milliseconds(20)) { () throws(LootError) in
            try database.connections.connect(.writing)
        }
        let (isBusy, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let busy = Task {
            try await pool.perform(repeating: false) { _ in
                isBusy.signal()
                mayEnd.wait()
            }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                isBusy.wait()
                continuation.resume()
            }
        }
        for _ in 0..<2 {
            let error = await #expect(throws: LootError.self) {
                try await pool.perform(repeating: true) { _ in }
            }
            let exhaustion = try #require(error)
            #expect(exhaustion.code == .unavailable)
            #expect(pool.isExhaustion(exhaustion))
        }
        mayEnd.signal()
        try await busy.value
        try await pool.perform(repeating: false) { _ in }
        for connection in pool.close() { await connection.close() }
    }
}
