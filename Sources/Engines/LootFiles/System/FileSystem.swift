import Platform

/// The system calls that a file store uses. `LootFilesTesting` implements this protocol to simulate a full disk, disk
/// errors and power failures.
///
/// ``SystemFileSystem`` is the real implementation. Implementations handle interrupted and partial calls: a call that
/// returns has done all of its work. A ``write(_:to:at:)`` that throws may have written part of the bytes.
public protocol FileSystem: Sendable {
    /// Opens the file at the given path. Follows a symbolic link at the end of the path, unless the options contain
    /// ``OpenOptions/noLink``.
    func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> FileDescriptor
    /// Closes the given file and releases its lock.
    func close(_ file: FileDescriptor)
    /// Returns the status of the given open file.
    func status(of file: FileDescriptor) throws(SystemError) -> FileStatus
    /// Returns the number of hard links of the given open file.
    func linkCount(of file: FileDescriptor) throws(SystemError) -> Int
    /// Returns the status of the file at the given path, or `nil` if there is no such file. Follows symbolic links.
    func status(at path: String) throws(SystemError) -> FileStatus?
    /// Returns the inode of the file at the given path, or `nil` if there is no such file. Follows symbolic links.
    func node(at path: String) throws(SystemError) -> UInt64?
    /// Returns the target of the symbolic link at the given path, or `nil` if the path isn't a link.
    func destination(ofLink path: String) throws(SystemError) -> String?
    /// Reads `count` bytes from `offset` on, or fewer at the end of the file.
    func read(_ file: FileDescriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8]
    /// Writes all bytes at `offset`. The file grows as needed.
    func write(_ bytes: RawSpan, to file: FileDescriptor, at offset: Int) throws(SystemError)
    /// Changes the size of the given open file: shortens the file, or extends it with zeros.
    func truncate(_ file: FileDescriptor, to size: Int) throws(SystemError)
    /// Waits until the content of the given open file and the metadata needed to read it are durable (fdatasync).
    func sync(_ file: FileDescriptor) throws(SystemError)
    /// Waits until the entries of the folder at the given path are durable (fsync).
    func syncFolder(_ path: String) throws(SystemError)
    /// Renames the file at `path` to `target`, also in another folder on the same file system. Replaces an existing
    /// file at `target`.
    func rename(_ path: String, to target: String) throws(SystemError)
    /// Renames the file at `path` to `name`, unless this name is already used.
    ///
    /// - Returns: `false` if another file already has the name. In this case, nothing was changed.
    func rename(_ path: String, toFree name: String) throws(SystemError) -> Bool
    /// Exchanges the names of the files at `path` and `other` atomically.
    ///
    /// - Returns: `false` if the file system doesn't support this. In this case, nothing was changed.
    func exchange(_ path: String, with other: String) throws(SystemError) -> Bool
    /// Removes the file at the given path. A missing file isn't an error.
    func remove(_ path: String) throws(SystemError)
    /// Creates a folder at the given path, with access only for its owner. An existing folder isn't an error.
    func makeFolder(_ path: String) throws(SystemError)
    /// Returns the names in the given folder, in no particular order, or an empty array if there is no such folder.
    func names(in folder: String) throws(SystemError) -> [String]
    /// Returns the access rights of the file or folder at the given path, or `nil` if there is none.
    func access(of path: String) throws(SystemError) -> FileAccess?
    /// Returns the reason why this process can't write the file or folder at the given path: `denied` or `readOnly`,
    /// according to permissions and mount options. Returns `nil` if it can, or if there is no such file or folder.
    func refusalToWrite(_ path: String) -> SystemError.Code?
    /// Sets the access rights of the file or folder at the given path. The owner and the group are changed only if the
    /// process is allowed to do so. If the group can't be changed, it gets only the permissions of all users.
    func setAccess(_ access: FileAccess, of path: String) throws(SystemError)
    /// Tries to lock the given open file, without waiting.
    ///
    /// - Returns: Whether this descriptor now holds the lock.
    func lock(_ file: FileDescriptor) throws(SystemError) -> Bool
    /// Releases the lock of the given open file.
    func unlock(_ file: FileDescriptor)
}

/// A handle of an open file.
public struct FileDescriptor: RawRepresentable, Hashable, Sendable {
    /// The number of the descriptor.
    public let rawValue: Int32
    /// Creates a descriptor from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// Options for opening a file.
public struct OpenOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Opens for reading and writing instead of only for reading.
    public static let write = Self(rawValue: 1)
    /// Creates the file if it doesn't exist, with access only for its owner.
    public static let create = Self(rawValue: 2)
    /// Fails if the path is a symbolic link.
    public static let noLink = Self(rawValue: 4)
}

/// The metadata of a file.
public struct FileStatus: Hashable, Sendable {
    /// The kind of a file.
    public enum Kind: Hashable, Sendable {
        /// A regular file.
        case regular
        /// A folder.
        case folder
        /// A pipe, a device or a socket.
        case special
    }

    /// The kind of the file.
    public var kind: Kind
    /// The size in bytes.
    public var size: Int
    /// The inode, unique within a file system.
    public var node: UInt64
    /// When the content was last modified, in nanoseconds since 1970.
    public var modified: Int64
    /// When the content or the metadata last changed, in nanoseconds since 1970. Programs can't set it.
    public var changed: Int64

