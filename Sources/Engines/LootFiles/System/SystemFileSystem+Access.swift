import Platform

extension SystemFileSystem {
    /// Returns the access rights of the file or folder at the given path, or `nil` if there is none.
    public func access(of path: String) throws(SystemError) -> FileAccess? {
        guard let status = try lookedAt(path) else { return nil }
        var attributes: [String: [UInt8]] = [:]
        for name in Files.attributeNames(of: path) { attributes[name] = Files.attribute(name, of: path) }
        return FileAccess(
            permissions: status.permissions, owner: status.owner, group: status.group, attributes: attributes)
    }

    /// Sets the access rights of the file or folder at the given path.
    public func setAccess(_ access: FileAccess, of path: String) throws(SystemError) {
        guard let current = try self.access(of: path) else { throw SystemError(.notFound, .write, path) }
        var permissions = access.permissions
        if current.owner != access.owner || current.group != access.group {
            // Only root can change the owner. A member of a group can give files to the group.
            if !isGiven(path, to: access.owner, access.group), !isGiven(path, to: nil, access.group) {
                // If the file keeps another group than intended, that group must not get the intended group's
                // permissions.
                permissions &= ~0o070 | (permissions & 0o007) << 3
            }
        }
        if current.permissions != permissions {
            try check(.write, path) { () throws(SystemFailure) in
                try Files.setPermissions(permissions, of: path)
            }
        }
        for (name, value) in access.attributes where current.attributes[name] != value {
            // Attributes that the process can't set, such as security labels, are set by the system itself.
            try? Files.setAttribute(name, to: value, of: path)
        }
    }

    /// Returns the reason why this process can't write the file or folder at the given path, or `nil` if it can.
    public func refusalToWrite(_ path: String) -> SystemError.Code? {
        do throws(SystemFailure) { try Files.requireWritable(path) } catch {
            let code = SystemError.Code(error)
            // Other errors are reported when the file is written.
            return code == .denied || code == .readOnly ? code : nil
        }
        return nil
    }

    private func isGiven(_ path: String, to owner: UInt32?, _ group: UInt32) -> Bool {
        do { try Files.setOwner(owner, group: group, of: path) } catch { return false }
        return true
    }
}
