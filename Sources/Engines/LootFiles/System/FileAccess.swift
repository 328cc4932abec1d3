/// The permissions and the owner of a file.
public struct FileAccess: Hashable, Sendable {
    /// The permission bits.
    public var permissions: UInt32
    /// The user ID of the owner.
    public var owner: UInt32
    /// The group ID.
    public var group: UInt32
    /// The extended attributes by name, including the access control list.
    public var attributes: [String: [UInt8]]

    /// Creates access rights from their components.
    public init(
        permissions: UInt32, owner: UInt32 = 0, group: UInt32 = 0, attributes: [String: [UInt8]] = [:]
    ) {
        self.permissions = permissions
        self.owner = owner
        self.group = group
        self.attributes = attributes
    }

    /// The rights for a file that accompanies this one. The same users can read and write it. The owner can always
    /// write, because a read-only file may become writable again.
    package var ofCompanion: FileAccess {
        var access = self
        access.permissions = access.permissions & 0o666 | 0o200
        access.attributes = attributes.filter { $0.key == FileAccess.list }
        return access
    }

    /// The rights for a folder that accompanies this file. Users who can read or write the file can do so in the
    /// folder.
    package var ofFolder: FileAccess {
        var access = ofCompanion
        access.permissions |= access.permissions >> 2 & 0o111
        if let list = access.attributes[FileAccess.list] {
            access.attributes[FileAccess.list] = FileAccess.passable(list)
        }
        return access
    }

    /// The name of the access control list's attribute on Linux.
    static let list = "system.posix_acl_access"

    /// Adds the search permission to all entries of an access control list that have the read permission. The list
    /// consists of a four-byte version and eight-byte entries with a tag, permissions and an ID.
    private static func passable(_ list: [UInt8]) -> [UInt8] {
        var list = list
        for index in stride(from: 4 + 2, to: list.count, by: 8) where list[index] & 4 != 0 {
            list[index] |= 1
        }
        return list
    }
}
