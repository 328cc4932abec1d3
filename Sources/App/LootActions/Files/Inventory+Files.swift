public import LootCore
import LootMedia
import Synchronization
import TextSearch

/// A file to be added to an item.
public struct NewFile: Sendable {
    /// The content.
    package var file: StoredFile
    /// The name, which must not be a path.
    package var name: String
    /// The thumbnail, if there is one.
    var thumbnail: StoredFile?

    /// Creates a named file.
    public init(_ file: StoredFile, name: String, thumbnail: StoredFile? = nil) {
        self.file = file
        self.name = name
        self.thumbnail = thumbnail
    }
}

extension Inventory {
    // MARK: Reading

    /// Returns the files of an item like ``/LootCore/Item/allFiles``. If the photo has no file entry, its kind and
    /// size are determined from its content. Other files aren't read.
    package func files(of item: Item) async throws(LootError) -> [FileEntry] {
        var files = item.allFiles
        guard let first = files.first, first.size == 0, first.id == item.photo,
            let photo = try? await store.fileKeeper?.file(first.id)
        else { return files }
        let others = Set(files.dropFirst().map(\.name))
        let name = "photo.\(photo.kind.fileEnding)"
        files[0] = FileEntry(photo, name: others.contains(name) ? first.name : name)
        return files
    }

    /// Returns the content of one of an item's files.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `damaged` if the file is missing or has changed.
    package func contents(of file: FileEntry, of item: Item) async throws(LootError) -> StoredFile {
        guard let found = try await store.fileKeeper?.file(file.id) else {
            throw LootError.missing(file, of: item)
        }
        return found
    }

    // MARK: Writing

    /// Appends files to an item. They are stored before the item refers to them. If another file of the item has the
    /// same name, a number is appended to the name. Files that the item already has under that name are skipped. If
    /// the item has no photo, the first picture becomes its photo.
    ///
    /// - Returns: `nil` if the item already had all of them.
    /// - Throws: ``/LootCore/LootError``. The code is `unsupported` if the store keeps no files, `no-such-item`, or
    ///   `invalid-value` for an invalid name or too many files.
    @discardableResult
    public func addFiles(
        _ new: [NewFile], to id: ItemID, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        guard let keeper = store.fileKeeper else { throw LootError.keepsNoFiles }
        for file in new { try FileEntry.checkName(file.name) }
        guard let item = try await store.item(id) else { throw LootError.missing(id) }
        // Check this before storing files that the item couldn't refer to.
        try Field.check(countOfFiles: item.files.count + new.count)
        try await check(conditions)
        let cleaned = try await keep(new, in: keeper)
        return try await changeFiles(
            of: id, { "Add \(new.count, one: "file", other: "files") to \($0)" }, if: conditions
        ) { item in
            item.take(cleaned)
        }
    }

    /// Adds a new item with files in one commit.
    ///
    /// - Throws: The errors of ``addFiles(_:to:if:)`` and ``add(_:at:)``.
    @discardableResult
    package func add(_ item: Item, with new: [NewFile]) async throws(LootError) -> Commit {
        guard let keeper = store.fileKeeper else { throw LootError.keepsNoFiles }
        for file in new { try FileEntry.checkName(file.name) }
        try item.checkEntries()
        var item = item
        try Field.check(countOfFiles: item.files.count + new.count)
        item.take(try await keep(new, in: keeper))
        return try await add([item])
    }

    /// Removes files of an item. If its photo is among them, the next picture becomes the photo. An undo restores the
    /// files.
    ///
    /// - Returns: `nil` if the item had none of them.
    @discardableResult
    public func removeFiles(
        _ files: [FileEntry], of id: ItemID, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        guard let item = try await store.item(id) else { throw LootError.missing(id) }
        let gone = Set(files)
        let pictures = await pictures(among: item.files.filter { !gone.contains($0) })
        return try await changeFiles(
            of: id, { "Remove \(files.count, one: "file", other: "files") from \($0)" }, if: conditions
        ) { item in
            item.files.removeAll { gone.contains($0) }
            guard let photo = item.photo, files.contains(where: { $0.id == photo }),
                !item.files.contains(where: { $0.id == photo })
            else { return }
            item.photo = item.files.first { pictures.contains($0.id) }?.id
        }
    }

