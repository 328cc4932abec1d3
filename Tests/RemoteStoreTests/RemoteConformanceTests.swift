#if Remote
    import LootCore
    import LootTesting
    import MemoryStore
    import RemoteStore
    import Synchronization
    import Testing

    /// The servers of this run, each over a store in memory, by the name of its medium.
    private let servers = Mutex<[String: Task<TestServer, any Error>]>([:])

    private let remote = StoreConformance(
        "remote", [.writable, .history, .shared, .photos], patience: .seconds(120)
    ) {
        medium in
        let starting = servers.withLock { servers in
            let starting = servers[medium] ?? Task { try await TestServer(MemoryStore()) }
            servers[medium] = starting
            return starting
        }
        return try await RemoteStore.open(try await starting.value.url)
    }

    @Suite(.serialized) struct `Conformance of the remote store` {
        @Test(arguments: remote.cases)
        func `keeps the law`(law: StoreConformance.Case) async { await remote.check(law) }

        @Test(arguments: [1, 2, 3, UInt64.random(in: 4...UInt64.max)])
        func `does what the definition does, whatever happens`(seed: UInt64) async {
            await remote.checkRandomly(seed: seed)
        }
    }
#endif
