import Foundation
import LootCore
import LootPlugins
import Synchronization
import Testing

@testable import ProgramBridge

/// The options of `loot plugins test`, and `loot plugins record` and `replay`.
@Suite(.enabled(if: Tool.python != nil)) struct RecordingTests {
    @Test func `a store replays its own recording, with a path in a new folder`() async throws {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: "store", in: "python", name: "try"))
        let program = try place.program("try", text)
        let record = "\(place.folder)/record"
        let trial = PluginTrial(
            program, settings: ["path": "\(place.folder)/{}.json"], steps: 20, record: record)
        #expect(try await place.bridge().test(trial) { _ in })
        #expect(try await place.bridge().replay(record, to: program) { _ in })
        let other = try place.program("other", text.replacing("self.file.read()", with: "None"))
        #expect(try await place.bridge().replay(record, to: other) { _ in } == false)
    }

    @Test func `a name is inserted into a setting, so that each law has a new store in the given folder`()
        async throws
    {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: "store", in: "python", name: "try"))
        let program = try place.program("try", text)
        let folder = "\(place.folder)/stores"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let trial = PluginTrial(program, settings: ["path": "\(folder)/{}.json"], only: "reopened")
        #expect(try await place.bridge().test(trial) { _ in })
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count { $0.hasPrefix("loot-trial-") && $0.hasSuffix(".json") } > 1)
    }

    @Test func `laws are skipped with the reason if all stores have the same settings`() async throws {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: "store", in: "python", name: "try"))
        let program = try place.program("try", text)
        let lines = Mutex<[String]>([])
        let trial = PluginTrial(program, settings: ["path": "\(place.folder)/items.json"])
        #expect(try await place.bridge().test(trial) { line in lines.withLock { $0.append(line) } })
        #expect(
            lines.withLock { $0.last }?.contains(
                "laws skipped: All stores have the same settings. Use {} in one of them.") == true)
    }

    @Test(arguments: ["needs-place", "bank"])
    func `a program answers its own recording as before, including errors`(name: String) async throws {
        let place = try Place()
        let text = try repository("Plugins/Examples/loot-plugin-\(name)")
        let record = "\(place.folder)/record"
        let program = try place.program(name, text)
        #expect(try await place.bridge().test(PluginTrial(program, record: record)) { _ in })
        let lines = Mutex<[String]>([])
        let isSame = try await place.bridge().replay(record, to: program) { line in
            lines.withLock { $0.append(line) }
        }
        #expect(isSame, "\(lines.withLock { $0 })")
        // A program that responds with a different error code is reported as different.
        let other = try place.program("other", text.replacing("-32601", with: "-32602"))
        #expect(try await place.bridge().replay(record, to: other) { _ in } == false)
    }
}
