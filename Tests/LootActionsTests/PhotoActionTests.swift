import LootActions
import LootCore
import LootTesting
import MemoryStore
import Testing

@Suite struct `The photo of an item` {
    private let lamp = Item(name: "Lamp")

    @Test func `is kept before the item names it, and is one step to undo`() async throws {
        let store = try MemoryStore([lamp])
        let inventory = Inventory(store)
        let (photo, thumbnail) = (try PhotoFixtures.photo(1), try PhotoFixtures.photo(2))
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

    @Test func `is not taken for an item that is gone or has changed`() async throws {
        let store = try MemoryStore([lamp])
        let inventory = Inventory(store)
        let photo = try PhotoFixtures.photo(1)
        let gone = await #expect(throws: LootError.self) { try await inventory.setPhoto(photo, of: ItemID()) }
        #expect(gone?.code == .noSuchItem)
        let seen = Condition.item(lamp.id, lamp.digest)
        try await inventory.edit([lamp.id], ["notes": .text("changed")])
        let late = await #expect(throws: LootError.self) {
            try await inventory.setPhoto(photo, of: lamp.id, if: [seen])
        }
        #expect(late?.code == .conflict)
        #expect(try await store.photos?.ids().isEmpty == true)
    }

    @Test func `that a failing store could not name is no harm`() async throws {
        let failure = LootError(.noSpace, "can't write", because: "the disk is full")
        let store = FailingStore(try MemoryStore([lamp]), failing: .apply, with: failure)
        let photo = try PhotoFixtures.photo(1)
        await #expect(throws: failure) { try await Inventory(store).setPhoto(photo, of: lamp.id) }
        #expect(try await store.item(lamp.id) == lamp)
        #expect(try await store.sweepPhotos(olderThan: .zero) == 1)
    }

    @Test func `that is not there is an error with what to do`() async throws {
        var item = lamp
        item.photo = PhotoID(of: [1])
        let inventory = Inventory(try MemoryStore([item]))
        let error = await #expect(throws: LootError.self) { try await inventory.photo(of: item) }
        #expect(error?.code == .damaged && error?.next.contains("loot photo \(item.id.short) FILE") == true)
        #expect(try await inventory.thumbnail(of: item) == nil)
    }

    @Test func `makes room for others in a program that runs for long`() async throws {
        let sweeps = SweptPhotos()
        let inventory = Inventory(SweptStore(store: try MemoryStore([lamp]), kept: sweeps))
        for number in 0..<200 { try await inventory.setPhoto(try PhotoFixtures.photo(number), of: lamp.id) }
        #expect(await sweeps.count == 2)
    }
}

/// Counts sweeps.
private actor SweptPhotos: PhotoStore {
    private let kept = MemoryPhotos()
    private(set) var count = 0

    func put(_ photo: Photo, thumbnail: Photo?) async throws(LootError) {
        try kept.put(photo, thumbnail: thumbnail)
    }
    func photo(_ id: PhotoID) async throws(LootError) -> Photo? { try kept.photo(id) }
    func thumbnail(of id: PhotoID) async throws(LootError) -> Photo? { nil }
    func ids() async throws(LootError) -> Set<PhotoID> { try kept.ids() }
    func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) async throws(LootError) -> Int {
        count += 1
        return 0
    }
}

private struct SweptStore: ItemStore {
    let store: MemoryStore
    let kept: SweptPhotos

    var capabilities: StoreCapabilities { store.capabilities }
    var photos: (any PhotoStore)? { kept }
    func outline(of query: Query) async throws(LootError) -> Outline { try await store.outline(of: query) }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.page(of: query, rows: rows)
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { try await store.item(id) }
    func apply(_ transaction: Transaction) async throws(LootError) -> Commit {
        try await store.apply(transaction)
    }
    func history(limit: Int) async throws(LootError) -> History { try await store.history(limit: limit) }
    func events() -> AsyncStream<StoreEvent> { store.events() }
    func close() async throws(LootError) {}
}
