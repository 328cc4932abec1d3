import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Files {
    /// What the system knows of a file.
    package struct Status: Hashable, Sendable {
        /// What kind of file it is.
        package enum Kind: Hashable, Sendable {
            /// Bytes.
            case regular
            /// A folder.
            case folder
            /// A pipe, a device, a socket.
            case special
        }

        package var kind: Kind
        /// How many bytes it holds.
        package var size: Int
        /// Which file it is, among those of its medium.
        package var node: UInt64
        /// When its content last changed, in nanoseconds since 1970.
        package var modified: Int64
        /// When its content or anything that the system knows of it last changed, in nanoseconds since 1970.
        package var changed: Int64
        /// The permission bits.
        package var permissions: UInt32
        /// The user it belongs to.
        package var owner: UInt32
        /// The group it belongs to.
        package var group: UInt32
        /// How many names it has.
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