    /// Moves a file of an item to another index. A picture that becomes the first file becomes the photo.
    ///
    /// - Returns: `nil` if nothing had to be changed.
    @discardableResult
    package func moveFile(
        _ file: FileEntry, to index: Int, of id: ItemID, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        guard let item = try await store.item(id) else { throw LootError.missing(id) }
        let all = try await files(of: item)
        let pictures = index == 0 ? await pictures(among: [file]) : []
        return try await changeFiles(of: id, { "Move a file of \($0)" }, if: conditions) { item in
            var files = item.files
            // Give the photo an entry if it has none and another file should precede it.
            if let photo = all.first, photo.id == item.photo, !files.contains(where: { $0.id == photo.id }) {
                files.insert(photo, at: 0)
            }
            guard let place = files.firstIndex(where: { $0 == file || $0.id == file.id && file.size == 0 })
            else { return }
            files.insert(files.remove(at: place), at: min(max(0, index), files.count))
            if index == 0, pictures.contains(file.id) { item.photo = file.id }
            if files != all { item.files = files }
        }
    }

    /// Renames a file of an item.
    ///
    /// - Returns: `nil` if the file already had this name.
    /// - Throws: ``/LootCore/LootError``. The code is `invalid-value` if the name is invalid or another file of the
    ///   item has it.
    @discardableResult
    package func renameFile(
        _ file: FileEntry, to name: String, of id: ItemID, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try FileEntry.checkName(name)
        let bytes = try await store.fileKeeper?.file(file.id)
        let renamed =
            bytes.map { FileEntry($0, name: name) }
            ?? FileEntry(id: file.id, name: name, mediaType: file.mediaType, size: file.size)
        return try await changeFiles(of: id, { "Rename a file of \($0)" }, if: conditions) {
            (item) throws(LootError) in
            if file.name == name { return }
            if item.files.contains(where: { $0.name == name }) {
                throw LootError(
                    .invalidValue, "Can't rename the file to “\(TextRules.visible(name))”.",
                    reason: "Another file of “\(TextRules.visible(item.name))” has this name.",
                    advice: "Choose another name.", item: id, field: "files")
            }
            if let place = item.files.firstIndex(of: file) {
                item.files[place] = renamed
            } else if item.photo == file.id {
                item.files.insert(renamed, at: 0)
            }
        }
    }

    // MARK: Implementation

    /// Returns a file as it is stored: without the location where a picture was taken, unless the inventory keeps
    /// locations.
    package func asKept(_ file: StoredFile) -> StoredFile { keepsPosition ? file : file.withoutPosition() }

    /// Stores files without the locations where pictures were taken, and returns them as stored.
    private func keep(_ new: [NewFile], in keeper: any FileKeeper) async throws(LootError) -> [NewFile] {
        var cleaned = new
        for index in cleaned.indices { cleaned[index].file = asKept(cleaned[index].file) }
        for new in cleaned { try await keep(new.file, thumbnail: new.thumbnail, in: keeper) }
        return cleaned
    }

    /// Stores a file. Removes unused files after every 100th one, for programs that run for a long time.
    func keep(
        _ file: StoredFile, thumbnail: StoredFile?, in keeper: any FileKeeper
    ) async throws(LootError) {
        try await keeper.put(file, thumbnail: thumbnail)
        if filesPut.add(1, ordering: .relaxed).newValue.isMultiple(of: 100) {
            // Ignore errors. A later sweep removes the files.
            _ = try? await store.sweepFiles()
        }
    }

    /// Returns a set with the first file whose content is a photo, or an empty set.
    private func pictures(among files: [FileEntry]) async -> Set<FileID> {
        for file in files where file.isPicture || file.size == 0 {
            // The callers need only the first one.
            if (try? await store.fileKeeper?.file(file.id))?.isPhoto == true { return [file.id] }
        }
        return []
    }

