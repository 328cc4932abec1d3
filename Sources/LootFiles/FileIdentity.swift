/// Which content of a file is meant: what tells it from the same file after somebody else has written it.
public struct FileIdentity: Hashable, Sendable {
    /// How many bytes.
    public var size: Int
    /// Their CRC-32C.
    public var checksum: UInt32
    /// Which file of its medium held them.
    public var node: UInt64
    /// When they were written, in nanoseconds since 1970.
    public var modified: Int64
    /// What it holds, if this program wrote it; nil for a file that somebody else has written.
    public var summary: FileSummary?

    /// The content of a file as it stands.
    public init(size: Int, checksum: UInt32, node: UInt64, modified: Int64) {
        self.size = size
        self.checksum = checksum
        self.node = node
        self.modified = modified
    }

    /// The content `bytes` in a file with this status.
    public init(of bytes: RawSpan, status: FileStatus) {
        self.init(
            size: bytes.byteCount, checksum: Checksum(of: bytes).value, node: status.node,
            modified: status.modified)
    }

    /// Whether a file with this status has not been written since: then there is no need to look into it.
    public func isUntouched(_ status: FileStatus) -> Bool {
        size == status.size && node == status.node && modified == status.modified
    }

    /// Whether both have the same content, wherever and whenever it was written.
    public func hasSameContent(as other: FileIdentity) -> Bool {
        size == other.size && checksum == other.checksum
    }
}

/// What can be told of a file's items without reading them.
public struct FileSummary: Hashable, Sendable {
    /// How many there are.
    public var count: Int
    /// What they are worth together.
    public var totalValue: Int128

    /// So many items, worth so much together.
    public init(count: Int, totalValue: Int128) {
        self.count = count
        self.totalValue = totalValue
    }
}
