package import LootCore
import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The operating system's files, by POSIX calls.
package struct SystemFiles: FileAccess {
    /// The system's files.
    package init() {}

    /// Opens a file, a pipe or a device. A pipe that has no writer yet is waited for.
    package func open(_ path: String) throws(LootError) -> any ByteReader {
        let reader: SystemReader
        let status: Files.Status
        do throws(SystemFailure) {
            reader = SystemReader(try Files.open(path, .read), path)
            status = try Files.status(of: reader.file)
        } catch { throw SystemFiles.cannotRead(path, SystemFiles.message(error)) }
        if status.kind == .folder { throw SystemFiles.cannotRead(path, "it is a folder") }
        if status.kind == .regular { reader.size = status.size }
        return reader
    }

    /// Opens a regular file, by whatever links. What is none is not opened, since that may wait for ever.
    package func openRegular(_ path: String) throws(LootError) -> any ByteReader {
        if let status = try? Files.status(at: path), status.kind == .special {
            throw SystemFiles.cannotRead(path, "it is no regular file")
        }
        return try open(path)
    }

    /// Begins to write a file, under a temporary name beside it until the writer commits. A link stays one.
    package func create(_ path: String, replaces: Bool) throws(LootError) -> any ByteWriter {
        guard let status = try? Files.status(at: path) else {
            return try SystemWriter(replacing: path, permissions: nil)
        }
        switch status.kind {
        case .folder: throw SystemFiles.cannotWrite(path, "it is a folder")
        case .regular:
            guard replaces else {
                throw SystemFiles.cannotWrite(path, "there is a file with that name already")
            }
            return try SystemWriter(replacing: path, permissions: status.permissions & 0o777)
        case .special: return try SystemWriter(device: path)
        }
    }

    /// Makes the folders that are missing.
    package func makeFolders(_ path: String) throws(LootError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw LootError(
                .cannotCreate, "can't make the folder \(TextRules.visible(path: path))",
                because: "it may not be made there", place: path)
        }
    }

    /// Takes away what is in a folder and was not changed for so many seconds.
    package func removeContents(of folder: String, unchangedFor seconds: Int) {
        let last = Moment.now.secondsSinceEpoch - Int64(seconds)
        for name in (try? names(in: folder)) ?? [] {
            let path = "\(folder)/\(name)"
            guard let status = try? Files.status(at: path), status.modified / 1_000_000_000 < last else {
                continue
            }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Takes a file away.
    package func remove(_ path: String) { try? Files.remove(path) }

    /// The names of what is in a folder.
    package func names(in folder: String) throws(LootError) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw SystemFiles.cannotRead(folder, "it is no folder that can be read")
        }
    }

    /// Whether two names lead to one file that is there.
    package func areSame(_ path: String, _ other: String) -> Bool {
        guard let real = Files.realPath(of: path) else { return false }
        return real == Files.realPath(of: other)
    }

    /// Whether there is anything under that name. What can't be looked at is there.
    package func exists(_ path: String) -> Bool {
        do throws(SystemFailure) { _ = try Files.status(at: path) } catch {
            return error != .notFound && error != .notFolder
        }
        return true
    }

    fileprivate static func cannotRead(_ path: String, _ why: String) -> LootError {
        LootError(
            .noSuchFile, "can't read \(TextRules.visible(path: path))", because: why,
            next: "Name a file that can be read, or - for standard input", place: path)
    }

    fileprivate static func cannotWrite(_ path: String, _ why: String) -> LootError {
        LootError(.cannotCreate, "can't write \(TextRules.visible(path: path))", because: why, place: path)
    }

    fileprivate static func failure(_ what: String, _ path: String, _ failure: SystemFailure) -> LootError {
        let code: LootError.Code =
            switch failure {
            case .noSpace, .overQuota, .tooLarge: .noSpace
            case .noAccess, .notPermitted, .readOnly, .notFound, .notFolder, .nameTooLong, .tooManyLinks:
                .cannotCreate
            default: .inputOutput
            }
        return LootError(
            code, "can't \(what) \(TextRules.visible(path: path))", because: message(failure), place: path)
    }

    private static func message(_ failure: SystemFailure) -> String {
        switch failure {
        case .notFound: "there is no such file or folder"
        case .noAccess, .notPermitted: "permission is denied"
        case .notFolder: "a part of the path is no folder"
        default: failure.reason.lowercased()
        }
    }
}

private final class SystemReader: ByteReader {
    var size: Int?
    let file: Int32
    private let path: String

    init(_ file: Int32, _ path: String) {
        self.file = file
        self.path = path
    }

    deinit { Files.close(file) }

    func read() throws(LootError) -> [UInt8] {
        do throws(SystemFailure) { return try Files.read(file, atMost: 1 << 18) } catch {
            throw SystemFiles.failure("read", path, error)
        }
    }
}

private final class SystemWriter: ByteWriter {
    private let file: Int32
    private let path: String
    /// The file's name until it is whole; nil for a device, and when it has its own name.
    private var temporary: String?

    /// Writes beside the file that the path means in the end, which keeps its permissions.
    init(replacing path: String, permissions: UInt32?) throws(LootError) {
        let target = Files.realPath(of: path) ?? path
        var generator = SystemRandomNumberGenerator()
        let name = "\(target).\(String(generator.next() as UInt32, radix: 16)).tmp"
        do throws(SystemFailure) {
            file = try Files.open(name, [.write, .create, .new], permissions: 0o666)
        } catch { throw SystemFiles.failure("write", target, error) }
        self.path = target
        temporary = name
        if let permissions { try? Files.setPermissions(permissions, of: file) }
    }

    /// Writes to what is there.
    init(device path: String) throws(LootError) {
        do throws(SystemFailure) { file = try Files.open(path, .write) } catch {
            throw SystemFiles.failure("write", path, error)
        }
        self.path = path
    }

    deinit {
        Files.close(file)
        if let temporary { try? Files.remove(temporary) }
    }

    func write(_ bytes: [UInt8]) throws(LootError) {
        do throws(SystemFailure) { try Files.write(bytes, to: file) } catch {
            throw SystemFiles.failure("write", path, error)
        }
    }

    func commit() throws(LootError) {
        guard let temporary else { return }
        do throws(SystemFailure) {
            try Files.sync(file)
            try Files.rename(temporary, to: path)
        } catch { throw SystemFiles.failure("write", path, error) }
        self.temporary = nil
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        // Some file systems have nothing to sync for a folder and say so; the file itself is on the medium.
        guard let descriptor = try? Files.open(folder, .read) else { return }
        try? Files.sync(descriptor)
        Files.close(descriptor)
    }
}
