import Foundation
import LootCore
import LootWiring
import Testing

@Suite struct ProcessSourcesTests {
    private func withFolder(_ work: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try work(folder.path())
    }

    @Test func `the process's sources read real files, and nil is one that is not there`() throws {
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

    @Test func `a folder is no configuration`() throws {
        try withFolder { folder in
            let error = #expect(throws: LootError.self) {
                try ConfigurationSources.process().readFile(folder)
            }
            #expect(error?.code == .configuration)
            #expect(error?.why == "it is a folder")
        }
    }

    @Test func `what lies below a file is not there`() throws {
        try withFolder { folder in
            let file = folder + "/file"
            try Data().write(to: URL(filePath: file))
            #expect(try ConfigurationSources.process().readFile(file + "/config.json") == nil)
        }
    }
}
