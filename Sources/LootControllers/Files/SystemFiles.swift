#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

public import LootCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The operating system's files, by POSIX calls.
public struct SystemFiles: FileAccess {
    /// The system's files.
    public init() {}

    /// Opens a file, a pipe or a device. A pipe that nobody writes to yet is waited for.
    public func open(_ path: String) throws(LootError) -> any ByteReader {
        let file = openFile(path, O_RDONLY | O_CLOEXEC, 0)
        guard file >= 0 else { throw SystemFiles.cannotRead(path, SystemFiles.message(errno)) }
        let reader = SystemReader(file, path)
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw SystemFiles.cannotRead(path, SystemFiles.message(errno))
        }
        if status.st_mode & S_IFMT == S_IFDIR { throw SystemFiles.cannotRead(path, "it is a folder") }
        if status.st_mode & S_IFMT == S_IFREG { reader.size = Int(status.st_size) }
        return reader
    }

    /// Begins to write a file, under a temporary name beside it until the writer commits. A link stays one.
    public func create(_ path: String, replaces: Bool) throws(LootError) -> any ByteWriter {
        var status = stat()
        guard stat(path, &status) == 0 else { return try SystemWriter(replacing: path, permissions: nil) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw SystemFiles.cannotWrite(path, "it is a folder")
        case S_IFREG:
            guard replaces else {
                throw SystemFiles.cannotWrite(path, "there is a file with that name already")
            }
            return try SystemWriter(replacing: path, permissions: status.st_mode & 0o777)
        default: return try SystemWriter(device: path)
        }
    }

    /// Makes the folders that are missing.
    public func makeFolders(_ path: String) throws(LootError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw LootError(
                .cannotCreate, "can't make the folder \(TextRules.visible(path))",
                because: "it may not be made there", place: path)
        }
    }

    /// The names of what is in a folder.
    public func names(in folder: String) throws(LootError) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw SystemFiles.cannotRead(folder, "it is no folder that can be read")
        }
    }

    /// Whether there is anything under that name. What can't be looked at is there.
    public func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
    }

    fileprivate static func cannotRead(_ path: String, _ why: String) -> LootError {
        LootError(
            .noSuchFile, "can't read \(TextRules.visible(path))", because: why,
            next: "Name a file that can be read, or - for standard input", place: path)
    }

    fileprivate static func cannotWrite(_ path: String, _ why: String) -> LootError {
        LootError(.cannotCreate, "can't write \(TextRules.visible(path))", because: why, place: path)
    }

    fileprivate static func failure(_ what: String, _ path: String, _ number: Int32) -> LootError {
        let code: LootError.Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .noSpace
            case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: .cannotCreate
            default: .inputOutput
            }
        return LootError(
            code, "can't \(what) \(TextRules.visible(path))", because: message(number), place: path)
    }

    private static func message(_ number: Int32) -> String {
        switch number {
        case ENOENT: "there is no such file or folder"
        case EACCES, EPERM: "permission is denied"
        case ENOTDIR: "a part of the path is no folder"
        default: String(cString: strerror(number)).lowercased()
        }
    }
}

private final class SystemReader: ByteReader {
    var size: Int?
    private let file: Int32
    private let path: String

    init(_ file: Int32, _ path: String) {
        self.file = file
        self.path = path
    }

    deinit { _ = closeFile(file) }

    func read() throws(LootError) -> [UInt8] {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, initialized in
            // the system fills the buffer and says how far
            repeat {
                count = readFile(file, buffer.baseAddress, buffer.count)
            } while count < 0 && errno == EINTR
            initialized = max(0, count)
        }
        if count < 0 { throw SystemFiles.failure("read", path, errno) }
        return bytes
    }
}

private final class SystemWriter: ByteWriter {
    private let file: Int32
    private let path: String
    /// The file's name until it is whole; nil for a device, and when it has its own name.
    private var temporary: String?

    /// Writes beside the file that the path means in the end, which keeps its permissions.
    init(replacing path: String, permissions: mode_t?) throws(LootError) {
        let target = SystemWriter.resolved(path)
        var generator = SystemRandomNumberGenerator()
        let name = "\(target).\(String(generator.next() as UInt32, radix: 16)).tmp"
        file = openFile(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        self.path = target
        guard file >= 0 else { throw SystemFiles.failure("write", path, errno) }
        temporary = name
        if let permissions { _ = fchmod(file, permissions) }
    }

    /// Writes to what is there.
    init(device path: String) throws(LootError) {
        file = openFile(path, O_WRONLY | O_CLOEXEC, 0)
        self.path = path
        guard file >= 0 else { throw SystemFiles.failure("write", path, errno) }
    }

    deinit {
        if file >= 0 { _ = closeFile(file) }
        if let temporary { unlink(temporary) }
    }

    func write(_ bytes: [UInt8]) throws(LootError) {
        let failure: Int32 = bytes.withUnsafeBytes { buffer in  // the system call takes a pointer
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = writeFile(file, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                if count < 0 { return errno }
                written += count
            }
            return 0
        }
        if failure != 0 { throw SystemFiles.failure("write", path, failure) }
    }

    func commit() throws(LootError) {
        guard let temporary else { return }
        guard fsync(file) == 0, rename(temporary, path) == 0 else {
            throw SystemFiles.failure("write", path, errno)
        }
        self.temporary = nil
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = openFile(folder, O_RDONLY | O_CLOEXEC, 0)
        // Some file systems have nothing to sync for a folder and say so; the file itself is on the medium.
        if descriptor >= 0 {
            _ = fsync(descriptor)
            _ = closeFile(descriptor)
        }
    }

    /// The path without symbolic links; as it is where nothing is there yet.
    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

// Within types that have methods of these names the bare ones mean the methods.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func closeFile(_ file: Int32) -> Int32 { close(file) }
private func readFile(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, bytes, count)
}
private func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
