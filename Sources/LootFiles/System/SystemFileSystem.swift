import CFileAttributes
import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The operating system's own files, by POSIX calls.
public struct SystemFileSystem: FileSystem {
    /// The system's files.
    public init() {}

    /// See ``FileSystem/open(_:_:)``.
    public func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> FileDescriptor {
        // Without waiting: opening a pipe that nobody writes to would otherwise hang.
        var flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (options.contains(.write) ? O_RDWR : O_RDONLY)
        if options.contains(.create) { flags |= O_CREAT }
        if options.contains(.noLink) { flags |= O_NOFOLLOW }
        return FileDescriptor(rawValue: try check(.open, path) { openFile(path, flags, 0o600) })
    }

    /// See ``FileSystem/close(_:)``.
    public func close(_ file: FileDescriptor) {
        // Nothing is lost when this fails: whoever needs the bytes on the medium has synced before.
        _ = closeFile(file.rawValue)
    }

    /// See ``FileSystem/status(of:)``.
    public func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try check(.open, name(of: file)) { fstat(file.rawValue, &status) }
        return FileStatus(status)
    }

    /// See ``FileSystem/status(at:)``.
    public func status(at path: String) throws(SystemError) -> FileStatus? {
        var status = stat()
        do throws(SystemError) { _ = try check(.open, path) { stat(path, &status) } } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        return FileStatus(status)
    }

    /// See ``FileSystem/destination(ofLink:)``.
    public func destination(ofLink path: String) throws(SystemError) -> String? {
        if let target = linkTarget(path) { return target }
        switch SystemError.Code(errno) {
        case .other(EINVAL), .notFound: return nil
        case let code: throw SystemError(code, .open, path, message: SystemError.message(errno))
        }
    }

    /// See ``FileSystem/read(_:at:count:)``.
    public func read(_ file: FileDescriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, initialized in
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            let size = 1 << 24
            if buffer.count <= 2 * size {
                (initialized, failure) = fill(buffer, from: file, at: offset)
                return
            }
            adviseLargePages(buffer)
            // The system copies a large file sooner on several processors. Each piece is a part of the buffer of its
            // own, and all are done when this call returns: so no two threads write to the same bytes.
            nonisolated(unsafe) let whole = buffer
            let starts = Array(stride(from: 0, to: buffer.count, by: size))
            let pieces = Mutex([(count: Int, failure: Int32)](repeating: (0, 0), count: starts.count))
            DispatchQueue.concurrentPerform(iterations: starts.count) { index in
                let end = min(starts[index] + size, whole.count)
                let piece = UnsafeMutableRawBufferPointer(rebasing: whole[starts[index]..<end])
                let result = fill(piece, from: file, at: offset + starts[index])
                pieces.withLock { $0[index] = result }
            }
            for piece in pieces.withLock({ $0 }) {
                (initialized, failure) = (initialized + piece.count, piece.failure)
                if piece.count < size { return }  // the file ends here, or something failed
            }
        }
        if failure != 0 { throw SystemError(failure, .read, name(of: file)) }
        return bytes
    }

    /// Reads until the buffer is full or the file ends; the system fills the buffer and says how far, and every step
    /// stays within what is left of it.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, from file: FileDescriptor, at offset: Int)
        -> (count: Int, failure: Int32)
    {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let step = pread(file.rawValue, rest.baseAddress, rest.count, off_t(offset + count))
            if step == 0 { break }
            if step > 0 { count += step } else if errno != EINTR { return (count, errno) }
        }
        return (count, 0)
    }

    /// See ``FileSystem/write(_:to:at:)``.
    public func write(_ bytes: RawSpan, to file: FileDescriptor, at offset: Int) throws(SystemError) {
        var failure: Int32 = 0
        bytes.withUnsafeBytes { buffer in
            // the system reads the buffer; every step stays within what is left of it
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let step = pwrite(file.rawValue, rest.baseAddress, rest.count, off_t(offset + written))
                if step > 0 {
                    written += step
                } else if step == 0 {
                    return failure = EIO
                } else if errno != EINTR {
                    return failure = errno
                }
            }
        }
        if failure != 0 { throw SystemError(failure, .write, name(of: file)) }
    }

    /// See ``FileSystem/truncate(_:to:)``.
    public func truncate(_ file: FileDescriptor, to size: Int) throws(SystemError) {
        _ = try check(.write, name(of: file)) { ftruncate(file.rawValue, off_t(size)) }
    }

    /// See ``FileSystem/sync(_:)``.
    public func sync(_ file: FileDescriptor) throws(SystemError) {
        // Never tried again, not even when a signal came in between: a second call may succeed without the data.
        if syncContent(of: file.rawValue) != 0 { throw SystemError(errno, .sync, name(of: file)) }
    }

    /// See ``FileSystem/syncFolder(_:)``.
    public func syncFolder(_ path: String) throws(SystemError) {
        let folder = try check(.open, path) { openFile(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
        defer { _ = closeFile(folder) }
        // Some file systems have nothing to sync for a folder and say so.
        if fsync(folder) != 0, errno != EINVAL { throw SystemError(errno, .sync, path) }
    }

    /// See ``FileSystem/rename(_:to:)``.
    public func rename(_ path: String, to target: String) throws(SystemError) {
        _ = try check(.rename, target) { renameFile(path, target) }
    }

    /// See ``FileSystem/exchange(_:with:)``.
    public func exchange(_ path: String, with other: String) throws(SystemError) -> Bool {
        do throws(SystemError) { _ = try check(.rename, other) { cfile_exchange(path, other) } } catch {
            // What the system, or this kind of medium, knows nothing of.
            if [.other(EINVAL), .other(ENOSYS), .other(ENOTSUP)].contains(error.code) { return false }
            throw error
        }
        return true
    }

    /// See ``FileSystem/remove(_:)``.
    public func remove(_ path: String) throws(SystemError) {
        do throws(SystemError) { _ = try check(.remove, path) { unlink(path) } } catch {
            if error.code != .notFound { throw error }
        }
    }

    /// See ``FileSystem/makeFolder(_:)``.
    public func makeFolder(_ path: String) throws(SystemError) {
        do throws(SystemError) { _ = try check(.makeFolder, path) { mkdir(path, 0o700) } } catch {
            guard error.code == .exists, try status(at: path)?.kind == .folder else { throw error }
        }
    }

    /// See ``FileSystem/names(in:)``.
    public func names(in folder: String) throws(SystemError) -> [String] {
        guard let stream = opendir(folder) else {
            if errno == ENOENT { return [] }
            throw SystemError(errno, .open, folder)
        }
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
        if errno != 0 { throw SystemError(errno, .read, folder) }
        return names
    }

    /// See ``FileSystem/lock(_:)``.
    public func lock(_ file: FileDescriptor) throws(SystemError) -> Bool {
        while flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { throw SystemError(errno, .lock, name(of: file)) }
        }
        return true
    }

    /// See ``FileSystem/unlock(_:)``.
    public func unlock(_ file: FileDescriptor) { _ = flock(file.rawValue, LOCK_UN) }

    /// Makes a call that says -1 when it fails, again when a signal interrupted it.
    func check(_ call: SystemError.Call, _ path: @autoclosure () -> String, _ body: () -> Int32)
        throws(SystemError) -> Int32
    {
        while true {
            let result = body()
            if result != -1 { return result }
            if errno != EINTR { throw SystemError(errno, call, path()) }
        }
    }
}

