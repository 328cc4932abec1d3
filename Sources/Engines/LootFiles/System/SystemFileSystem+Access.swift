import Platform

extension SystemFileSystem {
    /// See ``FileSystem/access(of:)``.
    package func access(of path: String) throws(SystemError) -> FileAccess? {
        guard let status = try lookedAt(path) else { return nil }
        var attributes: [String: [UInt8]] = [:]
        for name in Files.attributeNames(of: path) { attributes[name] = Files.attribute(name, of: path) }
        return FileAccess(
            permissions: status.permissions, owner: status.owner, group: status.group, attributes: attributes)
    }

    /// See ``FileSystem/setAccess(_:of:)``.
    package func setAccess(_ access: FileAccess, of path: String) throws(SystemError) {
        guard let current = try self.access(of: path) else { throw SystemError(.notFound, .write, path) }
        var permissions = access.permissions
        if current.owner != access.owner || current.group != access.group {
            // Only the administrator may give files away; the group alone a member may give them.
            if !isGiven(path, to: access.owner, access.group), !isGiven(path, to: nil, access.group) {
                // Another group than the one that is meant must not gain what that one may.
                permissions &= ~0o070 | (permissions & 0o007) << 3
            }
        }
        if current.permissions != permissions {
            try check(.write, path) { () throws(SystemFailure) in
                try Files.setPermissions(permissions, of: path)
            }
        }
        for (name, value) in access.attributes where current.attributes[name] != value {
            // What a process may not set, such as a security label, the system has set by its own rules.
            try? Files.setAttribute(name, to: value, of: path)
        }
    }

    /// See ``FileSystem/refusalToWrite(_:)``.
    package func refusalToWrite(_ path: String) -> SystemError.Code? {
        do throws(SystemFailure) { try Files.requireWritable(path) } catch {
            let code = SystemError.Code(error)
            // Anything else that is wrong with a path shows when it is written.
            return code == .denied || code == .readOnly ? code : nil
        }
        return nil
    }

    private func isGiven(_ path: String, to owner: UInt32?, _ group: UInt32) -> Bool {
        do { try Files.setOwner(owner, group: group, of: path) } catch { return false }
        return true
    }
}
