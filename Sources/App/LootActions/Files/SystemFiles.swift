package import LootCore
import Platform

/// Access to the operating system's files.
package struct SystemFiles: FileAccess {
    package init() {}

    /// Opens a file, a pipe or a device. Blocks until a pipe has a writer.
    package func open(_ path: String) throws(LootError) -> any ByteReader {
        let reader: SystemReader
        let status: Files.Status
        do throws(SystemFailure) {
            reader = SystemReader(try Files.open(path, .read), path)
            status = try Files.status(of: reader.file)
        } catch { throw SystemFiles.cannotRead(path, SystemFiles.message(error)) }
        if status.kind == .folder { throw SystemFiles.cannotRead(path, "It is a folder.") }
        if status.kind == .regular { reader.size = status.size }
        return reader
    }

    /// Opens a regular file, following links. Other files aren't opened, because that could block forever.
    package func openRegular(_ path: String) throws(LootError) -> any ByteReader {
        if let status = try? Files.status(at: path), status.kind == .special {
            throw SystemFiles.cannotRead(path, "It isn't a regular file.")
        }
        return try open(path)
    }

    /// Creates a file under a temporary name next to the target until the writer commits. Symbolic links are kept.
    package func create(_ path: String, replaces: Bool) throws(LootError) -> any ByteWriter {
        guard let status = try? Files.status(at: path) else { return try SystemWriter(replacing: path) }
        switch status.kind {
        case .folder: throw SystemFiles.cannotWrite(path, "It is a folder.")
        case .regular:
            guard replaces else {
                throw SystemFiles.cannotWrite(path, "A file with this name already exists.")
            }
            return try SystemWriter(replacing: path)
        case .special: return try SystemWriter(device: path)
        }
    }

    /// Creates a folder and its missing parents.
    package func makeFolders(_ path: String) throws(LootError) {
        do throws(SystemFailure) { try Files.makeFolders(path) } catch {
            throw LootError(
                .cannotCreate, "Can't create the folder \(TextRules.visible(path: path)).",
                reason: SystemFiles.message(error), place: path)
        }
    }

    /// Removes the files and folders in a folder that haven't changed for `seconds`. Ignores errors.
    package func removeContents(of folder: String, unchangedFor seconds: Int) {
        let last = Moment.now.secondsSinceEpoch - Int64(seconds)
        for name in (try? names(in: folder)) ?? [] {
            let path = "\(folder)/\(name)"
            guard let status = try? Files.status(at: path), status.modified / 1_000_000_000 < last else {
                continue
            }
            try? Files.removeAll(path)
        }
    }

    /// Removes a file. Ignores errors.
    package func remove(_ path: String) { try? Files.remove(path) }

    /// Returns the names of the files and folders in a folder.
    package func names(in folder: String) throws(LootError) -> [String] {
        do throws(SystemFailure) { return try Files.names(in: folder) } catch {
            throw SystemFiles.cannotRead(folder, "It isn't a readable folder.")
        }
    }

    /// Returns whether two paths refer to the same existing file.
    package func areSame(_ path: String, _ other: String) -> Bool {
        guard let real = Files.realPath(of: path) else { return false }
        return real == Files.realPath(of: other)
    }

    /// Returns whether a path exists. Returns `true` if that can't be determined.
    package func exists(_ path: String) -> Bool {
        do throws(SystemFailure) { _ = try Files.status(at: path) } catch {
            return error != .notFound && error != .notFolder
        }
        return true
    }

    fileprivate static func cannotRead(_ path: String, _ reason: Message) -> LootError {
        LootError(
            .noSuchFile, "Can't read \(TextRules.visible(path: path)).", reason: reason,
            advice: "Specify a readable file, or - for standard input.", place: path)
    }

    fileprivate static func cannotWrite(_ path: String, _ reason: Message) -> LootError {
        LootError(
            .cannotCreate, "Can't write \(TextRules.visible(path: path)).", reason: reason, place: path)
    }

    fileprivate static func failure(reading path: String, _ failure: SystemFailure) -> LootError {
        LootError(
            code(of: failure), "Can't read \(TextRules.visible(path: path)).", reason: message(failure),
            place: path)
    }

    fileprivate static func failure(writing path: String, _ failure: SystemFailure) -> LootError {
        let hasNoFolder = failure == .notFound
        return LootError(
            code(of: failure), "Can't write \(TextRules.visible(path: path)).",
            reason: hasNoFolder ? "Its folder doesn't exist." : message(failure),
            advice: hasNoFolder ? "Create the folder first, or choose another file." : "", place: path)
    }

    private static func code(of failure: SystemFailure) -> LootError.Code {
        switch failure {
        case .noSpace, .overQuota, .tooLarge: .noSpace
        case .noAccess, .notPermitted, .readOnly, .notFound, .notFolder, .nameTooLong, .tooManyLinks:
            .cannotCreate
        default: .inputOutput
        }
    }

    private static func message(_ failure: SystemFailure) -> Message {
        switch failure {
        case .notFound: "The file or folder doesn't exist."
        case .noAccess, .notPermitted: "Permission is denied."
        case .notFolder: "A part of the path isn't a folder."
        default: "\(failure.reason)."
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
            throw SystemFiles.failure(reading: path, error)
        }
    }
}

private final class SystemWriter: ByteWriter {
    private let path: String
    /// The target of the bytes: the new content of a file, or a device.
    private var replacement: NewContent?
    private var device: Int32?

    /// Writes to a temporary file next to the target of the path, following links.
    init(replacing path: String) throws(LootError) {
        self.path = Files.target(of: path)
        do throws(SystemFailure) { replacement = try NewContent(of: path) } catch {
            throw SystemFiles.failure(writing: self.path, error)
        }
    }

    /// Writes directly to a device or a pipe.
    init(device path: String) throws(LootError) {
        do throws(SystemFailure) { device = try Files.open(path, .write) } catch {
            throw SystemFiles.failure(writing: path, error)
        }
        self.path = path
    }

    deinit { if let device { Files.close(device) } }

    func write(_ bytes: [UInt8]) throws(LootError) {
        do throws(SystemFailure) {
            if let device { try Files.write(bytes, to: device) } else { try replacement?.write(bytes) }
        } catch { throw SystemFiles.failure(writing: path, error) }
    }

    func commit() throws(LootError) {
        do throws(SystemFailure) { try replacement?.commit() } catch {
            throw SystemFiles.failure(writing: path, error)
        }
    }
}
