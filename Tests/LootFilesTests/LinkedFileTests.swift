import Foundation
import LootCore
import LootFiles
import LootFilesTesting
import LootFormats
import LootTesting
import Testing

@Suite struct `A file with another name` {
    private let folder = TemporaryFolder()

    @Test(arguments: [".items.lines.loot/lock", ".items.lines.loot/seen", ".items.lines.loot/next"])
    func `the store never writes to another name of its own files`(name: String) async throws {
        let text = Array("Something of somebody else.\n".utf8)
        try folder.write(text, to: "other")
        let hidden = "\(folder.path)/.items.lines.loot"
        try FileManager.default.createDirectory(atPath: hidden, withIntermediateDirectories: true)
        try FileManager.default.linkItem(atPath: "\(folder.path)/other", toPath: "\(folder.path)/\(name)")
        let path = "\(folder.path)/\(storePath)"
        for number in 1...2 {
            let store = try await openStore(SystemFileSystem(), at: path)
            try await store.add(makeItem(number))
            try await store.close()
        }
        #expect(FileManager.default.contents(atPath: "\(folder.path)/other").map { [UInt8]($0) } == text)
        #expect(try await openStore(SystemFileSystem(), at: path).items() == [makeItem(1), makeItem(2)])
    }

    @Test(arguments: [0o664, 0o640, 0o600, 0o666])
    func `the folder of photos has the permissions of the list, also for linked files`(permissions: Int)
        async throws
    {
        try folder.write(Array("items\n".utf8), to: storePath, permissions: permissions)
        let path = "\(folder.path)/\(storePath)"
        let store = try await openStore(SystemFileSystem(), at: path)
        let photo = try FileFixtures.file(1)
        try await store.fileKeeper?.put(photo, thumbnail: photo)
        try await store.close()
        let list = FileAccess(permissions: UInt32(permissions))
        func rights(_ name: String) throws -> UInt32? {
            try SystemFileSystem().access(of: "\(folder.path)/\(name)")?.permissions
        }
        #expect(try rights("\(storePath).photos") == list.ofFolder.permissions)
        for ending in [".png", ".thumbnail.png"] {
            #expect(
                try rights("\(storePath).photos/\(photo.id)\(ending)") == list.ofCompanion.permissions)
        }
    }
}

@Suite struct `A journal after two power failures` {
    private let base = JournalEntry.holds(
        FileIdentity(size: 9, digest: .init(high: 8, low: 5), node: 7, modified: 6, changed: 4), .initial)

    private func entry(_ number: Int, words: Int) -> JournalEntry {
        let id = ItemID(high: UInt64(number), low: 1)
        let item = Item(id: id, name: String(repeating: "Spork ", count: words))
        let changes = [AppliedChange(.insert(item, at: 0), inverse: .remove(id))]
        let revision = Revision(rawValue: UInt64(number))
        return .commit(CommitRecord(Commit(revision: revision, date: .first, title: "Add", changes: changes)))
    }

    @Test func `a journal is complete up to the last acknowledged entry`() throws {
        var random = SeededGenerator(seed: 21)
        let path = "journal.1"
        for first in 1..<14 {
            for second in 0..<8 {
                for _ in 0..<25 {
                    let files = ModelFileSystem()
                    var acknowledged = [base]
                    _ = try Journal.create(at: path, on: files, with: [base])
                    func append(_ entry: JournalEntry, on files: ModelFileSystem) {
                        guard var journal = try? Journal.open(at: path, on: files),
                            (try? journal.readOn()) != nil, (try? journal.append([entry])) != nil
                        else { return }
                        acknowledged.append(entry)
                    }
                    files.limit(cutAfter: first)
                    // Long enough that a part of it remains after a shorter one is written over it.
                    append(entry(1, words: 700), on: files)
                    let once = files.restarted(using: &random)
                    once.limit(cutAfter: second)
                    append(entry(2, words: 3), on: once)
                    let twice = once.restarted(using: &random)
                    guard var journal = try Journal.open(at: path, on: twice) else { continue }
                    let found = try journal.readOn()
                    let cuts = "cuts \(first), \(second)"
                    #expect(journal.problem == nil, "\(cuts)")
                    #expect(acknowledged.allSatisfy(found.contains), "\(cuts)")
                    #expect(found.count <= 3, "\(cuts)")
                }
            }
        }
    }
}