    /// Whether the file and its content are unchanged since the other status was read.
    func isContent(of other: FileStatus) -> Bool {
        (node, size, modified) == (other.node, other.size, other.modified)
    }

    /// Creates a status from its components.
    public init(kind: Kind = .regular, size: Int, node: UInt64, modified: Int64, changed: Int64) {
        self.kind = kind
        self.size = size
        self.node = node
        self.modified = modified
        self.changed = changed
    }
}

extension FileSystem {
    /// Returns 1, for file systems without hard links.
    public func linkCount(of file: FileDescriptor) throws(SystemError) -> Int { 1 }

    /// Opens the file at the given path for writing, and creates it if it doesn't exist. A file with several hard links
    /// is replaced with a new one, so that the content under the other names is kept.
    ///
    /// - Throws: ``SystemError`` if the path leads to something other than a regular file, or if a system call fails.
    package func openOwn(
        _ path: String
    ) throws(SystemError) -> (file: FileDescriptor, status: FileStatus) {
        let (file, status) = try openRegular(path, [.write, .create, .noLink])
        do throws(SystemError) {
            if try linkCount(of: file) <= 1 { return (file, status) }
            try remove(path)
        } catch {
            close(file)
            throw error
        }
        close(file)
        return try openRegular(path, [.write, .create, .noLink])
    }

    /// Waits until the name of the file at the given path is durable in its folder.
    public func syncName(of path: String) throws(SystemError) { try syncFolder(FilePath.folder(of: path)) }

    /// Returns the inode from ``status(at:)``.
    public func node(at path: String) throws(SystemError) -> UInt64? { try status(at: path)?.node }

    /// Opens the regular file at the given path.
    ///
    /// - Throws: ``SystemError``, with code `isFolder` for a folder, and `notRegular` for a pipe, a device or a socket.
    package func openRegular(_ path: String, _ options: OpenOptions = [])
        throws(SystemError) -> (file: FileDescriptor, status: FileStatus)
    {
        let file = try open(path, options)
        do throws(SystemError) {
            let status = try status(of: file)
            guard status.kind == .regular else {
                throw SystemError(status.kind == .folder ? .isFolder : .notRegular, .open, path)
            }
            return (file, status)
        } catch {
            close(file)
            throw error
        }
    }

    /// Returns the content and the status of the file at the given path, or `nil` if there is no such file.
    public func contents(of path: String) throws(SystemError) -> (bytes: [UInt8], status: FileStatus)? {
        let file: FileDescriptor
        let status: FileStatus
        do { (file, status) = try openRegular(path) } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        defer { close(file) }
        return (try read(file, at: 0, count: status.size), status)
    }

    /// Resolves the symbolic links at the end of the given path, even if the target doesn't exist.
    package func resolve(_ path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0..<40 {
            guard let target = try destination(ofLink: path) else { return path }
            path = target.hasPrefix("/") ? target : FilePath.join(FilePath.folder(of: path), target)
        }
        throw SystemError(.tooManyLinks, .open, path)
    }
}

extension FileSystem {
    /// Copies the file at `path` to `target`, with access for the same users. Replaces an existing file at `target`.
    /// The copy isn't synced. It is written to the file at `temporary` first, and then renamed.
    func copy(_ path: String, to target: String, by temporary: String) throws(SystemError) {
        let (source, status) = try openRegular(path)
        defer { close(source) }
        let copy = try openRegular(temporary, [.write, .create, .noLink]).file
        defer { close(copy) }
        try truncate(copy, to: 0)
        if let access = try access(of: path) { try setAccess(access.ofCompanion, of: temporary) }
        // Copy in pieces that fit in the processor's caches.
        let piece = 1 << 16
        for start in stride(from: 0, to: status.size, by: piece) {
            let bytes = try read(source, at: start, count: min(piece, status.size - start))
            try write(bytes.span.bytes, to: copy, at: start)
        }
        try rename(temporary, to: target)
    }

    /// Creates the folder at the given path and all missing parent folders.
    public func makeFolders(_ path: String) throws(SystemError) {
        var missing: [String] = []
        var folder = path
        while try status(at: folder) == nil, folder != FilePath.folder(of: folder) {
            missing.append(folder)
            folder = FilePath.folder(of: folder)
        }
        for folder in missing.reversed() {
            do throws(SystemError) { try makeFolder(folder) } catch {
                // Another process may have created the folder in the meantime.
                if error.code != .exists { throw error }
            }
            try syncFolder(FilePath.folder(of: folder))
        }
    }
}

/// Functions for paths as strings.
package enum FilePath {
    /// Returns the folder of the given path.
    package static func folder(of path: String) -> String { Files.folder(of: path) }

    /// Returns the last component of the given path.
    package static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// Returns the path of the given name in the given folder.
    package static func join(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// Returns the path of the hidden file next to the file at `path` with the given extension, such as
    /// `.items.json.tmp`.
    package static func sidecar(of path: String, ending: String) -> String {
        join(folder(of: path), ".\(name(of: path)).\(ending)")
    }
}
