public import LootCore

extension Inventory {
    /// Sets the photo of an item. The photo is stored before the item refers to it, without the location where it was
    /// taken.
    ///
    /// - Returns: `nil` if the item already had this photo.
    /// - Throws: ``/LootCore/LootError``. The code is `unsupported` if the store keeps no files, or `no-such-item`.
    @discardableResult
    public func setPhoto(
        _ photo: StoredFile, thumbnail: StoredFile? = nil, of id: ItemID,
        if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try await setPhoto(photo, thumbnail: thumbnail, of: [id], if: conditions)
    }

    /// Sets the same photo for several items in one commit.
    ///
    /// - Returns: `nil` if all of them already had it.
    @discardableResult
    package func setPhoto(
        _ photo: StoredFile, thumbnail: StoredFile? = nil, of ids: [ItemID], if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        guard let keeper = store.fileKeeper else { throw LootError.keepsNoFiles }
        for id in ids { if try await store.item(id) == nil { throw LootError.missing(id) } }
        try await check(conditions)
        let photo = asKept(photo)
        try await keep(photo, thumbnail: thumbnail, in: keeper)
        return try await change(ids, { "Set the photo of \($0)" }, if: conditions) { item in
            item.photo == photo.id ? nil : .update(item.id, ["photo": .text(photo.id.description)])
        }
    }

    /// Removes the photo of an item. An undo restores it.
    ///
    /// - Returns: `nil` if the item had none.
    @discardableResult
    public func removePhoto(
        of id: ItemID, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try await removePhoto(of: [id], if: conditions)
    }

    /// Removes the photos of several items in one commit.
    ///
    /// - Returns: `nil` if none of them had one.
    @discardableResult
    package func removePhoto(
        of ids: [ItemID], if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try await change(ids, { "Remove the photo of \($0)" }, if: conditions) { item in
            item.photo == nil ? nil : .update(item.id, ["photo": nil])
        }
    }

    /// Returns the photo of an item, or `nil` if it has none.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `damaged` if the photo is missing or has changed.
    package func photo(of item: Item) async throws(LootError) -> StoredFile? {
        guard let id = item.photo else { return nil }
        guard let photo = try await store.fileKeeper?.file(id) else {
            throw LootError.missing(FileEntry(id: id, name: "", mediaType: "", size: 0), of: item)
        }
        return photo
    }

    /// Returns the thumbnail of an item's photo, or `nil` if there is no photo or it has no thumbnail.
    package func thumbnail(of item: Item) async throws(LootError) -> StoredFile? {
        guard let id = item.photo else { return nil }
        return try await store.fileKeeper?.thumbnail(of: id)
    }
}
