import Foundation
import JSONStore
import LootCore
import LootFiles
import LootTesting
import MemoryStore
import PropertyListStore
import ReadOnlyStore
import Testing

/// A folder of this run's own; the system clears it away.
private let folder = FileManager.default.temporaryDirectory.appending(path: "loot-conformance-\(UUID())")
    .path()

/// A file in it.
private func file(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return "\(folder)/\(name)"
}

/// A store so large, by its options, that every change goes through the journal.
private let journaled: FileStoreOptions = {
    var options = FileStoreOptions()
    options.rewriteLimit = 0
    options.journalLimit = 2000
    return options
}()

/// Every built-in store. A new store is one more entry here.
private let stores: [StoreConformance] = [
    StoreConformance("memory", [.writable, .history, .photos]) { _ in MemoryStore() },
    StoreConformance("memory, read-only", [.history, .photos]) { _ in
        ReadOnlyStore(try MemoryStore(ItemFixtures.items(200, seed: 1)))
    },
    StoreConformance("json", [.writable, .durable, .history, .shared, .photos]) { medium in
        try await JSONStore.open(try file("\(medium).json"))
    },
    StoreConformance("json, journaled", [.writable, .durable, .history, .shared, .photos]) { medium in
        try await JSONStore.open(try file("\(medium)-j.json"), options: journaled)
    },
    StoreConformance("plist", [.writable, .durable, .history, .shared, .photos]) { medium in
        try await PropertyListStore.open(try file("\(medium).plist"))
    },
    StoreConformance("plist, journaled", [.writable, .durable, .history, .shared, .photos]) { medium in
        try await PropertyListStore.open(try file("\(medium)-j.plist"), options: journaled)
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
