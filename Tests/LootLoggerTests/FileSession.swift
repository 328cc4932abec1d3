import CLI
import Foundation
import LootCore
import LootLogger
import LootWiring

/// Runs `loot` for one person in a separate folder, which is deleted with the session.
final class FileSession {
    let folder: String

    init() {
        folder = NSTemporaryDirectory() + "loot-session-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The content of a file in the folder.
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

    /// The names in the folder, except for the lock.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            .filter { !$0.hasSuffix(".lock") }
    }

    @discardableResult
    func run(_ words: String...) async -> Outcome { await run(words) }

    /// Runs a command. In its output, the folder is replaced with `FOLDER`.
    @discardableResult
    func run(
        _ words: [String], input: String? = nil, environment: [String: String] = [:],
        on console: TestConsole? = nil
    ) async -> Outcome {
        let console = console ?? TestConsole(input: input.map { [Array($0.utf8)] } ?? [])
        let sources = ConfigurationSources(
            environment: environment.merging(["LANG": "C.UTF-8"]) { given, _ in given },
            workingDirectory: folder, homeDirectory: folder, userName: "eve",
            readFile: { FileManager.default.contents(atPath: $0).map { [UInt8]($0) } },
            changeFile: { (path, change) throws(LootError) in
                let old = FileManager.default.contents(atPath: path).map { [UInt8]($0) }
                let new = try change(old)
                _ = FileManager.default.createFile(atPath: path, contents: Data(new))
            })
        let status = await Loot.run(
            words, sources: sources, console: console, registry: try .builtIn(console: console))
        return Outcome(
            status: status, output: console.output.replacingOccurrences(of: folder, with: "FOLDER"),
            errors: console.errors.replacingOccurrences(of: folder, with: "FOLDER"))
    }
}
