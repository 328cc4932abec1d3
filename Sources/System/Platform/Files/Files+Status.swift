import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Files {
    /// The metadata of a file.
    package struct Status: Hashable, Sendable {
        /// The kind of a file.
        package enum Kind: Hashable, Sendable {
            /// A regular file.
            case regular
            /// A folder.
            case folder
            /// A pipe, device or socket.
            case special
        }

        package var kind: Kind
        /// The size in bytes.
        package var size: Int
        /// The inode number, which identifies the file within its file system.
        package var node: UInt64
        /// The time of the last change to the contents, in nanoseconds since 1970.
        package var modified: Int64
        /// The time of the last change to the contents or metadata, in nanoseconds since 1970.
        package var changed: Int64
        /// The permission bits.
        package var permissions: UInt32
        /// The ID of the user who owns the file.
        package var owner: UInt32
        /// The ID of the group that owns the file.
        package var group: UInt32
        /// The number of hard links.
        package var linkCount: Int

        init(_ status: cplatform_status) {
            linkCount = Int(status.links)
            kind =
                switch mode_t(truncatingIfNeeded: status.mode) & S_IFMT {
                case S_IFREG: .regular
                case S_IFDIR: .folder
                default: .special
                }
            size = Int(status.size)
            node = status.node
            modified = status.modified
            changed = status.changed
            permissions = status.mode & 0o7777
            owner = status.owner
            group = status.group
        }
    }
}
