import Platform

/// The calls to the operating system that a file store makes, and no others: the seam at which a test puts a full
/// disk, a failing medium or a power cut.
///
/// ``SystemFileSystem`` is the real one. Interrupted and partial calls are its business: a call that returns has
/// done all of its work. A ``write(_:to:at:)`` that throws may have written a part.
package protocol FileSystem: Sendable {
    /// Opens a file; a symbolic link at the end of the path is followed unless the options say otherwise.
    func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> FileDescriptor
    /// Gives a descriptor back, and with it any lock it holds.
    func close(_ file: FileDescriptor)
    /// What the system knows of an open file.
    func status(of file: FileDescriptor) throws(SystemError) -> FileStatus
    /// How many names an open file has.
    func linkCount(of file: FileDescriptor) throws(SystemError) -> Int
    /// What the system knows of the file at a path, nil if nothing is there. Symbolic links are followed.
    func status(at path: String) throws(SystemError) -> FileStatus?
    /// Which file is at a path, nil if nothing is there. Symbolic links are followed.
    func node(at path: String) throws(SystemError) -> UInt64?
    /// Where the symbolic link at a path points, nil if the path is no link.
    func destination(ofLink path: String) throws(SystemError) -> String?
    /// At most `count` bytes from `offset` on; fewer only where the file ends.
    func read(_ file: FileDescriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8]
    /// Writes all the bytes at `offset`; the file grows as needed.
    func write(_ bytes: RawSpan, to file: FileDescriptor, at offset: Int) throws(SystemError)
    /// Cuts a file off, or lets it grow with zeros.
    func truncate(_ file: FileDescriptor, to size: Int) throws(SystemError)
    /// Waits until the content of a file, and as much of its metadata as reading it needs, is on the medium.
    func sync(_ file: FileDescriptor) throws(SystemError)
    /// Waits until the names in a folder are on the medium.
    func syncFolder(_ path: String) throws(SystemError)
    /// Gives a file another name in the same folder, in place of what had that name.
    func rename(_ path: String, to target: String) throws(SystemError)
    /// Gives a file another name, if that is free.
    ///
    /// - Returns: false when another file has it, and nothing was done.
    func rename(_ path: String, toFree name: String) throws(SystemError) -> Bool
    /// Gives two files each other's names, in one step.
    ///
    /// - Returns: false when the file system can't, and nothing was done.
    func exchange(_ path: String, with other: String) throws(SystemError) -> Bool
    /// Takes a name away; that there is none is no error.
    func remove(_ path: String) throws(SystemError)
    /// Makes a folder for its owner alone; that it is there is no error.
    func makeFolder(_ path: String) throws(SystemError)
    /// The names in a folder, in no particular order; none if there is no such folder.
    func names(in folder: String) throws(SystemError) -> [String]
    /// Who may do what with the file or folder at a path, nil if nothing is there.
    func access(of path: String) throws(SystemError) -> FileAccess?
    /// Why this process may not write the file or folder at a path, as far as rights and medium tell: `denied` or
    /// `readOnly`; nil where it may, and where nothing is there.
    func refusalToWrite(_ path: String) -> SystemError.Code?
    /// Decides who may do what with a file or folder. Owner and group change where the process may do that; where the
    /// group does not, its members get no more than all users.
    func setAccess(_ access: FileAccess, of path: String) throws(SystemError)
    /// Takes the lock on an open file, without waiting.
    ///
    /// - Returns: whether the lock is now held by this descriptor.
    func lock(_ file: FileDescriptor) throws(SystemError) -> Bool
    /// Gives the lock back.
    func unlock(_ file: FileDescriptor)
}

/// An open file.
package struct FileDescriptor: RawRepresentable, Hashable, Sendable {
    /// The system's number for it.
    package let rawValue: Int32
    /// The descriptor with this number.
    package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// How a file is opened.
package struct OpenOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: Int
    /// The options with these bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// For writing too; without this, only for reading.
    package static let write = Self(rawValue: 1)
    /// It is made if it is not there, for the owner alone to read and write.
    package static let create = Self(rawValue: 2)
    /// A symbolic link is refused.
    package static let noLink = Self(rawValue: 4)
}

