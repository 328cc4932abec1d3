import Foundation
import LootCore
import LootSQL
import Testing

@testable import SQLiteStorePlugin

@Suite(.timeLimit(.minutes(5))) struct `Access to SQLite files` {
    private func file(_ name: String = "items.sqlite") throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-access-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: name).path(percentEncoded: false)
    }

    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `only the owner can read a new file and its log`() async throws {
        let path = try file()
        let store = try await SQLiteStore.open(path)
        try await store.add(Item(name: "Lamp"))
        for suffix in ["", "-wal", "-shm"] { #expect(try permissions(path + suffix) == 0o600) }
        try await store.close()
    }

    @Test func `the permissions of an existing file are kept`() async throws {
        let path = try file()
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let store = try await SQLiteStore.open(path)
        try await store.add(Item(name: "Lamp"))
        for suffix in ["", "-wal"] { #expect(try permissions(path + suffix) == 0o640) }
        try await store.close()
    }

    @Test func `a file whose log can't be created is read, until another program writes`() async throws {
        let path = try file("100% #1?.sqlite")
        let writer = try await SQLiteStore.open(path)
        let item = try await writer.add(Item(name: "Lamp"))
        try await writer.close()
        // A link with the name of a file that SQLite needs has the same effect as a read-only file system.
        let obstacle = path + "-wal"
        try FileManager.default.createSymbolicLink(atPath: obstacle, withDestinationPath: "/nowhere/items")
        var options = SQLiteOptions()
        options.isReadOnly = true
        let reader = try await SQLiteStore.open(path, options: options)
        #expect(try await reader.items() == [item])
        #expect(try await reader.history(limit: 9).commits.count == 1)
        let refusal = await #expect(throws: LootError.self) { try await reader.remove(item.id) }
        #expect(refusal?.code == .readOnly)
        try FileManager.default.removeItem(atPath: obstacle)
        let other = try await SQLiteStore.open(path)
        try await other.add(Item(name: "Spork"))
        #expect(try await reader.items().map(\.name) == ["Lamp", "Spork"])
        try await other.close()
        try await reader.close()
    }

    @Test func `a file whose log can't be created is read again after another program has written`()
        async throws
    {
        let path = try file()
        let writer = try await SQLiteStore.open(path)
        try await writer.add(Item(name: "Lamp"))
        try await writer.close()
        let obstacle = path + "-wal"
        func obstruct() throws {
            try FileManager.default.createSymbolicLink(
                atPath: obstacle, withDestinationPath: "/nowhere/items")
        }
        try obstruct()
        var options = SQLiteOptions()
        options.isReadOnly = true
        let reader = try await SQLiteStore.open(path, options: options)
        #expect(try await reader.items().count == 1)
        try FileManager.default.removeItem(atPath: obstacle)
        let other = try await SQLiteStore.open(path)
        try await other.apply((0..<500).map { .insert(Item(name: "Spork \($0)")) })
        try await other.close()
        try obstruct()
        #expect(try await reader.items().count == 501)
        try await reader.close()
    }

    @Test func `the log of a linked file is found next to its target`() throws {
        let path = try file()
        let link = path + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(FileManager.default.createFile(atPath: path + "-wal", contents: nil))
        #expect(SQLiteFile(path: link).hasLog)
    }

    @Test(.enabled(if: geteuid() != 0, "Permissions don't restrict root."))
    func `a file in a folder without write permission is opened read-only`() async throws {
        let path = try file()
        let writer = try await SQLiteStore.open(path)
        let item = try await writer.add(Item(name: "Lamp"))
        try await writer.close()
        let folder = URL(filePath: path).deletingLastPathComponent().path()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
        let reader = try await SQLiteStore.open(path)
        #expect(try await reader.items() == [item])
        #expect(!reader.capabilities.contains(.writable))
        try await reader.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    }
}
