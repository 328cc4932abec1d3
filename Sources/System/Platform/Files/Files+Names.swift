import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Files {
    // MARK: - Names

    /// Returns whether a file exists at a path, as far as this process can see.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the absolute path without symbolic links, or `nil` if the file doesn't exist.
    package static func realPath(of path: String) -> String? {
        guard let path = realpath(path, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Returns the target of a symbolic link. Throws `invalid` if the file isn't a symbolic link.
    package static func destination(ofLink path: String) throws(SystemFailure) -> String {
        var count = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, initialized in
            // The system fills the buffer and reports the number of bytes.
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                if let start = buffer.baseAddress { count = readlink(path, start, buffer.count) }
            }
            initialized = max(0, count)
        }
        if count < 0 { throw .last }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Resolves a path by following symbolic links, even if the final target doesn't exist.
    package static func target(of path: String) -> String {
        if let path = realPath(of: path) { return path }
        var path = path
        // Limit the number of links, since they can form a cycle.
        for _ in 0..<40 {
            guard let destination = try? destination(ofLink: path) else { break }
            path = destination.hasPrefix("/") ? destination : "\(folder(of: path))/\(destination)"
        }
        return path
    }

    /// Returns the path of the folder that contains a file.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Renames a file. Replaces an existing file with the new name.
    package static func rename(_ path: String, to target: String) throws(SystemFailure) {
        try checked { renameFile(path, target) }
    }

    /// Atomically exchanges the names of two files.
    ///
    /// - Returns: `false` if the system or file system doesn't support this. The files are unchanged in this case.
    package static func exchange(_ path: String, with other: String) throws(SystemFailure) -> Bool {
        if Portability.isForced { return false }
        do throws(SystemFailure) { try checked { cplatform_exchange(path, other) } } catch {
            if [.invalid, .missing, .unsupported].contains(error) { return false }
            throw error
        }
        return true
    }

    /// Renames a file, unless the new name is in use. This is atomic if the system and the file system support it.
    ///
    /// - Returns: `false` if the new name is in use.
    package static func rename(_ path: String, toFree name: String) throws(SystemFailure) -> Bool {
        do throws(SystemFailure) {
            if Portability.isForced { throw .unsupported }
            try checked { cplatform_rename_to_free(path, name) }
        } catch {
            if error == .exists { return false }
            guard [.invalid, .missing, .unsupported].contains(error) else { throw error }
            if exists(name) { return false }
            try rename(path, to: name)
        }
        return true
    }

    /// Removes a file.
    package static func remove(_ path: String) throws(SystemFailure) { try checked { unlink(path) } }

    /// Creates a folder that only its owner can access.
    package static func makeFolder(_ path: String) throws(SystemFailure) {
        try checked { mkdir(path, 0o700) }
    }

    /// Creates a folder and its missing parents. Only their owner can access them.
    package static func makeFolders(_ path: String) throws(SystemFailure) {
        var missing: [String] = []
        var path = path
        while !exists(path), path != folder(of: path) {
            missing.append(path)
            path = folder(of: path)
        }
        for path in missing.reversed() {
            do throws(SystemFailure) { try makeFolder(path) } catch {
                // Another process may have created the folder in the meantime.
                if error != .exists { throw error }
            }
        }
        if try status(at: missing.first ?? path).kind != .folder { throw .notFolder }
    }

    /// Removes a file, or a folder and its contents. Doesn't follow symbolic links.
    package static func removeAll(_ path: String) throws(SystemFailure) {
        do throws(SystemFailure) { try remove(path) } catch {
            guard error == .isFolder || error == .notPermitted else { throw error }
            for name in try names(in: path) { try removeAll("\(path)/\(name)") }
            try removeFolder(path)
        }
    }

    /// The working directory of this process, or `nil` if it was removed.
    package static var workingFolder: String? { text { getcwd($0, $1) != nil } }

    /// Removes an empty folder.
    package static func removeFolder(_ path: String) throws(SystemFailure) { try checked { rmdir(path) } }

    /// Returns the names of the files in a folder, in no particular order.
    package static func names(in folder: String) throws(SystemFailure) -> [String] {
        guard let stream = opendir(folder) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            // Read only up to the end of the name. The declared size of the entry may exceed the memory that the
            // system has filled.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let name = String(cString: start)
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        if errno != 0 { throw .last }
        return names
    }

    // MARK: - Permissions

    /// Sets the permissions of a file.
    package static func setPermissions(_ permissions: UInt32, of path: String) throws(SystemFailure) {
        try checked { chmod(path, mode_t(truncatingIfNeeded: permissions)) }
    }

    /// Sets the permissions of an open file.
    package static func setPermissions(_ permissions: UInt32, of file: Int32) throws(SystemFailure) {
        try checked { fchmod(file, mode_t(truncatingIfNeeded: permissions)) }
    }

    /// Throws an error if this process can't write to a path, because of permissions or a read-only file system.
    package static func requireWritable(_ path: String) throws(SystemFailure) {
        try checked { faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) }
    }

    /// Sets the owner and group of a file. If `owner` is `nil`, the owner doesn't change.
    package static func setOwner(_ owner: UInt32?, group: UInt32, of path: String) throws(SystemFailure) {
        try checked { chown(path, owner ?? uid_t.max, group) }
    }

    /// Returns the names of a file's extended attributes. Empty if the file system doesn't support them.
    package static func attributeNames(of path: String) -> [String] {
        let bytes = filled { buffer in
            cplatform_attribute_names(
                path, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the value of an extended attribute, or an empty array if there is none.
    package static func attribute(_ name: String, of path: String) -> [UInt8] {
        filled { cplatform_attribute(path, name, $0.baseAddress, $0.count) }
    }

    /// Sets an extended attribute.
    package static func setAttribute(_ name: String, to value: [UInt8], of path: String) throws(SystemFailure)
    {
        let result = value.withUnsafeBytes { cplatform_set_attribute(path, name, $0.baseAddress, $0.count) }
        if result != 0 { throw .last }
    }

    /// Returns the bytes that `fill` writes. First calls it with an empty buffer to determine the size.
    private static func filled(_ fill: (UnsafeMutableRawBufferPointer) -> Int) -> [UInt8] {
        let size = fill(UnsafeMutableRawBufferPointer(start: nil, count: 0))
        if size <= 0 { return [] }
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            // The system writes at most the buffer's size and reports the number of bytes.
            initialized = max(0, fill(UnsafeMutableRawBufferPointer(buffer)))
        }
    }

    /// Returns the null-terminated string that `write` stores in the buffer, or `nil` if it returns `false`.
    static func text(_ write: (UnsafeMutablePointer<CChar>, Int) -> Bool) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress, write(start, buffer.count) else { return nil }
            return String(cString: start)
        }
    }
}

// Inside a type with a method of the same name, the unqualified name refers to the method.
private func renameFile(_ path: String, _ target: String) -> Int32 { rename(path, target) }
