import LootCore
import LootSQL
import LootTesting
import Testing

@testable import PostgreSQLStorePlugin

private let postgreSQL = StoreConformance(
    "postgresql", [.writable, .durable, .history, .shared, .files, .snapshots, .settings],
    patience: .seconds(120)
) { medium in
    var options = PostgreSQLOptions()
    options.readers = 2
    return try await PostgreSQLServer.shared.get().store(
        medium.replacing("-", with: "_"), options: options)
}

/// The same server without PostgreSQL's special features: sessions receive no notifications, and indexes are kept
/// during bulk inserts.
private let commonGround = StoreConformance(
    "postgresql, common ground", [.writable, .durable, .history, .shared, .files, .snapshots, .settings],
    patience: .seconds(120)
) { medium in
    var options = PostgreSQLOptions()
    options.readers = 2
    return try await PostgreSQLServer.shared.get().store(
        "common_" + medium.replacing("-", with: "_"), options: options, under: "CockroachDB CCL v24.1.0")
}

@Suite(
    .enabled(
        if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed here: apt install postgresql"),
    .timeLimit(.minutes(20))
)
struct `Conformance of the PostgreSQL store` {
    @Test(arguments: StoreConformance.cases)
    func `the PostgreSQL store passes every law`(law: StoreConformance.Case) async {
        await postgreSQL.check(law)
    }

    @Test(arguments: StoreConformance.cases)
    func `the store passes every law on servers that share only the protocol`(
        law: StoreConformance.Case
    ) async { await commonGround.check(law) }

    @Test func `other processes notice changes even if the server sends no notifications`() async throws {
        let server = try PostgreSQLServer.shared.get()
        let writer = try await server.store("unannounced", under: "CockroachDB CCL v24.1.0")
        let reader = try await server.store("unannounced", under: "CockroachDB CCL v24.1.0")
        let session = try PostgreSQLDatabase(
            address: server.address(schema: "unannounced,pg_catalog"), options: PostgreSQLOptions()
        ).connect(for: .watching)
        #expect(session.dialect.announcement == nil)
        session.close()
        var events = reader.events().makeAsyncIterator()
        let commit = try await writer.apply([.insert(Item(name: "Lamp"), at: 0)])
        #expect(await events.next() == .committed(commit))
        try await writer.close()
        try await reader.close()
    }

    @Test(arguments: [1, 2, UInt64.random(in: 3...UInt64.max)])
    func `the PostgreSQL store matches the definition after random changes and queries`(seed: UInt64) async {
        await postgreSQL.checkRandomly(seed: seed)
    }
}
