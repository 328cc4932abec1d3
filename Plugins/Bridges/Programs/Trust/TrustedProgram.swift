import LootCore
import LootFormats
import Platform

/// A program that a person trusts: a file as it was then, and what it said of itself.
struct TrustedProgram: Hashable, Sendable {
    let name: String
    let path: String
    /// The SHA-256 of the file.
    let digest: FileID
    /// The file as the system saw it; while it is the same, its bytes need not be read again.
    let mark: FileMark
    let greeting: Greeting

    /// Whether the file is the one that was trusted.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` where it is another one, or gone.
    func requireSame() throws(LootError) {
        guard let found = FileMark(path) else {
            throw LootError(
                .configuration, "can't start the plugin “\(name)”", because: "its file is gone",
                next: "Install it again, or forget it", place: TextRules.visible(path: path))
        }
        if found == mark { return }
        guard FileMark.digest(of: path) == digest else { throw changed }
    }

    /// The error for a file that is another one than it was.
    var changed: LootError {
        LootError(
            .configuration, "can't start the plugin “\(name)”",
            because: "its file is not the one that was trusted",
            next: "Look at what changed, and trust it again", remedy: .trustPlugin(name),
            place: TextRules.visible(path: path))
    }
}

/// Which file stands at a path, as far as the system tells without reading it.
struct FileMark: Hashable, Sendable {
    let node: UInt64
    let size: Int
    let modified, changed: Int64

    init(node: UInt64, size: Int, modified: Int64, changed: Int64) {
        (self.node, self.size, self.modified, self.changed) = (node, size, modified, changed)
    }

    /// The file at a path; nil where there is none.
    init?(_ path: String) {
        guard let status = try? Files.status(at: path), status.kind == .regular else { return nil }
        self.init(node: status.node, size: status.size, modified: status.modified, changed: status.changed)
    }

    /// The SHA-256 of a file; nil where it can't be read.
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
