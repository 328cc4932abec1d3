import Foundation
import LootFiles

/// Returns the checksum of bytes.
func checksum(_ bytes: [UInt8]) -> UInt32 { Checksum(of: bytes.span.bytes).value }

/// A folder that is deleted after the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "/loot-files-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file with permissions, as another program would.
    func write(_ bytes: [UInt8], to name: String, permissions: Int = 0o644) throws {
        let path = name.hasPrefix("/") ? name : "\(path)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func run(_ command: String...) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        try? process.run()
        process.waitUntilExit()
    }
}
