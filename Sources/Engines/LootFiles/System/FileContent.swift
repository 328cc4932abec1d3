import Synchronization

/// The content of a file as it was opened, whatever takes its name meanwhile: read piece by piece, or whole where it has
/// to be.
final class FileContent: Sendable {
    /// The file when it was opened.
    let status: FileStatus
    private let file: OpenFile
    private let files: any FileSystem
    private let known = Mutex(Known())

    private struct Known {
        var bytes: [UInt8]?
        var digest: FileIdentity.Digest?
    }

    /// Up to which size the bytes are kept: they are asked for more than once.
    private static let short = 1 << 18
    /// How many bytes are read at a time: so few that they stay in the processor's caches.
    private static let piece = 1 << 16

    /// The content of the file at a path; nil if there is no such file.
    init?(of path: String, on files: any FileSystem) throws(SystemError) {
        do throws(SystemError) {
            let (descriptor, status) = try files.openRegular(path)
            self.status = status
            self.files = files
            file = OpenFile(descriptor, on: files)
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }

    /// Some of the bytes; fewer where the file has become shorter.
    func bytes(in range: Range<Int>) throws(SystemError) -> [UInt8] {
        try files.read(file.descriptor, at: range.lowerBound, count: range.count)
    }

    /// All bytes.
    func bytes() throws(SystemError) -> [UInt8] {
        if let bytes = known.withLock({ $0.bytes }) { return bytes }
        let bytes = try bytes(in: 0..<status.size)
        if status.size <= FileContent.short { known.withLock { $0.bytes = bytes } }
        return bytes
    }

    /// Which content it is.
    func identity() throws(SystemError) -> FileIdentity {
        let digest = try digest()
        return FileIdentity(
            size: status.size, digest: digest, node: status.node, modified: status.modified,
            changed: status.changed)
    }

    /// Whether this is a content, wherever and whenever that was written.
    func isContent(of identity: FileIdentity) throws(SystemError) -> Bool {
        guard identity.size == status.size else { return false }
        switch identity.digest {
        case .wide: return try digest() == identity.digest
        case .short:
            let whole = try bytes()
            return identity.isContent(whole.span.bytes)
        }
    }

    private func digest() throws(SystemError) -> FileIdentity.Digest {
        if let known = known.withLock({ $0.digest }) { return known }
        var content = ContentDigest()
        if status.size <= FileContent.short {
            let whole = try bytes()
            content.update(whole.span.bytes)
        } else {
            for start in stride(from: 0, to: status.size, by: FileContent.piece) {
                let piece = try bytes(in: start..<min(status.size, start + FileContent.piece))
                content.update(piece.span.bytes)
            }
        }
        let digest = FileIdentity.Digest(of: content)
        known.withLock { $0.digest = digest }
        return digest
    }
}
