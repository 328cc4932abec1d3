import Platform

/// The file system of the operating system, using POSIX calls.
public struct SystemFileSystem: FileSystem {
    /// Creates an instance.
    public init() {}

    /// Opens the file at the given path.
    public func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> FileDescriptor {
        // Without `O_NONBLOCK`, opening a pipe that has no writer would block.
        var way: Files.Options = [.read, .noWait]
        if options.contains(.write) { way.insert(.write) }
        if options.contains(.create) { way.insert(.create) }
        if options.contains(.noLink) { way.insert(.noLink) }
        let file = try check(.open, path) { () throws(SystemFailure) in try Files.open(path, way) }
        return FileDescriptor(rawValue: file)
    }

    /// Closes the given file.
    public func close(_ file: FileDescriptor) {
        // Errors don't matter here. A caller that needs durability has synced before.
        Files.close(file.rawValue)
    }

    /// Returns the status of the given open file.
    public func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        let status = try check(.open, name(of: file)) { () throws(SystemFailure) in
            try Files.status(of: file.rawValue)
        }
        return FileStatus(status)
    }

    /// Returns the number of hard links of the given open file.
    public func linkCount(of file: FileDescriptor) throws(SystemError) -> Int {
        try check(.open, name(of: file)) { () throws(SystemFailure) in
            try Files.status(of: file.rawValue).linkCount
        }
    }

    /// Returns the status of the file at the given path, or `nil` if there is no such file.
    public func status(at path: String) throws(SystemError) -> FileStatus? {
        try lookedAt(path).map(FileStatus.init)
    }

    /// Returns the inode of the file at the given path, or `nil` if there is no such file.
    public func node(at path: String) throws(SystemError) -> UInt64? {
        try found(path) { () throws(SystemFailure) in try Files.node(at: path) }
    }

    /// Returns the full status of the file at the given path, or `nil` if there is no such file.
    func lookedAt(_ path: String) throws(SystemError) -> Files.Status? {
        try found(path) { () throws(SystemFailure) in try Files.status(at: path) }
    }

    /// Calls `look` and returns `nil` if there is no file at the path.
    private func found<Result>(
        _ path: String, _ look: () throws(SystemFailure) -> Result
    ) throws(SystemError) -> Result? {
        do throws(SystemFailure) { return try look() } catch {
            if error == .notFound { return nil }
            throw SystemError(error, .open, path)
        }
    }

    /// Returns the target of the symbolic link at the given path, or `nil` if the path isn't a link.
    public func destination(ofLink path: String) throws(SystemError) -> String? {
        do throws(SystemFailure) { return try Files.destination(ofLink: path) } catch {
            // `readlink` fails with `EINVAL` if the path isn't a link.
            if error == .invalid || error == .notFound { return nil }
            throw SystemError(error, .open, path)
        }
    }

    /// Reads bytes.
    public func read(_ file: FileDescriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, initialized in
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            (initialized, failure) = Files.fill(buffer, from: file.rawValue, at: offset)
        }
        if let failure { throw SystemError(failure, .read, name(of: file)) }
        return bytes
    }

    /// Writes bytes.
    public func write(_ bytes: RawSpan, to file: FileDescriptor, at offset: Int) throws(SystemError) {
        // The bytes are only used during the call.
        try bytes.withUnsafeBytes { bytes throws(SystemError) in
            try check(.write, name(of: file)) { () throws(SystemFailure) in
                try Files.write(bytes, to: file.rawValue, at: offset)
            }
        }
    }

    /// Changes the size of the given open file.
    public func truncate(_ file: FileDescriptor, to size: Int) throws(SystemError) {
        try check(.write, name(of: file)) { () throws(SystemFailure) in
            try Files.truncate(file.rawValue, to: size)
        }
    }

    /// Syncs the given open file.
    public func sync(_ file: FileDescriptor) throws(SystemError) {
        try check(.sync, name(of: file)) { () throws(SystemFailure) in
            try Files.syncContent(of: file.rawValue)
        }
    }

    /// Syncs the folder at the given path.
    public func syncFolder(_ path: String) throws(SystemError) {
        let folder = try check(.open, path) { () throws(SystemFailure) in
            try Files.open(path, [.read, .folder])
        }
        defer { Files.close(folder) }
        do throws(SystemFailure) { try Files.sync(folder) } catch {
            // Some file systems can't sync folders and report `EINVAL`.
            if error != .invalid { throw SystemError(error, .sync, path) }
        }
    }

    /// Renames the file at `path` to `target`.
    public func rename(_ path: String, to target: String) throws(SystemError) {
        try check(.rename, target) { () throws(SystemFailure) in try Files.rename(path, to: target) }
    }

    /// Renames the file at `path` to `name`, unless this name is already used.
    public func rename(_ path: String, toFree name: String) throws(SystemError) -> Bool {
        try check(.rename, name) { () throws(SystemFailure) in try Files.rename(path, toFree: name) }
    }

    /// Exchanges the names of the files at `path` and `other`.
    public func exchange(_ path: String, with other: String) throws(SystemError) -> Bool {
        try check(.rename, other) { () throws(SystemFailure) in try Files.exchange(path, with: other) }
    }

    /// Removes the file at the given path.
    public func remove(_ path: String) throws(SystemError) {
        do throws(SystemFailure) { try Files.remove(path) } catch {
            if error != .notFound { throw SystemError(error, .remove, path) }
        }
    }

    /// Creates a folder at the given path.
    public func makeFolder(_ path: String) throws(SystemError) {
        do throws(SystemFailure) { try Files.makeFolder(path) } catch {
            guard error == .exists, try status(at: path)?.kind == .folder else {
                throw SystemError(error, .makeFolder, path)
            }
        }
    }

    /// Returns the names in the given folder.
    public func names(in folder: String) throws(SystemError) -> [String] {
        do throws(SystemFailure) { return try Files.names(in: folder) } catch {
            if error == .notFound { return [] }
            throw SystemError(error, .open, folder)
        }
    }

    /// Tries to lock the given open file.
    public func lock(_ file: FileDescriptor) throws(SystemError) -> Bool {
        try check(.lock, name(of: file)) { () throws(SystemFailure) in try Files.lock(file.rawValue) }
    }

    /// Releases the lock of the given open file.
    public func unlock(_ file: FileDescriptor) { Files.unlock(file.rawValue) }

    /// Returns the path of the given open file, for messages.
    private func name(of file: FileDescriptor) -> String { Files.path(of: file.rawValue) ?? "the file" }

    /// Calls a system function and adds the kind of call and the path to its error.
    func check<Result>(
        _ call: SystemError.Call, _ path: @autoclosure () -> String,
        _ body: () throws(SystemFailure) -> Result
    ) throws(SystemError) -> Result {
        do throws(SystemFailure) { return try body() } catch { throw SystemError(error, call, path()) }
    }
}

