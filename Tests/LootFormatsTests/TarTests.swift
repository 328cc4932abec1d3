import Foundation
import LootCore
import LootFormats
import Testing

@Suite struct `A tar archive` {
    private let files: [(name: String, content: [UInt8])] = [
        ("items.json", Array("[]".utf8)), ("photos/empty", []), ("exact", [UInt8](repeating: 7, count: 512)),
        ("long", [UInt8](repeating: 9, count: 70_001)),
    ]

    private func archive() -> [UInt8] {
        let tar = TarWriter(secondsSinceEpoch: 1_767_225_600)
        return files.flatMap { file in
            tar.header(of: file.name, size: file.content.count) + file.content
                + tar.padding(behind: file.content.count)
        } + tar.end
    }

    /// Reads bytes in chunks of a length.
    private func read(_ bytes: [UInt8], by length: Int = 1 << 20) throws(FormatError) -> [(String, [UInt8])] {
        var reader = TarReader()
        var found: [(String, [UInt8])] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            for event in try reader.feed(Array(bytes[start..<min(start + length, bytes.count)])) {
                switch event {
                case .file(let name, _): found.append((name, []))
                case .content(let content): found[found.count - 1].1 += content
                case .end: break
                }
            }
        }
        try reader.finish()
        return found
    }

    @Test(arguments: [1, 7, 511, 512, 513, 4096, 1 << 20])
    func `an archive is read back in chunks of any length`(length: Int) throws {
        let found = try read(archive(), by: length)
        #expect(found.map(\.0) == files.map(\.name))
        #expect(found.map(\.1) == files.map(\.content))
        #expect(TarReader.isArchive(archive().prefix(512)))
        #expect(!TarReader.isArchive(Array("{}".utf8)))
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tar")
                || FileManager.default.isExecutableFile(atPath: "/bin/tar")))
    func `the system's tar reads our archives, and its archives are read correctly`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-tar-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(archive()).write(to: folder.appending(path: "a.tar"))
        func tar(_ words: String...) throws {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.currentDirectoryURL = folder
            process.arguments = ["tar"] + words
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        try tar("-xf", "a.tar")
        for file in files {
            #expect(try Data(contentsOf: folder.appending(path: file.name)) == Data(file.content))
        }
        for format in ["ustar", "gnu", "pax"] {
            try tar("--format=\(format)", "-cf", "b.tar", "./items.json", "photos", "long", "exact")
            let found = try read(Array(try Data(contentsOf: folder.appending(path: "b.tar"))))
            #expect(found.map(\.0) == ["./items.json", "photos/empty", "long", "exact"], "\(format)")
            #expect(found[2].1 == files[3].content)
        }
    }

    @Test func `a truncated or damaged archive is an error`() {
        let whole = archive()
        for count in stride(from: 1, to: whole.count - 1024, by: 97) {
            #expect(throws: FormatError.self, "\(count)") { try read(Array(whole.prefix(count))) }
        }
        for index in 0..<512 where !(148..<156).contains(index) {
            var damaged = whole
            damaged[index] ^= 1
            #expect(throws: FormatError.self, "\(index)") { try read(damaged) }
        }
    }

    @Test func `a changed byte never causes a trap`() {
        let whole = Array(archive().prefix(1600))
        for index in whole.indices {
            for byte in [0, 0x20, 0x37, 0x80, 0xFF] as [UInt8] {
                var changed = whole
                changed[index] = byte
                _ = try? read(changed)
            }
        }
    }
}
