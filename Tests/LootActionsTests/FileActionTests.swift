import Foundation
import LootActions
import LootCore
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct `Files that belong to an item` {
    private let lamp = Item(name: "Lamp")

    private func new(_ number: Int, _ name: String, _ kind: FileKind = .pdf) throws -> NewFile {
        NewFile(try FileFixtures.file(number, kind), name: name)
    }

    private func names(_ inventory: Inventory) async throws -> [String] {
        try await inventory.item(.id(lamp.id)).files.map(\.name)
    }

    @Test func `files are stored before the item refers to them, in one step to undo`() async throws {
        let store = try MemoryStore([lamp])
        let inventory = Inventory(store, for: .owner)
        let picture = try new(1, "front.jpg", .jpeg)
        let receipt = try new(2, "receipt.pdf")
        let commit = try await inventory.addFiles([receipt, picture], to: lamp.id)
        #expect(commit?.title == "Add 2 files to “Lamp”")
        var item = try await inventory.item(.id(lamp.id))
        #expect(item.files.map(\.name) == ["receipt.pdf", "front.jpg"])
        #expect(item.files.map(\.mediaType) == ["application/pdf", "image/jpeg"])
        #expect(item.photo == picture.file.id, "the first picture is the photo")
        #expect(try await inventory.contents(of: item.files[0], of: item) == receipt.file)
        #expect(try await inventory.addFiles([receipt], to: lamp.id) == nil, "the item already has the file")
        try await inventory.undo()
        item = try await inventory.item(.id(lamp.id))
        #expect(item == lamp)
        #expect(try await store.sweepFiles(olderThan: .zero) == 0, "a redo can restore them")
        try await inventory.redo()
        #expect(try await names(inventory) == ["receipt.pdf", "front.jpg"])
        #expect(try await store.checkFiles().problems.isEmpty)
    }

    @Test func `files with the same name get a number, and an existing photo remains`() async throws {
        let inventory = Inventory(try MemoryStore([lamp]), for: .owner)
        let photo = try FileFixtures.file(9, .png)
        try await inventory.setPhoto(photo, of: lamp.id)
        try await inventory.addFiles([try new(1, "a.png", .png), try new(2, "a.png", .png)], to: lamp.id)
        let item = try await inventory.item(.id(lamp.id))
        #expect(item.files.map(\.name) == ["a.png", "a (2).png"] && item.photo == photo.id)
        let all = try await inventory.files(of: item)
        #expect(all.map(\.name) == ["photo.png", "a.png", "a (2).png"])
        #expect(all[0].size == photo.bytes.count && all[0].mediaType == "image/png")
    }

    @Test func `files can be removed, and the next picture becomes the photo`() async throws {
        let inventory = Inventory(try MemoryStore([lamp]), for: .owner)
        let files = [
            try new(1, "a.png", .png), try new(2, "b.pdf"),
            NewFile(try StoredFile([0xFF, 0xD8, 0xFF]), name: "cut.jpg"),
            try new(3, "c.png", .png),
        ]
        try await inventory.addFiles(files, to: lamp.id)
        var item = try await inventory.item(.id(lamp.id))
        let commit = try await inventory.removeFiles([item.files[0]], of: lamp.id)
        #expect(commit?.title == "Remove 1 file from “Lamp”")
        item = try await inventory.item(.id(lamp.id))
        #expect(item.files.map(\.name) == ["b.pdf", "cut.jpg", "c.png"])
        #expect(item.photo == files[3].file.id, "an incomplete picture can't be the photo")
        try await inventory.removeFiles(Array(item.files[1...]), of: lamp.id)
        item = try await inventory.item(.id(lamp.id))
        #expect(item.files.map(\.name) == ["b.pdf"] && item.photo == nil)
        try await inventory.undo()
        try await inventory.undo()
        item = try await inventory.item(.id(lamp.id))
        #expect(item.files.count == 4 && item.photo == files[0].file.id)
        // A photo without an entry is removed like any other file.
        try await inventory.removeFiles(item.files, of: lamp.id)
        try await inventory.setPhoto(files[0].file, of: lamp.id)
        item = try await inventory.item(.id(lamp.id))
        try await inventory.removeFiles(try await inventory.files(of: item), of: lamp.id)
        #expect(try await inventory.item(.id(lamp.id)) == lamp)
    }

    @Test func `files can be moved and renamed, and the first picture is the photo`() async throws {
        let inventory = Inventory(try MemoryStore([lamp]), for: .owner)
        try await inventory.addFiles(
            [try new(1, "a.png", .png), try new(2, "b.pdf"), try new(3, "c.png", .png)], to: lamp.id)
        var item = try await inventory.item(.id(lamp.id))
        try await inventory.moveFile(item.files[2], to: 0, of: lamp.id)
        item = try await inventory.item(.id(lamp.id))
        #expect(item.files.map(\.name) == ["c.png", "a.png", "b.pdf"] && item.photo == item.files[0].id)
        try await inventory.moveFile(item.files[2], to: 0, of: lamp.id)
        item = try await inventory.item(.id(lamp.id))
        #expect(item.files.map(\.name) == ["b.pdf", "c.png", "a.png"] && item.photo == item.files[1].id)
        #expect(try await inventory.moveFile(item.files[0], to: 0, of: lamp.id) == nil)
        try await inventory.renameFile(item.files[0], to: "warranty.pdf", of: lamp.id)
        #expect(try await names(inventory) == ["warranty.pdf", "c.png", "a.png"])
        item = try await inventory.item(.id(lamp.id))
        for name in ["c.png", "../x", ""] {
            let error = await #expect(throws: LootError.self) {
                try await inventory.renameFile(item.files[0], to: name, of: lamp.id)
            }
            #expect(error?.code == .invalidValue)
        }
    }

    @Test func `moving a file before a photo without an entry creates an entry for the photo`() async throws {
        let inventory = Inventory(try MemoryStore([lamp]), for: .owner)
        let photo = try FileFixtures.file(9, .png)
        try await inventory.setPhoto(photo, of: lamp.id)
        try await inventory.addFiles([try new(1, "a.pdf")], to: lamp.id)
        var item = try await inventory.item(.id(lamp.id))
        try await inventory.moveFile(item.files[0], to: 0, of: lamp.id)
        item = try await inventory.item(.id(lamp.id))
        #expect(item.files.map(\.name) == ["a.pdf", "photo.png"] && item.photo == photo.id)
        try await inventory.undo()
        item = try await inventory.item(.id(lamp.id))
        try await inventory.renameFile(try await inventory.files(of: item)[0], to: "front.png", of: lamp.id)
        #expect(try await names(inventory) == ["front.png", "a.pdf"])
    }

    @Test func `files that several people add concurrently are all kept`() async throws {
        let inventory = Inventory(try MemoryStore([lamp]), for: .owner)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                let file = try new(number, "file.pdf")
                group.addTask { @concurrent in _ = try await inventory.addFiles([file], to: lamp.id) }
            }
            try await group.waitForAll()
        }
        let found = try await names(inventory)
        #expect(found.count == 20 && Set(found).count == 20)
    }

    @Test func `files that can't be stored or named are rejected, and nothing is stored`() async throws {
        let store = try MemoryStore([lamp])
        let inventory = Inventory(store, for: .owner)
        let many = try (0..<1001).map { NewFile(try StoredFile(Array("\($0)".utf8)), name: "\($0).txt") }
        for (files, what) in [
            ([try new(1, "../x")], "Can't name the file “../x”."), (many, "Can't set “Files”."),
        ] {
            let error = await #expect(throws: LootError.self) {
                try await inventory.addFiles(files, to: lamp.id)
            }
            #expect(error?.code == .invalidValue && error?.failure.text == what)
        }
        let gone = await #expect(throws: LootError.self) {
            try await inventory.addFiles([try new(1, "a.pdf")], to: ItemID())
        }
        #expect(gone?.code == .noSuchItem)
        #expect(try await store.fileKeeper?.ids().isEmpty == true)
        try await inventory.addFiles(Array(many.dropLast()), to: lamp.id)
        let full = await #expect(throws: LootError.self) {
            try await inventory.addFiles([many[1000]], to: lamp.id)
        }
        #expect(full?.reason.text == "An item can have at most 1000 files, not 1001.")
    }

    @Test func `files that vanish while they are read aren't stored`() async throws {
        let vanished = LootError(.noSuchFile, "Can't read a.pdf.", reason: "It is gone.")
        var pieces = 0
        let error = #expect(throws: LootError.self) {
            try StoredFile(size: 1000) { () throws(LootError) in
                pieces += 1
                if pieces == 2 { throw vanished }
                return [1, 2, 3]
            }
        }
        #expect(error == vanished)
    }

    @Test func `files that are too large aren't read`() {
        #expect(throws: LootError.self) {
            try StoredFile(size: 2 << 30) { () throws(LootError) in
                Issue.record("the file was read")
                return []
            }
        }
    }

    @Test(arguments: [false, true])
    func `files lose their camera position unless it should be kept`(keeps: Bool) async throws {
        let inventory = Inventory(try MemoryStore([lamp]), for: .owner, keepsPosition: keeps)
        let tiff = try StoredFile(
            Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
                + [0, 1, 0, 1, 0, 2, 0, 0, 0, 2, 0x4E, 0, 0, 0, 0, 0, 0, 0])
        try await inventory.addFiles([NewFile(tiff, name: "scan.tiff")], to: lamp.id)
        let id = try await inventory.item(.id(lamp.id)).files.first?.id
        #expect((id == tiff.id) == keeps)
    }

    @Test func `files are found by number, name, part of a name, or digest`() throws {
        let files = [
            FileEntry(try FileFixtures.file(1, .pdf), name: "receipt.pdf"),
            FileEntry(try FileFixtures.file(2, .pdf), name: "Receipt (2).pdf"),
            FileEntry(try FileFixtures.file(3, .pdf), name: "manual.pdf"),
            FileEntry(try FileFixtures.file(4, .pdf), name: "1"),
        ]
        func index(_ text: String) throws -> Int { try FileEntry.index(of: text, in: files, of: lamp) }
        #expect(try index("2") == 1 && index("#3") == 2 && index("receipt.pdf") == 0)
        #expect(try index("MAN") == 2 && index("\(files[3].id)") == 3)
        let both = try #require(throws: LootError.self) { try index("receipt") }
        #expect(
            both.code == .ambiguousItem
                && both.reason.text == "2 files match: 1 “receipt.pdf” and 2 “Receipt (2).pdf”.")
        #expect(try #require(throws: LootError.self) { try index("1") }.code == .ambiguousItem)
        for text in ["0", "5", "-1", "x", ""] {
            let error = try #require(throws: LootError.self, "\(text)") { try index(text) }
            #expect(error.code == .noSuchItem || text.isEmpty)
        }
    }

    @Test func `files open in their program, and a missing program is reported`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-opened-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try FileFixtures.file(1, .pdf)
        func opener(_ program: String?) -> FileOpener {
            FileOpener(environment: ["XDG_CACHE_HOME": folder], files: SystemFiles(), program: program)
        }
        for program in [nil, "no-such-program-at-all"] {
            let error = try #require(throws: LootError.self) {
                try opener(program).open(file, named: "a b.pdf")
            }
            #expect(error.code == .unavailable && error.reason == "No program for opening files was found.")
        }
        let path = try opener("true").open(file, named: "$(touch x) a.pdf")
        #expect(path.hasPrefix("\(folder)/loot/opened/") && path.hasSuffix("/$(touch x) a.pdf"))
        #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == file.bytes)
    }

    @Test func `copies of opened files are removed with the next one after a day`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-opened-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let opener = FileOpener(environment: ["HOME": folder], files: SystemFiles(), program: "true")
        let paths = try (1...3).map { number in
            try opener.open(try FileFixtures.file(number, .pdf), named: "a.pdf")
        }
        #expect(paths.allSatisfy { $0.hasPrefix("\(folder)/.cache/loot/opened/") }, "\(paths)")
        for (path, hours) in zip(paths, [25.0, 23, 0]) {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -hours * 3600)],
                ofItemAtPath: String(path.dropLast("/a.pdf".count)))
        }
        let last = try opener.open(try FileFixtures.file(4, .pdf), named: "a.pdf")
        #expect((paths + [last]).map(FileManager.default.fileExists) == [false, true, true, true])
    }
}
