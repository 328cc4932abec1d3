extension ItemStore {
    /// Returns the files that items, or commits that can be undone or redone, refer to.
    package func filesInUse() async throws(LootError) -> Set<FileID> {
        // Read the history first. If a commit is undone in the meantime, its files are found in the items.
        let history = try await history(limit: .max)
        var files = history.files
        try await forEachWithFiles { files.formUnion($0.fileIDs) }
        return files
    }

    /// Removes the files that no item and no commit in the history has referred to for thirty days. They are kept
    /// until then because a person may restore an older file with items that refer to them.
    ///
    /// - Returns: The number of removed files.
    @discardableResult
    package func sweepFiles(olderThan age: Duration = .seconds(30 * 86_400)) async throws(LootError) -> Int {
        guard let fileKeeper, try await !fileKeeper.ids().isEmpty else { return 0 }
        return try await fileKeeper.sweep(keeping: try await filesInUse(), olderThan: age)
    }

    /// Reads all stored files, and checks that the files of all items exist.
    ///
    /// - Returns: The verified facts and the problems.
    package func checkFiles() async throws(LootError) -> CheckReport {
        var report = CheckReport()
        guard let fileKeeper else { return report }
        let ids = try await fileKeeper.ids()
        for id in ids.sorted() {
            do throws(LootError) {
                _ = try await fileKeeper.file(id)
                _ = try await fileKeeper.thumbnail(of: id)
            } catch {
                report.problems.append(error)
            }
        }
        try await forEachWithFiles { item in
            for file in item.allFiles where !ids.contains(file.id) {
                report.problems.append(.missing(file, of: item))
            }
        }
        if report.problems.isEmpty, !ids.isEmpty {
            report.verified = [
                "\(ids.count, one: "file is", other: "files are") intact, and no item is missing a photo or a file."
            ]
        }
        return report
    }

    private func forEachWithFiles(_ body: (Item) -> Void) async throws(LootError) {
        let filter = Filter.any([.isSet("photo"), .isSet("files")])
        try await withRows(of: Query(filter: filter)) { rows throws(LootError) in
            try await rows.forEach { item in body(item) }
        }
    }
}

extension Item {
    /// The IDs of the photo and the files.
    package var fileIDs: [FileID] {
        guard hasDetails else { return [] }
        return (photo.map { [$0] } ?? []) + files.map(\.id)
    }
}

extension History {
    /// The files that an undo or a redo may restore.
    package var files: Set<FileID> {
        var files: Set<FileID> = []
        for commit in undoable + redoable {
            for applied in commit.changes {
                for change in [applied.change, applied.inverse] {
                    switch change {
                    case .insert(let item, _): files.formUnion(item.fileIDs)
                    case .update(_, let patch):
                        if case .text(let text)?? = patch["photo"], let photo = FileID(text) {
                            files.insert(photo)
                        }
                        if case .list(let entries)?? = patch["files"] {
                            files.formUnion(entries.compactMap { FileEntry($0)?.id })
                        }
                    case .move, .remove, .set: break
                    }
                }
            }
        }
        return files
    }
}

extension LootError {
    /// Creates an error for a missing file of an item.
    package static func missing(_ file: FileEntry, of item: Item) -> LootError {
        let name = TextRules.visible(item.name)
        if item.photo == file.id {
            return LootError(
                .damaged, "Can't find the photo of “\(name)”.",
                reason: "The photo \(file.id.short) doesn't exist.",
                advice: "Set another photo, or remove this one.", remedy: .replacePhoto,
                item: item.id, field: "photo")
        }
        return LootError(
            .damaged, "Can't find the file “\(TextRules.visible(file.name))” of “\(name)”.",
            reason: "The file \(file.id.short) doesn't exist.",
            advice: "Add the file again, or remove it from the item.", remedy: .replaceFile,
            item: item.id, field: "files")
    }
}
