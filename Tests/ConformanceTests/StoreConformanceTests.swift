import LootCore
import LootTesting
import MemoryStore
import ReadOnlyStore
import Testing

/// Every built-in store. A new store is one more entry here.
private let stores = [
    StoreConformance("memory", [.writable, .history]) { _ in MemoryStore() },
    StoreConformance("memory, read-only", .history) { _ in
        ReadOnlyStore(try MemoryStore(ItemFixtures.items(200, seed: 1)))
    },
]

@Suite struct `Conformance of stores` {
    @Test(arguments: stores, StoreConformance.cases)
    func `every store keeps every law`(store: StoreConformance, law: StoreConformance.Case) async {
        await store.check(law)
    }

    @Test(arguments: stores, [1, 2, 3, UInt64.random(in: 4...UInt64.max)])
    func `every store agrees with the definition through random changes and queries`(
        store: StoreConformance, seed: UInt64
    ) async {
        await store.checkRandomly(seed: seed)
    }
}
