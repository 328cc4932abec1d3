public import LootCore
import Synchronization

extension Inventory {
    /// Gives an item a photo. The photo is kept before the item names it.
    ///
    /// - Returns: nil when the item had this photo already.
    /// - Throws: ``/LootCore/LootError``: `unsupported` when the store keeps no photos, `no-such-item`, and what
    ///   keeping and writing throw.
    @discardableResult
    public func setPhoto(
        _ photo: Photo, thumbnail: Photo? = nil, of id: ItemID,
        if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        guard let photos = store.photos else { throw LootError.noPhotos }
        if try await store.item(id) == nil { throw LootError.missing(id) }
        try await check(conditions)
        try await photos.put(photo, thumbnail: thumbnail)
        if photosPut.add(1, ordering: .relaxed).newValue.isMultiple(of: 100) {
            // A program that runs for long tidies up from time to time; what can't be taken away now goes another time.
            _ = try? await store.sweepPhotos()
        }
        return try await change([id], "Set the photo of", if: conditions) { item in
            item.photo == photo.id ? nil : .update(id, ["photo": .text(photo.id.description)])
        }
    }

    /// Takes an item's photo away. An undo brings it back.
    ///
    /// - Returns: nil when the item had none.
    @discardableResult
    public func removePhoto(
        of id: ItemID, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try await change([id], "Remove the photo of", if: conditions) { item in
            item.photo == nil ? nil : .update(id, ["photo": nil])
        }
    }

    /// The photo of an item.
    ///
    /// - Returns: nil when the item has none.
    /// - Throws: ``/LootCore/LootError``: `damaged` when the item names a photo that is not there, or that is no
    ///   longer what it was.
    public func photo(of item: Item) async throws(LootError) -> Photo? {
        guard let id = item.photo else { return nil }
        guard let photo = try await store.photos?.photo(id) else {
            throw LootError.missingPhoto(id, of: item)
        }
        return photo
    }

    /// The thumbnail of an item's photo: what a list shows.
    ///
    /// - Returns: nil when the item has no photo, or that no thumbnail.
    public func thumbnail(of item: Item) async throws(LootError) -> Photo? {
        guard let id = item.photo else { return nil }
        return try await store.photos?.thumbnail(of: id)
    }
}
