import CFileAttributes

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension SystemFileSystem {
    /// See ``FileSystem/access(of:)``.
    public func access(of path: String) throws(SystemError) -> FileAccess? {
        var status = stat()
        do throws(SystemError) { _ = try check(.open, path) { stat(path, &status) } } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        var attributes: [String: [UInt8]] = [:]
        for name in attributeNames(of: path) { attributes[name] = attribute(name, of: path) }
        return FileAccess(
            permissions: UInt32(status.st_mode) & 0o7777, owner: status.st_uid, group: status.st_gid,
            attributes: attributes)
    }

    /// See ``FileSystem/setAccess(_:of:)``.
    public func setAccess(_ access: FileAccess, of path: String) throws(SystemError) {
        guard let current = try self.access(of: path) else { throw SystemError(.notFound, .write, path) }
        var permissions = access.permissions
        if current.owner != access.owner || current.group != access.group {
            // Only the administrator may give files away; the group alone a member may give them.
            if chown(path, access.owner, access.group) != 0, chown(path, uid_t.max, access.group) != 0 {
                // Another group than the one that is meant must not gain what that one may.
                permissions &= ~0o070 | (permissions & 0o007) << 3
            }
        }
        if current.permissions != permissions {
            _ = try check(.write, path) { chmod(path, mode_t(truncatingIfNeeded: permissions)) }
        }
        for (name, value) in access.attributes where current.attributes[name] != value {
            // What a process may not set, such as a security label, the system has set by its own rules.
            _ = value.withUnsafeBytes { cfile_set_attribute(path, name, $0.baseAddress, $0.count) }
        }
    }

    /// See ``FileSystem/refusalToWrite(_:)``.
    public func refusalToWrite(_ path: String) -> SystemError.Code? {
        if faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 { return nil }
        let code = SystemError.Code(errno)
        // Anything else that is wrong with a path shows when it is written.
        return code == .denied || code == .readOnly ? code : nil
    }

    private func attributeNames(of path: String) -> [String] {
        let bytes = filled { buffer in
            cfile_attribute_names(path, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private func attribute(_ name: String, of path: String) -> [UInt8] {
        filled { cfile_attribute(path, name, $0.baseAddress, $0.count) }
    }

    /// What the system fills into a buffer: first it is asked how much that is.
    private func filled(_ fill: (UnsafeMutableRawBufferPointer) -> Int) -> [UInt8] {
        let size = fill(UnsafeMutableRawBufferPointer(start: nil, count: 0))
        if size <= 0 { return [] }
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            // the system writes at most as many bytes as the buffer has, and says how many
            initialized = max(0, fill(UnsafeMutableRawBufferPointer(buffer)))
        }
    }
}

/// Waits for a moment.
func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