// Within a type that has methods of these names the bare ones mean the methods.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func closeFile(_ file: Int32) -> Int32 { close(file) }
/// Where a symbolic link points; nil with the system's error number set when it can't be told.
func linkTarget(_ path: String) -> String? {
    var count = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, initialized in
        // the system fills the buffer and says how far
        buffer.withMemoryRebound(to: CChar.self) { buffer in
            if let start = buffer.baseAddress { count = readlink(path, start, buffer.count) }
        }
        initialized = max(0, count)
    }
    return count < 0 ? nil : String(decoding: bytes, as: UTF8.self)
}

private func renameFile(_ path: String, _ target: String) -> Int32 { rename(path, target) }

extension SystemError {
    /// The failure with one of the system's numbers.
    init(_ number: Int32, _ call: Call, _ path: String) {
        self.init(Code(number), call, path, message: SystemError.message(number))
    }

    static func message(_ number: Int32) -> String { String(cString: strerror(number)) }
}

extension SystemError.Code {
    /// The name of one of the system's numbers.
    init(_ number: Int32) {
        switch number {
        case ENOENT: self = .notFound
        case EEXIST, ENOTEMPTY: self = .exists
        case EACCES, EPERM: self = .denied
        case EROFS: self = .readOnly
        case ENOSPC, EDQUOT, EFBIG: self = .noSpace
        case EIO: self = .inputOutput
        case EBUSY, EXDEV: self = .busy
        case EISDIR: self = .isFolder
        case ENOTDIR: self = .notFolder
        case ENXIO, ENODEV, ESPIPE: self = .notRegular
        case ELOOP: self = .tooManyLinks
        case ENAMETOOLONG: self = .nameTooLong
        case EMFILE, ENFILE: self = .tooManyOpen
        default: self = .other(number)
        }
    }
}

extension FileStatus {
    init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            default: .special
            }
        self.init(
            kind: kind, size: Int(status.st_size), node: UInt64(status.st_ino), modified: status.modified,
            changed: status.changed)
    }
}
