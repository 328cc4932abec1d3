import LootActions
import LootCore
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct `The photo of an item` {
    private let lamp = Item(name: "Lamp")

    @Test func `a photo is stored before the item refers to it, and is one step to undo`() async throws {
        let store = try MemoryStore([lamp])
        let inventory = Inventory(store, for: .owner)
        let (photo, thumbnail) = (try FileFixtures.file(1), try FileFixtures.file(2))
        let commit = try await inventory.setPhoto(photo, thumbnail: thumbnail, of: lamp.id)
        #expect(commit?.title == "Set the photo of “Lamp”")
        var item = try await inventory.item(.id(lamp.id))
        #expect(item.photo == photo.id)
        #expect(try await inventory.photo(of: item) == photo)
        #expect(try await inventory.thumbnail(of: item) == thumbnail)
        #expect(try await inventory.setPhoto(photo, of: lamp.id) == nil, "nothing to undo")
        try await inventory.removePhoto(of: lamp.id)
        #expect(try await inventory.removePhoto(of: lamp.id) == nil)
        try await inventory.undo()
        item = try await inventory.item(.id(lamp.id))
        #expect(try await inventory.photo(of: item) == photo)
    }

    @Test func `a photo for a removed or changed item is rejected`() async throws {
        let store = try MemoryStore([lamp])
        let inventory = Inventory(store, for: .owner)
        let photo = try FileFixtures.file(1)
        let gone = await #expect(throws: LootError.self) { try await inventory.setPhoto(photo, of: ItemID()) }
        #expect(gone?.code == .noSuchItem)
        let seen = Condition.item(lamp.id, lamp.digest)
        try await inventory.edit([lamp.id], ["notes": .text("changed")])
        let late = await #expect(throws: LootError.self) {
            try await inventory.setPhoto(photo, of: lamp.id, if: [seen])
        }
        #expect(late?.code == .conflict)
        #expect(try await store.fileKeeper?.ids().isEmpty == true)
    }

    @Test func `a photo that a failing store couldn't assign is cleaned up`() async throws {
        let failure = LootError(.noSpace, "Can't write.", reason: "The disk is full.")
        let store = FailingStore(try MemoryStore([lamp]), failing: .apply, with: failure)
        let photo = try FileFixtures.file(1)
        await #expect(throws: failure) {
            try await Inventory(store, for: .owner).setPhoto(photo, of: lamp.id)
        }
        #expect(try await store.item(lamp.id) == lamp)
        #expect(try await store.sweepFiles(olderThan: .zero) == 1)
    }

    @Test func `the error for a missing photo file contains advice`() async throws {
        var item = lamp
        item.photo = FileID(of: [1])
        let inventory = Inventory(try MemoryStore([item]), for: .owner)
        let error = await #expect(throws: LootError.self) { try await inventory.photo(of: item) }
        #expect(error?.code == .damaged && error?.remedy == .replacePhoto && error?.item == item.id)
        #expect(try await inventory.thumbnail(of: item) == nil)
    }

    @Test func `stored photos are released in a long-running program`() async throws {
        let sweeps = SweptPhotos()
        let inventory = Inventory(SweptStore(store: try MemoryStore([lamp]), kept: sweeps), for: .owner)
        for number in 0..<200 { try await inventory.setPhoto(try FileFixtures.file(number), of: lamp.id) }
        #expect(await sweeps.count == 2)
    }
}

/// A keeper that counts cleanups.
private actor SweptPhotos: FileKeeper {
    private let kept = MemoryFiles()
    private(set) var count = 0

    func put(_ photo: StoredFile, thumbnail: StoredFile?) async throws(LootError) {
        try kept.put(photo, thumbnail: thumbnail)
    }
    func file(_ id: FileID) async throws(LootError) -> StoredFile? { try kept.file(id) }
    func thumbnail(of id: FileID) async throws(LootError) -> StoredFile? { nil }
    func ids() async throws(LootError) -> Set<FileID> { try kept.ids() }
    func sweep(keeping kept: Set<FileID>, olderThan age: Duration) async throws(LootError) -> Int {
        count += 1
        return 0
    }
}

private struct SweptStore: ItemStore, HistoryStore, FileKeepingStore {
    let store: MemoryStore
    let kept: SweptPhotos

    var capabilities: StoreCapabilities { store.capabilities }
    var keeper: (any FileKeeper)? { kept }
    func outline(of query: Query) async throws(LootError) -> Outline { try await store.outline(of: query) }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.page(of: query, rows: rows)
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { try await store.item(id) }
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await store.apply(transaction)
    }
    func readHistory(limit: Int) async throws(LootError) -> History { try await store.history(limit: limit) }
    func events() -> AsyncStream<StoreEvent> { store.events() }
    func close() async throws(LootError) {}
}
