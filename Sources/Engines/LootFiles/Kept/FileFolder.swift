public import LootCore
import Synchronization

/// A folder of files named after the digests of their contents: `abcd….jpg`, with its thumbnail in
/// `abcd….thumbnail.png`. Other programs can display the files, and any number of processes can use the folder at the
/// same time.
///
/// A file is written under a temporary name, synced and renamed, so that it exists completely or not at all.
/// Sweeping moves unneeded files to the subfolder `.resting` before they are removed. If an older version of
/// the items is restored, its files are restored from there.
///
/// When a store is closed, it closes its folder, so that later calls throw an error with the code `closed`.
public final class FileFolder: FileKeeper {
    /// The path of the folder. It is created when the first file is added.
    package let path: String
    private let resting: String
    private let model: String?
    private let files: any FileSystem
    private let patience: Duration
    private let isClosed = Atomic(false)

    /// Creates the file storage in the given folder. The folder doesn't have to exist.
    ///
    /// - Parameters:
    ///   - path: The path of the folder. Its parent folder must exist when the first file is added.
    ///   - model: The path of a file whose permissions new files get.
    ///   - files: The file system.
    ///   - patience: The maximum time to wait for another program that writes the same file.
    public convenience init(
        _ path: String, like model: String? = nil, on files: any FileSystem = SystemFileSystem(),
        patience: Duration = .seconds(10)
    ) {
        self.init(path, resting: FilePath.join(path, ".resting"), like: model, on: files, patience: patience)
    }

    /// Creates the file storage in the given folder. The folder doesn't have to exist.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - resting: The folder for unneeded files until they are removed.
    ///   - model: The path of a file whose permissions new files get.
    ///   - files: The file system.
    ///   - patience: The maximum time to wait for another program that writes the same file.
    init(
        _ path: String, resting: String, like model: String?, on files: any FileSystem, patience: Duration
    ) {
        self.path = path
        self.resting = resting
        self.model = model
        self.files = files
        self.patience = patience
    }

    /// Closes the storage. All further calls throw an error with the code `closed`.
    public func close() { isClosed.store(true, ordering: .sequentiallyConsistent) }

    private func requireOpen() throws(LootError) {
        if isClosed.load(ordering: .sequentiallyConsistent) { throw LootError.storeClosed }
    }

    // MARK: Reading

    /// Returns the file with the given ID, or `nil` if it doesn't exist.
    public func file(_ id: FileID) throws(LootError) -> StoredFile? {
        try requireOpen()
        return try read("\(id)", FileKind.allCases) { (name, bytes) throws(LootError) in
            let file = try StoredFile(bytes)
            guard file.id == id else {
                throw damage(name, "Its bytes don't match its name.")
            }
            return file
        }
    }

    /// Returns the thumbnail of the file with the given ID, or `nil` if there is none.
    public func thumbnail(of id: FileID) throws(LootError) -> StoredFile? {
        try requireOpen()
        return try read("\(id)\(StoredFileName.thumbnailMark)", FileKind.pictures) {
            (_, bytes) throws(LootError) in
            try StoredFile(photo: bytes, greatestSize: StoredFile.greatestThumbnail)
        }
    }

    /// Returns the IDs of all files.
    public func ids() throws(LootError) -> Set<FileID> {
        try requireOpen()
        let names = try names(in: path) + names(in: resting)
        return Set(names.compactMap { StoredFileName($0) }.filter { $0.role == .file }.map(\.id))
    }

    /// Returns the total size of all files in bytes.
    package func size() throws(LootError) -> Int {
        var size = 0
        for folder in [path, resting] {
            for name in try names(in: folder) where StoredFileName(name) != nil {
                size += try status(of: name, in: folder)?.size ?? 0
            }
        }
        return size
    }

    /// Reads the file with the given name and the extension of one of the given kinds. Returns `nil` if there is none.
    private func read(
        _ name: String, _ kinds: [FileKind],
        as file: (_ name: String, _ bytes: [UInt8]) throws(LootError) -> StoredFile
    ) throws(LootError) -> StoredFile? {
        for folder in [path, resting] {
            for kind in kinds {
                let name = "\(name).\(kind.fileEnding)"
                let bytes: [UInt8]
                do throws(SystemError) {
                    guard let found = try files.contents(of: FilePath.join(folder, name)) else { continue }
                    bytes = found.bytes
                } catch {
                    throw error.lootError("Can't read the file.")
                }
                do throws(LootError) { return try file(name, bytes) } catch {
                    throw error.code == .damaged ? error : damage(name, error.explanation)
                }
            }
        }
        return nil
    }

    private func damage(_ name: String, _ reason: Message) -> LootError {
        let file = FilePath.join(path, name)
        return LootError(
            .damaged, "Can't read the file \(file).", reason: reason,
            advice: "Put the file back, or add another one to the item.", remedy: .addFile,
            field: "files",
            place: file)
    }

    private func names(in folder: String) throws(LootError) -> [String] {
        do { return try files.names(in: folder) } catch { throw error.lootError("Can't read the files.") }
    }

    private func status(of name: String, in folder: String) throws(LootError) -> FileStatus? {
        do { return try files.status(at: FilePath.join(folder, name)) } catch {
            throw error.lootError("Can't read the files.")
        }
    }

    // MARK: Writing

