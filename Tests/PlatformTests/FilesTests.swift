import Testing

@testable import Platform

@Suite struct FilesTests {
    /// An unused path.
    private let path = "/tmp/platform-\(ThisProcess.number)-\(UInt64.random(in: 0...UInt64.max))"

    @Test func `written bytes are read back, and the file has the requested mode`() throws {
        let file = try Files.open(path, [.read, .write, .create, .new], permissions: 0o600)
        defer {
            Files.close(file)
            try? Files.remove(path)
        }
        try Files.write([1, 2, 3], to: file)
        let more: [UInt8] = [4, 5, 6, 7, 8, 9]
        try more.withUnsafeBytes { try Files.write($0, to: file, at: 3) }
        try Files.syncContent(of: file)
        let bytes = [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
            count = Files.fill(UnsafeMutableRawBufferPointer(buffer), from: file, at: 1).count
        }
        #expect(bytes == [2, 3, 4, 5, 6, 7, 8, 9])
        let status = try Files.status(at: path)
        #expect(try status == Files.status(of: file))
        #expect(status.kind == .regular && status.size == 9 && status.permissions == 0o600)
        #expect(status.modified > 1_600_000_000 * 1_000_000_000 && status.changed >= status.modified)
        #expect(Files.path(of: file) == path && Files.exists(path) && Files.realPath(of: path) == path)
        try Files.truncate(file, to: 0)
        #expect(try Files.status(of: file).size == 0)
        let second = try Files.open(path, [.read, .write])
        defer { Files.close(second) }
        #expect(try Files.lock(file))
        #expect(try !Files.lock(second))
        Files.unlock(file)
        #expect(try Files.lock(second))
    }

    @Test func `an error is a value with a reason`() {
        #expect(throws: SystemFailure.notFound) { try Files.open("\(path)/none", .read) }
        #expect(throws: SystemFailure.notFound) { try Files.status(at: path) }
        #expect(throws: SystemFailure.isFolder) { try Files.open("/tmp", [.read, .write]) }
        #expect(throws: SystemFailure.notFolder) { try Files.open("/dev/null", [.read, .folder]) }
        #expect(throws: SystemFailure.exists) { try Files.makeFolder("/tmp") }
        #expect(throws: SystemFailure.invalid) { try Files.destination(ofLink: "/tmp") }
        #expect(throws: SystemFailure.notOpen) { try Files.read(-1, atMost: 1) }
        #expect(throws: SystemFailure.noSpace) {
            let full = try Files.open("/dev/full", .write)
            defer { Files.close(full) }
            try Files.write([1], to: full)
        }
        #expect(SystemFailure.noSpace.reason == "No space left on device")
    }

    @Test func `names in a folder can be added, removed and renamed`() throws {
        try Files.makeFolder(path)
        for name in ["a", "b"] { Files.close(try Files.open("\(path)/\(name)", [.write, .create])) }
        #expect(try Files.names(in: path).sorted() == ["a", "b"])
        try Files.rename("\(path)/a", to: "\(path)/c")
        let (b, c) = (try Files.status(at: "\(path)/b").node, try Files.status(at: "\(path)/c").node)
        if try Files.exchange("\(path)/b", with: "\(path)/c") {
            #expect(try Files.status(at: "\(path)/b").node == c && Files.status(at: "\(path)/c").node == b)
        } else {
            #expect(try Files.status(at: "\(path)/b").node == b)
        }
        for name in ["b", "c"] { try Files.remove("\(path)/\(name)") }
        #expect(try Files.names(in: path).isEmpty)
        #expect(throws: SystemFailure.notFound) { try Files.remove("\(path)/b") }
        _ = try Programs.run("rmdir", ["rmdir", path], searchesPath: true)
        #expect(!Files.exists(path))
    }

    @Test func `new content replaces the file when it is committed, with the old permissions`()
        throws
    {
        try Files.makeFolders("\(path)/a/b")
        defer { try? Files.removeAll(path) }
        let file = "\(path)/a/b/file"
        var first = try NewContent(of: file, permissions: 0o600)
        try first.write([1])
        #expect(!Files.exists(file))
        try first.commit()
        #expect(try Files.content(of: file) == [1] && Files.status(at: file).permissions == 0o600)
        try Files.setPermissions(0o640, of: file)
        _ = try Programs.run("ln", ["ln", "-s", "b/file", "\(path)/a/link"], searchesPath: true)
        _ = try Programs.run("ln", ["ln", "-s", "b/new", "\(path)/a/early"], searchesPath: true)
        for link in ["link", "early"] {
            var second = try NewContent(of: "\(path)/a/\(link)")
            for _ in 0..<3 { try second.write([UInt8](repeating: 7, count: 100_000)) }
            try second.commit()
            #expect(try Files.content(of: "\(path)/a/\(link)").count == 300_000)
        }
        #expect(try Files.status(at: file).permissions == 0o640)
        #expect(try Files.destination(ofLink: "\(path)/a/link") == "b/file")
        var third = try NewContent(of: file)
        try third.write([3])
        _ = consume third
        #expect(try Files.content(of: file).count == 300_000)
        #expect(try Files.names(in: "\(path)/a/b").sorted() == ["file", "new"])
    }

    @Test func `missing folders are created, and folders are removed with their contents`() throws {
        defer { try? Files.removeAll(path) }
        try Files.makeFolders("\(path)/a/b")
        try Files.makeFolders("\(path)/a/b/c")
        #expect(try Files.status(at: "\(path)/a/b/c").kind == .folder)
        Files.close(try Files.open("\(path)/a/file", [.write, .create]))
        #expect(throws: SystemFailure.notFolder) { try Files.makeFolders("\(path)/a/file") }
        #expect(throws: SystemFailure.notFolder) { try Files.makeFolders("\(path)/a/file/d") }
        _ = try Programs.run("ln", ["ln", "-s", "/tmp", "\(path)/a/link"], searchesPath: true)
        try Files.removeAll("\(path)/a")
        #expect(Files.exists("/tmp") && !Files.exists("\(path)/a"))
        #expect(throws: SystemFailure.notFound) { try Files.removeAll("\(path)/a") }
    }

    @Test func `change notifications are used only on local file systems`() {
        let table = MountTable(
            """
            27 1 259:2 / / rw,relatime shared:1 - ext4 /dev/root rw
            30 27 0:40 / /home rw - nfs4 server:/home rw
            31 30 0:41 / /home/a\\040b rw,nosuid shared:2 master:1 - tmpfs tmpfs rw
            32 27 0:42 / /mnt rw - tmpfs tmpfs rw
            33 32 0:43 / /mnt rw - fuse.sshfs there: rw
            rubbish
            """)
        #expect(table.isOwn("/") && table.isOwn("/homes") && table.isOwn("/home/a b/c"))
        #expect(!table.isOwn("/home") && !table.isOwn("/home/a") && !table.isOwn("/mnt/x"))
        #expect(!MountTable("").isOwn("/"))
    }
}
