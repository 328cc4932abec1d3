import LootCore
import LootFiles
import LootFilesTesting
import LootPlugins
import Testing

struct Checksums {
    @Test func `checksums match the standard`() {
        #expect(checksum(Array("123456789".utf8)) == 0xE306_9283)
        #expect(checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(checksum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(checksum(Array(UInt8(0)..<32)) == 0x46DD_794E)
        #expect(checksum([UInt8]()) == 0)
    }

    @Test func `the checksum of parts equals that of the whole`() {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for cut in [0, 1, 7, 8, 9, 500, 999, 1000] {
            var parts = Checksum()
            let (first, second) = (Array(bytes[..<cut]), Array(bytes[cut...]))
            parts.update(first.span.bytes)
            parts.update(second.span.bytes)
            #expect(parts.value == checksum(bytes))
        }
    }
}

struct `Content digests` {
    private func digest(_ bytes: [UInt8]) -> [UInt64] {
        let value = ContentDigest(of: bytes.span.bytes).value
        return [value.high, value.low]
    }

    @Test func `the digest of parts equals that of the whole`() {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for cut in [0, 1, 7, 8, 9, 500, 993, 999, 1000] {
            var parts = ContentDigest()
            let pieces = [
                Array(bytes[..<cut]), Array(bytes[cut...].prefix(3)), Array(bytes[cut...].dropFirst(3)),
            ]
            for piece in pieces { parts.update(piece.span.bytes) }
            #expect([parts.value.high, parts.value.low] == digest(bytes), "\(cut)")
        }
    }

    @Test func `every changed bit, moved byte and length changes the digest`() {
        let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var seen: Set<[UInt64]> = [digest(bytes), digest([])]
        for index in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[index] ^= 1 << UInt8(bit)
                #expect(seen.insert(digest(other)).inserted)
            }
            #expect(seen.insert(digest(Array(bytes[..<index].dropFirst()))).inserted || index < 2)
            #expect(seen.insert(digest([UInt8](repeating: 0, count: index + 1))).inserted)
        }
    }
}

struct `System errors` {
    @Test(arguments: [
        (
            SystemError.Code.noSpace, SystemError.Call.write, LootError.Code.noSpace,
            LootPlugins.ExitStatus.inputOutput
        ),
        (.readOnly, .open, .readOnly, .cannotCreate), (.denied, .write, .cannotCreate, .cannotCreate),
        (.denied, .open, .inputOutput, .inputOutput),
        (.inputOutput, .sync, .inputOutput, .inputOutput), (.busy, .rename, .cannotCreate, .cannotCreate),
        (.notFound, .open, .noSuchFile, .noInput), (.isFolder, .open, .inputOutput, .inputOutput),
    ])
    func `a system error has a kind, an exit status and advice`(
        code: SystemError.Code, call: SystemError.Call, expected: LootError.Code,
        status: LootPlugins.ExitStatus
    ) {
        let error = SystemError(code, call, "/data/items.json").lootError("Can't save the items.")
        #expect(error.code == expected)
        #expect(error.exitStatus == status)
        #expect(error.description.contains("/data/items.json"))
        #expect(!error.advice.isEmpty)
    }

    @Test func `a missing file, a folder and a missing folder are reported`() throws {
        let folder = TemporaryFolder()
        let files = SystemFileSystem()
        #expect(try files.contents(of: folder.path + "/nothing") == nil)
        #expect(throws: SystemError(.isFolder, .open, folder.path)) { try files.contents(of: folder.path) }
        let error = #expect(throws: SystemError.self) {
            try files.open(folder.path + "/a/b", [.write, .create])
        }
        #expect(error?.code == .notFound)
    }
}

struct `A lock` {
    let folder = TemporaryFolder()

    @Test func `a lock admits one holder at a time, also within a process`() async throws {
        let path = folder.path + "/lock"
        let counter = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let lock = FileLock(at: path, on: SystemFileSystem())
                    for _ in 0..<20 {
                        try await lock.withLock(patience: .seconds(600)) { counter.addSlowly() }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(counter.value == 160)
    }

    @Test func `waiting for a lock fails after a while, with the name of the holder`() async throws {
        let path = folder.path + "/lock"
        let files = SystemFileSystem()
        let other = try files.open(folder.path + "/lock", [.write, .create])
        try files.write(Array("spork, process 42   \n".utf8).span.bytes, to: other, at: 0)
        #expect(try files.lock(other))
        let error = await #expect(throws: LootError.self) {
            try await FileLock(at: path, on: files).withLock(patience: .milliseconds(30)) {}
        }
        #expect(error?.code == .locked)
        #expect(error?.exitStatus == .tryAgain)
        #expect(error?.description.contains("spork, process 42 has held the lock") == true)
        files.close(other)
        try await FileLock(at: path, on: files).withLock(patience: .zero) {}
    }

    @Test func `a lock is kept even if another program removes its file`() async throws {
        let path = folder.path + "/lock"
        let files = SystemFileSystem()
        let lock = FileLock(at: path, on: files)
        try await lock.withLock(patience: .zero) {}
        try files.remove(lock.path)
        try await lock.withLock(patience: .zero) {
            #expect((try? files.status(at: lock.path)) != nil)
            let again = try? files.open(lock.path, .write)
            #expect(again.map { (try? files.lock($0)) ?? true } == false)
        }
    }

    @Test func `waiting for a lock ends when its task is canceled`() async throws {
        let files = SystemFileSystem()
        let other = try files.open(folder.path + "/lock", [.write, .create])
        #expect(try files.lock(other))
        let path = folder.path + "/lock"
        let task = Task { try await FileLock(at: path, on: files).withLock(patience: .seconds(600)) {} }
        task.cancel()
        let error = await #expect(throws: LootError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        files.close(other)
    }
}

/// A counter that loses counts if two threads use it concurrently.
private final class Counter: @unchecked Sendable {  // The lock under test protects it.
    private(set) var value = 0

    func addSlowly() {
        let seen = value
        for _ in 0..<2000 where value != seen { return }
        value = seen + 1
    }
}

@Suite struct `File identity` {
    @Test func `the identity of a file is its status, with links resolved`() throws {
        let folder = TemporaryFolder()
        try folder.write([1], to: "file")
        folder.run("ln", "-s", "file", "\(folder.path)/link")
        let files = SystemFileSystem()
        for name in ["file", "link"] {
            let path = "\(folder.path)/\(name)"
            #expect(try files.node(at: path) == files.status(at: path)?.node)
        }
        #expect(try files.node(at: "\(folder.path)/other") == nil)
    }
}
