import CacheStorePlugin
import LootCore
import LootTesting
import MemoryStorePlugin
import RemoteStorePlugin
import Synchronization
import Testing

/// The servers of this run by medium, each with a store in memory.
private let servers = Mutex<[String: Task<TestServer, any Error>]>([:])

/// Opens the remote store for the server of a medium.
private func open(_ medium: String) async throws -> any ItemStore {
    let starting = servers.withLock { servers in
        let starting = servers[medium] ?? Task { try await TestServer(MemoryStore()) }
        servers[medium] = starting
        return starting
    }
    return try await RemoteStore.open(try await starting.value.url)
}

private let stores = [
    StoreConformance(
        "remote", [.writable, .history, .shared, .files, .snapshots, .settings], patience: .seconds(120)
    ) {
        try await open($0)
    },
    StoreConformance(
        "remote, cached", [.writable, .history, .files, .snapshots, .settings], patience: .seconds(120)
    ) {
        try await CacheStore.open(try await open($0))
    },
]

@Suite(.serialized) struct `Conformance of the remote store` {
    @Test(arguments: stores, StoreConformance.cases)
    func `the remote store passes the laws`(store: StoreConformance, law: StoreConformance.Case) async {
        await store.check(law)
    }

    @Test(arguments: stores, [1, 2, UInt64.random(in: 3...UInt64.max)])
    func `the remote store matches the definition in random runs`(store: StoreConformance, seed: UInt64) async
    {
        await store.checkRandomly(seed: seed)
    }
}
