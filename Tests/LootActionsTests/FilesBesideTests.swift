import Foundation
import LootActions
import LootCore
import LootFormats
import LootMerge
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct `Files of a merge` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "merge-\(ItemID())")

    /// The files of a list in a temporary folder.
    private func beside(_ files: [StoredFile]) throws -> FilesBeside {
        let photos = folder.appending(path: "theirs.json.photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        for file in files {
            try Data(file.bytes).write(to: photos.appending(path: "\(file.id).\(file.kind.fileEnding)"))
        }
        return try FilesBeside(
            folder.appending(path: "theirs.json").path(percentEncoded: false), on: SystemFiles())
    }

    @Test func `a merge copies files, even if only a conflict refers to them`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try (0..<4).map { try FileFixtures.file($0, padding: 900) }
        let store = MemoryStore()
        let inventory = Inventory(store, for: .owner)
        var lamp = Item(name: "Lamp")
        let mug = Item(name: "Mug")
        lamp.photo = files[0].id
        let base = [lamp, mug]
        try await inventory.add(base)
        try await store.fileKeeper?.put(files[1], thumbnail: nil)
        try await inventory.edit([lamp.id], ["photo": .text("\(files[1].id)")])
        var theirs = base
        (theirs[0].photo, theirs[1].photo) = (files[2].id, files[3].id)
        let plan = try await inventory.plan(merging: ItemDocument(theirs), base: ItemDocument(base))
        #expect(plan.conflicts.map(\.field) == ["photo"])
        let there = try beside([files[2], files[3]])
        let looked = try await inventory.bringFiles(of: plan, from: there, isTrial: true)
        #expect(looked.count == 2 && looked.missing.isEmpty)
        #expect(try await store.fileKeeper?.ids() == [files[1].id])
        let brought = try await inventory.bringFiles(of: plan, from: there, isTrial: false)
        #expect(brought.count == 2 && brought.missing.isEmpty)
        try await inventory.commit(plan)
        let item = try #require(try await inventory.unsettled().first)
        try await inventory.settle(item.conflicts, of: item.id, .taking(.theirs))
        let photo = try #require(try await store.item(lamp.id)?.photo)
        #expect(photo == files[2].id)
        #expect(try await store.fileKeeper?.file(photo) == files[2])
        #expect(try await store.fileKeeper?.file(files[3].id) == files[3])
    }

    @Test func `missing files are counted once for the items that refer to them`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try (0..<2).map { try FileFixtures.file($0, padding: 900) }
        var (lamp, mug) = (Item(name: "Lamp"), Item(name: "Mug"))
        (lamp.photo, mug.photo) = (files[0].id, files[0].id)
        let there = try beside([files[1]])
        let brought = try await there.bring([lamp, mug], [], known: [], to: nil)
        #expect(brought.count == 0 && brought.missing.map(\.item) == ["Lamp"])
        let known = try await there.bring([lamp, mug], [], known: [files[0].id], to: nil)
        #expect(known.count == 0 && known.missing.isEmpty)
    }
}
