import Foundation
import LootCore
import LootFiles
import LootFormats
import LootTesting
import Testing

@Suite struct `Photos of a file store` {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/new/items.lines" }

    private func open(readOnly: Bool = false) async throws(LootError) -> FileStore<LinesCodec> {
        var options = FileStoreOptions()
        options.isReadOnly = readOnly
        return try await FileStore.open(path, as: LinesCodec(), options: options)
    }

    @Test func `photos are next to the list, even before the first item`() async throws {
        let store = try await open()
        let photo = try FileFixtures.file(1)
        try await store.fileKeeper?.put(photo, thumbnail: nil)
        #expect(FileManager.default.fileExists(atPath: "\(path).photos/\(photo.id).png"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `unused photos move to the hidden folder when an observer ends or the list is compacted`()
        async throws
    {
        let photos = try (0..<3).map { try FileFixtures.file($0, padding: 900) }
        for end in ["close", "compact"] {
            let store = try await open()
            for photo in photos { try await store.fileKeeper?.put(photo, thumbnail: nil) }
            var item = Item(name: "Lamp")
            item.photo = photos[0].id
            try await store.add(item)
            try await store.apply([.update(item.id, ["photo": .text("\(photos[1].id)")])])
            if end == "close" {
                let events = store.events()
                try await store.close()
                withExtendedLifetime(events) {}
            } else {
                _ = try await store.compact()
            }
            let resting = "\(folder.path)/new/.items.lines.loot/photos"
            #expect(try FileManager.default.contentsOfDirectory(atPath: resting) == ["\(photos[2].id).png"])
            #expect(try await open().fileKeeper?.ids().count == 3, "\(end)")
        }
    }

    @Test func `an older file restores its photos`() async throws {
        let store = try await FileStore.open(path, as: FormatCodec(.json))
        let photo = try FileFixtures.file(1)
        try await store.fileKeeper?.put(photo, thumbnail: nil)
        var item = Item(name: "Lamp")
        item.photo = photo.id
        try await store.add(item)
        try await store.close()
        let older = try #require(FileManager.default.contents(atPath: path))

        // Without the folder, the history is lost, and a cleanup treats the photo as unused.
        let emptied = try await FileStore.open(path, as: FormatCodec(.json))
        try await emptied.apply([.set("historyLimit", .number("0"))])
        try await emptied.remove(item.id)
        _ = try await emptied.compact()
        try await emptied.close()
        let place = "\(path).photos/\(photo.id).png"
        #expect(!FileManager.default.fileExists(atPath: place))

        try folder.write([UInt8](older), to: path)
        let restored = try await FileStore.open(path, as: FormatCodec(.json))
        #expect(try await restored.items() == [item])
        #expect(try await restored.fileKeeper?.file(photo.id) == photo)
        try await restored.add(Item(name: "Sofa"))
        #expect(FileManager.default.fileExists(atPath: place))
    }

    @Test func `photos are checked with the list`() async throws {
        let store = try await open()
        let photos = try (0..<3).map { try FileFixtures.file($0) }
        let items = photos.map { photo in
            var item = Item(name: "Lamp")
            item.photo = photo.id
            return item
        }
        for photo in photos { try await store.fileKeeper?.put(photo, thumbnail: nil) }
        try await store.apply(items.map { .insert($0) })
        let verified = try await store.check().verified
        #expect(
            verified.last?.text
                == "3 files are intact, and no item is missing a photo or a file.")
        try folder.write(photos[1].bytes, to: "\(path).photos/\(photos[0].id).png")
        try FileManager.default.removeItem(atPath: "\(path).photos/\(photos[2].id).png")
        let report = try await store.check()
        #expect(report.verified.isEmpty)
        #expect(report.problems.map(\.item) == [nil, items[2].id])
        #expect(report.problems[0].reason == "Its bytes don't match its name.")
    }

    @Test func `a read-only store rejects photos`() async throws {
        let writer = try await open()
        let (photo, other) = (try FileFixtures.file(1), try FileFixtures.file(2))
        try await writer.fileKeeper?.put(photo, thumbnail: nil)
        try await writer.add(Item(name: "Lamp"))
        let reader = try await open(readOnly: true)
        #expect(try await reader.fileKeeper?.file(photo.id) == photo)
        for put in [photo, other] {
            let error = await #expect(throws: LootError.self) {
                try await reader.fileKeeper?.put(put, thumbnail: nil)
            }
            #expect(error?.code == .readOnly)
        }
        let events = reader.events()
        try await reader.close()
        withExtendedLifetime(events) {}
        #expect(FileManager.default.fileExists(atPath: "\(path).photos/\(photo.id).png"))
    }
}
