package import LootCore
package import LootMerge

/// The files in the folder next to a list's file, where stores keep them: `items.json.photos`.
package struct FilesBeside {
    private let folder: String
    private let access: any FileAccess
    private var names: [FileID: (file: String?, thumbnail: String?)] = [:]

    /// Lists the files next to the file of a list. There are none if the folder doesn't exist.
    package init(_ path: String, on access: any FileAccess) throws(LootError) {
        folder = "\(path).photos"
        self.access = access
        guard access.exists(folder) else { return }
        for name in try access.names(in: folder) {
            guard let kept = ArchivedFileName(name) else { continue }
            if kept.isThumbnail {
                names[kept.id, default: (nil, nil)].thumbnail = name
            } else {
                names[kept.id, default: (nil, nil)].file = name
            }
        }
    }

    /// The IDs of the files in the folder.
    package var ids: Set<FileID> { Set(names.filter { $0.value.file != nil }.keys) }

    /// Returns a file with its thumbnail, or `nil` if it is missing or its content doesn't match its ID.
    private func file(_ id: FileID) -> (file: StoredFile, thumbnail: StoredFile?)? {
        guard let name = names[id]?.file, let file = try? read(name), file.id == id else { return nil }
        let thumbnail = names[id]?.thumbnail.flatMap { try? read($0) }
        return (file, thumbnail.flatMap { $0.isPhoto ? $0 : nil })
    }

    private func read(_ name: String) throws(LootError) -> StoredFile {
        let reader = try access.openRegular("\(folder)/\(name)")
        return try StoredFile(size: reader.size) { () throws(LootError) in try reader.read() }
    }

    /// Writes a file into the folder, under the same name as stores do.
    package func keep(_ file: StoredFile, thumbnail: StoredFile?) throws(LootError) {
        try access.makeFolders(folder)
        if let thumbnail { try write(thumbnail, "\(file.id).thumbnail.\(thumbnail.kind.fileEnding)") }
        try write(file, "\(file.id).\(file.kind.fileEnding)")
    }

    private func write(_ file: StoredFile, _ name: String) throws(LootError) {
        let writer = try access.create("\(folder)/\(name)", replaces: true)
        try writer.write(file.bytes)
        try writer.commit()
    }

    /// Copies the files that merged items refer to and that the target lacks: calls `put` with each of them.
    ///
    /// - Parameters:
    ///   - items: The merged items.
    ///   - conflicts: The conflicts of the merge. Their other side may also refer to files.
    ///   - known: The files in the target.
    ///   - put: Stores a file. `nil` only checks which files exist.
    /// - Returns: The number of copied files, and the missing ones.
    /// - Throws: The errors of `put`.
    package func bring(
        _ items: [Item], _ conflicts: [MergeConflict], known: Set<FileID>,
        to put: ((StoredFile, StoredFile?) async throws(LootError) -> Void)?
    ) async throws(LootError) -> BroughtFiles {
        var outcome = BroughtFiles()
        var brought = known
        var missing: Set<FileID> = []
        let named = items.map { ($0.shownName, $0.fileIDs) } + conflicts.map { ($0.name, $0.fileIDs) }
        for (name, files) in named {
            var count = 0
            for id in files where !brought.contains(id) {
                if let put {
                    if let (file, thumbnail) = file(id) {
                        try await put(file, thumbnail)
                        brought.insert(id)
                    }
                } else if names[id]?.file != nil {
                    brought.insert(id)
                }
                if brought.contains(id) {
                    outcome.count += 1
                } else if missing.insert(id).inserted {
                    count += 1
                }
            }
            if count > 0 { outcome.missing.append((name, count)) }
        }
        return outcome
    }
}

/// The result of copying the files of a merge.
package struct BroughtFiles {
    /// The number of copied files.
    package fileprivate(set) var count = 0
    /// The items that refer to missing files, with the number of those files.
    package fileprivate(set) var missing: [(item: String, count: Int)] = []
}

extension Inventory {
    /// Copies the files of a merge plan into the store, before any item refers to them. A preview only counts them.
    package func bringFiles(
        of plan: MergePlan, from files: FilesBeside, isTrial: Bool
    ) async throws(LootError) -> BroughtFiles {
        let items = plan.added + plan.changed.map(\.new)
        guard let keeper = store.fileKeeper else {
            return try await files.bring(items, plan.conflicts, known: [], to: nil)
        }
        let known = try await keeper.ids()
        if isTrial { return try await files.bring(items, plan.conflicts, known: known, to: nil) }
        return try await files.bring(items, plan.conflicts, known: known) {
            (file, thumbnail) async throws(LootError) in try await keeper.put(file, thumbnail: thumbnail)
        }
    }
}

extension MergeConflict {
    /// The files that the other side refers to.
    fileprivate var fileIDs: [FileID] {
        switch theirs {
        case .text(let text) where field == "photo": FileID(text).map { [$0] } ?? []
        case .list(let entries) where field == "files": entries.compactMap { FileEntry($0)?.id }
        default: []
        }
    }
}
