import LootCore
import LootFiles
import LootFilesTesting
import LootTesting
import Testing

/// Sets an item's photo, replaces it, and gives the first photo to a second item.
private enum Album {
    static let items = ItemFixtures.items(2, seed: 7).map { item in
        var item = item
        (item.photo, item.files) = (nil, [])
        return item
    }

    static func run(_ kept: Kept, on files: any FileSystem) async -> Int {
        var acknowledged = 0
        do {
            let store = try await kept.open(on: files)
            try await store.apply(items.map { .insert($0) })
            for (item, number) in [(0, 1), (0, 2), (1, 1)] {
                let photo = try FileFixtures.file(number, padding: 200)
                try await store.fileKeeper?.put(photo, thumbnail: nil)
                try await store.apply([.update(items[item].id, ["photo": .text("\(photo.id)")])])
                acknowledged += 1
            }
            try await store.compact()
            try await store.close()
        } catch {}
        return acknowledged
    }

    /// Returns the photos of the two items after a number of steps.
    static func photos(after steps: Int) -> [FileID?] {
        let ids = [1, 2].map { FileID(of: FileFixtures.bytes($0, padding: 200)) }
        return [[nil, nil], [ids[0], nil], [ids[1], nil], [ids[1], ids[0]]][steps]
    }

    /// Checks that all photos of items exist and that acknowledged changes are kept.
    static func check(_ store: some ItemStore, acknowledged: Int, _ told: String) async throws {
        let items = try await store.items()
        for item in items {
            guard let id = item.photo else { continue }
            #expect(try await store.fileKeeper?.file(id)?.id == id, "\(told)")
        }
        let photos = items.map(\.photo)
        let expected = (acknowledged...min(acknowledged + 1, 3)).map { Album.photos(after: $0) }
        #expect(expected.contains(photos) || acknowledged == 0 && items.isEmpty, "\(told)")
    }
}

@Suite struct `Photos of items` {
    @Test(arguments: Kept.all)
    func `photos of items exist after a power failure at any step`(kept: Kept) async throws {
        var random = SeededGenerator(seed: UInt64(Effort.seed))
        let whole = ModelFileSystem()
        #expect(await Album.run(kept, on: whole) == 3)
        for cut in 0...whole.steps {
            for _ in 0...Effort.cuts / whole.steps / 4 {
                let files = ModelFileSystem(cutAfter: cut)
                let acknowledged = await Album.run(kept, on: files)
                let store = try await kept.open(on: files.restarted(using: &random))
                try await Album.check(
                    store, acknowledged: acknowledged, "seed \(Effort.seed), cut \(cut), \(acknowledged)")
            }
        }
    }

    @Test(arguments: Kept.all)
    func `photos of items exist if any system call fails`(kept: Kept) async throws {
        var step = 0
        while true {
            let model = ModelFileSystem()
            let files = FaultyFileSystem(model, .init(after: step, code: .noSpace))
            let acknowledged = await Album.run(kept, on: files)
            if files.hits == 0 { break }
            let store = try await kept.open(on: model.withoutProcesses())
            try await Album.check(store, acknowledged: acknowledged, "step \(step), \(acknowledged)")
            step += 1
        }
        #expect(step > 60)
    }
}
