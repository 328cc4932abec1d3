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

    /// Whether there is anything under a name, as far as this process can see.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The path from the root without symbolic links; nil where nothing is.
    package static func realPath(of path: String) -> String? {
        guard let path = realpath(path, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Where a symbolic link points; fails as invalid for what is no link.
    package static func destination(ofLink path: String) throws(SystemFailure) -> String {
        var count = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, initialized in
            // the system fills the buffer and says how far
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                if let start = buffer.baseAddress { count = readlink(path, start, buffer.count) }
            }
            initialized = max(0, count)
        }
        if count < 0 { throw .last }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The file that a path means in the end: symbolic links are followed, also to where nothing is yet.
    package static func target(of path: String) -> String {
        if let path = realPath(of: path) { return path }
        var path = path
        // Links that lead in a circle come to no end.
        for _ in 0..<40 {
            guard let destination = try? destination(ofLink: path) else { break }
            path = destination.hasPrefix("/") ? destination : "\(folder(of: path))/\(destination)"
        }
        return path
    }

    /// The folder that a path's last part is in.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Gives a file another name, in place of what had that name.
    package static func rename(_ path: String, to target: String) throws(SystemFailure) {
        try checked { renameFile(path, target) }
    }

    /// Gives two files each other's names, in one step.
    ///
    /// - Returns: false where the system, or this kind of medium, knows nothing of that; then nothing was done.
    package static func exchange(_ path: String, with other: String) throws(SystemFailure) -> Bool {
        if Portability.isForced { return false }
        do throws(SystemFailure) { try checked { cplatform_exchange(path, other) } } catch {
            if [.invalid, .missing, .unsupported].contains(error) { return false }
            throw error
        }
        return true
    }

    /// Gives a file another name, if that is free.
    ///
    /// - Returns: false where another file has it; then nothing was done. Where the system, or this kind of medium, can't
    ///   look and rename in one step, it is two.
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

    /// Takes a file's name away.
    package static func remove(_ path: String) throws(SystemFailure) { try checked { unlink(path) } }

    /// Makes a folder for its owner alone.
    package static func makeFolder(_ path: String) throws(SystemFailure) {
        try checked { mkdir(path, 0o700) }
    }

    /// Makes the folders that are missing on the way to a folder, and it, each for its owner alone.
    package static func makeFolders(_ path: String) throws(SystemFailure) {
        var missing: [String] = []
        var path = path
        while !exists(path), path != folder(of: path) {
            missing.append(path)
            path = folder(of: path)
        }
        for path in missing.reversed() {
            do throws(SystemFailure) { try makeFolder(path) } catch {
                // Another process may have been first.
                if error != .exists { throw error }
            }
        }
        if try status(at: missing.first ?? path).kind != .folder { throw .notFolder }
    }

    /// Removes a file, or a folder with all that is in it; a link goes, and what it points to stays.
    package static func removeAll(_ path: String) throws(SystemFailure) {
        do throws(SystemFailure) { try remove(path) } catch {
            guard error == .isFolder || error == .notPermitted else { throw error }
            for name in try names(in: path) { try removeAll("\(path)/\(name)") }
            try removeFolder(path)
        }
    }

    /// The folder from which this process reads relative paths; nil where that was removed.
    package static var workingFolder: String? { text { getcwd($0, $1) != nil } }

    /// Takes away a folder that holds nothing.
    package static func removeFolder(_ path: String) throws(SystemFailure) { try checked { rmdir(path) } }

    /// The names in a folder, in no particular order.
    package static func names(in folder: String) throws(SystemFailure) -> [String] {
        guard let stream = opendir(folder) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            // The name ends within the entry, whose declared size may reach beyond what the system has filled.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let name = String(cString: start)
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        if errno != 0 { throw .last }
        return names
    }

    // MARK: - Rights

    /// Decides who may do what with a file.
    package static func setPermissions(_ permissions: UInt32, of path: String) throws(SystemFailure) {
        try checked { chmod(path, mode_t(truncatingIfNeeded: permissions)) }
    }

    /// Decides who may do what with an open file.
    package static func setPermissions(_ permissions: UInt32, of file: Int32) throws(SystemFailure) {
        try checked { fchmod(file, mode_t(truncatingIfNeeded: permissions)) }
    }

    /// Refuses a path that this process has no right to write, or that is on a medium for reading only.
    package static func requireWritable(_ path: String) throws(SystemFailure) {
        try checked { faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) }
    }

    /// Gives a file to an owner and a group; without an owner it keeps its own.
    package static func setOwner(_ owner: UInt32?, group: UInt32, of path: String) throws(SystemFailure) {
        try checked { chown(path, owner ?? uid_t.max, group) }
    }

    /// The names of a file's extended attributes; none where the medium has none.
    package static func attributeNames(of path: String) -> [String] {
        let bytes = filled { buffer in
            cplatform_attribute_names(
                path, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of an extended attribute; empty where there is none.
    package static func attribute(_ name: String, of path: String) -> [UInt8] {
        filled { cplatform_attribute(path, name, $0.baseAddress, $0.count) }
    }

    /// Sets an extended attribute.
    package static func setAttribute(_ name: String, to value: [UInt8], of path: String) throws(SystemFailure)
    {
        let result = value.withUnsafeBytes { cplatform_set_attribute(path, name, $0.baseAddress, $0.count) }
        if result != 0 { throw .last }
    }

    /// What the system fills into a buffer: first it is asked how much that is.
    private static func filled(_ fill: (UnsafeMutableRawBufferPointer) -> Int) -> [UInt8] {
        let size = fill(UnsafeMutableRawBufferPointer(start: nil, count: 0))
        if size <= 0 { return [] }
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            // the system writes at most as many bytes as the buffer has, and says how many
            initialized = max(0, fill(UnsafeMutableRawBufferPointer(buffer)))
        }
    }

    /// What the system writes into memory of a size, ended by a zero; nil if it says that it did not.
    static func text(_ write: (UnsafeMutablePointer<CChar>, Int) -> Bool) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress, write(start, buffer.count) else { return nil }
            return String(cString: start)
        }
    }
}

// Within a type that has a method of this name the bare one means the method.
private func renameFile(_ path: String, _ target: String) -> Int32 { rename(path, target) }
