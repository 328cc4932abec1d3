import Dispatch
import Foundation
import LootCore
import LootWiring
import Platform
import Testing

@Suite struct ProcessSourcesTests {
    private func withFolder(_ work: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try work(folder.path())
    }

    @Test func `real files are read, and a missing file is nil`() throws {
        try withFolder { folder in
            let sources = ConfigurationSources.process(settings: ["a=b"], storeAddress: "memory:")
            #expect(sources.settings == ["a=b"])
            #expect(sources.storeAddress == "memory:")
            #expect(sources.workingDirectory == FileManager.default.currentDirectoryPath)
            #expect(sources.environment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
            #expect(sources.homeDirectory?.hasPrefix("/") == true)
            let path = folder + "/ü \u{1F9F8}%20.json"
            #expect(try sources.readFile(path) == nil)
            try Data([123, 0, 125]).write(to: URL(filePath: path))
            #expect(try sources.readFile(path) == [123, 0, 125])
        }
    }

    @Test func `a folder isn't a configuration`() throws {
        try withFolder { folder in
            let error = #expect(throws: LootError.self) {
                try ConfigurationSources.process().readFile(folder)
            }
            #expect(error?.code == .configuration)
            #expect(error?.reason == "It is a folder.")
        }
    }

    @Test func `a path below a file doesn't exist`() throws {
        try withFolder { folder in
            let file = folder + "/file"
            try Data().write(to: URL(filePath: file))
            #expect(try ConfigurationSources.process().readFile(file + "/config.json") == nil)
        }
    }

    // MARK: Changing a file

    private func permissions(of path: String) throws -> UInt32 {
        try Files.status(at: path).permissions & 0o777
    }

    @Test func `a new file is private, and its folder is created`() throws {
        try withFolder { folder in
            let sources = ConfigurationSources.process()
            let path = folder + "/a/b/config.json"
            try sources.changeFile(path) { old in
                #expect(old == nil)
                return [123, 125]
            }
            #expect(try sources.readFile(path) == [123, 125] && permissions(of: path) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/a/b") == ["config.json"])
        }
    }

    @Test func `a link is kept, and its target is changed or created`() throws {
        try withFolder { folder in
            let sources = ConfigurationSources.process()
            try Data([123, 125]).write(to: URL(filePath: folder + "/kept.json"))
            try Files.setPermissions(0o640, of: folder + "/kept.json")
            for name in ["kept", "new"] {
                let link = "\(folder)/to-\(name).json"
                try FileManager.default.createSymbolicLink(
                    atPath: link, withDestinationPath: "\(name == "new" ? "dots/" : "")\(name).json")
                try sources.changeFile(link) { _ in [123, 32, 125] }
                #expect(
                    try FileManager.default.destinationOfSymbolicLink(atPath: link).hasSuffix("\(name).json"))
                #expect(try sources.readFile(link) == [123, 32, 125])
            }
            #expect(try permissions(of: folder + "/kept.json") == 0o640)
            #expect(try sources.readFile(folder + "/dots/new.json") == [123, 32, 125])
            let (first, second) = (folder + "/first.json", folder + "/second.json")
            try FileManager.default.createSymbolicLink(atPath: first, withDestinationPath: "second.json")
            try FileManager.default.createSymbolicLink(atPath: second, withDestinationPath: "third.json")
            try sources.changeFile(first) { _ in [123, 125] }
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: second) == "third.json")
            #expect(try sources.readFile(folder + "/third.json") == [123, 125])
        }
    }

    @Test func `a read-only file isn't changed`() throws {
        try withFolder { folder in
            let path = folder + "/config.json"
            try Data([123, 125]).write(to: URL(filePath: path))
            try Files.setPermissions(0o444, of: path)
            let sources = ConfigurationSources.process()
            let error = #expect(throws: LootError.self) {
                try sources.changeFile(path) { _ in [123, 32, 125] }
            }
            #expect(error?.reason == "The file isn't writable.")
            #expect(try sources.readFile(path) == [123, 125])
        }
    }

    @Test(.enabled(if: getuid() == 0, "only root can change the owner of a file"))
    func `a file that root changes keeps its owner`() throws {
        try withFolder { folder in
            let path = folder + "/config.json"
            try Data([123, 125]).write(to: URL(filePath: path))
            try Files.setOwner(1234, group: 4321, of: path)
            try ConfigurationSources.process().changeFile(path) { _ in [123, 32, 125] }
            let status = try Files.status(at: path)
            #expect(status.owner == 1234 && status.group == 4321)
        }
    }

    @Test func `concurrent changes to a file are all kept`() throws {
        try withFolder { folder in
            let path = folder + "/config.json"
            let sources = ConfigurationSources.process()
            let group = DispatchGroup()
            for number in 0..<UInt8(16) {
                group.enter()
                Thread.detachNewThread {
                    defer { group.leave() }
                    try? sources.changeFile(path) { old in
                        Threads.pause(milliseconds: 5)
                        return (old ?? []) + [number]
                    }
                }
            }
            group.wait()
            let kept = try sources.readFile(path) ?? []
            #expect(kept.sorted() == Array(0..<16))
        }
    }
}