/// What the system knows of a file.
package struct FileStatus: Hashable, Sendable {
    /// What kind of file it is.
    package enum Kind: Hashable, Sendable {
        /// Bytes.
        case regular
        /// A folder.
        case folder
        /// A pipe, a device, a socket.
        case special
    }

    /// What kind of file it is.
    package var kind: Kind
    /// How many bytes it holds.
    package var size: Int
    /// Which file it is, among those of its medium.
    package var node: UInt64
    /// When its content last changed, in nanoseconds since 1970.
    package var modified: Int64
    /// When its content or anything that the system knows of it last changed, in nanoseconds since 1970. No program
    /// can set that.
    package var changed: Int64

    /// Whether it is a file whose content is as it was when another status was taken.
    func isContent(of other: FileStatus) -> Bool {
        (node, size, modified) == (other.node, other.size, other.modified)
    }

    /// A status.
    package init(kind: Kind = .regular, size: Int, node: UInt64, modified: Int64, changed: Int64) {
        self.kind = kind
        self.size = size
        self.node = node
        self.modified = modified
        self.changed = changed
    }
}

extension FileSystem {
    /// One: a file system without hard links.
    package func linkCount(of file: FileDescriptor) throws(SystemError) -> Int { 1 }

    /// Opens a file that this process is about to write, and makes it if it isn't there. A file that has another name
    /// too keeps its content: a new file takes its place here.
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

    /// As ``status(at:)`` tells.
    package func node(at path: String) throws(SystemError) -> UInt64? { try status(at: path)?.node }

    /// Opens a file that must hold bytes: a folder, a pipe or a device is refused.
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

    /// The whole content of a file with its status, nil if there is no such file.
    package func contents(of path: String) throws(SystemError) -> (bytes: [UInt8], status: FileStatus)? {
        let file: FileDescriptor
        let status: FileStatus
        do { (file, status) = try openRegular(path) } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        defer { close(file) }
        return (try read(file, at: 0, count: status.size), status)
    }

    /// The file that a path means in the end: symbolic links at its end are followed, also to where nothing is yet.
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
    /// Copies a file under another name, in place of what has it, for those who may read the file. It is not on the
    /// medium yet when this returns.
    func copy(_ path: String, to target: String, by temporary: String) throws(SystemError) {
        let (source, status) = try openRegular(path)
        defer { close(source) }
        let copy = try openRegular(temporary, [.write, .create, .noLink]).file
        defer { close(copy) }
        try truncate(copy, to: 0)
        if let access = try access(of: path) { try setAccess(access.ofCompanion, of: temporary) }
        // In pieces that stay in the processor's caches.
        let piece = 1 << 16
        for start in stride(from: 0, to: status.size, by: piece) {
            let bytes = try read(source, at: start, count: min(piece, status.size - start))
            try write(bytes.span.bytes, to: copy, at: start)
        }
        try rename(temporary, to: target)
    }

    /// Makes the folders that are missing on the way to a folder, and it.
    func makeFolders(_ path: String) throws(SystemError) {
        var missing: [String] = []
        var folder = path
        while try status(at: folder) == nil, folder != FilePath.folder(of: folder) {
            missing.append(folder)
            folder = FilePath.folder(of: folder)
        }
        for folder in missing.reversed() {
            try makeFolder(folder)
            try syncFolder(FilePath.folder(of: folder))
        }
    }
}

/// Paths as text, as far as a file store looks into them.
package enum FilePath {
    /// The folder that a path's last part is in.
    package static func folder(of path: String) -> String { Files.folder(of: path) }

    /// A path's last part.
    package static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// A path within a folder.
    package static func join(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// The hidden file beside another, with an ending: `.items.json.tmp`.
    package static func sidecar(of path: String, ending: String) -> String {
        join(folder(of: path), ".\(name(of: path)).\(ending)")
    }
}
