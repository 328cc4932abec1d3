import LootAPI
import LootCore

/// The photos at the server, each under its own name.
struct RemotePhotos: PhotoStore {
    private let store: RemoteStore

    init(_ store: RemoteStore) { self.store = store }

    func put(_ photo: Photo, thumbnail: Photo?) async throws(LootError) {
        try await store.ask(API.keepPhoto, (photo.id, .no, photo.bytes))
        if let thumbnail { try await store.ask(API.keepPhoto, (photo.id, .only, thumbnail.bytes)) }
    }

    func photo(_ id: PhotoID) async throws(LootError) -> Photo? {
        guard let bytes = try await bytes(id, .no) else { return nil }
        let photo = try? Photo(bytes)
        guard let photo, photo.id == id else { throw damage(id) }
        return photo
    }

    func thumbnail(of id: PhotoID) async throws(LootError) -> Photo? {
        guard let bytes = try await bytes(id, .only) else { return nil }
        guard let thumbnail = try? Photo(bytes, greatestSize: Photo.greatestThumbnailSize) else {
            throw damage(id)
        }
        return thumbnail
    }

    func ids() async throws(LootError) -> Set<PhotoID> { try await store.ask(API.listPhotos, ()) }

    /// The server keeps, besides, what items and commits name there.
    func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) async throws(LootError) -> Int {
        let (seconds, rest) = age.components
        let age = max(0, rest > 0 ? seconds + 1 : seconds)
        return try await store.ask(API.sweepPhotos, PhotoSweep(keeping: kept, olderThan: Int(age)))
    }

    private func bytes(_ id: PhotoID, _ thumbnail: Thumbnail) async throws(LootError) -> [UInt8]? {
        try await store.ask(API.readNamedPhoto, (id, thumbnail), orNil: .noSuchItem)
    }

    private func damage(_ id: PhotoID) -> LootError {
        LootError(
            .damaged, "can't show the photo \(id.short)",
            because: "what the store at \(store.address.text) has under this name is not what was put in",
            place: store.address.text)
    }
}