extension SystemError {
    /// Creates an error from a failed call.
    init(_ failure: SystemFailure, _ call: Call, _ path: String) {
        self.init(Code(failure), call, path, message: failure.reason)
    }
}

extension SystemError.Code {
    /// Converts the system's reason.
    init(_ failure: SystemFailure) {
        switch failure {
        case .notFound: self = .notFound
        case .exists, .notEmpty: self = .exists
        case .noAccess, .notPermitted: self = .denied
        case .readOnly: self = .readOnly
        case .noSpace, .overQuota, .tooLarge: self = .noSpace
        case .inputOutput: self = .inputOutput
        case .busy, .otherMedium: self = .busy
        case .isFolder: self = .isFolder
        case .notFolder: self = .notFolder
        case .noReaderOrDevice, .noSuchDevice, .notSeekable: self = .notRegular
        case .tooManyLinks: self = .tooManyLinks
        case .nameTooLong: self = .nameTooLong
        case .processTooManyOpen, .systemTooManyOpen: self = .tooManyOpen
        default: self = .other(failure.number)
        }
    }
}

extension FileStatus {
    init(_ status: Files.Status) {
        let kind: Kind =
            switch status.kind {
            case .regular: .regular
            case .folder: .folder
            case .special: .special
            }
        self.init(
            kind: kind, size: status.size, node: status.node, modified: status.modified,
            changed: status.changed)
    }
}
