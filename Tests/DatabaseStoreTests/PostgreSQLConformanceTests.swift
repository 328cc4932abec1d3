import LootCore
import LootSQL
import LootTesting
import Testing

@testable import PostgreSQLStorePlugin

/// Returns the conformance tests with some features. All stores of a kind share a few connections.
private func conformance(
    _ name: String, _ features: PostgreSQLFeatures, prefix: String = ""
) -> StoreConformance {
    StoreConformance(
        name, [.writable, .durable, .history, .shared, .files, .snapshots, .settings], patience: .seconds(120)
    ) { medium in
        var options = PostgreSQLOptions()
        options.connections = 8
        options.patience = .seconds(120)
        options.features = features
        return try await PostgreSQLServer.shared.get().store(
            prefix + medium.replacing("-", with: "_"), options: options)
    }
}

private let postgreSQL = conformance("postgresql", .all)
private let compatible = conformance("postgresql, compatible", [], prefix: "compatible_")

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
    func `the store passes every law without the features that compatible servers may lack`(
        law: StoreConformance.Case
    ) async { await compatible.check(law) }

    @Test func `other processes notice changes even if the server sends no notifications`() async throws {
        let server = try PostgreSQLServer.shared.get()
        var options = PostgreSQLOptions()
        options.features = []
        let writer = try await server.store("unannounced", options: options)
        let reader = try await server.store("unannounced", options: options)
        var events = reader.events().makeAsyncIterator()
        let commit = try await writer.apply([.insert(Item(name: "Lamp"), at: 0)])
        #expect(await events.next() == .committed(commit))
        try await writer.close()
        try await reader.close()
    }

    @Test(
        arguments: [
            ("PostgreSQL 15.14 (Debian 15.14-0+deb12u1) on x86_64", PostgreSQLFeatures.all),
            ("CockroachDB CCL v24.1.0", [.collations, .expressionIndexes]),
            ("PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64", [.collations, .vacuum, .expressionIndexes]),
        ] as [(String, PostgreSQLFeatures)])
    func `the version of a server determines its features`(version: String, features: PostgreSQLFeatures) {
        #expect(PostgreSQLFeatures(of: version) == features)
    }

    @Test(arguments: [1, 2, UInt64.random(in: 3...UInt64.max)])
    func `the PostgreSQL store matches the definition after random changes and queries`(seed: UInt64) async {
        await postgreSQL.checkRandomly(seed: seed)
    }
}
