public import LootCore

extension Inventory {
    /// Gives an item a photo. The photo is kept before the item names it, without the place where it was taken.
    ///
    /// - Returns: nil when the item had this photo already.
    /// - Throws: ``/LootCore/LootError``: `unsupported` when the store keeps no photos, `no-such-item`, and what
    ///   keeping and writing throw.
    @discardableResult
    public func setPhoto(
        _ photo: StoredFile, thumbnail: StoredFile? = nil, of id: ItemID,
        if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try await setPhoto(photo, thumbnail: thumbnail, of: [id], if: conditions)
    }

    /// Gives several items one photo, in one step.
    ///
    /// - Returns: nil when all of them had it already.
    @discardableResult
    package func setPhoto(
        _ photo: StoredFile, thumbnail: StoredFile? = nil, of ids: [ItemID], if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        guard let keeper = store.fileKeeper else { throw LootError.keepsNoFiles }
        for id in ids { if try await store.item(id) == nil { throw LootError.missing(id) } }
        try await check(conditions)
        let photo = asKept(photo)
        try await keep(photo, thumbnail: thumbnail, in: keeper)
        return try await change(ids, "Set the photo of", if: conditions) { item in
            item.photo == photo.id ? nil : .update(item.id, ["photo": .text(photo.id.description)])
        }
    }

    /// Takes an item's photo away. An undo brings it back.
    ///
    /// - Returns: nil when the item had none.
    @discardableResult
    public func removePhoto(
        of id: ItemID, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try await removePhoto(of: [id], if: conditions)
    }

    /// Takes the photos of several items away, in one step.
    ///
    /// - Returns: nil when none of them had one.
    @discardableResult
    package func removePhoto(
        of ids: [ItemID], if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try await change(ids, "Remove the photo of", if: conditions) { item in
            item.photo == nil ? nil : .update(item.id, ["photo": nil])
        }
    }

    /// The photo of an item.
    ///
    /// - Returns: nil when the item has none.
    /// - Throws: ``/LootCore/LootError``: `damaged` when the item names a photo that is not there, or that is no
    ///   longer what it was.
    package func photo(of item: Item) async throws(LootError) -> StoredFile? {
        guard let id = item.photo else { return nil }
        guard let photo = try await store.fileKeeper?.file(id) else {
            throw LootError.missing(FileEntry(id: id, name: "", mediaType: "", size: 0), of: item)
        }
        return photo
    }

    /// The thumbnail of an item's photo: what a list shows.
    ///
    /// - Returns: nil when the item has no photo, or that no thumbnail.
    package func thumbnail(of item: Item) async throws(LootError) -> StoredFile? {
        guard let id = item.photo else { return nil }
        return try await store.fileKeeper?.thumbnail(of: id)
    }
}
