public import LootCore

/// Photos in a folder, each in a file that is named after the digest of its bytes: `abcd….jpg`, and beside it
/// `abcd….thumbnail.png`. Any program can show them, and any number of processes may use the folder at once.
///
/// A file is written under another name, synced and renamed, so that it is there whole or not at all.
public struct PhotoFolder: PhotoStore {
    /// Where the folder is, or will be when the first photo comes.
    public let path: String
    private let model: String?
    private let files: any FileSystem
    private let patience: Duration

    /// The photos in a folder, which need not be there yet.
    ///
    /// - Parameters:
    ///   - path: where it is. The folder that it is in must be there when a photo comes.
    ///   - model: the file whose permissions the photos get.
    ///   - files: the file system.
    ///   - patience: how long to wait for somebody who writes the same photo.
    public init(
        _ path: String, like model: String? = nil, on files: any FileSystem = SystemFileSystem(),
        patience: Duration = .seconds(10)
    ) {
        self.path = path
        self.model = model
        self.files = files
        self.patience = patience
    }

    // MARK: Reading

    /// See ``LootCore/PhotoStore/photo(_:)``.
    public func photo(_ id: PhotoID) throws(LootError) -> Photo? {
        guard let photo = try read("\(id)", Photo.greatestSize) else { return nil }
        guard photo.id == id else {
            throw damage(
                "\(id).\(photo.kind.fileEnding)", "its bytes are not those that it was named after")
        }
        return photo
    }

    /// See ``LootCore/PhotoStore/thumbnail(of:)``.
    public func thumbnail(of id: PhotoID) throws(LootError) -> Photo? {
        try read("\(id)\(PhotoFile.thumbnailMark)", Photo.greatestThumbnailSize)
    }

    /// See ``LootCore/PhotoStore/ids()``.
    public func ids() throws(LootError) -> Set<PhotoID> {
        Set(try names().compactMap { PhotoFile($0) }.filter { $0.role == .photo }.map(\.id))
    }

    /// How many bytes the files take.
    public func size() throws(LootError) -> Int {
        var size = 0
        for name in try names() where PhotoFile(name) != nil {
            size += try status(of: name)?.size ?? 0
        }
        return size
    }

    /// The photo in a file of this name and any ending.
    private func read(_ name: String, _ greatestSize: Int) throws(LootError) -> Photo? {
        for kind in PhotoKind.allCases {
            let name = "\(name).\(kind.fileEnding)"
            let bytes: [UInt8]
            do throws(SystemError) {
                guard let found = try files.contents(of: FilePath.join(path, name)) else { continue }
                bytes = found.bytes
            } catch {
                throw error.lootError("can't read the photo")
            }
            do throws(LootError) { return try Photo(bytes, greatestSize: greatestSize) } catch {
                throw damage(name, error.why)
            }
        }
        return nil
    }

    private func damage(_ name: String, _ why: String) -> LootError {
        let file = FilePath.join(path, name)
        return LootError(
            .damaged, "can't read the photo \(file)", because: why,
            next: "Put the photo there again, or give the item another with: loot photo ITEM FILE",
            field: "photo",
            place: file)
    }

    private func names() throws(LootError) -> [String] {
        do { return try files.names(in: path) } catch { throw error.lootError("can't look at the photos") }
    }

    private func status(of name: String) throws(LootError) -> FileStatus? {
        do { return try files.status(at: FilePath.join(path, name)) } catch {
            throw error.lootError("can't look at the photos")
        }
    }

    // MARK: Writing

    /// See ``LootCore/PhotoStore/put(_:thumbnail:)``. A photo that is there is written again, which makes it a new one
    /// to a sweep, and mends it if it was damaged.
    public func put(_ photo: Photo, thumbnail: Photo?) async throws(LootError) {
        do throws(SystemError) {
            if try files.status(at: path) == nil {
                try files.makeFolder(path)
                try files.syncFolder(FilePath.folder(of: path))
            }
        } catch {
            throw error.lootError("can't make the folder for the photos")
        }
        if let thumbnail {
            let name = "\(photo.id)\(PhotoFile.thumbnailMark)"
            try await write(thumbnail.bytes, as: "\(name).\(thumbnail.kind.fileEnding)")
            for kind in PhotoKind.allCases where kind != thumbnail.kind {
                try remove("\(name).\(kind.fileEnding)")
            }
        }
        try await write(photo.bytes, as: "\(photo.id).\(photo.kind.fileEnding)")
    }

    private func write(_ bytes: [UInt8], as name: String) async throws(LootError) {
        let deadline = ContinuousClock.now + patience
        while true {
            do throws(LootError) {
                var replacement = try FileReplacement(
                    of: FilePath.join(path, name), like: model, on: files, for: "can't keep the photo")
                try replacement.write(bytes.span.bytes)
                try replacement.commit()
                return
            } catch {
                // Somebody is writing the very same photo.
                guard error.code == .locked, ContinuousClock.now < deadline else { throw error }
            }
            do { try await Task.sleep(for: .milliseconds(10)) } catch {
                throw LootError(.cancelled, "can't keep the photo", because: "the task was cancelled")
            }
        }
    }

    private func remove(_ name: String) throws(LootError) {
        do { try files.remove(FilePath.join(path, name)) } catch {
            throw error.lootError("can't take the photo away")
        }
    }

    /// See ``LootCore/PhotoStore/sweep(keeping:olderThan:)``. What writers that were killed have left goes too; files
    /// that are none of this folder's stay.
    @discardableResult
    public func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) throws(LootError) -> Int {
        // Nothing is older than the system's times go back, however long ago is asked for.
        let now = min(max(0, Int(Moment.now.secondsSinceEpoch)), Int.max / 1_000_000_000)
        let seconds = min(max(0, Int(age.components.seconds)), now)
        let limit = (now - seconds) * 1_000_000_000
        var count = 0
        var hasChanged = false
        for name in try names() {
            guard let file = PhotoFile(name), file.role == .unfinished || !kept.contains(file.id),
                let status = try status(of: name), age <= .zero || status.modified < limit
            else { continue }
            try remove(name)
            hasChanged = true
            if file.role == .photo { count += 1 }
        }
        guard hasChanged else { return 0 }
        do { try files.syncFolder(path) } catch { throw error.lootError("can't take photos away") }
        return count
    }
}

/// What the name of a file in the folder tells.
private struct PhotoFile {
    enum Role { case photo, thumbnail, unfinished }

    static let thumbnailMark = ".thumbnail"

    let id: PhotoID
    let role: Role

    /// Nil for a file that is none of the folder's.
    init?(_ name: String) {
        let isUnfinished = name.hasPrefix(".") && name.hasSuffix(".tmp")
        let name = isUnfinished ? name.dropFirst().dropLast(4) : name[...]
        guard let id = PhotoID(name.prefix(64)),
            let kind = PhotoKind.allCases.first(where: { name.hasSuffix(".\($0.fileEnding)") })
        else { return nil }
        let mark = name.dropFirst(64).dropLast(kind.fileEnding.utf8.count + 1)
        guard mark.isEmpty || mark == PhotoFile.thumbnailMark else { return nil }
        self.id = id
        role = isUnfinished ? .unfinished : mark.isEmpty ? .photo : .thumbnail
    }
}
