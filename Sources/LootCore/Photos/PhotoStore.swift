/// Keeps the photos of an item store beside its items, each under the digest of its bytes: ``ItemStore/photos``.
///
/// A photo is put in before the item that names it is written, so that no item ever names one that is not there. It
/// stays as long as an item names it or an undo could bring one back that does; ``ItemStore/sweepPhotos(olderThan:)``
/// takes the others away.
///
/// The laws, each a case of the conformance suite in `LootTesting`:
///
/// 1. What goes in comes out, byte for byte; the same photo goes in as often as one likes, and is there once.
/// 2. A photo that is not there is nil, and no error. One that is no longer what was put in is an error, `damaged`.
/// 3. A sweep takes away what it is not told to keep, once that has rested for the age that the sweep names.
/// 4. A store that takes no changes takes no photos.
public protocol PhotoStore: Sendable {
    /// Keeps a photo, and the thumbnail that was made of it. Without one, the thumbnail that is there stays. When it
    /// returns, a durable store has both on the medium.
    func put(_ photo: Photo, thumbnail: Photo?) async throws(LootError)

    /// The photo with this name, nil if it is not there.
    ///
    /// - Throws: ``LootError``: `damaged` when its bytes are no longer those that it was named after.
    func photo(_ id: PhotoID) async throws(LootError) -> Photo?

    /// The thumbnail of a photo, nil if none was put in.
    ///
    /// - Throws: ``LootError``: `damaged` when it is no longer an image.
    func thumbnail(of id: PhotoID) async throws(LootError) -> Photo?

    /// The names of all photos that are there.
    func ids() async throws(LootError) -> Set<PhotoID>

    /// Takes away every photo that is not among those to keep, and was not at any sweep for as long as `age`. One that
    /// a sweep finds to be needed by nothing for the first time rests from then on: it can be read and asked for, and
    /// stays when a later sweep is told to keep it. With an age of zero all of them go at once.
    ///
    /// - Returns: how many photos were taken away.
    @discardableResult
    func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) async throws(LootError) -> Int
}

extension LootError {
    /// A store without photos was asked for one, or to keep one.
    public static let noPhotos = LootError(
        .unsupported, "can't keep the photo", because: "this store keeps no photos",
        next: "Copy the items to one that does with: loot copy --to ADDRESS")
}
