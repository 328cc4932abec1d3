extension ItemStore {
    /// The photos that an item names, or a commit that can be undone or redone.
    public func photosInUse() async throws(LootError) -> Set<PhotoID> {
        // The history first: what is undone in between moves from there to the items, where it is found.
        let history = try await history(limit: .max)
        var photos = history.photos
        try await forEachPhoto { photos.insert($1) }
        return photos
    }

    /// Takes away the photos that nothing has needed for thirty days: no item names them, and no commit of the
    /// history. Until then they rest, since a person may put an older file back that names them.
    ///
    /// - Returns: how many were taken away.
    @discardableResult
    public func sweepPhotos(olderThan age: Duration = .seconds(30 * 86_400)) async throws(LootError) -> Int {
        guard let photos, try await !photos.ids().isEmpty else { return 0 }
        return try await photos.sweep(keeping: try await photosInUse(), olderThan: age)
    }

    /// Reads every photo that is there, and looks for those that items name.
    ///
    /// - Returns: what was verified, and what is wrong.
    public func checkPhotos() async throws(LootError) -> CheckReport {
        var report = CheckReport()
        guard let photos else { return report }
        let ids = try await photos.ids()
        for id in ids.sorted() {
            do throws(LootError) {
                _ = try await photos.photo(id)
                _ = try await photos.thumbnail(of: id)
            } catch {
                report.problems.append(error)
            }
        }
        try await forEachPhoto { item, photo in
            if !ids.contains(photo) { report.problems.append(.missingPhoto(photo, of: item)) }
        }
        if report.problems.isEmpty, !ids.isEmpty {
            let count = ids.count == 1 ? "1 photo is" : "\(ids.count) photos are"
            report.verified = ["\(count) what the names say, and every photo that an item has is there"]
        }
        return report
    }

    private func forEachPhoto(_ body: (Item, PhotoID) -> Void) async throws(LootError) {
        try await withRows(of: Query(filter: .isSet("photo"))) { rows throws(LootError) in
            try await rows.forEach { item in if let photo = item.photo { body(item, photo) } }
        }
    }
}

extension History {
    /// The photos that an undo or a redo may bring back.
    public var photos: Set<PhotoID> {
        var photos: Set<PhotoID> = []
        for commit in undoable + redoable {
            for applied in commit.changes {
                for change in [applied.change, applied.inverse] {
                    switch change {
                    case .insert(let item, _): if let photo = item.photo { photos.insert(photo) }
                    case .update(_, let patch):
                        if case .text(let text)?? = patch["photo"], let photo = PhotoID(text) {
                            photos.insert(photo)
                        }
                    case .move, .remove: break
                    }
                }
            }
        }
        return photos
    }
}

extension LootError {
    /// An item names a photo that is not there.
    public static func missingPhoto(_ photo: PhotoID, of item: Item) -> LootError {
        LootError(
            .damaged, "can't find the photo of “\(TextRules.visible(item.name))”",
            because: "no photo \(photo.short) is there",
            next: "Give it a photo with: loot photo \(item.id.short) FILE, or take it away with --remove",
            item: item.id, field: "photo")
    }
}
