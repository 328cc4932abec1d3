#if PostgreSQL
    import LootCore
    import LootTesting
    import PostgreSQLStore
    import Testing

    private let postgreSQL = StoreConformance(
        "postgresql", [.writable, .durable, .history, .shared, .photos], patience: .seconds(120)
    ) { medium in
        var options = PostgreSQLOptions()
        options.readers = 2
        return try await PostgreSQLServer.shared.get().store(
            medium.replacing("-", with: "_"), options: options)
    }

    @Suite(
        .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed here: apt install postgresql")
    )
    struct `Conformance of the PostgreSQL store` {
        @Test(arguments: StoreConformance.cases)
        func `it keeps every law`(law: StoreConformance.Case) async { await postgreSQL.check(law) }

        @Test(arguments: [1, 2, UInt64.random(in: 3...UInt64.max)])
        func `it agrees with the definition through random changes and queries`(seed: UInt64) async {
            await postgreSQL.checkRandomly(seed: seed)
        }
    }
#endif
