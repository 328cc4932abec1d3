import Foundation
import LootCore
import Testing

/// The capabilities of this machine.
private enum Machine {
    static let isRoot = getuid() == 0
    static let hasNobody = FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

    /// Returns whether a small file system can be mounted.
    static func canMount() async -> Bool {
        guard isRoot, let folder = try? TemporaryFolder(),
            let medium = try? await Medium(folder, size: 65_536)
        else { return false }
        await medium.remove()
        return true
    }
}

/// A small file system in memory.
private struct Medium {
    let path: String

    init(_ folder: TemporaryFolder, size: Int) async throws {
        path = folder("medium")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let outcome = try await Loot.system("mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path)
        try #require(outcome.status == 0)
    }

    func makeReadOnly() async throws {
        #expect(try await Loot.system("mount", "-o", "remount,ro", path).status == 0)
    }

    func remove() async { _ = try? await Loot.system("umount", path) }

    func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map { [UInt8]($0) }
    }
}

@Suite(.serialized) struct `A store on a restricted medium` {
    @Test(
        .enabled(
            if: !Machine.isRoot || Machine.hasNobody, "root may read everything, and setpriv is missing"),
        arguments: Kept.all)
    func `missing permissions are reported`(kept: Kept) async throws {
        let folder = try TemporaryFolder()
        let user: Loot.User = Machine.isRoot ? .nobody : .own
        let words = ["--store", "\(kept.format.rawValue):\(folder(kept.file))"] + kept.words
        #expect(try await Loot.run(words + ["add", "Lamp"], in: folder.path).status == 0)
        let bytes = folder.bytes(kept.file)
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
        for name in (try manager.contentsOfDirectory(atPath: folder.path)) {
            try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder(name))
        }
        let list = try await Loot.run(words + ["list"], in: "/", as: user)
        #expect(list.status == 0 && list.output.contains("Lamp"), "\(list)")
        let add = try await Loot.run(words + ["add", "Vase"], in: "/", as: user)
        #expect(add.status == 73 && add.errors.contains("This user doesn't have permission to"), "\(add)")
        #expect(add.errors.contains(folder.path) && add.errors.contains("Check the permissions"), "\(add)")
        try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: folder(kept.file))
        for command in [["list"], ["add", "Vase"], ["check"], ["recover"]] {
            let outcome = try await Loot.run(words + command, in: "/", as: user)
            #expect(outcome.status == 74 || outcome.status == 73, "\(command) \(outcome)")
            #expect(outcome.errors.contains("permission to open \(folder(kept.file))."), "\(outcome)")
        }
        try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder(kept.file))
        #expect(folder.bytes(kept.file) == bytes)
    }

    @Test(.enabled("mounting needs root") { await Machine.canMount() }, arguments: Kept.all)
    func `a read-only medium can be read, and the reason is reported`(kept: Kept)
        async throws
    {
        let folder = try TemporaryFolder()
        let medium = try await Medium(folder, size: 262_144)
        let words = ["--store", "\(kept.format.rawValue):\(kept.file)"] + kept.words
        #expect(try await Loot.run(words + ["add", "Lamp"], in: medium.path).status == 0)
        let bytes = medium.bytes(kept.file)
        try await medium.makeReadOnly()
        let list = try await Loot.run(words + ["list"], in: medium.path)
        #expect(list.status == 0 && list.output.contains("Lamp"), "\(list)")
        #expect(try await Loot.run(words + ["check"], in: medium.path).status == 0)
        let add = try await Loot.run(words + ["add", "Vase"], in: medium.path)
        #expect(add.status == 73 && add.errors.contains("is on a read-only file system. Copy it"), "\(add)")
        #expect(medium.bytes(kept.file) == bytes)
        await medium.remove()
    }

    @Test(.enabled("mounting needs root") { await Machine.canMount() }, arguments: Kept.all)
    func `a full disk keeps the list, and changes work once there is space`(kept: Kept)
        async throws
    {
        let folder = try TemporaryFolder()
        let words = ["--store", "\(kept.format.rawValue):\(kept.file)"] + kept.words
        let (page, size) = (4096, 131_072)
        var refusals = 0
        for free in 0..<12 {
            let medium = try await Medium(folder, size: size)
            #expect(try await Loot.run(words + ["add", "Lamp"], in: medium.path).status == 0)
            let bytes = medium.bytes(kept.file)
            // A file that fills the medium except for a number of pages.
            let filler = "\(medium.path)/filler"
            var room = size / page
            while room > 0, FileManager.default.createFile(atPath: filler, contents: nil) {
                let outcome = try await Loot.system(
                    "dd", "if=/dev/zero", "of=\(filler)", "bs=4096", "count=\(room)", "status=none")
                if outcome.status == 0 { break }
                room -= 1
            }
            truncate(filler, max(0, room - free) * page)
            let notes = String(repeating: "Fluffy Mac ", count: 1500)
            let add = try await Loot.run(words + ["add", "Vase", "--notes", notes], in: medium.path)
            if add.status == 0 {
                await medium.remove()
                break
            }
            refusals += 1
            #expect(add.status == 74 && add.errors.contains("There is no space left for"), "\(free): \(add)")
            #expect(medium.bytes(kept.file) == bytes, "\(free)")
            let list = try await Loot.run(words + ["list"], in: medium.path)
            // A change in the journal counts as made, even though it is written to the file later.
            let isMade = add.errors.contains("The changes were made")
            #expect(list.status == 0 && list.output.contains("Lamp"), "\(list) \(add)")
            #expect(list.output.contains("Vase") == isMade)
            try FileManager.default.removeItem(atPath: filler)
            let again = try await Loot.run(words + ["add", "Vase", "--notes", notes], in: medium.path)
            #expect(again.status == 0, "\(free): \(again)")
            #expect(try await Loot.run(words + ["check"], in: medium.path).status == 0)
            await medium.remove()
        }
        #expect(refusals > 2)
    }
}
