import LootCore
import LootFormats
import Platform

/// A trusted program: the file at the time it was trusted, and its answer to `hello`.
struct TrustedProgram: Hashable, Sendable {
    let name: String
    let path: String
    /// The SHA-256 digest of the file.
    let digest: FileID
    /// The file's metadata. While it is unchanged, the file doesn't have to be read again.
    let mark: FileMark
    let greeting: Greeting

    /// Checks that the file hasn't changed since it was trusted.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if the file has changed or is missing.
    func requireSame() throws(LootError) {
        guard let found = FileMark(path) else {
            throw LootError(
                .configuration, "Can't start the plugin “\(name)”.", reason: "Its file is missing.",
                advice: "Reinstall it, or stop trusting it.", place: TextRules.visible(path: path))
        }
        if found == mark { return }
        guard FileMark.digest(of: path) == digest else { throw changed }
    }

    /// The error for a changed file.
    var changed: LootError {
        LootError(
            .configuration, "Can't start the plugin “\(name)”.",
            reason: "Its file has changed since it was trusted.",
            advice: "Check what has changed, and trust it again.", remedy: .trustPlugin(name),
            place: TextRules.visible(path: path))
    }
}

/// The metadata that identifies a version of a file without reading it.
struct FileMark: Hashable, Sendable {
    let node: UInt64
    let size: Int
    let modified, changed: Int64

    init(node: UInt64, size: Int, modified: Int64, changed: Int64) {
        (self.node, self.size, self.modified, self.changed) = (node, size, modified, changed)
    }

    /// Reads the metadata of a file. Returns `nil` if there is no regular file at the path.
    init?(_ path: String) {
        guard let status = try? Files.status(at: path), status.kind == .regular else { return nil }
        self.init(node: status.node, size: status.size, modified: status.modified, changed: status.changed)
    }

    /// Returns the SHA-256 digest of a file, or `nil` if it can't be read.
    static func digest(of path: String) -> FileID? {
        guard let file = try? Files.open(path, [.read]) else { return nil }
        defer { Files.close(file) }
        var bytes: [UInt8] = []
        while let piece = try? Files.read(file, atMost: 1 << 20) {
            if piece.isEmpty { return FileID(of: bytes) }
            bytes += piece
        }
        return nil
    }
}
