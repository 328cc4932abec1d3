#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder for a test's files, which goes away with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and answers its path.
    @discardableResult
    func write(_ text: String, _ name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: self(name)))
        return self(name)
    }

    /// The text of a file; nil if there is none.
    func text(_ name: String) -> String? {
        (try? Data(contentsOf: URL(filePath: self(name)))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names of everything in it.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// A text from a test's folder, with the folder's name left out.
    func without(_ text: String) -> String { text.replacing(path + "/", with: "") }
}
