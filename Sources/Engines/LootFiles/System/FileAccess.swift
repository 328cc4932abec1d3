/// Who may do what with a file.
package struct FileAccess: Hashable, Sendable {
    /// The permission bits.
    package var permissions: UInt32
    /// The user it belongs to.
    package var owner: UInt32
    /// The group it belongs to.
    package var group: UInt32
    /// What the system keeps beside the content, by name: the access control list among them.
    package var attributes: [String: [UInt8]]

    /// Rights to a file.
    package init(
        permissions: UInt32, owner: UInt32 = 0, group: UInt32 = 0, attributes: [String: [UInt8]] = [:]
    ) {
        self.permissions = permissions
        self.owner = owner
        self.group = group
        self.attributes = attributes
    }

    /// The rights to another file that goes with this one: the same people may read and write it, and its owner always, so
    /// that a file which may be written again needs nothing else.
    package var ofCompanion: FileAccess {
        var access = self
        access.permissions = access.permissions & 0o666 | 0o200
        access.attributes = attributes.filter { $0.key == FileAccess.list }
        return access
    }

    /// The rights to a folder that goes with this file: who may read the file may read what is in the folder, and who
    /// may write it may write there.
    package var ofFolder: FileAccess {
        var access = ofCompanion
        access.permissions |= access.permissions >> 2 & 0o111
        if let list = access.attributes[FileAccess.list] {
            access.attributes[FileAccess.list] = FileAccess.passable(list)
        }
        return access
    }

    /// The name of the access control list on Linux.
    static let list = "system.posix_acl_access"

    /// An access control list in which the right to read includes passing: after a version of four bytes come entries of
    /// a tag, the rights and an id in eight.
    private static func passable(_ list: [UInt8]) -> [UInt8] {
        var list = list
        for index in stride(from: 4 + 2, to: list.count, by: 8) where list[index] & 4 != 0 {
            list[index] |= 1
        }
        return list
    }
}
