#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder for a test's files, deleted after the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Returns the path of a file in the folder.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ text: String, _ name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: self(name)))
        return self(name)
    }

    /// Returns the text of a file, or nil.
    func text(_ name: String) -> String? {
        (try? Data(contentsOf: URL(filePath: self(name)))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names of all files.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// Removes the folder's path from the given text.
    func without(_ text: String) -> String { text.replacing(path + "/", with: "") }
}
