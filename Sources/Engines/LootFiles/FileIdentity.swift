/// Which content of a file is meant: what tells it from the same file after another program has written it.
package struct FileIdentity: Hashable, Sendable {
    /// The digest of a content.
    package enum Digest: Hashable, Sendable {
        /// Two numbers, see ``ContentDigest``.
        case wide(UInt64, UInt64)
        /// The CRC-32C by which version 1.0 knew a content.
        case short(UInt32)
    }

    /// How many bytes.
    package var size: Int
    /// Their digest.
    package var digest: Digest
    /// Which file of its medium held them.
    package var node: UInt64
    /// When they were written, in nanoseconds since 1970.
    package var modified: Int64
    /// When the file was last touched in any way, in nanoseconds since 1970; nil where that is not known.
    package var changed: Int64?

    /// The content of a file as it stands.
    package init(size: Int, digest: Digest, node: UInt64, modified: Int64, changed: Int64? = nil) {
        self.size = size
        self.digest = digest
        self.node = node
        self.modified = modified
        self.changed = changed
    }

    /// The content `bytes` in a file with this status.
    package init(of bytes: RawSpan, status: FileStatus) {
        self.init(
            size: bytes.byteCount, digest: Digest(of: ContentDigest(of: bytes)), node: status.node,
            modified: status.modified, changed: status.changed)
    }

    /// Whether a file with this status was not touched since: then there is no need to look into it.
    package func isUntouched(_ status: FileStatus) -> Bool {
        size == status.size && node == status.node && modified == status.modified && changed == status.changed
    }

    /// Whether this is the content of these bytes, wherever and whenever they were written.
    package func isContent(_ bytes: RawSpan) -> Bool {
        guard size == bytes.byteCount else { return false }
        return switch digest {
        case .wide: digest == Digest(of: ContentDigest(of: bytes))
        case .short(let checksum): checksum == Checksum(of: bytes).value
        }
    }
}

extension FileIdentity.Digest {
    /// What a digest came to.
    init(of digest: ContentDigest) {
        let value = digest.value
        self = .wide(value.high, value.low)
    }
}
