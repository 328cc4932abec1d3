import LootActions
import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct `An archive with photos` {
    private let photos: [StoredFile]
    private let items: [Item]

    init() throws {
        photos = try FileKind.allCases.enumerated().map { number, kind in
            try FileFixtures.file(number, kind, padding: number * 1000)
        }
        var items = ItemFixtures.items(50, seed: 4)
        for index in items.indices {
            items[index].photo = index < 6 ? photos[index % 4].id : nil
            items[index].files =
                index == 7 ? photos.map { FileEntry($0, name: "\($0.kind.fileEnding) file") } : []
        }
        self.items = items
    }

    private func source() async throws -> MemoryStore {
        let store = try MemoryStore(items)
        for (number, photo) in photos.enumerated() {
            try await store.fileKeeper?.put(photo, thumbnail: number == 1 ? photos[0] : nil)
        }
        return store
    }

    private func archive(_ store: any ItemStore, _ query: Query = .all) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await ItemExport(Inventory(store, for: .owner), query, as: .archive).write { piece in
            bytes += piece
            return true
        }
        return bytes
    }

    private func plan(
        _ store: any ItemStore, _ bytes: [UInt8], by length: Int = 10_000, isTrial: Bool = false
    ) async throws -> ImportPlan {
        var planner = try await ImportPlanner(store, ImportOptions(isTrial: isTrial), name: "a.tar")
        for start in stride(from: 0, to: bytes.count, by: length) {
            try await planner.feed(Array(bytes[start..<min(start + length, bytes.count)]))
        }
        return try await planner.finish()
    }

    @Test(arguments: [100, 10_000, 1 << 20])
    func `an archive adds items and photos to an empty store, in one step to undo`(length: Int) async throws {
        let bytes = try await archive(try await source())
        let target = MemoryStore()
        let plan = try await plan(target, bytes, by: length)
        #expect(plan.added == 50 && plan.files == photos.count && plan.format == .json)
        try await Inventory(target, for: .owner).commit(plan)
        #expect(try await target.items() == items)
        for (number, photo) in photos.enumerated() {
            #expect(try await target.fileKeeper?.file(photo.id) == photo)
            #expect(try await target.fileKeeper?.thumbnail(of: photo.id) == (number == 1 ? photos[0] : nil))
        }
        #expect(try await target.checkFiles().problems.isEmpty)
        try await Inventory(target, for: .owner).undo()
        #expect(try await target.summary().count == 0)
    }

    @Test func `an archive of some items contains only their photos`() async throws {
        let query = Query(filter: .compare(Field.idKey, .equal, .text(items[2].id.description)))
        let target = MemoryStore()
        let plan = try await plan(target, try await archive(try await source(), query))
        #expect(plan.added == 1 && plan.files == 1)
        #expect(try await target.fileKeeper?.ids() == [photos[2].id])
    }

    @Test func `the preview of an archive stores nothing`() async throws {
        let target = MemoryStore()
        let plan = try await plan(target, try await archive(try await source()), isTrial: true)
        #expect(plan.added == 50 && plan.files == photos.count && plan.withoutTheirFiles.isEmpty)
        #expect(try await target.fileKeeper?.ids().isEmpty == true)
    }

    @Test func `an archive's files can be in any order, in a folder, and among other files`() async throws {
        let tar = TarWriter(secondsSinceEpoch: 0)
        var json: [UInt8] = []
        try await ItemExport(Inventory(try await source(), for: .owner), as: .items(.json)).write { piece in
            json += piece
            return true
        }
        var bytes: [UInt8] = []
        for (name, content) in [
            ("./backup/../readme.txt", Array("hello".utf8)),
            ("./photos/\(photos[1].id).png", photos[1].bytes),
            ("./photos/\(photos[1].id).thumbnail.jpg", photos[0].bytes), ("./items.json", json),
            ("../../photos/\(photos[0].id).jpg", photos[0].bytes),
        ] {
            bytes += tar.header(of: name, size: content.count) + content + tar.padding(behind: content.count)
        }
        let target = MemoryStore()
        let plan = try await plan(target, bytes + tar.end)
        #expect(plan.added == 50 && plan.files == 2)
        #expect(try await target.fileKeeper?.thumbnail(of: photos[1].id) == photos[0])
    }

    @Test func `a damaged archive, or one with invalid photos, is rejected completely`() async throws {
        let whole = try await archive(try await source())
        let tar = TarWriter(secondsSinceEpoch: 0)
        func file(_ name: String, _ content: [UInt8]) -> [UInt8] {
            tar.header(of: name, size: content.count) + content + tar.padding(behind: content.count)
        }
        let items = file("items.json", Array("[]".utf8))
        let id = photos[0].id
        for (bytes, why) in [
            (Array(whole.dropLast(3000)), "ends too early"),
            (file("a.txt", [1]) + tar.end, "doesn't contain items.json"),
            (items + items + tar.end, "contains items.json twice"),
            (
                items + file("photos/\(id).jpg", photos[1].bytes) + tar.end,
                "doesn't match its name"
            ),
            (
                items + file("photos/\(id).jpg", Array("<svg/>".utf8)) + tar.end,
                "doesn't match its name"
            ),
            (items + file("photos/\(id).thumbnail.jpg", []) + tar.end, "It is empty"),
        ] {
            let target = MemoryStore()
            let error = await #expect(throws: LootError.self, "\(why)") { try await plan(target, bytes) }
            #expect(
                error?.code == .malformed && error?.explanation.text.contains(why) == true,
                "\(String(describing: error))")
            #expect(try await target.summary().count == 0)
        }
    }

    @Test func `a store without photos accepts only archives without photos`() async throws {
        let target = WithoutPhotos()
        let error = await #expect(throws: LootError.self) {
            try await plan(target, try await archive(try await source()))
        }
        #expect(error?.code == .unsupported)
        let plain = try await plan(target, try await archive(try MemoryStore([Item(name: "Lamp")])))
        #expect(plain.added == 1 && plain.files == 0)
    }

    // MARK: Copying

    @Test func `a copy includes the photos, and reports missing ones`() async throws {
        let source = try await source()
        let other = try FileFixtures.file(99)
        try await source.fileKeeper?.put(other, thumbnail: nil)
        var orphan = Item(name: "Lamp")
        orphan.photo = FileID(of: [1])
        try await source.add(orphan)
        let target = MemoryStore()
        let outcome = try await StoreCopy(from: source, to: target).run()
        #expect(outcome.files == photos.count && outcome.missingFiles == 1)
        #expect(try await target.fileKeeper?.ids() == Set(photos.map(\.id)))
        #expect(try await target.fileKeeper?.thumbnail(of: photos[1].id) == photos[0])
    }

    @Test func `a copy to a store without photos copies nothing`() async throws {
        let target = WithoutPhotos()
        let error = await #expect(throws: LootError.self) {
            try await StoreCopy(from: try await source(), to: target).run()
        }
        #expect(error?.code == .unsupported)
        #expect(try await target.summary().count == 0)
    }

    @Test func `a copy with changed photos is reported, and no item is written`() async throws {
        let target = WithoutPhotos(keeper: WrongPhotos(photos[0]))
        let error = await #expect(throws: LootError.self) {
            try await StoreCopy(from: try await source(), to: target).run()
        }
        #expect(error?.code == .damaged)
        #expect(try await target.summary().count == 0)
    }
}

/// A store with different photos, or none.
private struct WithoutPhotos: ItemStore, FileKeepingStore {
    let store = MemoryStore()
    var keeper: (any FileKeeper)?

    var capabilities: StoreCapabilities { store.capabilities.subtracting(.files) }
    func outline(of query: Query) async throws(LootError) -> Outline { try await store.outline(of: query) }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await store.page(of: query, rows: rows)
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { try await store.item(id) }
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await store.apply(transaction)
    }
    func events() -> AsyncStream<StoreEvent> { store.events() }
    func close() async throws(LootError) {}
}

/// A keeper that returns the same photo for all IDs.
private struct WrongPhotos: FileKeeper {
    let only: StoredFile

    init(_ only: StoredFile) { self.only = only }

    func put(_ photo: StoredFile, thumbnail: StoredFile?) async throws(LootError) {}
    func file(_ id: FileID) async throws(LootError) -> StoredFile? { only }
    func thumbnail(of id: FileID) async throws(LootError) -> StoredFile? { nil }
    func ids() async throws(LootError) -> Set<FileID> { [only.id] }
    func sweep(keeping kept: Set<FileID>, olderThan age: Duration) async throws(LootError) -> Int { 0 }
}
