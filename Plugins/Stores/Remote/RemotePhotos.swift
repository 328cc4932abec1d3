import LootCore
import LootFormats

/// The photos at the server, each under its own name.
struct RemotePhotos: PhotoStore {
    private let store: RemoteStore

    init(_ store: RemoteStore) { self.store = store }

    func put(_ photo: Photo, thumbnail: Photo?) async throws(LootError) {
        try await send(photo, to: "/api/photos/\(photo.id)")
        if let thumbnail { try await send(thumbnail, to: "/api/photos/\(photo.id)", [("thumbnail", "only")]) }
    }

    func photo(_ id: PhotoID) async throws(LootError) -> Photo? {
        guard let bytes = try await bytes("/api/photos/\(id)") else { return nil }
        let photo = try? Photo(bytes)
        guard let photo, photo.id == id else { throw damage(id) }
        return photo
    }

    func thumbnail(of id: PhotoID) async throws(LootError) -> Photo? {
        guard let bytes = try await bytes("/api/photos/\(id)", [("thumbnail", "only")]) else { return nil }
        guard let thumbnail = try? Photo(bytes, greatestSize: Photo.greatestThumbnailSize) else {
            throw damage(id)
        }
        return thumbnail
    }

    func ids() async throws(LootError) -> Set<PhotoID> {
        let answer = try DocumentValue(answer: try await store.ask("GET", "/api/photos"), store.address)
        return Set((answer["photos"]?.elements ?? []).compactMap { $0.text.flatMap { PhotoID($0) } })
    }

    /// The server keeps, besides, what items and commits name there.
    func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) async throws(LootError) -> Int {
        let names = kept.sorted().map { "\"\($0)\"" }.joined(separator: ",")
        let (seconds, rest) = age.components
        let body = "{\"olderThan\":\(max(0, rest > 0 ? seconds + 1 : seconds)),\"keep\":[\(names)]}"
        let bytes = try await store.ask("POST", "/api/photos/sweep", body: Array(body.utf8))
        let answer = try DocumentValue(answer: bytes, store.address)
        return answer["removed"]?.digits.flatMap { Int($0) } ?? 0
    }

    private func send(
        _ photo: Photo, to path: String, _ parameters: [(name: String, value: String)] = []
    ) async throws(LootError) {
        _ = try await store.ask("PUT", path, parameters, body: photo.bytes, type: photo.kind.mediaType)
    }

    private func bytes(
        _ path: String, _ parameters: [(name: String, value: String)] = []
    ) async throws(LootError) -> [UInt8]? {
        do { return try await store.ask("GET", path, parameters) } catch  where error.code == .noSuchItem {
            return nil
        }
    }

    private func damage(_ id: PhotoID) -> LootError {
        LootError(
            .damaged, "can't show the photo \(id.short)",
            because: "what the store at \(store.address.text) has under this name is not what was put in",
            place: store.address.text)
    }
}