    /// Changes an item's files and photo. Retries with the new state if another writer changes them in between.
    private func changeFiles(
        of id: ItemID, _ title: (_ item: String) -> Message, if conditions: [Condition],
        _ change: @Sendable (inout Item) throws(LootError) -> Void
    ) async throws(LootError) -> Commit? {
        let keys: [FieldKey] = ["files", "photo"]
        var attempts = 0
        while true {
            guard let item = try await store.item(id) else { throw LootError.missing(id) }
            var edited = item
            try change(&edited)
            let patch = Patch(from: item, to: edited)
            if patch.isEmpty {
                try await check(conditions)
                return nil
            }
            try patch.checkEntries()
            let seen = Patch(keys.map { Patch.Edit($0, item.value(for: $0)) })
            do throws(LootError) {
                return try await commit(
                    ItemTransaction(
                        [.update(id, patch)], title: title(Language.current.quoted(item.shownName)).text,
                        conditions: conditions + [.fields(id, seen)]))
            } catch {
                attempts += 1
                // If the caller passed conditions, one of them may have failed. Then only the caller can decide to
                // retry.
                guard error.code == .conflict, conditions.isEmpty, attempts < 100,
                    let now = try await store.item(id),
                    keys.contains(where: { now.value(for: $0) != item.value(for: $0) })
                else { throw error }
            }
        }
    }
}

extension Item {
    /// Appends stored files under unique names. The first picture becomes the photo if there is none.
    fileprivate mutating func take(_ new: [NewFile]) {
        var names = Set(files.map(\.name))
        for new in new where !files.contains(where: { $0.id == new.file.id && $0.name == new.name }) {
            let name = FileEntry.name(new.name, besides: names)
            names.insert(name)
            files.append(FileEntry(new.file, name: name))
        }
        if photo == nil { photo = new.first { $0.file.isPhoto }?.file.id }
    }
}

extension FileEntry {
    /// Returns the name of a file in URLs: the digest of its bytes, followed by its name if another file has the same
    /// bytes.
    package static func reference(to file: FileEntry, in files: [FileEntry]) -> String {
        files.count { $0.id == file.id } > 1 ? "\(file.id)-\(file.name)" : "\(file.id)"
    }

    /// Returns the index of the file that a person refers to by its number (beginning with 1), its name or a part of
    /// it, the digest of its bytes, or its ``reference(to:in:)``.
    ///
    /// - Throws: ``/LootCore/LootError``. The codes are `no-such-item` and `ambiguous-item`; the message lists the
    ///   files.
    package static func index(of text: String, in files: [FileEntry], of item: Item) throws(LootError) -> Int
    {
        let failure: Message = "Can't find the file “\(TextRules.visible(text))” of “\(item.shownName)”."
        // Files with the same digest are equal, so the first one will do.
        if let index = files.firstIndex(where: { $0.id.description == text }) { return index }
        if let index = files.firstIndex(where: { "\($0.id)-\($0.name)" == text }) { return index }
        var found = files.indices.filter { files[$0].name == text }
        if let number = Int(text.hasPrefix("#") ? String(text.dropFirst()) : text) {
            if files.indices.contains(number - 1) { found = Set(found + [number - 1]).sorted() }
        } else if found.isEmpty {
            let part = SearchWord(text)
            found = files.indices.filter { part.isFound(in: files[$0].name) }
        }
        func named(_ indices: [Int]) -> [Message] {
            indices.prefix(5).map { "\($0 + 1) “\(TextRules.visible(files[$0].name))”" }
                + (indices.count > 5 ? ["\(indices.count - 5, one: "more", other: "more")"] : [])
        }
        if let index = found.first {
            if found.count == 1 { return index }
            throw LootError(
                .ambiguousItem, failure,
                reason: "\(found.count, one: "file matches", other: "files match"): \(list: named(found)).",
                advice: "Use its number, or its whole name.", item: item.id)
        }
        throw LootError(
            .noSuchItem, failure,
            reason: files.isEmpty
                ? "It has no files." : "Its files are \(list: named(Array(files.indices))).",
            advice: files.isEmpty ? "Add a file." : "Use its number, or its name.",
            remedy: files.isEmpty ? .addFile : nil, item: item.id)
    }
}
