/// Identifies a version of a file's content, to detect changes by other programs.
package struct FileIdentity: Hashable, Sendable {
    /// The digest of a file's content.
    package struct Digest: Hashable, Sendable {
        /// The halves of the value of a ``ContentDigest``.
        package var high: UInt64
        package var low: UInt64

        /// Creates a digest from its halves.
        package init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }
    }

    /// The size in bytes.
    package var size: Int
    /// The digest of the bytes.
    package var digest: Digest
    /// The inode of the file.
    package var node: UInt64
    /// When the content was last modified, in nanoseconds since 1970.
    package var modified: Int64
    /// When the content or the metadata last changed, in nanoseconds since 1970, or `nil` if that isn't known.
    package var changed: Int64?

    /// Creates an identity from its components.
    package init(size: Int, digest: Digest, node: UInt64, modified: Int64, changed: Int64? = nil) {
        self.size = size
        self.digest = digest
        self.node = node
        self.modified = modified
        self.changed = changed
    }

    /// Creates the identity of a file with the given content and status.
    package init(of bytes: RawSpan, status: FileStatus) {
        self.init(
            size: bytes.byteCount, digest: Digest(of: ContentDigest(of: bytes)), node: status.node,
            modified: status.modified, changed: status.changed)
    }

    /// Whether the status is unchanged, so that the file doesn't have to be read.
    package func isUntouched(_ status: FileStatus) -> Bool {
        size == status.size && node == status.node && modified == status.modified && changed == status.changed
    }

    /// Whether the bytes match, regardless of the file that contains them.
    package func isContent(_ bytes: RawSpan) -> Bool {
        size == bytes.byteCount && digest == Digest(of: ContentDigest(of: bytes))
    }
}

extension FileIdentity.Digest {
    /// Creates a value from a computed digest.
    init(of digest: ContentDigest) {
        let value = digest.value
        self.init(high: value.high, low: value.low)
    }
}
