import LootCore
import LootFormats
import Platform

/// A program that the user has trusted, with its answer to `hello` and the state of its file at that time.
struct TrustedProgram: Hashable, Sendable {
    let name: String
    let path: String
    /// The SHA-256 digest of the file when the program was trusted.
    let digest: FileID
    /// The metadata of the file when the program was trusted. As long as it is the same, the content isn't compared.
    let mark: FileMark
    let greeting: Greeting

    /// Throws an error unless the file still has the content that was trusted. Reads the file only if its metadata has
    /// changed.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if the file is missing, can't be read or has other
    ///   content.
    func requireSame() throws(LootError) {
        guard let found = FileMark(path) else {
            throw LootError(
                .configuration, "Can't start the plugin “\(name)”.", reason: "Its file is missing.",
                advice: "Reinstall it, or stop trusting it.", place: TextRules.visible(path: path))
        }
        if found == mark { return }
        guard FileMark.digest(of: path) == digest else { throw changed }
    }

    /// The error that reports that the file has changed since it was trusted.
    var changed: LootError {
        LootError(
            .configuration, "Can't start the plugin “\(name)”.",
            reason: "Its file has changed since it was trusted.",
            advice: "Check what has changed, and trust it again.", remedy: .trustPlugin(name),
            place: TextRules.visible(path: path))
    }
}

/// File metadata that changes whenever the content of the file changes: the inode, the size, and the times. Comparing
/// it is faster than reading the file.
struct FileMark: Hashable, Sendable {
    let node: UInt64
    let size: Int
    let modified, changed: Int64

    init(node: UInt64, size: Int, modified: Int64, changed: Int64) {
        (self.node, self.size, self.modified, self.changed) = (node, size, modified, changed)
    }

    /// Reads the metadata of the file at the given path. Returns `nil` if the path doesn't lead to a regular file, or
    /// if the metadata can't be read.
    init?(_ path: String) {
        guard let status = try? Files.status(at: path), status.kind == .regular else { return nil }
        self.init(node: status.node, size: status.size, modified: status.modified, changed: status.changed)
    }

    /// Returns the SHA-256 digest of the file at the given path, or `nil` if the file can't be read.
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
