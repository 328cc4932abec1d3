import Synchronization

/// The content of an open file. It remains available if another file replaces the file. It is read on demand and
/// then cached.
final class FileContent: Sendable {
    /// The status of the file when it was opened.
    let status: FileStatus
    private let file: OpenFile
    private let files: any FileSystem
    private let known = Mutex(Known())

    private struct Known {
        var bytes: [UInt8]?
        var digest: FileIdentity.Digest?
    }

    /// Opens the file at the given path. Returns `nil` if there is no such file.
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

    func bytes() throws(SystemError) -> [UInt8] {
        if let bytes = known.withLock({ $0.bytes }) { return bytes }
        let bytes = try files.read(file.descriptor, at: 0, count: status.size)
        known.withLock { $0.bytes = bytes }
        return bytes
    }

    func identity() throws(SystemError) -> FileIdentity {
        let digest = try digest()
        return FileIdentity(
            size: status.size, digest: digest, node: status.node, modified: status.modified,
            changed: status.changed)
    }

    /// Whether the content matches an identity, regardless of the file and its times.
    func isContent(of identity: FileIdentity) throws(SystemError) -> Bool {
        guard identity.size == status.size else { return false }
        return try digest() == identity.digest
    }

    /// Whether the file was written since it was opened. Another file that took its name doesn't matter.
    func isChanged() throws(SystemError) -> Bool {
        let now = try files.status(of: file.descriptor)
        return now.size != status.size || now.modified != status.modified
    }

    private func digest() throws(SystemError) -> FileIdentity.Digest {
        if let known = known.withLock({ $0.digest }) { return known }
        let whole = try bytes()
        let digest = FileIdentity.Digest(of: ContentDigest(of: whole.span.bytes))
        known.withLock { $0.digest = digest }
        return digest
    }
}
