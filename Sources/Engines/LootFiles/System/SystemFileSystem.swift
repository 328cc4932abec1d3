import Platform

/// The operating system's own files, by POSIX calls.
package struct SystemFileSystem: FileSystem {
    /// The system's files.
    package init() {}

    /// See ``FileSystem/open(_:_:)``.
    package func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> FileDescriptor {
        // Without waiting: opening a pipe that has no writer would otherwise hang.
        var way: Files.Options = [.read, .noWait]
        if options.contains(.write) { way.insert(.write) }
        if options.contains(.create) { way.insert(.create) }
        if options.contains(.noLink) { way.insert(.noLink) }
        let file = try check(.open, path) { () throws(SystemFailure) in try Files.open(path, way) }
        return FileDescriptor(rawValue: file)
    }

    /// See ``FileSystem/close(_:)``.
    package func close(_ file: FileDescriptor) {
        // Nothing is lost when this fails: a caller that needs the bytes on the medium has synced before.
        Files.close(file.rawValue)
    }

    /// See ``FileSystem/status(of:)``.
    package func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        let status = try check(.open, name(of: file)) { () throws(SystemFailure) in
            try Files.status(of: file.rawValue)
        }
        return FileStatus(status)
    }

    /// See ``FileSystem/linkCount(of:)``.
    package func linkCount(of file: FileDescriptor) throws(SystemError) -> Int {
        try check(.open, name(of: file)) { () throws(SystemFailure) in
            try Files.status(of: file.rawValue).linkCount
        }
    }

    /// See ``FileSystem/status(at:)``.
    package func status(at path: String) throws(SystemError) -> FileStatus? {
        try lookedAt(path).map(FileStatus.init)
    }

    /// See ``FileSystem/node(at:)``.
    package func node(at path: String) throws(SystemError) -> UInt64? {
        try found(path) { () throws(SystemFailure) in try Files.node(at: path) }
    }

    /// What the system knows of the file at a path, nil if nothing is there.
    func lookedAt(_ path: String) throws(SystemError) -> Files.Status? {
        try found(path) { () throws(SystemFailure) in try Files.status(at: path) }
    }

    /// What is found at a path, nil if nothing is there.
    private func found<Result>(
        _ path: String, _ look: () throws(SystemFailure) -> Result
    ) throws(SystemError) -> Result? {
        do throws(SystemFailure) { return try look() } catch {
            if error == .notFound { return nil }
            throw SystemError(error, .open, path)
        }
    }

    /// See ``FileSystem/destination(ofLink:)``.
    package func destination(ofLink path: String) throws(SystemError) -> String? {
        do throws(SystemFailure) { return try Files.destination(ofLink: path) } catch {
            // What is no link is invalid here.
            if error == .invalid || error == .notFound { return nil }
            throw SystemError(error, .open, path)
        }
    }

    /// See ``FileSystem/read(_:at:count:)``.
    package func read(_ file: FileDescriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, initialized in
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            (initialized, failure) = Files.fill(buffer, from: file.rawValue, at: offset)
        }
        if let failure { throw SystemError(failure, .read, name(of: file)) }
        return bytes
    }

    /// See ``FileSystem/write(_:to:at:)``.
    package func write(_ bytes: RawSpan, to file: FileDescriptor, at offset: Int) throws(SystemError) {
        // the system reads the bytes while the call lasts
        try bytes.withUnsafeBytes { bytes throws(SystemError) in
            try check(.write, name(of: file)) { () throws(SystemFailure) in
                try Files.write(bytes, to: file.rawValue, at: offset)
            }
        }
    }

    /// See ``FileSystem/truncate(_:to:)``.
    package func truncate(_ file: FileDescriptor, to size: Int) throws(SystemError) {
        try check(.write, name(of: file)) { () throws(SystemFailure) in
            try Files.truncate(file.rawValue, to: size)
        }
    }

    /// See ``FileSystem/sync(_:)``.
    package func sync(_ file: FileDescriptor) throws(SystemError) {
        try check(.sync, name(of: file)) { () throws(SystemFailure) in
            try Files.syncContent(of: file.rawValue)
        }
    }

    /// See ``FileSystem/syncFolder(_:)``.
    package func syncFolder(_ path: String) throws(SystemError) {
        let folder = try check(.open, path) { () throws(SystemFailure) in
            try Files.open(path, [.read, .folder])
        }
        defer { Files.close(folder) }
        do throws(SystemFailure) { try Files.sync(folder) } catch {
            // Some file systems have nothing to sync for a folder and say so.
            if error != .invalid { throw SystemError(error, .sync, path) }
        }
    }

    /// See ``FileSystem/rename(_:to:)``.
    package func rename(_ path: String, to target: String) throws(SystemError) {
        try check(.rename, target) { () throws(SystemFailure) in try Files.rename(path, to: target) }
    }

    /// See ``FileSystem/rename(_:toFree:)``.
    package func rename(_ path: String, toFree name: String) throws(SystemError) -> Bool {
        try check(.rename, name) { () throws(SystemFailure) in try Files.rename(path, toFree: name) }
    }

    /// See ``FileSystem/exchange(_:with:)``.
    package func exchange(_ path: String, with other: String) throws(SystemError) -> Bool {
        try check(.rename, other) { () throws(SystemFailure) in try Files.exchange(path, with: other) }
    }

    /// See ``FileSystem/remove(_:)``.
    package func remove(_ path: String) throws(SystemError) {
        do throws(SystemFailure) { try Files.remove(path) } catch {
            if error != .notFound { throw SystemError(error, .remove, path) }
        }
    }

    /// See ``FileSystem/makeFolder(_:)``.
    package func makeFolder(_ path: String) throws(SystemError) {
        do throws(SystemFailure) { try Files.makeFolder(path) } catch {
            guard error == .exists, try status(at: path)?.kind == .folder else {
                throw SystemError(error, .makeFolder, path)
            }
        }
    }

    /// See ``FileSystem/names(in:)``.
    package func names(in folder: String) throws(SystemError) -> [String] {
        do throws(SystemFailure) { return try Files.names(in: folder) } catch {
            if error == .notFound { return [] }
            throw SystemError(error, .open, folder)
        }
    }

    /// See ``FileSystem/lock(_:)``.
    package func lock(_ file: FileDescriptor) throws(SystemError) -> Bool {
        try check(.lock, name(of: file)) { () throws(SystemFailure) in try Files.lock(file.rawValue) }
    }

    /// See ``FileSystem/unlock(_:)``.
    package func unlock(_ file: FileDescriptor) { Files.unlock(file.rawValue) }

    /// The path of an open file, for messages.
    private func name(of file: FileDescriptor) -> String { Files.path(of: file.rawValue) ?? "the file" }

    /// Makes a call of the system's, and says what it was for when it fails.
    func check<Result>(
        _ call: SystemError.Call, _ path: @autoclosure () -> String,
        _ body: () throws(SystemFailure) -> Result
    ) throws(SystemError) -> Result {
        do throws(SystemFailure) { return try body() } catch { throw SystemError(error, call, path()) }
    }
}

extension SystemError {
    /// The failure of a call, for what and where it was made.
    init(_ failure: SystemFailure, _ call: Call, _ path: String) {
        self.init(Code(failure), call, path, message: failure.reason)
    }
}

extension SystemError.Code {
    /// The name that the system's reason has here.
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
