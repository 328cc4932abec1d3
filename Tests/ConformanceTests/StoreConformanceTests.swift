import Foundation
import JSONStorePlugin
import LootCore
import LootFiles
import LootFormats
import LootTesting
import MemoryStorePlugin
import PropertyListStorePlugin
import ReadOnlyStorePlugin
import Testing

/// A temporary folder for this run, deleted when the process ends.
private let folder = FileManager.default.temporaryDirectory.appending(path: "loot-conformance-\(UUID())")
    .path()

/// Returns a file in a separate folder, which also contains the store's other files.
private func file(_ name: String, in medium: String) throws -> String {
    try FileManager.default.createDirectory(atPath: "\(folder)/\(medium)", withIntermediateDirectories: true)
    return "\(folder)/\(medium)/\(name)"
}

/// Copies what a killed process would leave behind.
private let copying: @Sendable (String, String) async throws -> Void = { medium, copy in
    try FileManager.default.copyItem(atPath: "\(folder)/\(medium)", toPath: "\(folder)/\(copy)")
}

/// Changes a file as another program would.
private func writing(
    _ format: ItemFormat, _ name: String
) -> @Sendable (_ medium: String, _ items: [Item]) async throws -> Void {
    { medium, items in
        let bytes = Data(format.encoder(shape: .standard).encode(items))
        try bytes.write(to: URL(filePath: try file(name, in: medium)))
    }
}

private let writingJSON = writing(.json, "items.json")
private let writingXML = writing(.propertyList, "items.plist")

/// The options of a store whose file counts as large, so that all changes go through the journal.
private let journaled: FileStoreOptions = {
    var options = FileStoreOptions()
    options.rewriteLimit = 0
    options.journalLimit = 2000
    return options
}()

/// The capabilities of a file store.
private let fileStore: StoreCapabilities = [
    .writable, .durable, .history, .shared, .files, .snapshots, .settings,
]

/// All built-in stores. Add new stores here.
private let stores: [StoreConformance] = [
    StoreConformance("memory", [.writable, .history, .files, .snapshots, .settings]) { _ in MemoryStore() },
    StoreConformance("memory, read-only", [.history, .files, .snapshots, .settings]) { _ in
        ReadOnlyStore.open(try MemoryStore(ItemFixtures.items(200, seed: 1)))
    },
    StoreConformance("json", fileStore, copying: copying, writing: writingJSON) { medium in
        try await JSONStore.open(try file("items.json", in: medium))
    },
    StoreConformance("json, journaled", fileStore, copying: copying, writing: writingJSON) { medium in
        try await FormatCodec(.json).openStore(at: try file("items.json", in: medium), options: journaled)
    },
    StoreConformance("plist", fileStore, copying: copying, writing: writingXML) { medium in
        try await PropertyListStore.open(try file("items.plist", in: medium))
    },
    StoreConformance("plist, journaled", fileStore, copying: copying, writing: writingXML) { medium in
        try await FormatCodec(.propertyList).openStore(
            at: try file("items.plist", in: medium), options: journaled)
    },
    StoreConformance("plist, binary", fileStore, copying: copying, writing: writingXML) { medium in
        let path = try file("items.plist", in: medium)
        if !FileManager.default.fileExists(atPath: path) {
            let empty = Data(ItemFormat.binaryPropertyList.encoder(shape: .list).encode([]))
            try empty.write(to: URL(filePath: path))
        }
        return try await PropertyListStore.open(path)
    },
]

@Suite struct `Conformance of stores` {
    @Test(arguments: stores, StoreConformance.cases)
    func `every store passes every law`(store: StoreConformance, law: StoreConformance.Case) async {
        await store.check(law)
    }

    @Test(arguments: stores, [1, 2, 3, UInt64.random(in: 4...UInt64.max)])
    func `every store matches the definition after random changes and queries`(
        store: StoreConformance, seed: UInt64
    ) async {
        await store.checkRandomly(seed: seed)
    }
}
