import Foundation
import LootCore
import LootFiles
import LootFilesTesting
import LootTesting
import Testing

@Suite struct `Photos in a folder` {
    private let folder = TemporaryFolder()
    private var photos: FileFolder { FileFolder(folder.path + "/items.json.photos") }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: photos.path).sorted()
    }

    @Test func `any program can show the photos in a folder`() async throws {
        let photo = try FileFixtures.file(1, .jpeg)
        try await photos.put(photo, thumbnail: try FileFixtures.file(2))
        #expect(try names() == ["\(photo.id).jpg", "\(photo.id).thumbnail.png"])
        let bytes = FileManager.default.contents(atPath: "\(photos.path)/\(photo.id).jpg")
        #expect(bytes.map { [UInt8]($0) } == photo.bytes)
        #expect(try photos.size() == photo.bytes.count + FileFixtures.bytes(2).count)
    }

    @Test func `reading creates no folder`() throws {
        #expect(try photos.ids().isEmpty && photos.size() == 0)
        #expect(try photos.file(FileID(of: [1])) == nil)
        #expect(try photos.sweep(keeping: [], olderThan: .zero) == 0)
        #expect(folder.names.isEmpty)
    }

    @Test func `damaged photos are reported, and fixed by adding them again`() async throws {
        let photo = try FileFixtures.file(1)
        try await photos.put(photo, thumbnail: photo)
        let path = "\(photos.path)/\(photo.id).png"
        for damage in [FileFixtures.bytes(2), Array(photo.bytes.dropLast(3)), [], Array("<svg/>".utf8)] {
            try folder.write(damage, to: path)
            let error = try #require(throws: LootError.self) { try photos.file(photo.id) }
            #expect(error.code == .damaged && error.place == path)
        }
        try await photos.put(photo, thumbnail: nil)
        #expect(try photos.file(photo.id) == photo)
        try folder.write(Array("no".utf8), to: "\(photos.path)/\(photo.id).thumbnail.png")
        #expect(throws: LootError.self) { try photos.thumbnail(of: photo.id) }
    }

    @Test func `cleaning up removes unused photos and files of a killed writer, and no others`() async throws
    {
        let (kept, swept) = (try FileFixtures.file(1), try FileFixtures.file(2))
        for photo in [kept, swept] { try await photos.put(photo, thumbnail: photo) }
        let foreign = ["notes.txt", "\(swept.id).txt", "\(swept.id)", "abc.png", "\(swept.id).thumbnail"]
        for name in foreign + [".\(swept.id).png.tmp", ".\(kept.id).png.tmp"] {
            try folder.write(Array("x".utf8), to: "\(photos.path)/\(name)")
        }
        for age in [3600, 1 << 40, Int.max] {
            #expect(try photos.sweep(keeping: [kept.id], olderThan: .seconds(age)) == 0)
        }
        #expect(try names().count == 10)
        #expect(try photos.sweep(keeping: [kept.id], olderThan: .zero) == 1)
        #expect(
            try names() == (foreign + [".resting", "\(kept.id).png", "\(kept.id).thumbnail.png"]).sorted())
    }

    @Test func `unused photos are set aside, can still be read, and are restored when needed`()
        async throws
    {
        let (needed, other) = (try FileFixtures.file(1), try FileFixtures.file(2))
        for photo in [needed, other] { try await photos.put(photo, thumbnail: photo) }
        #expect(try photos.sweep(keeping: [], olderThan: .seconds(3600)) == 0)
        #expect(try names() == [".resting"])
        #expect(try photos.file(needed.id) == needed && photos.thumbnail(of: needed.id) == needed)
        #expect(try photos.ids() == [needed.id, other.id])
        #expect(try photos.sweep(keeping: [needed.id], olderThan: .zero) == 1)
        #expect(try names() == [".resting", "\(needed.id).png", "\(needed.id).thumbnail.png"])
        #expect(try photos.ids() == [needed.id] && photos.file(other.id) == nil)
    }

    @Test func `photos get the permissions of the list`() async throws {
        let items = folder.path + "/items.json"
        try folder.write([], to: items, permissions: 0o600)
        let photo = try FileFixtures.file(1)
        try await FileFolder(photos.path, like: items).put(photo, thumbnail: nil)
        let found = try FileManager.default.attributesOfItem(atPath: "\(photos.path)/\(photo.id).png")
        #expect((found[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func `photos are written completely or not at all if a system call fails`() async throws {
        let (photo, thumbnail) = (try FileFixtures.file(1, padding: 4000), try FileFixtures.file(2))
        for code in [SystemError.Code.inputOutput, .noSpace, .denied] {
            var step = 0
            while true {
                let model = ModelFileSystem()
                let files = FaultyFileSystem(model, .init(after: step, code: code))
                let acknowledged: Void? = try? await FileFolder("photos", on: files, patience: .zero)
                    .put(photo, thumbnail: thumbnail)
                let after = FileFolder("photos", on: model.withoutProcesses())
                let found = try after.file(photo.id)
                #expect(found == photo || found == nil, "\(code), step \(step)")
                if acknowledged != nil {
                    let small = try after.thumbnail(of: photo.id)
                    #expect(found == photo && small == thumbnail, "step \(step)")
                }
                try await after.put(photo, thumbnail: thumbnail)
                let again = (try after.file(photo.id), try after.ids())
                #expect(again.0 == photo && again.1 == [photo.id])
                if files.hits == 0 { break }
                step += 1
            }
            #expect(step > 20)
        }
    }

    @Test func `acknowledged photos survive a power failure at any step`() async throws {
        var random = SeededGenerator(seed: 5)
        let photo = try FileFixtures.file(1, padding: 4000)
        let whole = ModelFileSystem()
        try await FileFolder("photos", on: whole).put(photo, thumbnail: nil)
        for cut in 0...whole.steps + 1 {
            for _ in 0..<20 {
                let files = ModelFileSystem(cutAfter: cut)
                let acknowledged: Void? = try? await FileFolder("photos", on: files, patience: .zero)
                    .put(photo, thumbnail: nil)
                let after = FileFolder("photos", on: files.restarted(using: &random))
                let found = try after.file(photo.id)
                #expect(found == photo || found == nil && acknowledged == nil, "cut \(cut)")
            }
        }
    }
}
