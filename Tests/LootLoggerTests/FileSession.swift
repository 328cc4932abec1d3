import CLI
import Foundation
import LootCore
import LootLogger
import LootWiring

/// One person's use of `loot`, as it comes, in a folder of their own that goes with the session.
final class FileSession {
    let folder: String

    init() {
        folder = NSTemporaryDirectory() + "loot-session-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A file in the folder.
    subscript(name: String) -> [UInt8]? {
        get { FileManager.default.contents(atPath: "\(folder)/\(name)").map { [UInt8]($0) } }
        set {
            let path = "\(folder)/\(name)"
            if let newValue {
                _ = FileManager.default.createFile(atPath: path, contents: Data(newValue))
            } else {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }

    /// The names in the folder, the lock's apart.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            .filter { !$0.hasSuffix(".lock") }
    }

    @discardableResult
    func run(_ words: String...) async -> Outcome { await run(words) }

    /// Runs a command; what it writes names the folder `FOLDER`.
    @discardableResult
    func run(_ words: [String]) async -> Outcome {
        let console = TestConsole()
        let sources = ConfigurationSources(
            environment: ["LANG": "C.UTF-8"], workingDirectory: folder, homeDirectory: folder,
            readFile: { FileManager.default.contents(atPath: $0).map { [UInt8]($0) } })
        let status = await Loot.run(
            words, sources: sources, console: console, registry: try .builtIn(console: console))
        return Outcome(
            status: status, output: console.output.replacingOccurrences(of: folder, with: "FOLDER"),
            errors: console.errors.replacingOccurrences(of: folder, with: "FOLDER"))
    }
}