    /// Adds the given file. A file that already exists is written again. This protects it from the next sweep, and
    /// repairs it if it was damaged.
    public func put(_ file: StoredFile, thumbnail: StoredFile?) async throws(LootError) {
        try requireOpen()
        do throws(SystemError) {
            if try files.status(at: path) == nil {
                try files.makeFolders(path)
                if let access = try modelAccess() { try files.setAccess(access.ofFolder, of: path) }
            }
        } catch {
            throw error.lootError("Can't create the folder \(path).")
        }
        if let thumbnail {
            let name = "\(file.id)\(StoredFileName.thumbnailMark)"
            try await write(thumbnail.bytes, as: "\(name).\(thumbnail.kind.fileEnding)")
            for kind in FileKind.pictures where kind != thumbnail.kind {
                try remove("\(name).\(kind.fileEnding)", in: path)
            }
        }
        try await write(file.bytes, as: "\(file.id).\(file.kind.fileEnding)")
    }

    private func modelAccess() throws(SystemError) -> FileAccess? {
        try model.flatMap { model throws(SystemError) in try files.access(of: model) }
    }

    private func access() throws(LootError) -> FileAccess? {
        do { return try modelAccess()?.ofCompanion } catch { throw error.lootError("Can't save the file.") }
    }

    private func write(_ bytes: [UInt8], as name: String) async throws(LootError) {
        let deadline = ContinuousClock.now + patience
        while true {
            do throws(LootError) {
                var replacement = try FileReplacement(
                    of: FilePath.join(path, name), access: try access(), on: files,
                    for: "Can't save the file.")
                try replacement.write(bytes.span.bytes)
                try replacement.commit()
                return
            } catch {
                // Another program is writing the same file.
                guard error.code == .locked, ContinuousClock.now < deadline else { throw error }
            }
            do { try await Task.sleep(for: .milliseconds(10)) } catch {
                throw LootError(.cancelled, "Can't save the file.", reason: "The task was canceled.")
            }
        }
    }

    private func remove(_ name: String, in folder: String) throws(LootError) {
        do { try files.remove(FilePath.join(folder, name)) } catch {
            throw error.lootError("Can't remove the file.")
        }
    }

    // MARK: Sweeping

    /// Removes files that are no longer needed, and temporary files of writers that were killed. Unrelated files are
    /// kept.
    @discardableResult
    public func sweep(keeping kept: Set<FileID>, olderThan age: Duration) throws(LootError) -> Int {
        try requireOpen()
        try restoreFiles(kept)
        var count = 0
        for name in try names(in: resting) {
            guard let file = StoredFileName(name), try hasRested(name, age) else { continue }
            try remove(name, in: resting)
            if file.role == .file { count += 1 }
        }
        var hasChanged = false
        for name in try names(in: path) {
            guard let file = StoredFileName(name), file.role == .unfinished || !kept.contains(file.id) else {
                continue
            }
            if age <= .zero || file.role == .unfinished {
                // A recent temporary file may still be in use.
                if age > .zero, try !isOld(name, .seconds(3600)) { continue }
                try remove(name, in: path)
                if file.role == .file { count += 1 }
            } else {
                try move(name, from: path, to: resting)
            }
            hasChanged = true
        }
        if hasChanged {
            do { try files.syncFolder(path) } catch { throw error.lootError("Can't remove the files.") }
        }
        return count
    }

    /// Moves needed files back from the resting folder.
    func restoreFiles(_ needed: Set<FileID>) throws(LootError) {
        for name in try names(in: resting) {
            guard let file = StoredFileName(name), needed.contains(file.id) else { continue }
            try move(name, from: resting, to: path)
        }
    }

    /// Whether the resting folder contains any files.
    var hasResting: Bool { (try? files.names(in: resting).isEmpty) == false }

    private func move(_ name: String, from folder: String, to other: String) throws(LootError) {
        do throws(SystemError) {
            try files.makeFolders(other)
            try files.rename(FilePath.join(folder, name), to: FilePath.join(other, name))
            try files.syncFolder(other)
        } catch {
            // Another program is sweeping at the same time.
            if error.code == .notFound { return }
            throw error.lootError("Can't move a file aside.")
        }
    }

    /// Returns whether the file with the given name has been in the resting folder for the given time. Moving the file
    /// there has set its status change time.
    private func hasRested(_ name: String, _ age: Duration) throws(LootError) -> Bool {
        guard age > .zero else { return true }
        guard let changed = try status(of: name, in: resting)?.changed else { return false }
        return changed < FileFolder.time(before: age)
    }

    private func isOld(_ name: String, _ age: Duration) throws(LootError) -> Bool {
        guard let modified = try status(of: name, in: path)?.modified else { return false }
        return modified < FileFolder.time(before: age)
    }

    /// Returns the time before the given duration in nanoseconds since 1970, but at least 0.
    private static func time(before age: Duration) -> Int {
        let now = Duration.seconds(max(0, min(Moment.now.secondsSinceEpoch, 1 << 33)))
        let time = max(.zero, now - min(age, now)).components
        return Int(time.seconds) * 1_000_000_000 + Int(time.attoseconds / 1_000_000_000)
    }
}

/// The parts of a file name in the folder.
private struct StoredFileName {
    enum Role { case file, thumbnail, unfinished }

    static let thumbnailMark = ".thumbnail"

    let id: FileID
    let role: Role

    /// Parses the given file name. Returns `nil` if it isn't the name of a stored file.
    init?(_ name: String) {
        let isUnfinished = name.hasPrefix(".") && name.hasSuffix(".tmp")
        let name = isUnfinished ? name.dropFirst().dropLast(4) : name[...]
        guard let id = FileID(name.prefix(64)),
            let kind = FileKind.allCases.first(where: { name.hasSuffix(".\($0.fileEnding)") })
        else { return nil }
        let mark = name.dropFirst(64).dropLast(kind.fileEnding.utf8.count + 1)
        guard mark.isEmpty || mark == StoredFileName.thumbnailMark else { return nil }
        self.id = id
        role = isUnfinished ? .unfinished : mark.isEmpty ? .file : .thumbnail
    }
}
